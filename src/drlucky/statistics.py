"""Statistics: a game in numbers, counted from the events that everyone may know."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from drlucky.game.events import DOCTOR, Event


@dataclass
class SeatStatistics:
    turns: int = 0
    called_up: int = 0
    """Turns that the doctor gave it by coming to its room."""
    steps: int = 0
    """Of its pawn, whoever took them."""
    jumps: int = 0
    drawn: int = 0
    """Cards drawn, those of the deal not counted."""
    attempts: int = 0
    """In an Escape these are attacks."""
    best_strength: int = 0
    foiled: int = 0
    """Attempts that were stopped."""
    reasons: int = 0
    """Gained."""
    luck_spent: int = 0
    """What its cards counted against attempts."""
    cards_spent: int = 0
    """How many cards that were."""
    rooms: list[str] = field(default_factory=list)
    """Those in which its pawn stood, in the order it first came to them."""
    died: bool = False


@dataclass
class Darkening:
    """What happened to the board: the lights went out, or a deck sank."""

    turn: int
    """During the turn with this number, the first being 1."""
    deck: str | None = None
    """None for the lights."""


@dataclass
class Statistics:
    seats: list[SeatStatistics]
    turns: int = 0
    """Turns begun, those of Strangers too."""
    attempts: int = 0
    """The doctor's attacks in an Escape are among them."""
    best_strength: int = 0
    luck_spent: int = 0
    drawn: int = 0
    shuffles: int = 0
    darkenings: list[Darkening] = field(default_factory=list)
    how: str | None = None
    """How it ended, as an outcome says it; None if it did not."""
    winner: int | None = None
    loser: int | None = None


def statistics(events: Iterable[Event], seats: int) -> Statistics:
    """Of one game for so many seats, Strangers included, from its events in their order."""
    tally = Tally(seats)
    for event in events:
        count = COUNTERS.get(event.kind)
        if count is not None:
            count(tally, event)
    return tally.game


class Tally:
    """A game that is being counted."""

    def __init__(self, seats: int) -> None:
        self.game = Statistics([SeatStatistics() for _ in range(seats)])
        self.played = 0
        """What the cards against the attempt in progress count together."""

    def seat(self, number: int | None) -> SeatStatistics:
        """Events that need a seat have one."""
        assert number is not None
        return self.game.seats[number]

    def turn(self, event: Event) -> None:
        self.game.turns += 1
        self.seat(event.seat).turns += 1

    def called_up(self, event: Event) -> None:
        self.turn(event)
        self.seat(event.seat).called_up += 1

    def came(self, event: Event) -> None:
        pawn = event.seat if event.pawn is None else event.pawn
        if isinstance(pawn, int) and event.room is not None and event.room not in self.seat(pawn).rooms:
            self.seat(pawn).rooms.append(event.room)

    def stepped(self, event: Event) -> None:
        self.came(event)
        if isinstance(event.pawn, int):
            self.seat(event.pawn).steps += 1

    def jumped(self, event: Event) -> None:
        self.came(event)
        if isinstance(event.pawn, int):
            self.seat(event.pawn).jumps += 1

    def drew(self, event: Event) -> None:
        self.game.drawn += 1
        self.seat(event.seat).drawn += 1

    def shuffled(self, event: Event) -> None:
        self.game.shuffles += 1

    def struck(self, event: Event) -> None:
        """An attempt of a seat, or in an Escape an attack of a seat or the doctor."""
        striker = event.seat if event.pawn is None else event.pawn
        strength = event.number or 0
        self.played = 0
        self.game.attempts += 1
        self.game.best_strength = max(self.game.best_strength, strength)
        if striker != DOCTOR and isinstance(striker, int):
            seat = self.seat(striker)
            seat.attempts += 1
            seat.best_strength = max(seat.best_strength, strength)

    def answered(self, event: Event) -> None:
        """The event has what was played so far, this card included."""
        total = event.number or 0
        luck, self.played = total - self.played, total
        self.game.luck_spent += luck
        self.seat(event.seat).luck_spent += luck
        self.seat(event.seat).cards_spent += 1

    def foiled(self, event: Event) -> None:
        if event.seat is not None:
            self.seat(event.seat).foiled += 1

    def reason(self, event: Event) -> None:
        if event.seat is not None:
            self.seat(event.seat).reasons += 1

    def died(self, event: Event) -> None:
        self.seat(event.seat).died = True

    def darkened(self, event: Event) -> None:
        self.game.darkenings.append(Darkening(self.game.turns, event.how))

    def over(self, event: Event) -> None:
        self.game.how, self.game.winner, self.game.loser = event.how, event.winner, event.loser


COUNTERS: dict[str, Callable[[Tally, Event], None]] = {
    "turn": Tally.turn,
    "called up": Tally.called_up,
    "placed": Tally.came,
    "washed up": Tally.came,
    "stranger moved": Tally.came,
    "stepped": Tally.stepped,
    "jumped": Tally.jumped,
    "drew": Tally.drew,
    "shuffled": Tally.shuffled,
    "attempt": Tally.struck,
    "attacked": Tally.struck,
    "played": Tally.answered,
    "turned up": Tally.answered,
    "foiled": Tally.foiled,
    "reason": Tally.reason,
    "died": Tally.died,
    "lights out": Tally.darkened,
    "deck sank": Tally.darkened,
    "over": Tally.over,
}
"""Events of other kinds count for nothing."""
