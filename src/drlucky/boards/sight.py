"""Who sees whom: sight runs straight along a row or a column of the plan until it meets a wall."""

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple


class Segment(NamedTuple):
    """A straight line in plan cells."""

    x1: float
    y1: float
    x2: float
    y2: float


class Stretch(NamedTuple):
    """The part of a run inside one space: its first and last cell along the run."""

    space: str
    first: int
    last: int

    @property
    def middle(self) -> float:
        return (self.first + self.last) / 2


class Run(NamedTuple):
    """An unbroken view along one row or column, and the spaces it passes in order; always two or more."""

    horizontal: bool
    at: int
    stretches: tuple[Stretch, ...]


def find_runs(owner: Callable[[int, int], str | None], columns: range, rows: range) -> tuple[Run, ...]:
    """All runs of a drawing. `owner(x, y)` names the space of a cell, "" in a door, None where sight ends."""
    along_rows = [Run(True, y, view) for y in rows for view in _views([owner(x, y) for x in columns], columns.start)]
    down_columns = [Run(False, x, view) for x in columns for view in _views([owner(x, y) for y in rows], rows.start)]
    return (*along_rows, *down_columns)


def _views(cells: Sequence[str | None], start: int) -> list[tuple[Stretch, ...]]:
    """The views along one line of cells that pass at least two spaces; the first cell is number `start`."""
    views: list[list[Stretch]] = [[]]
    last: str | None = None
    for index, space in enumerate(cells, start):
        if space is None:
            views.append([])
        elif space and space == last:
            views[-1][-1] = views[-1][-1]._replace(last=index)
        elif space:
            views[-1].append(Stretch(space, index, index))
        last = space
    return [tuple(view) for view in views if len(view) > 1]


def clear_runs(runs: Iterable[Run], transparent: Collection[str]) -> tuple[Run, ...]:
    """The runs as they are when every space that is not transparent blocks the view."""
    cleared = []
    for run in runs:
        views: list[list[Stretch]] = [[]]
        for stretch in run.stretches:
            if stretch.space in transparent:
                views[-1].append(stretch)
            else:
                views.append([])
        cleared += [run._replace(stretches=tuple(view)) for view in views if len(view) > 1]
    return tuple(cleared)


def sees(rooms: Iterable[str], runs: Iterable[Run]) -> dict[str, tuple[str, ...]]:
    """For each room the other rooms that share a run with it, sorted."""
    seen: dict[str, set[str]] = {room: set() for room in rooms}
    for run in runs:
        met = seen.keys() & {stretch.space for stretch in run.stretches}
        for room in met:
            seen[room] |= met - {room}
    return {room: tuple(sorted(others)) for room, others in seen.items()}


def lines(a: str, b: str, runs: Iterable[Run]) -> tuple[Segment, ...]:
    """The views from `a` to `b`, each from the middle of one room to the middle of the other.

    Views side by side through the same doors count as one line, drawn in their middle.
    """
    beams: list[list[tuple[Run, Stretch, Stretch]]] = []
    for run in runs:
        for view in _between(a, b, run):
            if beams and _side_by_side(beams[-1][-1], view):
                beams[-1].append(view)
            else:
                beams.append([view])
    return tuple(_middle_line(beam) for beam in beams)


def _between(a: str, b: str, run: Run) -> list[tuple[Run, Stretch, Stretch]]:
    """The closest pairs of stretches of `a` and `b` on a run, each pair with `a` first."""
    ends = [stretch for stretch in run.stretches if stretch.space in (a, b)]
    pairs = [pair for pair in pairwise(ends) if {pair[0].space, pair[1].space} == {a, b}]
    return [(run, *(pair if pair[0].space == a else pair[::-1])) for pair in pairs]


def _side_by_side(one: tuple[Run, Stretch, Stretch], other: tuple[Run, Stretch, Stretch]) -> bool:
    return other[0].at - one[0].at == 1 and other[0].horizontal == one[0].horizontal and other[1:] == one[1:]


def _middle_line(beam: list[tuple[Run, Stretch, Stretch]]) -> Segment:
    (first, start, end), (last, _, _) = beam[0], beam[-1]
    at = (first.at + last.at) / 2
    if first.horizontal:
        return Segment(start.middle, at, end.middle, at)
    return Segment(at, start.middle, at, end.middle)
