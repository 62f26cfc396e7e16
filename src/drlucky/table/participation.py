"""Participation: what a rated game has to know of those who play it beside the game itself: who sat down to it, and who
played it themselves."""

from collections.abc import Sequence

from msgspec import Struct, field


class Participant(Struct, frozen=True):
    """Who sat somewhere when the game began."""

    name: str
    person: str | None
    level: str | None
    """Of a bot."""


class Resignation(Struct, frozen=True):
    seat: int
    at: float
    played: int
    """How many actions anyone had played by then, of those who had played most."""


class Participation(Struct):
    """By seat at the table."""

    seats: tuple[Participant, ...]
    moved: float
    """When something was last played."""
    own: list[int]
    """How many actions people played themselves."""
    stood_in: list[int]
    """How many a bot played for them."""
    resigned: list[Resignation] = field(default_factory=list)
    """In the order in which they did."""
    replaced: tuple[int, ...] = ()
    """Seats for which a bot stood in when the game was over."""

    def act(self, seat: int, by_person: bool, at: float) -> None:
        self.moved = at
        (self.own if by_person else self.stood_in)[seat] += 1

    def resign(self, seat: int, at: float) -> None:
        self.resigned.append(Resignation(seat, at, max(self.own)))

    def undo(self, seat: int) -> None:
        self.own[seat] -= 1


def participation(seats: Sequence[Participant], at: float) -> Participation:
    """At the beginning of a game."""
    return Participation(tuple(seats), at, own=[0] * len(seats), stood_in=[0] * len(seats))
