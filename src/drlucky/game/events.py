"""Events: what happened in a game, as facts. Shells put them into words."""

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from drlucky.engine import codes
from drlucky.engine.state import Happening
from drlucky.game.setup import Setting

DOCTOR = "doctor"
Pawn = int | str
"""A seat, or "doctor", "cat" or "dog"."""

ENDINGS = {
    codes.SUCCESS: "success",
    codes.SUNK: "sunk",
    codes.TURN_LIMIT: "turn limit",
    codes.LAST_ALIVE: "last alive",
}


class Event(Struct, frozen=True):
    """Something that happened. Fields that do not belong to its kind are None.

    Everyone may know everything of it but the card of a drawing, which only its seat knows: see `for_seat`."""

    kind: str
    seat: int | None = None
    pawn: Pawn | None = None
    room: str | None = None
    card: str | None = None
    number: int | None = None
    how: str | None = None
    winner: int | None = None
    loser: int | None = None
    private: bool = False
    """Only `seat` may know `card` and `copy`."""
    copy: int | None = None
    """Which copy of the card it was, from 0; None if there is but one."""

    def for_seat(self, seat: int | None) -> "Event":
        """The event as this seat, or a spectator (None), may know it."""
        if self.private and self.seat != seat:
            return replace(self, card=None, copy=None)
        return self


def events(
    setting: Setting, happenings: list[Happening], copies: Sequence[int], played: int | None = None
) -> list[Event]:
    """`copies` tells which copy each card is; `played` is the one that was played from a hand, if it has copies."""
    reader = Reader(setting, copies, played)
    return [READERS[what](reader, a, b, c) for what, a, b, c in happenings]


class Reader:
    """Names for the engine's numbers."""

    def __init__(self, setting: Setting, copies: Sequence[int] = (), played: int | None = None) -> None:
        self.setting = setting
        self._copies = copies
        self._played = played

    def pawn(self, number: int) -> Pawn:
        engine = self.setting.engine
        if number < engine.seats:
            return number
        return DOCTOR if number == engine.doctor else "cat" if number == engine.cat else "dog"

    def seat(self, pawn: int) -> int | None:
        """The seat of a pawn; None for the doctor and the pets."""
        return pawn if pawn < self.setting.seats else None

    def room(self, number: int) -> str:
        return self.setting.room_names[number]

    def card(self, number: int) -> str:
        return self.setting.card_names[number]

    def copy(self, number: int) -> int | None:
        return self._copies[number] if self.card(number) in self.setting.copies else None

    @property
    def played(self) -> int | None:
        """Which copy was played from a hand."""
        return None if self._played is None else self._copies[self._played]

    def card_type(self, number: int) -> str:
        return self.setting.deck.cards[number].name

    def deck(self, sunk: int) -> str:
        return self.setting.ship_decks[sunk - 1]


def seat_or_none(seat: int) -> int | None:
    return None if seat == codes.NOBODY else seat


READERS: dict[int, Callable[[Reader, int, int, int], Event]] = {
    codes.DEALT_UP: lambda r, pawn, card, _: Event(
        "dealt face up", pawn=r.pawn(pawn), card=r.card(card), copy=r.copy(card)
    ),
    codes.PLACED: lambda r, pawn, room, _: Event("placed", pawn=r.pawn(pawn), room=r.room(room)),
    codes.TURN_BEGAN: lambda r, seat, called, _: Event(
        "called up" if called else "turn", seat=seat, how="doctor" if called else None
    ),
    codes.STEPPED: lambda r, pawn, room, _: Event("stepped", pawn=r.pawn(pawn), room=r.room(room)),
    codes.CARD_FOR_STEPS: lambda r, seat, card, pawn: Event(
        "walks",
        seat=seat,
        pawn=r.pawn(pawn),
        card=r.card_type(card),
        number=r.setting.deck.cards[card].steps,
        copy=r.played,
    ),
    codes.JUMPED: lambda r, pawn, room, card: Event(
        "jumped", pawn=r.pawn(pawn), room=r.room(room), card=r.card_type(card), copy=r.played
    ),
    codes.DREW: lambda r, seat, card, _: Event("drew", seat=seat, card=r.card(card), private=True, copy=r.copy(card)),
    codes.SHUFFLED: lambda r, cards, _, __: Event("shuffled", number=cards),
    codes.LAID: lambda r, seat, card, _: Event("laid down", seat=seat, card=r.card_type(card), copy=r.played),
    codes.STRUCK: lambda r, seat, strength, room: Event("attempt", seat=seat, number=strength, room=r.room(room)),
    codes.ANSWERED: lambda r, seat, card, total: Event(
        "played", seat=seat, card=r.card_type(card), number=total, copy=r.played
    ),
    codes.PASSED: lambda r, seat, _, __: Event("passed", seat=seat),
    codes.FOILED: lambda r, striker, _, __: Event("foiled", seat=r.seat(striker), pawn=r.pawn(striker)),
    codes.REASON: lambda r, striker, count, _: Event(
        "reason", seat=r.seat(striker), pawn=r.pawn(striker), number=count
    ),
    codes.LIGHTS_OUT: lambda r, _, __, ___: Event("lights out"),
    codes.DECK_SANK: lambda r, sunk, _, __: Event("deck sank", how=r.deck(sunk)),
    codes.WASHED_UP: lambda r, pawn, room, _: Event("washed up", pawn=r.pawn(pawn), room=r.room(room)),
    codes.DOCTOR_MOVED: lambda r, room, _, __: Event("doctor moved", pawn=DOCTOR, room=r.room(room)),
    codes.ENDED: lambda r, how, winner, loser: Event(
        "over", how=ENDINGS[how], winner=seat_or_none(winner), loser=seat_or_none(loser)
    ),
    codes.TURNED_UP: lambda r, seat, card, total: Event(
        "turned up", seat=seat, card=r.card(card), number=total, copy=r.copy(card)
    ),
    codes.STRANGER_MOVED: lambda r, seat, room, _: Event("stranger moved", seat=seat, room=r.room(room)),
    codes.ATTACKED: lambda r, striker, victim, strength: Event(
        "attacked", pawn=r.pawn(striker), seat=victim, number=strength
    ),
    codes.DIED: lambda r, seat, striker, _: Event("died", seat=seat, pawn=r.pawn(striker)),
    codes.ROBBED: lambda r, striker, victim, cards: Event("robbed", pawn=r.pawn(striker), seat=victim, number=cards),
    codes.TURN_ENDED: lambda r, seat, _, __: Event("turn over", seat=seat),
}
