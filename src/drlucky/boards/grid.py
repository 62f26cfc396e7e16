"""One drawing of a plan: which characters are wall, door and floor, and what spaces they make."""

import re
from collections import defaultdict, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Literal, NamedTuple

from drlucky.boards.model import Rect
from drlucky.boards.sections import Line, Place, Section

WALL = "+-|/"
DOOR = "."
RAIL = "~"
NOT_FLOOR = WALL + DOOR + RAIL

_LABEL = re.compile(r"[A-Za-z0-9]+")
_STRANGER = re.compile(r"[^-+|/.~ A-Za-z0-9]")
_MAX_LABEL = 3

# A cell is (column, row), both from 1, so that a border of outside cells fits all round the drawing.
Cell = tuple[int, int]


class Label(NamedTuple):
    """A label as it stands in the drawing, at its first cell."""

    text: str
    cell: Cell
    place: Place


class Opening(NamedTuple):
    """A door or rail: the labels of the spaces on its two sides, and its first and last cell."""

    between: tuple[str, str]
    wall: Literal["horizontal", "vertical"]
    first: Cell
    last: Cell
    sight_only: bool


@dataclass
class Drawing:
    """A checked drawing: every space is closed and bears one label, and every door joins two spaces."""

    section: Section
    lines: list[Line]
    columns: int
    labels: list[Label] = field(default_factory=list)
    owners: dict[Cell, str] = field(default_factory=dict)
    """The label of the space that each floor cell belongs to; outside cells have none."""
    openings: list[Opening] = field(default_factory=list)

    def __getitem__(self, cell: Cell) -> str:
        """The character at a cell; beyond the drawn lines everything is blank."""
        column, row = cell
        text = self.lines[row - 1].text if 1 <= row <= len(self.lines) else ""
        return text[column - 1] if 1 <= column <= len(text) else " "

    @property
    def rows(self) -> int:
        return len(self.lines)

    @cached_property
    def left(self) -> int:
        """The column where the drawing begins: it may be indented as a whole."""
        return min(len(line.text) - len(line.text.lstrip()) for line in self.lines if line.text) + 1

    def place(self, cell: Cell) -> Place:
        column, row = cell
        return self.lines[row - 1].at(column - 1)

    @cached_property
    def floor(self) -> set[Cell]:
        """Every cell that is neither wall nor door, with a border of them around the drawing."""
        everywhere = product(range(self.columns + 2), range(self.rows + 2))
        drawn = {
            (column, row)
            for row, line in enumerate(self.lines, 1)
            for column, character in enumerate(line.text, 1)
            if character in NOT_FLOOR
        }
        return set(everywhere) - drawn

    def areas(self) -> dict[str, set[Cell]]:
        """Each space out to the middle of its walls, as unit squares named by their top left cell.

        A square lies between the centres of four cells; it belongs to the space with floor at one of them.
        """
        areas: dict[str, set[Cell]] = defaultdict(set)
        for (column, row), owner in self.owners.items():
            areas[owner] |= {(x, y) for x in (column - 1, column) for y in (row - 1, row)}
        return areas


def read_drawing(section: Section, taken: dict[str, Place]) -> Drawing:
    """The drawing below a `plan:` heading. `taken` has the labels of earlier drawings, and is added to."""
    lines = _trimmed(section.lines)
    if not lines:
        raise section.place.error("there is no drawing below this heading")
    drawing = Drawing(section, lines, max(len(line.text) for line in lines))
    for label in _find_labels(drawing):
        if label.text in taken:
            first = taken[label.text]
            raise label.place.error(
                f"the label {label.text} is used twice, first in line {first.line}, column {first.column};"
                " every space needs a label of its own"
            )
        taken[label.text] = label.place
        drawing.labels.append(label)
    _find_spaces(drawing)
    drawing.openings = list(_find_openings(drawing))
    return drawing


def _trimmed(lines: list[Line]) -> list[Line]:
    drawn = [index for index, line in enumerate(lines) if line.text]
    return lines[drawn[0] : drawn[-1] + 1] if drawn else []


def _find_labels(drawing: Drawing) -> Iterator[Label]:
    for row, line in enumerate(drawing.lines, 1):
        stranger = _STRANGER.search(line.text)
        if stranger:
            raise line.at(stranger.start()).error(
                f"{stranger[0]!r} means nothing in a drawing; walls are + - | or / (solid), doors are .,"
                " rails are ~, and labels are letters and digits"
            )
        for found in _LABEL.finditer(line.text):
            place = line.at(found.start())
            if len(found[0]) > _MAX_LABEL:
                raise place.error(
                    f"the label {found[0]!r} is too long; labels have up to {_MAX_LABEL} characters,"
                    " and full names go below, under rooms: or halls:"
                )
            yield Label(found[0], (found.start() + 1, row), place)


# Spaces


def _find_spaces(drawing: Drawing) -> None:
    """Give every floor cell its owner: the label found in the space it lies in."""
    outside = _flood(drawing, (0, 0))
    for label in drawing.labels:
        if label.cell in outside:
            leak = drawing.place(_leak(drawing, label.cell))
            raise leak.error(
                f"the space labelled {label.text} is open to the outside, it seems here;"
                " its walls must close all round it"
            )
    labels = {label.cell: label for label in drawing.labels}
    unknown = drawing.floor - outside
    for cell in sorted(unknown, key=lambda cell: (cell[1], cell[0])):
        if cell in unknown:
            region = _flood(drawing, cell)
            unknown -= region
            found = [labels[inside] for inside in region if inside in labels]
            owner = _only_label(drawing, cell, sorted(found, key=lambda label: label.place))
            drawing.owners.update(dict.fromkeys(region, owner))


def _flood(drawing: Drawing, start: Cell) -> set[Cell]:
    """All floor that can be reached from `start` without crossing a wall or a door."""
    region = {start}
    to_visit = [start]
    while to_visit:
        for cell in _around(to_visit.pop()):
            if cell in drawing.floor and cell not in region:
                region.add(cell)
                to_visit.append(cell)
    return region


def _around(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    column, row = cell
    return (column, row - 1), (column - 1, row), (column + 1, row), (column, row + 1)


def _only_label(drawing: Drawing, cell: Cell, labels: list[Label]) -> str:
    if not labels:
        raise drawing.place(cell).error(
            "this space has no label; write its number or letters inside it, or fill it with / if it is solid"
        )
    if len(labels) > 1:
        raise labels[1].place.error(
            f"the labels {labels[0].text} and {labels[1].text} are in one space; draw a wall between them,"
            " or remove one of them"
        )
    return labels[0].text


def _leak(drawing: Drawing, inside: Cell) -> Cell:
    """The likeliest hole in the wall around a cell: the narrowest gap on the way in from outside."""
    gaps = [(gap, cell) for cell in _way_in(drawing, inside) for gap in _gaps(drawing, cell)]
    return min(gaps, key=lambda found: found[0])[1] if gaps else inside


def _way_in(drawing: Drawing, inside: Cell) -> list[Cell]:
    """A shortest path over floor from the corner outside to the cell."""
    came_from: dict[Cell, Cell] = {(0, 0): (0, 0)}
    to_visit = deque([(0, 0)])
    while inside not in came_from:
        here = to_visit.popleft()
        for cell in _around(here):
            if cell in drawing.floor and cell not in came_from:
                came_from[cell] = here
                to_visit.append(cell)
    path = [inside]
    while path[-1] != (0, 0):
        path.append(came_from[path[-1]])
    return path[::-1]


def _gaps(drawing: Drawing, cell: Cell) -> Iterator[tuple[bool, int]]:
    """The gaps that a cell may lie in, between pieces of wall in one line: whether doubtful, and how wide."""
    for right, down, along in ((1, 0, "-+"), (0, 1, "|+")):
        before, ahead = _next_wall(drawing, cell, -right, -down), _next_wall(drawing, cell, right, down)
        ends = drawing[before] + drawing[ahead]
        if ends[0] in along and ends[1] in along:
            # Two corners may as well face each other across a room.
            yield ends == "++", ahead[0] - before[0] + ahead[1] - before[1]


def _next_wall(drawing: Drawing, cell: Cell, right: int, down: int) -> Cell:
    column, row = cell
    while (column, row) in drawing.floor:
        column, row = column + right, row + down
    return column, row


# Doors


def _find_openings(drawing: Drawing) -> Iterator[Opening]:
    done: set[Cell] = set()
    for row, line in enumerate(drawing.lines, 1):
        for opening in re.finditer(r"[.~]", line.text):
            cell = opening.start() + 1, row
            if cell not in done:
                cells = _straight_run(drawing, cell)
                done.update(cells)
                yield _opening(drawing, cells)


def _straight_run(drawing: Drawing, start: Cell) -> list[Cell]:
    """The door or rail that begins at its first cell in reading order, going on to the right or down."""
    column, row = start
    word = _word(drawing, start)
    steps = ((1, 0), (0, 1))
    goes_on = [step for step in steps if drawing[column + step[0], row + step[1]] == drawing[start]]
    if len(goes_on) == 2:
        raise drawing.place(start).error(f"this {word} has a corner; a {word} is one straight gap in a wall")
    cells = [start]
    while goes_on and drawing[following := (column + goes_on[0][0], row + goes_on[0][1])] == drawing[start]:
        cells.append(following)
        column, row = following
    return cells


def _opening(drawing: Drawing, cells: list[Cell]) -> Opening:
    first, last = cells[0], cells[-1]
    place, word = drawing.place(first), _word(drawing, first)
    horizontal = _lies_along_row(drawing, first, last)
    right, down = (1, 0) if horizontal else (0, 1)
    before, after = (first[0] - right, first[1] - down), (last[0] + right, last[1] + down)
    for end, side in (
        (before, "left of" if horizontal else "above"),
        (after, "right of" if horizontal else "below"),
    ):
        if drawing[end] not in WALL:
            raise place.error(f"the wall does not go on {side} this {word}; a {word} is a gap within a wall")
    sides = [
        (_beside(drawing, (x - down, y - right), first), _beside(drawing, (x + down, y + right), first))
        for x, y in cells
    ]
    # Floor beside floor is one space, so what holds at the first cell holds along the whole opening.
    one, other = sides[0]
    if one == other:
        raise place.error(f"this {word} leads nowhere: {one} is on both sides of it, and it must join two spaces")
    return Opening(sides[0], "horizontal" if horizontal else "vertical", first, last, drawing[first] == RAIL)


def _lies_along_row(drawing: Drawing, first: Cell, last: Cell) -> bool:
    if first != last:
        return first[1] == last[1]
    # A single cell does not show its direction, but the floor on its sides or the wall at its ends does.
    above, left, right, below = _around(first)
    return {above, below} <= drawing.floor or (drawing[left] in WALL and drawing[right] in WALL)


def _beside(drawing: Drawing, cell: Cell, door: Cell) -> str:
    """The label of the space next to a door."""
    if cell in drawing.owners:
        return drawing.owners[cell]
    if drawing[cell] in WALL:
        what = "there is a wall right behind it"
    elif drawing[cell] in (DOOR, RAIL):
        what = "it opens on another door or rail"
    else:
        what = "it opens to the outside"
    raise drawing.place(door).error(
        f"this {_word(drawing, door)} leads nowhere: {what}; it needs the floor of one space on each side"
    )


def _word(drawing: Drawing, cell: Cell) -> str:
    return "rail" if drawing[cell] == RAIL else "door"


# Areas


def to_rectangles(squares: set[Cell]) -> tuple[Rect, ...]:
    """The squares as few rectangles without overlaps: stacked rows or columns, whichever needs fewer."""
    rows, columns = _stacked_rows(squares), _stacked_columns(squares)
    return tuple(rows if len(rows) <= len(columns) else columns)


def largest_rectangle(squares: set[Cell]) -> Rect:
    """A large rectangle within the squares, for a label."""
    return max(_stacked_rows(squares) + _stacked_columns(squares), key=lambda rect: rect.area)


def _stacked_rows(squares: set[Cell]) -> list[Rect]:
    """Runs along rows, put together where the row below has the same run."""
    by_row: dict[int, list[int]] = defaultdict(list)
    for column, row in sorted(squares):
        by_row[row].append(column)
    done: list[Rect] = []
    growing: dict[tuple[int, int], Rect] = {}
    for row in sorted(by_row):  # a space is connected, so no row is missing in between
        runs = _runs(by_row[row])
        done += [rect for run, rect in growing.items() if run not in runs]
        growing = {run: growing.get(run, Rect(run[0], row, run[1], row))._replace(bottom=row + 1) for run in runs}
    return done + list(growing.values())


def _stacked_columns(squares: set[Cell]) -> list[Rect]:
    turned = _stacked_rows({(y, x) for x, y in squares})
    return [Rect(rect.top, rect.left, rect.bottom, rect.right) for rect in turned]


def _runs(numbers: list[int]) -> list[tuple[int, int]]:
    """Ascending numbers as half-open runs without gaps."""
    starts = [n for i, n in enumerate(numbers) if i == 0 or numbers[i - 1] != n - 1]
    ends = [n + 1 for i, n in enumerate(numbers) if i == len(numbers) - 1 or numbers[i + 1] != n + 1]
    return list(zip(starts, ends, strict=True))
