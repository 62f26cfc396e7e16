"""Reasons: why an action is not legal now, as data."""

from dataclasses import dataclass

from drlucky.actions import Action
from drlucky.engine import codes
from drlucky.engine.state import State
from drlucky.setting import Setting

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
}


@dataclass(frozen=True, slots=True)
class Reason:
    """A rule in the way of an action. Fields that say nothing here are None or empty."""

    code: str
    action: Action
    seat: int
    """Who would act."""
    room: str | None = None
    """The room it is about."""
    witnesses: tuple[int, ...] = ()
    """The players who see it and should not."""
    needed: int | None = None
    """What is still needed to stop an attempt."""


def reason(setting: Setting, s: State, number: int, obstacle: int) -> Reason:
    """The obstacle that the engine found, with what it is about. Tells nothing that who must decide cannot know."""
    action = setting.actions[number]
    seat = s.current if s.over else s.decider
    room: str | None = action.room
    if room is None and action.verb == "jump":
        room = next(card.room for card in setting.deck.cards if card.kind == "move" and card.name == action.card)
    elif room is None:
        room = setting.room_names[s.rooms[seat]]
    witnesses: tuple[int, ...] = ()
    if obstacle == codes.SEEN_BY_PLAYER:
        seers = setting.engine.seers(s, s.rooms[seat])
        witnesses = tuple(p for p in range(setting.seats) if p != seat and seers >> s.rooms[p] & 1)
    needed = s.strength - s.luck if obstacle == codes.MUST_STOP_IT else None
    return Reason(CODES[obstacle], action, seat, room, witnesses, needed)
