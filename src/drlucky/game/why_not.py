"""Obstacles: what stands in the way of an action now, as data. `phrases` puts them into words."""

from dataclasses import dataclass

from drlucky import display
from drlucky.boards import Segment
from drlucky.engine import codes
from drlucky.engine.state import State
from drlucky.errors import DrLuckyError
from drlucky.game.actions import Action
from drlucky.game.events import Pawn, Reader
from drlucky.game.setup import Setting

CODES = {
    codes.GAME_OVER: "game over",
    codes.MUST_ANSWER: "must answer",
    codes.NO_ATTEMPT: "no attempt",
    codes.MUST_WALK: "must walk",
    codes.NO_WALK: "no walk",
    codes.MUST_STRIKE: "must strike",
    codes.NO_STEPS_LEFT: "no steps left",
    codes.NOT_NEXT_DOOR: "not next door",
    codes.ROOM_CLOSED: "room closed",
    codes.CARD_NOT_HELD: "card not held",
    codes.CARD_WITHOUT_STEPS: "card without steps",
    codes.CARD_WITHOUT_ROOM: "card without room",
    codes.ALREADY_THERE: "already there",
    codes.FREE_STEP_IS_YOURS: "free step is yours",
    codes.STEPS_UNUSED: "steps unused",
    codes.CARD_PLAYED: "card played",
    codes.NOT_A_NAMED_ROOM: "not a named room",
    codes.SEEN_BY_PLAYER: "seen by player",
    codes.SEEN_BY_DOCTOR: "seen by doctor",
    codes.PILE_EMPTY: "pile empty",
    codes.DOCTOR_ELSEWHERE: "doctor elsewhere",
    codes.NO_WITNESS: "no witness",
    codes.CARD_WITHOUT_LUCK: "card without luck",
    codes.MUST_STOP_IT: "must stop it",
    codes.OTHER_PAWN_WALKS: "other pawn walks",
    codes.SEEN_BY_DOG: "seen by dog",
    codes.NO_JUMP_FOR_PET: "no jump for pet",
    codes.NOBODY_TO_ATTACK: "nobody to attack",
    codes.DRAWN_ALREADY: "drawn already",
    codes.DOCTOR_IS_DEAD: "doctor is dead",
    codes.NOT_NEXT_NUMBER: "not next number",
    codes.NOT_YOUR_TURN: "not your turn",
}

# Where the rules of an edition speak of it: the id of a section of `phrases.rules`.
SECTIONS = {
    codes.GAME_OVER: "winning",
    codes.MUST_ANSWER: "stopping",
    codes.NO_ATTEMPT: "stopping",
    codes.MUST_STRIKE: "attempts",
    codes.CARD_NOT_HELD: "your-turn",
    codes.CARD_PLAYED: "drawing",
    codes.NOT_A_NAMED_ROOM: "drawing",
    codes.SEEN_BY_DOCTOR: "drawing",
    codes.PILE_EMPTY: "drawing",
    codes.DOCTOR_ELSEWHERE: "attempts",
    codes.NO_WITNESS: "attempts",
    codes.CARD_WITHOUT_LUCK: "stopping",
    codes.MUST_STOP_IT: "stopping",
    codes.SEEN_BY_DOG: "pets",
    codes.NO_JUMP_FOR_PET: "pets",
    codes.NOBODY_TO_ATTACK: "escape",
    codes.DRAWN_ALREADY: "escape",
    codes.DOCTOR_IS_DEAD: "escape",
    codes.NOT_NEXT_NUMBER: "escape",
    codes.NOT_YOUR_TURN: "turn-order",
}


@dataclass(frozen=True, slots=True)
class SeenBy:
    """Someone who sees the player, and how."""

    pawn: Pawn
    room: str
    lines: tuple[Segment, ...]
    """From their room, in cells of the plan; none if they are in the same room."""


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A rule in the way of an action. Fields that say nothing here are None or empty."""

    code: str
    section: str
    """The section of the edition's rules that says so."""
    action: Action
    seat: int
    """Who would act."""
    to_decide: int | None
    """Whose decision it is now; None when the game is over."""
    room: str | None = None
    """The room it is about."""
    witnesses: tuple[int, ...] = ()
    """The players who see it and should not."""
    seen_by: tuple[SeenBy, ...] = ()
    """The same, the doctor and the dog too, and along which lines."""
    needed: int | None = None
    """What is still needed to stop an attempt."""
    cards_played: int = 0
    """By the player in turn, this turn."""
    steps_left: int = 0
    """To the player in turn, apart from a card's walk."""


class IllegalAction(DrLuckyError):
    """An action that a rule forbids now; `reason` says which, as data."""

    def __init__(self, reason: Obstacle, players: tuple[str, ...]) -> None:
        super().__init__(reason.code)
        self.reason = reason
        self.players = players

    def __reduce__(self) -> tuple[type, tuple[Obstacle, tuple[str, ...]]]:
        return IllegalAction, (self.reason, self.players)

    def __str__(self) -> str:
        return display.text(self)


def explained(setting: Setting, s: State, number: int, obstacle: int, seat: int) -> Obstacle:
    """The obstacle that the engine found, with what it is about. Tells nothing that the seat cannot know."""
    action = setting.actions[number]
    seen_by = tuple(onlookers(setting, s, seat, obstacle))
    return Obstacle(
        CODES[obstacle],
        section(setting, obstacle, action),
        action,
        seat,
        to_decide=None if s.over else s.decider,
        room=room_of(setting, s, action, seat),
        witnesses=tuple(one.pawn for one in seen_by if isinstance(one.pawn, int)),
        seen_by=seen_by,
        needed=s.strength - s.luck if obstacle == codes.MUST_STOP_IT else None,
        cards_played=s.played,
        steps_left=s.steps,
    )


def section(setting: Setting, obstacle: int, action: Action) -> str:
    if obstacle == codes.ROOM_CLOSED:
        return "sinking" if setting.book.stages == "decks" else "setting-up"
    if obstacle == codes.SEEN_BY_PLAYER:
        return "drawing" if action.verb == "draw" else "attempts"
    return SECTIONS.get(obstacle, "moving")


def room_of(setting: Setting, s: State, action: Action, seat: int) -> str | None:
    """The room an action leads to, or else the one where its player stands."""
    if action.room:
        return action.room
    if action.verb == "jump":
        return next(card.room for card in setting.deck.cards if card.kind == "move" and card.name == action.card)
    return None if s.rooms[seat] == codes.NOWHERE else setting.room_names[s.rooms[seat]]


def onlookers(setting: Setting, s: State, seat: int, obstacle: int) -> list[SeenBy]:
    """Those whose eyes are the obstacle, and along which lines they see."""
    engine = setting.engine
    if obstacle == codes.SEEN_BY_PLAYER:
        pawns = [p for p in range(setting.seats) if p != seat]
    else:
        pawns = {codes.SEEN_BY_DOCTOR: [engine.doctor], codes.SEEN_BY_DOG: [engine.dog]}.get(obstacle, [])
    here = s.rooms[seat]
    found: list[SeenBy] = []
    for pawn in pawns:
        there = s.rooms[pawn]
        if engine.seers(s, here) >> there & 1:
            lines = () if there == here else setting.layout.lines(setting.room_names[there], setting.room_names[here])
            found.append(SeenBy(Reader(setting).pawn(pawn), setting.room_names[there], lines))
    return found
