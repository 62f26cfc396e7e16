"""A board drawn as text from its geometry: walls, doors, names, and who stands where."""

import textwrap
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from drlucky.boards.model import Board, Layout, Space

WALL_ACROSS, WALL_DOWN, CORNER, DOOR, RAIL = "-", "|", "+", ".", "~"
SHUT, WATER = "/", "~"
MORE = "+"

Canvas = list[list[str]]
Cell = tuple[int, int]


class Mark(NamedTuple):
    """Something to write into a room: its name or, where there is no room for that, a letter."""

    name: str
    letter: str


def draw(
    board: Board,
    layout: Layout | None = None,
    marks: Mapping[str, Sequence[Mark | str]] | None = None,
    sunk: Collection[str] = (),
) -> str:
    """The floors in play, each room with its number, its name where it fits, and the given marks. Closed rooms are
    filled with slashes, and the rooms of `sunk` decks with waves."""
    layout = layout or board.layout()
    floors = board.layout_rules[layout.name].floors
    spaces = [space for space in board.spaces if space.floor in floors]
    under_water = {room for deck in sunk for room in board.decks[deck]}
    columns, rows = board.size
    canvas: Canvas = [[" "] * columns for _ in range(rows)]
    draw_walls(canvas, spaces)
    draw_doors(canvas, board, {space.name for space in spaces})
    for space in spaces:
        if space.name in under_water:
            fill(canvas, space, WATER)
        elif space.standing and space.name not in layout.open:
            fill(canvas, space, SHUT)
        elif space.standing:
            write(canvas, space, [as_mark(mark) for mark in (marks or {}).get(space.name, ())])
    lines = ["".join(line).rstrip() for line in canvas]
    return "\n".join(lines).strip("\n")


def as_mark(mark: Mark | str) -> Mark:
    """A plain name goes by its first letter."""
    return Mark(mark, mark[:1]) if isinstance(mark, str) else mark


def draw_walls(canvas: Canvas, spaces: Sequence[Space]) -> None:
    """A wall runs wherever the four squares around a point do not all belong to the same space."""
    owner = {square: space.name for space in spaces for square in squares(space)}
    for y, line in enumerate(canvas):
        for x in range(len(line)):
            above = owner.get((x - 1, y - 1)), owner.get((x, y - 1))
            below = owner.get((x - 1, y)), owner.get((x, y))
            across = above != below
            down = (above[0], below[0]) != (above[1], below[1])
            if across or down:
                straight_across = above[0] == above[1] and below[0] == below[1]
                straight_down = above[0] == below[0] and above[1] == below[1]
                line[x] = WALL_ACROSS if straight_across else WALL_DOWN if straight_down else CORNER


def draw_doors(canvas: Canvas, board: Board, shown: Collection[str]) -> None:
    for door in board.doors:
        if all(space in shown for space in door.between):
            for along in range(door.span[0], door.span[1] + 1):
                x, y = (along, door.at) if door.wall == "horizontal" else (door.at, along)
                canvas[y][x] = RAIL if door.sight_only else DOOR


def squares(space: Space) -> Iterator[Cell]:
    """The unit squares of a space, from wall centre to wall centre."""
    for rect in space.rectangles:
        for x in range(rect.left, rect.right):
            for y in range(rect.top, rect.bottom):
                yield x, y


def fill(canvas: Canvas, space: Space, character: str) -> None:
    """A room that is out of the game, with its number in the middle."""
    inside = set(squares(space))
    for x, y in inside:
        if {(x - 1, y - 1), (x - 1, y), (x, y - 1)} <= inside:
            canvas[y][x] = character
    put(canvas, space, [f" {number(space)} "])


def write(canvas: Canvas, space: Space, marks: Sequence[Mark]) -> None:
    """A room's number, its name if it fits, and who is there: names before letters before letters close together."""
    width, height = inner_size(space)
    title = space.name if space.number is None else f"{space.number} {space.name}"
    names = " ".join(mark.name for mark in marks)
    letters = " ".join(mark.letter for mark in marks)
    tight = letters.replace(" ", "")
    ways = [
        way
        for head, who in ((title, names), (number(space), names), (title, letters), (number(space), tight))
        for way in (wrapped(head, width) + wrapped(who, width), wrapped(f"{head} {who}", width))
    ]
    ways += [wrapped(f"{number(space)} {tight}", width, broken=True), wrapped(tight, width, broken=True)]
    fitting = (way for way in ways if len(way) <= height and all(len(line) <= width for line in way))
    put(canvas, space, next(fitting, [tight[: max(0, width - 1)] + MORE]))


def number(space: Space) -> str:
    return space.label if space.number is None else str(space.number)


def inner_size(space: Space) -> tuple[int, int]:
    """Columns and rows between the walls of the place for words."""
    box = space.label_box
    return box.right - box.left - 1, box.bottom - box.top - 1


def wrapped(text: str, width: int, broken: bool = False) -> list[str]:
    return textwrap.wrap(text, width, break_long_words=broken, break_on_hyphens=False)


def put(canvas: Canvas, space: Space, lines: Sequence[str]) -> None:
    """Writes lines into the middle of a room; what does not fit is cut off."""
    width, height = inner_size(space)
    box = space.label_box
    top = box.top + 1 + max(0, (height - len(lines)) // 2)
    for y, text in enumerate(lines[:height], top):
        left = box.left + 1 + max(0, (width - len(text)) // 2)
        for x, character in enumerate(text[:width], left):
            canvas[y][x] = character
