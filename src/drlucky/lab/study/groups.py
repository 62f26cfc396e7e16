"""How a report lays out many cells: in groups by the first thing they differ in, each cell with a short label."""

from typing import NamedTuple

from drlucky.lab.study.cells import in_words
from drlucky.lab.study.spec import Study


class Member(NamedTuple):
    cell: int
    label: str


class Group(NamedTuple):
    title: str
    members: tuple[Member, ...]


def groups(study: Study) -> list[Group]:
    """One group if the cells differ in one thing only."""
    if len(study.axes) < 2:
        return [Group("", tuple(Member(n, study.label(cell)) for n, cell in enumerate(study.cells)))]
    axis = study.axes[0]
    found: dict[str, list[Member]] = {}
    for number, cell in enumerate(study.cells):
        title = in_words(axis, cell.axes.get(axis, "")) or "as in the book"
        found.setdefault(title, []).append(Member(number, study.label(cell, leave_out=axis)))
    return [Group(title, tuple(members)) for title, members in found.items()]
