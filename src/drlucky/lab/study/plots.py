"""The plots of a study, each drawn from one of its tables."""

from collections.abc import Sequence
from typing import Any

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from drlucky.lab.study.drawing import COLOURS, INK, WIDTH, bars, colours, panels, style, svg, whiskers
from drlucky.lab.study.groups import Group, groups
from drlucky.lab.study.results import Results
from drlucky.lab.study.summaries import shares

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


def wins(results: Results) -> str:
    """How far each place in the order of play is from its fair share."""
    table = results.table("wins").filter(~pl.col("stranger"))
    with style():
        found = groups(results.study)
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

    def __init__(self, results: Results, axes: int = 1) -> None:
        self.places: dict[int, float] = {}
        ticks: list[tuple[float, str, bool]] = []
        at = 0.0
        for group in groups(results.study):
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


def first(results: Results) -> str:
    with style():
        ladder = Ladder(results)
        axis = ladder.axes[0]
        axis.axvline(0, color=INK, linewidth=0.8)
        dots(ladder, axis, results.table("first"), "advantage", "advantage_low", "advantage_high", 100)
        axis.set_xlabel("advantage of the player who begins, in percentage points")
        return svg(ladder.figure, "Advantage of the first player, cell by cell")


def length(results: Results) -> str:
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


def endings(results: Results) -> str:
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


def luck(results: Results) -> str:
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


def rooms(results: Results) -> str:
    """The rooms of the deciding attempts, group by group."""
    with style():
        found = [(group, top_rooms(results, group)) for group in groups(results.study)]
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


def top_rooms(results: Results, group: Group) -> list[dict[str, Any]]:
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
