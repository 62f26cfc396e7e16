"""Deeds: what one player did in a row, before anyone else decided or anything new came up. The decisions of a deed
belong together: only all of them tell what they were good for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from drlucky.analysis.positions import Position
from drlucky.engine.codes import ANSWER


@dataclass(frozen=True, slots=True)
class Deed:
    place: Position
    """Where it began."""
    first: int
    """The number of that position, and of the one after the deed."""
    last: int
    actions: tuple[int, ...]
    """The engine's numbers."""

    @property
    def seat(self) -> int:
        """Whose it is."""
        return self.place.state.decider


def deeds(places: Sequence[Position]) -> list[Deed]:
    """Those of a record, in order. Every decision belongs to one."""
    return [Deed(places[first], first, last, actions_of(places[first:last])) for first, last in runs(places)]


def runs(places: Sequence[Position]) -> Iterator[tuple[int, int]]:
    first = 0
    for at, (before, here) in enumerate(pairwise(places), 1):
        if before.action is None:
            first = at
        elif here.action is None or not goes_on(before, here):
            yield first, at
            first = at


def goes_on(before: Position, here: Position) -> bool:
    """As `search.compare.sensible_way` has it."""
    a, b = before.state, here.state
    return (a.decider, a.turn, a.pile_at, a.phase == ANSWER) == (b.decider, b.turn, b.pile_at, b.phase == ANSWER)


def actions_of(places: Sequence[Position]) -> tuple[int, ...]:
    return tuple(place.game.number_of(place.action) for place in places if place.action is not None)
