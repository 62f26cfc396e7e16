"""View: all that one seat, or a spectator, may know of a game. Built from an allow-list, field by field."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from drlucky.boards import is_printed
from drlucky.engine import codes
from drlucky.engine.play import legal
from drlucky.engine.state import State
from drlucky.game.events import ENDINGS, Pawn, Reader, seat_or_none
from drlucky.game.setup import Setting
from drlucky.record.model import Outcome as Outcome

PHASES = {
    codes.TURN: "turn",
    codes.WALK: "walk",
    codes.LAY: "lay",
    codes.ANSWER: "answer",
    codes.OVER: "over",
}


class Attempt(Struct, frozen=True):
    """An attempt under way, or the one that won; before the strike the strength is None."""

    attacker: Pawn
    target: Pawn
    """The doctor, or in the Escape a player."""
    strength: int | None
    luck: int
    cards: tuple[str, ...]
    """All that was played in it, by either side."""
    bound: int | None
    """Who must stop it if able: in the Save games the attacker's right-hand neighbour, unless that hand is empty."""
    copies: tuple[int, ...] = ()
    """Which copy each of `cards` is, from 0; empty if the deck has but one of each."""


class Walk(Struct, frozen=True):
    """A card's walk under way."""

    pawn: Pawn
    left: int


class OwnView(Struct, frozen=True):
    """What a seat has in its view that a spectator has not: all the rest is the same for everyone."""

    seat: int
    hand: tuple[str, ...]
    legal: tuple[str, ...]
    hand_copies: tuple[int, ...] = ()


class View(Struct, frozen=True):
    edition: str
    board: str
    layout: str
    closed: tuple[str, ...]
    plan: str | None
    """The text of a board of someone's own; None for a printed one."""
    shorter: tuple[str, ...]
    """The options chosen for a shorter game."""
    turn_limit: int
    seat: int | None
    """Whose view it is; None for a spectator."""
    players: tuple[str, ...]
    strangers: tuple[int, ...]
    """The seats that play by themselves."""
    rooms: tuple[str | None, ...]
    """Where each player stands; None is out of the game."""
    doctor: str
    cat: str | None
    dog: str | None
    escape: bool
    """Is this the game after the game?"""
    turn: int
    """Turns finished."""
    current: int
    """Whose turn it is."""
    to_decide: int | None
    phase: str
    steps: int
    """Steps left to the player in turn, the free one included, apart from a card's walk."""
    walk: Walk | None
    cards_played: int
    """By the player in turn, this turn."""
    steps_owed: int
    """Cards played for steps of which none was taken yet."""
    between_turns: bool
    """Escape: is the doctor on his own walk?"""
    hand: tuple[str, ...] | None
    """One's own cards; None for a spectator."""
    hand_sizes: tuple[int, ...]
    reasons: tuple[int, ...]
    doctor_reasons: int
    """Escape: how often he has failed."""
    piles: tuple[int, ...]
    """Cards left to draw: one pile, or on a ship one for each deck, the next to be drawn from first."""
    discards: tuple[str, ...]
    out_of_game: tuple[str, ...]
    """Cards that everyone has seen go out of the game for good, Reasons among them."""
    set_aside: int
    """Cards out of the game that nobody has seen."""
    lights_out: bool
    sunk: tuple[str, ...]
    """The decks that have sunk."""
    attempt: Attempt | None
    legal: tuple[str, ...]
    """What this seat may do now; empty if it is not asked."""
    outcome: Outcome | None
    hand_copies: tuple[int, ...] = ()
    """Which copy each card of `hand` is, from 0, for they may look different; empty if the deck has but one of each.
    It matters to no rule: actions name cards, and which of the copies held is played is for its owner to choose."""
    discard_copies: tuple[int, ...] = ()
    """The same of `discards`."""
    out_of_game_copies: tuple[int, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found


def view(setting: Setting, s: State, players: tuple[str, ...], seat: int | None, copies: Sequence[int] = ()) -> View:
    """`copies` tells which copy each card is, if any has copies."""
    seats = setting.seats
    own = None if seat is None else own_view(setting, s, seat, copies)
    discards = s.cards_at(seats + codes.DISCARD)
    gone = s.cards_at(seats + codes.GONE)
    return View(
        edition=setting.book.id,
        board=setting.board.name,
        layout=setting.layout.name,
        closed=setting.layout.closed,
        plan=None if is_printed(setting.board) else setting.board.source_text,
        shorter=setting.shorter,
        turn_limit=setting.turn_limit,
        seat=seat,
        players=players,
        strangers=setting.strangers,
        rooms=tuple([room_of(setting, s, p) for p in range(seats)]),
        doctor=setting.room_names[s.rooms[setting.engine.doctor]],
        cat=room_of(setting, s, setting.engine.cat),
        dog=room_of(setting, s, setting.engine.dog),
        escape=setting.escape,
        turn=s.turn,
        current=s.current,
        to_decide=None if s.over else s.decider,
        phase=PHASES[s.phase],
        steps=s.steps,
        walk=Walk(Reader(setting).pawn(s.pawn(s.walker)), s.walk) if s.phase == codes.WALK else None,
        cards_played=s.played,
        steps_owed=s.owed,
        between_turns=s.turn_done == 1,
        hand=own.hand if own else None,
        hand_sizes=tuple([s.count_at(p) for p in range(seats)]),
        reasons=tuple(s.reasons)[:seats],
        doctor_reasons=s.reasons[setting.engine.doctor],
        piles=piles(setting, s),
        discards=named(setting, discards),
        out_of_game=named(setting, gone),
        set_aside=s.count_at(seats + codes.ASIDE),
        lights_out=setting.book.stages == "lights" and s.stage == 1,
        sunk=setting.ship_decks[: s.stage],
        attempt=attempt(setting, s, copies),
        legal=own.legal if own else (),
        outcome=outcome(s),
        hand_copies=own.hand_copies if own else (),
        discard_copies=numbered(discards, copies),
        out_of_game_copies=numbered(gone, copies),
    )


def own_view(setting: Setting, s: State, seat: int, copies: Sequence[int] = ()) -> OwnView:
    """What only this seat may know: its hand, and what it may do if it is asked."""
    is_asked = not s.over and s.decider == seat
    may_do = tuple([setting.texts[action] for action in legal(s)]) if is_asked else ()
    hand = s.cards_at(seat)
    return OwnView(seat, named(setting, hand), may_do, numbered(hand, copies))


def room_of(setting: Setting, s: State, pawn: int) -> str | None:
    """Where a pawn stands; None if it is out of the game or not in it."""
    if pawn == codes.NOBODY or s.rooms[pawn] == codes.NOWHERE:
        return None
    return setting.room_names[s.rooms[pawn]]


def cards_at(setting: Setting, s: State, place: int) -> tuple[str, ...]:
    return named(setting, s.cards_at(place))


def named(setting: Setting, cards: Sequence[int]) -> tuple[str, ...]:
    names = setting.card_names
    return tuple([names[card] for card in cards])


def numbered(cards: Sequence[int], copies: Sequence[int]) -> tuple[int, ...]:
    return tuple([copies[card] for card in cards]) if copies else ()


def piles(setting: Setting, s: State) -> tuple[int, ...]:
    ends = setting.engine.pile_ends_from(s)
    starts = [s.pile_at, *ends[:-1]]
    return tuple(end - start for start, end in zip(starts, ends, strict=True))


def attempt(setting: Setting, s: State, copies: Sequence[int]) -> Attempt | None:
    on_table = s.cards_at(setting.seats + codes.TABLE)
    cards = named(setting, on_table)
    these = numbered(on_table, copies)
    pawn = Reader(setting).pawn
    if s.phase == codes.LAY:
        target = setting.engine.doctor if s.target == codes.NOBODY else s.target
        return Attempt(s.current, pawn(target), None, 0, cards, None, these)
    if s.strength:
        bound = seat_or_none(setting.engine.bound(s))
        return Attempt(pawn(s.striker), pawn(s.target), s.strength, s.luck, cards, bound, these)
    return None


def outcome(s: State) -> Outcome | None:
    if not s.over:
        return None
    return Outcome(ENDINGS[s.ending], seat_or_none(s.winner), seat_or_none(s.loser))
