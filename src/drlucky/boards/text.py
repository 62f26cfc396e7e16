"""A board drawn as text from its geometry: walls, doors, names, and who stands where."""

import textwrap
from collections.abc import Mapping, Sequence

from drlucky.boards.model import Board, Layout, Space

WALL_ACROSS, WALL_DOWN, CORNER, DOOR, RAIL = "-", "|", "+", ".", "~"
SHUT = "/"

Canvas = list[list[str]]


def draw(board: Board, layout: Layout | None = None, marks: Mapping[str, Sequence[str]] | None = None) -> str:
    """The floors in play, each room with its number, its name where it fits, and the given marks."""
    layout = layout or board.layout(board.layouts[-1])
    floors = board.layout_rules[layout.name].floors
    spaces = [space for space in board.spaces if space.floor in floors]
    columns, rows = board.size
    canvas: Canvas = [[" "] * columns for _ in range(rows)]
    draw_walls(canvas, spaces)
    shown = {space.name for space in spaces}
    for door in board.doors:
        if shown.issuperset(door.between):
            for along in range(door.span[0], door.span[1] + 1):
                x, y = (along, door.at) if door.wall == "horizontal" else (door.at, along)
                canvas[y][x] = RAIL if door.sight_only else DOOR
    for space in spaces:
        if space.standing:
            write(canvas, space, space.name in layout.open, (marks or {}).get(space.name, ()))
    lines = ["".join(line).rstrip() for line in canvas]
    return "\n".join(lines).strip("\n")


def draw_walls(canvas: Canvas, spaces: Sequence[Space]) -> None:
    """A wall runs wherever the four squares around a point do not all belong to the same space."""
    owner = {
        (x, y): space.name
        for space in spaces
        for rect in space.rectangles
        for x in range(rect.left, rect.right)
        for y in range(rect.top, rect.bottom)
    }
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


def write(canvas: Canvas, space: Space, is_open: bool, marks: Sequence[str]) -> None:
    """Writes into a room: its number, who is there and, if there is room for it, its name."""
    box = space.label_box
    width, height = box.right - box.left - 1, box.bottom - box.top - 1
    number = space.label if space.number is None else str(space.number)
    if not is_open:
        for y in range(box.top + 1, box.bottom):
            for x in range(box.left + 1, box.right):
                canvas[y][x] = SHUT
        number = f" {number} "
    who = textwrap.wrap(" ".join(marks), width) if marks and width > 0 else []
    title = f"{number} {space.name}" if space.number is not None else space.name
    name = textwrap.wrap(title, width, break_long_words=False)
    fits = is_open and max(map(len, name)) <= width
    lines = [*(name if fits else [number]), *who]
    if len(lines) > height:
        lines = textwrap.wrap(" ".join([number, *marks]), width)
    top = box.top + 1 + max(0, (height - len(lines)) // 2)
    for y, text in enumerate(lines[:height], top):
        left = box.left + 1 + max(0, (width - len(text)) // 2)
        for x, character in enumerate(text[:width], left):
            canvas[y][x] = character
