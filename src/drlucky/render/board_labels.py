"""What is written and set into the rooms of a picture: names, numbers and pawns, each where there is room for it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from math import ceil
from typing import NamedTuple

from drlucky.boards.model import Rect, Space

# A cell of the plan is twice as high as it is wide, as a character in a terminal is.
WIDE, HIGH = 10, 20
BADGE = 11
LINE_HEIGHT = 1.15
# A little more than the average letter takes in any common serif, as no one knows which will be there.
LETTER = 0.6


@dataclass(frozen=True)
class Token:
    """A pawn. Its picture is SVG, already safe, drawn about the origin in a circle of radius `TOKEN`."""

    name: str
    picture: str
    room: str | None
    """None: it is in the legend only."""


TOKEN = 14


class Box(NamedTuple):
    """A rectangle of the picture."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def wide(self) -> float:
        return self.right - self.left

    @property
    def high(self) -> float:
        return self.bottom - self.top

    @property
    def centre(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


def box_of(rect: Rect) -> Box:
    return Box(rect.left * WIDE, rect.top * HIGH, rect.right * WIDE, rect.bottom * HIGH)


# Words


class Fit(NamedTuple):
    """A name set in lines, with its badge above or beside it."""

    size: float
    lines: tuple[str, ...]
    upright: bool = False
    beside: bool = False

    @property
    def merit(self) -> float:
        """Large is good, but not so good when one has to turn one's head."""
        return self.size * (0.8 if self.upright else 1) * (0.9 if self.beside else 1)

    @property
    def wide(self) -> float:
        return LETTER * self.size * max(map(len, self.lines))

    @property
    def high(self) -> float:
        return LINE_HEIGHT * self.size * len(self.lines)


def label(space: Space, arranged: "Arrangement", extra: str, fill: str) -> Iterator[str]:
    """The name, and the number on a badge above it or before it."""
    fit = arranged.fit
    x, y = arranged.name_box.centre
    badge = _badge(space)
    turn = f' transform="rotate(-90 {x:g} {y:g})"' if fit.upright else ""
    kind = " ".join(filter(None, ("room" if space.named else "hall", extra)))
    # What lies under the letters is kept off them by a rim in the colour of the floor.
    rim = f'stroke="{fill}" stroke-width="4" stroke-linejoin="round" paint-order="stroke"'
    yield f'<g class="{kind}" font-size="{fit.size:g}" {rim}{turn}>'
    top = y - (fit.high if fit.beside else badge + fit.high) / 2
    if space.number is not None:
        at = (x - fit.wide / 2, y) if fit.beside else (x, top + BADGE)
        yield f'<circle class="badge" cx="{at[0]:g}" cy="{at[1]:g}" r="{BADGE}"/>'
        yield f'<text class="number" x="{at[0]:g}" y="{at[1] + 4.5:g}">{space.number}</text>'
    middle = x + badge / 2 if fit.beside else x
    first = top if fit.beside else top + badge
    for index, line in enumerate(fit.lines):
        baseline = first + (index + 0.82) * fit.size * LINE_HEIGHT
        yield f'<text x="{middle:g}" y="{baseline:.1f}">{escape(line)}</text>'
    yield "</g>"


def _badge(space: Space) -> float:
    """What a badge takes off the room for a name."""
    return 0 if space.number is None else 2 * BADGE + 4


def _fit(space: Space, box: Box) -> Fit:
    """The best way to set a name and its badge in a box, in one or more lines."""
    wide, high = box.wide - 14, box.high - 10
    badge = _badge(space)
    words = space.name.split()
    fits = []
    for upright, across, down in ((False, wide, high), (True, high, wide)):
        for beside in (False, True) if badge and not upright else (False,):
            for count in range(1, len(words) + 1):
                lines = _in_lines(words, count)
                by_width = (across - badge * beside) / (LETTER * max(map(len, lines)))
                by_height = (down - badge * (not beside)) / (LINE_HEIGHT * count)
                size = min(by_width, by_height, 17 if space.named else 12)
                fits.append(Fit(max(4.0, round(size, 1)), lines, upright, beside))
    return max(fits, key=lambda fit: (fit.merit, not fit.upright, -len(fit.lines)))


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


# Pawns


class Arrangement(NamedTuple):
    """A room divided between its name and the tokens in it."""

    name_box: Box
    fit: Fit
    spots: tuple[tuple[float, float], ...] = ()
    scale: float = 1.0

    @property
    def merit(self) -> float:
        """A pawn must be made out before a name can be read, as the name is known by its number too."""
        return min(1.5 * self.scale, self.fit.merit / 13)


def arrange(space: Space, box: Box, count: int) -> Arrangement:
    """The best way to show a name and so many tokens in a box."""
    if not count:
        return Arrangement(box, _fit(space, box))
    sizes = range(TOKEN, SMALLEST_TOKEN - 1, -1)
    ways = [way(space, box, count, radius) for radius in sizes for way in (_below, _beside)]
    return max(ways, key=lambda arranged: arranged.merit)


SMALLEST_TOKEN = 5
AIR = 3
"""Between tokens."""


def _below(space: Space, box: Box, count: int, radius: int) -> Arrangement:
    """The tokens below the name, both in the middle of the room."""
    pitch = 2 * radius + AIR
    columns = max(1, int((box.wide - 8) // pitch))
    rows = ceil(count / columns)
    edge = box.bottom - rows * pitch - 3
    fit = _fit(space, box._replace(bottom=edge + 4))
    slack = max(0.0, edge - box.top - 6 - _size(space, fit)[1]) / 2
    name_box = Box(box.left, box.top + slack, box.right, edge + 4 - slack)
    return Arrangement(
        name_box, fit, _grid(box.centre[0], edge - slack, count, ceil(count / rows), pitch), radius / TOKEN
    )


def _beside(space: Space, box: Box, count: int, radius: int) -> Arrangement:
    """The tokens to the right of the name."""
    pitch = 2 * radius + AIR
    rows = min(count, max(1, int((box.high - 8) // pitch)))
    columns = ceil(count / rows)
    edge = box.right - columns * pitch - 4
    fit = _fit(space, box._replace(right=edge + 4))
    slack = max(0.0, edge - box.left - 14 - _size(space, fit)[0]) / 2
    name_box = box._replace(left=box.left + slack, right=edge + 4 - slack)
    middle = edge - slack + columns * pitch / 2
    top = box.centre[1] - ceil(count / columns) * pitch / 2
    return Arrangement(name_box, fit, _grid(middle, top, count, columns, pitch), radius / TOKEN)


def _size(space: Space, fit: Fit) -> tuple[float, float]:
    """How wide and how high a name and its badge are together."""
    badge = _badge(space)
    wide, high = (fit.wide + badge, fit.high) if fit.beside else (fit.wide, fit.high + badge)
    return (high, wide) if fit.upright else (wide, high)


def _grid(middle: float, top: float, count: int, columns: int, pitch: float) -> tuple[tuple[float, float], ...]:
    """The places of tokens in rows, the last one in the middle too."""
    return tuple(
        (middle + (at - (len(row) - 1) / 2) * pitch, top + (line + 0.5) * pitch)
        for line, row in enumerate(_rows(range(count), columns))
        for at in range(len(row))
    )


def _rows(items: Sequence[int], columns: int) -> list[Sequence[int]]:
    return [items[start:end] for start, end in pairwise([*range(0, len(items), columns), len(items)])]


def placed(token: Token, x: float, y: float, scale: float) -> str:
    place = f"translate({x:g} {y:g})" + (f" scale({scale:.3g})" if scale != 1 else "")
    return f'<g class="pawn" transform="{place}"><title>{escape(token.name)}</title>{token.picture}</g>'


LEGEND_ROW = 36
LONGEST_NAME = 24


def legend_rows(tokens: Iterable[Token], width: float) -> Iterator[list[str]]:
    """The pawns with their names, as many in a row as there is room for."""
    row: list[str] = []
    x = 0.0
    for token in tokens:
        name = token.name if len(token.name) <= LONGEST_NAME else token.name[: LONGEST_NAME - 1] + "…"
        wide = 2 * TOKEN + 24 + len(name) * 15 * LETTER
        if row and x + wide > width:
            yield row
            row, x = [], 0.0
        row.append(placed(token, x + TOKEN, 0, 1.0))
        row.append(f'<text class="who" x="{x + 2 * TOKEN + 8:g}" y="5">{escape(name)}</text>')
        x += wide
    if row:
        yield row
