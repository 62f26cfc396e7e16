"""An analysis as a picture, by matplotlib: the chances with open cards above, from what each could know below.

A seat has the colour of its pawn, a line of its own kind and its name at the line's end, so that colour alone never
tells."""

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO, StringIO
from typing import Any

from drlucky import phrases
from drlucky.analysis.model import Analysis, Part, Point
from drlucky.errors import DrLuckyError
from drlucky.stats import Chance

try:
    from matplotlib import rc_context
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
except ImportError as error:
    raise DrLuckyError(
        "a picture of an analysis needs matplotlib, of the lab extra: pip install 'drlucky[lab]'"
    ) from error


WIDE, HIGH = 11.0, 7.6
GAP = 0.13  # of a part's length behind its end, for the names
SPREAD = 0.062  # of the height of a panel between two names
CROWDED = 0.022  # of the width: two marks nearer than that stand one above the other
LONG, MANY = 150, 5  # a game of more decisions is long, and more seats are many
TURNS = 12  # about so many turns are named below

SETTINGS: Any = {
    "font.family": ["DejaVu Sans"],
    "font.size": 9,
    "svg.fonttype": "none",  # text stays text, to be read aloud and found
    "svg.hashsalt": "drlucky",  # the same analysis gives the same file
}


Line = str | tuple[int, tuple[float, ...]]
"""A kind of line, as matplotlib has it: its name, or an offset with the lengths of dashes and gaps."""


@dataclass(frozen=True)
class Palette:
    paper: str
    ink: str
    muted: str
    grid: str
    badge: str
    seats: tuple[str, ...]
    strange: str


# A line for each seat, a little darker or much lighter where a name could not be read in its colour.
COLOURS = ("#b3312c", "#1d5ea8", "#2c7a49", "#a8570a", "#6f3f93", "#0f7282", "#8a2f6b", "#5b4a36")
STRANGE = "#4a4e57"
DAY = Palette(
    paper="#fffcf4",
    ink="#3a2e28",
    muted="#77695a",
    grid="#e4dac6",
    badge="#7a2230",
    seats=COLOURS,
    strange=STRANGE,
)
NIGHT = Palette(
    paper="#1b1d2a",
    ink="#e9e1cc",
    muted="#a39c90",
    grid="#34374a",
    badge="#9a4252",
    seats=("#f0837c", "#7db3f2", "#7fcf9b", "#f0b064", "#c39be8", "#62cbdc", "#e68fc6", "#cdb894"),
    strange="#aab0bd",
)

# One for each seat; two seats of the same kind have colours far from each other.
LINES: tuple[Line, ...] = (
    "solid",
    (0, (5, 1.5)),
    (0, (1.2, 1.2)),
    (0, (6, 1.5, 1.2, 1.5)),
    (0, (9, 2)),
    (0, (3, 1, 1, 1, 1, 1)),
    (0, (2.5, 2.5)),
    (0, (10, 1.5, 3, 1.5)),
)
DOTS: Line = (0, (1, 2.5))


def as_svg(analysis: Analysis, language: str, dark: bool) -> str:
    out = StringIO()
    save(analysis, language, dark, out, "svg")
    return out.getvalue()[out.getvalue().index("<svg") :]


def as_png(analysis: Analysis, language: str, dark: bool) -> bytes:
    out = BytesIO()
    save(analysis, language, dark, out, "png")
    return out.getvalue()


def save(analysis: Analysis, language: str, dark: bool, out: StringIO | BytesIO, kind: str) -> None:
    with rc_context(SETTINGS), warnings.catch_warnings():
        # A name may have letters that the font has not; they are drawn as boxes, and in an SVG the reader's font has
        # them.
        warnings.filterwarnings("ignore", "Glyph .* missing", UserWarning)
        figure = Picture(analysis, language, NIGHT if dark else DAY).draw()
        nameless = {"Date": None, "Creator": None} if kind == "svg" else {"Software": None}
        figure.savefig(out, format=kind, dpi=144, metadata=nameless)


class Picture:
    def __init__(self, analysis: Analysis, language: str, palette: Palette) -> None:
        self.analysis = analysis
        self.palette = palette
        self.labels = phrases.analysis_labels(analysis.playouts, language)
        self.title = phrases.edition_title(analysis.edition, language)
        self.seats = {name: seat for part in reversed(analysis.parts) for seat, name in enumerate(part.players)}
        self.starts, self.width = offsets(analysis.parts)
        # Many lines, or long ones, must be finer to be told apart.
        self.pen = 1.7 if len(analysis.points) <= LONG else 1.2
        self.shade = 0.13 if len(self.seats) <= MANY else 0.07

    def draw(self) -> Figure:
        figure = Figure(figsize=(WIDE, HIGH), facecolor=self.palette.paper)
        above, below = figure.subplots(2, 1, sharex=True)
        figure.subplots_adjust(left=0.065, right=0.985, top=0.865, bottom=0.07, hspace=0.17)
        figure.text(0.065, 0.957, self.title, size=15, weight="bold", color=self.palette.ink, parse_math=False)
        figure.text(0.985, 0.014, self.labels.playouts, size=8, ha="right", color=self.palette.muted)
        for axes, title, is_open in ((above, self.labels.open, True), (below, self.labels.known, False)):
            self.furnish(axes, title)
            for number, part in enumerate(self.analysis.parts):
                self.draw_part(axes, number, part, is_open)
        self.mark(above, below)
        self.name_turns(below)
        return figure

    def furnish(self, axes: Axes, title: str) -> None:
        ink = self.palette
        axes.set_facecolor(ink.paper)
        axes.set_xlim(-0.5, self.width)
        axes.set_ylim(-0.02, 1.02)
        axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0 %", "25 %", "50 %", "75 %", "100 %"])
        axes.tick_params(length=0, labelcolor=ink.muted)
        axes.grid(axis="y", color=ink.grid, linewidth=0.8)
        axes.set_axisbelow(True)
        for spine in axes.spines.values():
            spine.set_visible(False)
        axes.text(
            0.004,
            0.965,
            title,
            transform=axes.transAxes,
            weight="bold",
            color=ink.ink,
            va="top",
            bbox={"facecolor": ink.paper, "edgecolor": "none", "pad": 2, "alpha": 0.8},
            zorder=6,
        )

    def draw_part(self, axes: Axes, number: int, part: Part, is_open: bool) -> None:
        start = self.starts[number]
        points = self.analysis.points[part.first : part.last + 1]
        if number:
            axes.axvline(start - 1, color=self.palette.muted, linewidth=0.8)
            if is_open:
                axes.text(start - 0.4, 1.035, self.labels.escape, color=self.palette.muted, va="bottom", size=9)
        curves = [
            Curve(
                name,
                self.colour(part, seat),
                LINES[self.seats[name] % len(LINES)],
                [(point.open if is_open else point.known)[seat] for point in points],
            )
            for seat, name in enumerate(part.players)
        ]
        if is_open and any(point.nobody.low > 0 for point in points):
            curves.append(Curve(self.labels.nobody, self.palette.muted, DOTS, [point.nobody for point in points]))
        for curve in curves:
            self.draw_curve(axes, start, curve)
        self.name_curves(axes, start + len(points) - 1, curves)

    def colour(self, part: Part, seat: int) -> str:
        if seat in part.strangers:
            return self.palette.strange
        return self.palette.seats[self.seats[part.players[seat]] % len(self.palette.seats)]

    def draw_curve(self, axes: Axes, start: float, curve: "Curve") -> None:
        x = [start + at for at in range(len(curve.chances))]
        low, high = [one.low for one in curve.chances], [one.high for one in curve.chances]
        axes.fill_between(x, low, high, color=curve.colour, alpha=self.shade, linewidth=0)
        chances = [one.chance for one in curve.chances]
        axes.plot(x, chances, color=curve.colour, linestyle=curve.line, linewidth=self.pen)

    def name_curves(self, axes: Axes, end: float, curves: Sequence["Curve"]) -> None:
        """Names at the ends of the lines, as far apart as they must be to be read."""
        in_order = sorted(curves, key=lambda curve: (curve.chances[-1].chance, lately(curve.chances)))
        heights = spread([curve.chances[-1].chance for curve in in_order])
        away = 0.012 * self.width
        for curve, height in zip(in_order, heights, strict=True):
            last = curve.chances[-1]
            axes.plot([end, end + away], [last.chance, height], color=curve.colour, linewidth=0.8, clip_on=False)
            axes.text(
                end + 1.3 * away,
                height,
                curve.name,
                color=curve.colour,
                va="center",
                parse_math=False,
                weight="bold" if last.low == 1 else "normal",
            )

    def mark(self, above: Axes, below: Axes) -> None:
        """The numbers of the turning points, above the line that leads down to them."""
        before = [float("-inf")] * 3
        for one in self.analysis.turning_points:
            x = self.x_of(one.sharpest)
            row = next((row for row, taken in enumerate(before) if x - taken > CROWDED * self.width), 0)
            before[row] = x
            for axes in (above, below):
                axes.axvline(x, color=self.palette.badge, linewidth=0.8, alpha=0.45, zorder=1)
            above.text(
                x,
                1.062 + 0.078 * row,
                str(one.number),
                transform=above.get_xaxis_transform(),
                size=8,
                weight="bold",
                color="#ffffff",
                ha="center",
                va="center",
                clip_on=False,
                bbox={"boxstyle": "circle,pad=0.28", "facecolor": self.palette.badge, "edgecolor": "none"},
            )

    def name_turns(self, axes: Axes) -> None:
        ticks: list[tuple[float, int]] = []
        turns = sum(self.analysis.points[part.last].turn for part in self.analysis.parts)
        every = next(n for n in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, turns) if turns / n <= TURNS or n == turns)
        for part in self.analysis.parts:
            wanted = 1
            for at, turn in turn_starts(self.analysis.points, part):
                if turn >= wanted:
                    ticks.append((self.x_of(at), turn))
                    wanted = (turn // every + 1) * every
        axes.set_xticks([x for x, _ in ticks], [str(turn) for _, turn in ticks])
        axes.set_xlabel(self.labels.turn, color=self.palette.muted)

    def x_of(self, index: int) -> float:
        part = self.analysis.points[index].part
        return self.starts[part] + index - self.analysis.parts[part].first


@dataclass(frozen=True)
class Curve:
    name: str
    colour: str
    line: Line
    chances: list[Chance]


def offsets(parts: Sequence[Part]) -> tuple[list[float], float]:
    """Where each part begins on the axis of decisions, with room for names behind each, and where it all ends."""
    starts: list[float] = []
    at = 0.0
    gap = GAP * sum(part.last - part.first + 1 for part in parts)
    for part in parts:
        starts.append(at)
        at += part.last - part.first + 1 + gap
    return starts, at


def turn_starts(points: Sequence[Point], part: Part) -> Iterator[tuple[int, int]]:
    """The first point of each turn."""
    before = 0
    for at in range(part.first, part.last + 1):
        if points[at].turn != before:
            before = points[at].turn
            yield at, before


def lately(chances: Sequence[Chance]) -> float:
    """The chance over the last part of a curve, which tells the order in which lines come to their end."""
    last = chances[-max(2, len(chances) // 10) :]
    return sum(one.chance for one in last) / len(last)


def spread(heights: Sequence[float]) -> list[float]:
    """Ascending heights moved apart, within the panel."""
    placed: list[float] = []
    for height in heights:
        placed.append(max(height, placed[-1] + SPREAD) if placed else height)
    top = 1.0
    for at in range(len(placed) - 1, -1, -1):
        placed[at] = min(placed[at], top)
        top = placed[at] - SPREAD
    return placed
