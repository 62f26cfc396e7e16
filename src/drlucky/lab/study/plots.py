"""The plots of a study, each drawn from one of its tables.

All have one calm style, and are SVG that takes its ink from the page it stands in."""

import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import nan
from typing import Any

import matplotlib
import polars as pl
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from drlucky.lab.study.spec import Group
from drlucky.lab.study.summaries import Summaries, shares

WIDTH = 6.4
"""Inches; with type of 9 points it can still be read on a telephone."""
# Stand-ins for the page's own colours, so that a figure is as readable in the dark.
INK, LINE = "#102030", "#a0b0c0"
# In order, for cells that are in an order too; none too light for a white page or too dark for a black one.
COLOURS = ("#6a6fd1", "#4a90c2", "#2fa6a0", "#5cb56b", "#a5b73f", "#d9a83a", "#e07f45", "#d4566a")

STYLE: dict[str, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "drlucky",
    "font.size": 9,
    "text.color": INK,
    "axes.edgecolor": LINE,
    "axes.labelcolor": INK,
    "axes.titlesize": 9.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": LINE,
    "grid.alpha": 0.35,
    "grid.linewidth": 0.6,
    "xtick.color": LINE,
    "ytick.color": LINE,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "lines.solid_capstyle": "butt",
    "legend.frameon": False,
    "legend.fontsize": 8.5,
    "figure.constrained_layout.use": True,
}
ROW = 0.19
LEGEND = 72
"""Letters that stand beside each other under a figure."""
LEGEND_ROW = 0.16
TOP_ROOMS = 10
ENDING_COLOURS = {"success": COLOURS[2], "last alive": COLOURS[2], "sunk": COLOURS[1], "turn limit": COLOURS[6]}
ENDING_WORDS = {
    "success": "an attempt was not stopped",
    "last alive": "one player was left",
    "sunk": "the ship sank",
    "turn limit": "the turn limit",
}


def rows_of(table: pl.DataFrame, cell: int) -> list[dict[str, Any]]:
    return table.filter(pl.col("cell") == cell).to_dicts()


def wins(results: Summaries) -> str:
    """How far each place in the order of play is from its fair share."""
    table = results.table("wins").filter(~pl.col("stranger"))
    with style():
        found = results.study.groups
        labels = list(dict.fromkeys(member.label for group in found for member in group.members))
        by_label = dict(zip(labels, colours(len(labels)), strict=True))
        columns = max(1, LEGEND // (max(map(len, labels)) + 6))
        below = LEGEND_ROW * (-(-len(labels) // columns) + 1) if len(labels) > 1 else 0
        figure, axes = panels(len(found), 2.3 if len(found) > 1 else 2.8, below, alike=True)
        for axis, group in zip(axes, found, strict=True):
            axis.axhline(0, color=INK, linewidth=0.8)
            for member in group.members:
                rows = rows_of(table, member.cell)
                # A little to the side, so that whiskers do not hide each other.
                shift = 0.4 * (labels.index(member.label) + 0.5) / len(labels) - 0.2
                places = [row["place"] + shift for row in rows]
                low, middle, high = (
                    [100 * (row[name] - row["fair"]) for row in rows] for name in ("low", "share", "high")
                )
                colour = by_label[member.label]
                whiskers(axis, places, low, high, color=colour, linewidth=0.8)
                axis.plot(places, middle, color=colour, linewidth=1, marker="o", markersize=3, label=member.label)
            axis.set_title(group.title)
            axis.xaxis.set_major_locator(MaxNLocator(integer=True))
            axis.set_xlabel("place in the order of play")
        axes[0].set_ylabel("points above the fair share")
        if below:
            legend(figure, axes, columns)
        return svg(figure, "Win rate by place in the order of play, in percentage points above the fair share")


def legend(figure: Figure, axes: Sequence[Axes], columns: int) -> None:
    """One for all panels: the same label has the same colour in all of them."""
    shown = {label: handle for axis in axes for handle, label in zip(*axis.get_legend_handles_labels(), strict=True)}
    figure.legend(shown.values(), shown.keys(), loc="outside lower center", ncols=columns)


class Ladder:
    """Rows of cells under the titles of their groups, to draw something beside each."""

    def __init__(self, results: Summaries, axes: int = 1) -> None:
        self.places: dict[int, float] = {}
        ticks: list[tuple[float, str, bool]] = []
        at = 0.0
        for group in results.study.groups:
            if group.title:
                ticks.append((at, group.title, True))
                at += 1
            for member in group.members:
                self.places[member.cell] = at
                ticks.append((at, member.label, False))
                at += 1
            at += 0.4
        self.figure = Figure(figsize=(WIDTH, 0.75 + ROW * at))
        self.axes = list(self.figure.subplots(1, axes, sharey=True, squeeze=False)[0])
        first = self.axes[0]
        first.set_yticks([place for place, _, _ in ticks], [label for _, label, _ in ticks])
        for text, (_, _, is_title) in zip(first.get_yticklabels(), ticks, strict=True):
            text.set_fontweight("bold" if is_title else "normal")
        first.set_ylim(at, -0.8)
        for axis in self.axes:
            axis.grid(visible=False, axis="y")
            axis.spines["left"].set_visible(False)


def dots(ladder: Ladder, axis: Axes, table: pl.DataFrame, column: str, low: str, high: str, scale: float = 1) -> None:
    known = table.filter(pl.col(column).is_not_null())
    places = [ladder.places[cell] for cell in known["cell"]]
    low_values, values, high_values = ((scale * known[name]).to_list() for name in (low, column, high))
    bars(axis, places, low_values, high_values, color=COLOURS[1])
    axis.plot(values, places, color=COLOURS[1], linestyle="none", marker="o", markersize=3.5)


def first(results: Summaries) -> str:
    with style():
        ladder = Ladder(results)
        axis = ladder.axes[0]
        axis.axvline(0, color=INK, linewidth=0.8)
        dots(ladder, axis, results.table("first"), "advantage", "advantage_low", "advantage_high", 100)
        axis.set_xlabel("advantage of the player who begins, in percentage points")
        return svg(ladder.figure, "Advantage of the first player, cell by cell")


def length(results: Summaries) -> str:
    with style():
        ladder = Ladder(results)
        axis = ladder.axes[0]
        table = results.table("length")
        places = [ladder.places[cell] for cell in table["cell"]]
        bars(axis, places, table["turns_p10"].to_list(), table["turns_p90"].to_list(), color=COLOURS[1], linewidth=1)
        bars(axis, places, table["turns_p25"].to_list(), table["turns_p75"].to_list(), color=COLOURS[1], linewidth=5)
        axis.plot(
            table["turns_p50"], places, color=INK, linestyle="none", marker="|", markersize=8, markeredgewidth=1.5
        )
        axis.set_xlim(left=0)
        axis.set_xlabel("turns: the middle game, half of all games (thick), eight of ten (thin)")
        return svg(ladder.figure, "Length of games in turns, cell by cell")


def endings(results: Summaries) -> str:
    with style():
        ladder = Ladder(results)
        axis = ladder.axes[0]
        table = results.table("endings").with_columns(
            (pl.col("share").cum_sum().over("cell") - pl.col("share")).alias("before")
        )
        for ending in table["ending"].unique(maintain_order=True):
            rows = table.filter(pl.col("ending") == ending).to_dicts()
            axis.barh(
                [ladder.places[row["cell"]] for row in rows],
                [100 * row["share"] for row in rows],
                left=[100 * row["before"] for row in rows],
                height=0.65,
                color=ENDING_COLOURS[ending],
                label=ENDING_WORDS[ending],
            )
        axis.set_xlim(0, 100)
        axis.set_xlabel("percent of games")
        ladder.figure.legend(loc="outside lower center", ncols=3)
        return svg(ladder.figure, "How games ended, cell by cell")


def luck(results: Summaries) -> str:
    table = results.table("luck")
    with style():
        ladder = Ladder(results, axes=2)
        for axis, column, words in zip(
            ladder.axes, ("luck", "attempts"), ("luck spent in a game", "attempts in a game"), strict=True
        ):
            low, high = pl.col(column) - pl.col(f"{column}_reach"), pl.col(column) + pl.col(f"{column}_reach")
            dots(ladder, axis, table.with_columns(low.alias("low"), high.alias("high")), column, "low", "high")
            axis.set_xlim(left=0)
            axis.set_xlabel(words)
        return svg(ladder.figure, "Luck spent and attempts made in a game, cell by cell")


def rooms(results: Summaries) -> str:
    """The rooms of the deciding attempts, group by group."""
    with style():
        found = [(group, top_rooms(results, group)) for group in results.study.groups]
        found = [(group, rows) for group, rows in found if rows]
        if not found:
            return ""
        figure, axes = panels(len(found), 2.3)
        for axis, (group, rows) in zip(axes, found, strict=True):
            places = list(range(len(rows)))
            low, share, high = ([100 * row[name] for row in rows] for name in ("low", "share", "high"))
            bars(axis, places, [0] * len(rows), share, color=COLOURS[2], linewidth=8)
            bars(axis, places, low, high, color=INK, linewidth=0.9)
            axis.set_yticks(places, [row["room"] for row in rows])
            axis.invert_yaxis()
            axis.grid(visible=False, axis="y")
            axis.set_xlim(left=0)
            axis.set_title(group.title)
            axis.set_xlabel("percent")
        return svg(figure, "Rooms where the deciding attempts were made")


def top_rooms(results: Summaries, group: Group) -> list[dict[str, Any]]:
    mine = results.table("rooms").filter(pl.col("cell").is_in([member.cell for member in group.members]))
    return (
        mine.group_by("room")
        .agg(pl.col("wins").sum())
        .with_columns(pl.col("wins").sum().alias("decided"))
        .with_columns(shares("wins", "decided"))
        .sort(-pl.col("wins").cast(pl.Int64), pl.col("room").cast(pl.String))
        .head(TOP_ROOMS)
        .to_dicts()
    )


# The style.


@contextmanager
def style() -> Iterator[None]:
    with matplotlib.rc_context(STYLE):  # type: ignore[arg-type]  # the stubs want every name as a literal
        yield


def colours(count: int) -> list[str]:
    """So many colours, spread over the whole row."""
    if count <= 1:
        return [COLOURS[1]]
    return [COLOURS[round(at * (len(COLOURS) - 1) / (count - 1))] for at in range(count)]


def panels(count: int, height: float, below: float = 0, alike: bool = False) -> tuple[Figure, list[Axes]]:
    """A figure with so many panels, two in a row if there are several, and room below them; upright on the same scale
    if they are alike."""
    columns = min(count, 2)
    rows = -(-count // columns)
    figure = Figure(figsize=(WIDTH, height * rows + below))
    axes: list[Axes] = []
    for at in range(count):
        axes.append(figure.add_subplot(rows, columns, at + 1, sharey=axes[0] if axes and alike else None))
    return figure, axes


def whiskers(axis: Axes, x: Sequence[float], low: Sequence[float], high: Sequence[float], **look: Any) -> None:
    """Upright lines from low to high. All of them are one line with gaps, which takes a tenth of the room."""
    axis.plot([at for place in x for at in (place, place, nan)], with_gaps(low, high), **look)


def bars(axis: Axes, y: Sequence[float], low: Sequence[float], high: Sequence[float], **look: Any) -> None:
    """The same, lying."""
    axis.plot(with_gaps(low, high), [at for place in y for at in (place, place, nan)], **look)


def with_gaps(low: Sequence[float], high: Sequence[float]) -> list[float]:
    return [at for least, most in zip(low, high, strict=True) for at in (least, most, nan)]


def svg(figure: Figure, words: str) -> str:
    """A figure as an element for a page, with what it shows in words for those who cannot see it."""
    content = io.StringIO()
    FigureCanvasSVG(figure)
    figure.savefig(
        content, format="svg", transparent=True, metadata={"Date": None, "Creator": None, "Format": None, "Type": None}
    )
    return lean(content.getvalue(), words)


def lean(drawn: str, words: str) -> str:
    """Only what draws something: a page has several figures, and its own type and ink for them."""
    size = re.search(r'viewBox="[^"]*"', drawn)
    assert size
    drawn = drawn[drawn.index(">", drawn.index("<svg")) + 1 :]
    drawn = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->|<style[^>]*>.*?</style>", "", drawn, flags=re.DOTALL)
    # Nothing is ever drawn beyond the frame of a panel, so nothing need be cut off at it.
    drawn = re.sub(r"<clipPath.*?</clipPath>| clip-path=\"[^\"]*\"|<defs>\s*</defs>", "", drawn, flags=re.DOTALL)
    drawn = re.sub(r"<g id=\"[^\"]*\"/?>", lambda group: "" if group[0].endswith("/>") else "<g>", drawn)
    drawn = re.sub(r" transform=\"rotate\(-0 [^\"]*\"|; font-family: [^;\"]*|; stroke-linecap: \w+", "", drawn)
    drawn = re.sub(r"\d+\.\d{2,}", lambda number: f"{float(number[0]):.1f}".removesuffix(".0"), drawn)
    drawn = re.sub(r"\s*\n\s*", " ", drawn)
    drawn = re.sub(r"(<use [^>]*) style=\"([^\"]*)\"/>( <use [^>]* style=\"\2\"/>)*", share_style, drawn)
    drawn = re.sub(r'style="[^"]*"', lambda look: look[0].replace("; ", ";").replace(": ", ":"), drawn)
    drawn = drawn.replace(INK, "var(--ink)").replace(LINE, "var(--line)")
    return f'<svg {size[0]} role="img" aria-label="{words}" xmlns:xlink="http://www.w3.org/1999/xlink">{drawn}'


def share_style(markers: re.Match[str]) -> str:
    """A row of markers that look the same, told once how."""
    look = markers[2]
    row = markers[0].replace(f' style="{look}"', "")
    return f'<g style="{look}">{row}</g>'
