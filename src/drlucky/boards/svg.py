"""A board as an SVG picture, drawn from the geometry of its plan."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from html import escape
from typing import NamedTuple

from drlucky.boards.model import Board, Rect, Space

# A cell of the plan is twice as high as it is wide, as a character in a terminal is.
WIDE, HIGH = 10, 20
MARGIN = 36
TITLE = 24
CAPTION = 16

PAPER, INK, ACCENT, MUTED = "#f6f0e3", "#3a2e28", "#7a2230", "#77695a"
FILLS = {"room": "#fffcf4", "hall": "#ddd1bb", "hallway": "#ebe2d0", "stairs": "#ebe2d0"}
WING_FILLS = ("#eef3e2", "#f8e9e4", "#e6eef4", "#f5efd9")
DECK_FILLS = ("#fbfdfd", "#edf5f7", "#dcebf0", "#c8dee7")

STYLE = f"""
text {{ font-family: Georgia, 'Times New Roman', serif; fill: {INK}; text-anchor: middle; }}
.hall, .hall text {{ font-style: italic; fill: {MUTED}; }}
.number {{ fill: {PAPER}; font-weight: bold; font-size: 13px; }}
.badge {{ fill: {ACCENT}; }}
.wall {{ fill: none; stroke: {INK}; stroke-width: 4; stroke-linecap: square; }}
.sill {{ fill: none; stroke: {INK}; stroke-opacity: .18; stroke-width: 1.5; }}
.rail {{ fill: none; stroke: {ACCENT}; stroke-width: 3; stroke-dasharray: 3 5; }}
.steps {{ fill: none; stroke: {MUTED}; stroke-opacity: .35; stroke-width: 1; }}
"""

BADGE = 11
LINE_HEIGHT = 1.15
# A little more than the average letter takes in any common serif, as no one knows which will be there.
LETTER = 0.6


def draw(board: Board) -> str:
    """The whole board: a document of its own, with no outside fonts, scripts or links."""
    columns, rows = board.size
    width = (columns - 1) * WIDE + 2 * MARGIN
    top = MARGIN + TITLE + (CAPTION if len(board.floors) > 1 else 0)
    height = (rows - 1) * HIGH + top + MARGIN
    fills = _fills(board)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" role="img" aria-label="{escape(board.title)}">',
        f"<style>{STYLE}</style>",
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
        f'<text x="{width / 2:g}" y="{MARGIN}" font-size="{TITLE}">{escape(board.title)}</text>',
        f'<g transform="translate({MARGIN} {top})">',
        *(_area(space, fills[space.name]) for space in board.spaces),
        *(_steps(space) for space in board.spaces if space.kind == "stairs"),
        f'<path class="sill" d="{_openings(board, rail=False)}"/>',
        f'<path class="wall" d="{_walls(board)}"/>',
        f'<path class="rail" d="{_openings(board, rail=True)}"/>',
        *(text for space in board.spaces for text in _label(space)),
        *_margin_notes(board),
        "</g>",
        "</svg>",
    ]
    return "\n".join(parts)


def _fills(board: Board) -> dict[str, str]:
    """The colour of each space; wings and decks have a tint of their own."""
    fills = {space.name: FILLS[space.kind] for space in board.spaces}
    for groups, tints in ((board.wings, WING_FILLS), (board.decks, DECK_FILLS)):
        for index, rooms in enumerate(groups.values()):
            fills.update(dict.fromkeys(rooms, tints[index % len(tints)]))
    return fills


def _area(space: Space, fill: str) -> str:
    corners = "".join(
        f"M{left * WIDE} {top * HIGH}H{right * WIDE}V{bottom * HIGH}H{left * WIDE}Z"
        for left, top, right, bottom in space.rectangles
    )
    # The thin line of the same colour closes the seams between a space's rectangles.
    return f'<path d="{corners}" fill="{fill}" stroke="{fill}"><title>{escape(_described(space))}</title></path>'


def _described(space: Space) -> str:
    return space.name if space.number is None else f"{space.number} {space.name}"


def _steps(space: Space) -> str:
    lines = "".join(
        f"M{rect.left * WIDE} {y}H{rect.right * WIDE}"
        for rect in space.rectangles
        for y in range(rect.top * HIGH + HIGH // 2, rect.bottom * HIGH, HIGH // 2)
    )
    return f'<path class="steps" d="{lines}"/>'


# Walls and doors


def _walls(board: Board) -> str:
    """The lines between spaces, and between spaces and nothing, less the doors in them."""
    owners = {
        (x, y): space.name
        for space in board.spaces
        for rect in space.rectangles
        for x in range(rect.left, rect.right)
        for y in range(rect.top, rect.bottom)
    }
    upright: dict[int, set[int]] = defaultdict(set)
    level: dict[int, set[int]] = defaultdict(set)
    for (x, y), owner in owners.items():
        for side in (x, x + 1):
            if owners.get((x - 1 if side == x else side, y)) != owner:
                upright[side].add(y)
        for side in (y, y + 1):
            if owners.get((x, y - 1 if side == y else side)) != owner:
                level[side].add(x)
    gaps: dict[tuple[str, int], list[tuple[float, float]]] = defaultdict(list)
    for door in board.doors:
        gaps[door.wall, door.at].append((door.span[0] - 0.5, door.span[1] + 0.5))
    vertical = (
        f"M{x * WIDE} {start * HIGH:g}V{end * HIGH:g}"
        for x, units in sorted(upright.items())
        for start, end in _pieces(units, gaps["vertical", x])
    )
    horizontal = (
        f"M{start * WIDE:g} {y * HIGH}H{end * WIDE:g}"
        for y, units in sorted(level.items())
        for start, end in _pieces(units, gaps["horizontal", y])
    )
    return "".join((*vertical, *horizontal))


def _pieces(units: Iterable[int], gaps: Iterable[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Unit lengths of wall along one line, joined where they touch, with the gaps cut out."""
    # A cut is written as an end of wall at its start and a start of wall at its end.
    change: dict[float, int] = defaultdict(int)
    for unit in units:
        change[unit] += 1
        change[unit + 1] -= 1
    for start, end in gaps:
        change[start] -= 1
        change[end] += 1
    standing = 0
    began = 0.0
    for position in sorted(change):
        before, standing = standing, standing + change[position]
        if standing > 0 >= before:
            began = position
        elif before > 0 >= standing:
            yield began, position


def _openings(board: Board, rail: bool) -> str:
    gaps = (door.gap for door in board.doors if door.sight_only == rail)
    return "".join(f"M{gap.x1 * WIDE:g} {gap.y1 * HIGH:g}L{gap.x2 * WIDE:g} {gap.y2 * HIGH:g}" for gap in gaps)


# Words


class Fit(NamedTuple):
    """A name set in lines: a larger size is better."""

    size: float
    lines: tuple[str, ...]
    upright: bool


def _label(space: Space) -> Iterator[str]:
    """The name, and the number on a badge above it."""
    badge = 0 if space.number is None else 2 * BADGE + 4
    fit = _fit(space.name, space.label_box, badge, largest=17 if space.named else 12)
    x, y = space.label_at[0] * WIDE, space.label_at[1] * HIGH
    turn = f' transform="rotate(-90 {x:g} {y:g})"' if fit.upright else ""
    block = badge + len(fit.lines) * fit.size * LINE_HEIGHT
    top = y - block / 2
    style = "room" if space.named else "hall"
    yield f'<g class="{style}" font-size="{fit.size:g}"{turn}>'
    if space.number is not None:
        yield f'<circle class="badge" cx="{x:g}" cy="{top + BADGE:g}" r="{BADGE}"/>'
        yield f'<text class="number" x="{x:g}" y="{top + BADGE + 4.5:g}">{space.number}</text>'
    for index, line in enumerate(fit.lines):
        baseline = top + badge + (index + 0.82) * fit.size * LINE_HEIGHT
        yield f'<text x="{x:g}" y="{baseline:.1f}">{escape(line)}</text>'
    yield "</g>"


def _fit(name: str, box: Rect, badge: float, largest: float) -> Fit:
    """The largest way to set a name below its badge in a box, in one or more lines, level before upright."""
    wide, high = (box.right - box.left) * WIDE - 14, (box.bottom - box.top) * HIGH - 10
    words = name.split()
    fits = []
    for upright, across, down in ((False, wide, high), (True, high, wide)):
        for count in range(1, len(words) + 1):
            lines = _in_lines(words, count)
            by_width = across / (LETTER * max(map(len, lines)))
            by_height = (down - badge) / (LINE_HEIGHT * count)
            fits.append(Fit(max(4.0, round(min(by_width, by_height, largest), 1)), lines, upright))
    return max(fits, key=lambda fit: (fit.size, not fit.upright, -len(fit.lines)))


def _in_lines(words: list[str], count: int) -> tuple[str, ...]:
    """The words in so many lines, as even as filling them one after the other makes them."""
    target = len(" ".join(words)) / count
    lines = [words[0]]
    for word in words[1:]:
        if len(lines) < count and len(lines[-1]) + len(word) / 2 >= target:
            lines.append(word)
        else:
            lines[-1] += f" {word}"
    return tuple(lines)


def _margin_notes(board: Board) -> Iterator[str]:
    """The names of decks beside their rooms, and of floors above their drawings."""
    rects = {space.name: space.rectangles for space in board.spaces}
    for deck, rooms in board.decks.items():
        rows = [row for room in rooms for rect in rects[room] for row in (rect.top, rect.bottom)]
        middle = (min(rows) + max(rows)) / 2 * HIGH
        yield f'<text x="{-MARGIN / 2}" y="{middle + 7:g}" font-size="20">{escape(deck)}</text>'
    for floor in board.floors:
        if len(board.floors) > 1:
            x, y = (floor.columns - 1) * WIDE / 2, floor.top * HIGH - 12
            yield f'<text class="hall" x="{x:g}" y="{y}" font-size="{CAPTION}">{escape(floor.name)}</text>'
