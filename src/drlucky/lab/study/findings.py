"""What a study found, in sentences: where the figures are largest and smallest, and what is certain.

A rank is told only as far as the games tell it: where another cell may as well be the first, the sentence says so."""

from collections.abc import Mapping, Sequence
from math import hypot, sqrt
from typing import Any

import polars as pl

from drlucky.lab.study.summaries import Summaries
from drlucky.stats import Chance, Z

PERCENT = "\N{NO-BREAK SPACE}%"
UNKNOWN = "\N{EN DASH}"


def percent(share: float | None) -> str:
    return UNKNOWN if share is None else f"{100 * share:.1f}"


def interval(row: Mapping[str, float]) -> str:
    return f"{percent(row['low'])}\N{EN DASH}{percent(row['high'])}"


def signed(share: float) -> str:
    """Percentage points above or below."""
    return f"{100 * share:+.1f}".replace("-", "\N{MINUS SIGN}")


def is_close(one: Chance, other: Chance) -> bool:
    """Is it uncertain which of two figures is truly the larger one? Their intervals may overlap a little and it is
    certain all the same: of a difference the errors add up by their squares (Newcombe)."""
    smaller, larger = sorted((one, other), key=lambda figure: figure.chance)
    return larger.chance - smaller.chance <= hypot(smaller.high - smaller.chance, larger.chance - larger.low)


def of_mean(row: Mapping[str, Any], column: str) -> Chance:
    value, reach = row[column], row[f"{column}_reach"]
    return Chance(value, value - reach, value + reach)


def of_share(row: Mapping[str, Any], column: str = "share", before: str = "") -> Chance:
    return Chance(row[column], row[f"{before}low"], row[f"{before}high"])


def rivals(at: int, labels: Sequence[str], figures: Sequence[Chance]) -> str:
    """Words on the cells that the games cannot tell from this one; none if it stands alone."""
    close = [labels[n] for n, figure in enumerate(figures) if n != at and is_close(figures[at], figure)]
    if not close:
        return ""
    if len(close) > 2:
        close = [close[0], f"{len(close) - 1} others"]
    return f" (too close to call with {' and '.join(close)})"


def findings(results: Summaries) -> list[str]:
    found = [played(results), beginner(results), length(results), how_ended(results), luck(results), room(results)]
    return [sentence for sentence in found if sentence]


def played(results: Summaries) -> str:
    cells = len(results.study.cells)
    each = f" in {cells} cells of {results.study.games:,} each" if cells > 1 else ""
    return f"{results.games.height:,} games were played{each}, {results.games['decisions'].sum():,} decisions in all."


def beginner(results: Summaries) -> str:
    """The advantage of whoever begins."""
    table = results.table("first").filter(pl.col("won") > 0)
    if table.is_empty():
        return "Nobody won a game."
    # By the near end of the interval: the largest figures of all are often those that are least certain.
    most = table.sort("advantage_low", descending=True, maintain_order=True).row(0, named=True)
    least = table.sort("advantage_high", maintain_order=True).row(0, named=True)
    if table.height == 1:
        return f"The player who begins {advantage(most)}."
    rows = table.to_dicts()
    figures = [of_share(row, "advantage", "advantage_") for row in rows]
    labels = [row["label"] for row in rows]
    sure = table.filter((pl.col("advantage_low") > 0) | (pl.col("advantage_high") < 0)).height
    return (
        f"In {sure} of {table.height} cells the interval of the first player's wins leaves out a fair share. The "
        f"advantage is largest for {most['label']}{rivals(rows.index(most), labels, figures)}, where that player "
        f"{advantage(most)}; smallest for {least['label']}{rivals(rows.index(least), labels, figures)}, where that "
        f"player {advantage(least)}."
    )


def advantage(row: dict[str, float]) -> str:
    return (
        f"wins {percent(row['share'])}{PERCENT} of the games that a player wins, where {percent(row['fair'])}{PERCENT} "
        f"would be fair ({signed(row['advantage_low'])} to {signed(row['advantage_high'])} points)"
    )


def length(results: Summaries) -> str:
    table = results.table("length").sort("turns", maintain_order=True)
    shortest, longest = table.row(0, named=True), table.row(-1, named=True)
    if table.height == 1:
        return (
            f"A game takes {turns(shortest)} on average; eight of ten games take {shortest['turns_p10']:.0f} to "
            f"{shortest['turns_p90']:.0f}."
        )
    near_shortest, near_longest = near_ends(table, [of_mean(row, "turns") for row in table.to_dicts()])
    return (
        f"Games are shortest for {shortest['label']}, {turns(shortest)} on average{near_shortest}, and longest for "
        f"{longest['label']}, {turns(longest)}{near_longest}."
    )


def near_ends(table: pl.DataFrame, figures: Sequence[Chance]) -> tuple[str, str]:
    """Of a table in the order of its figures, words on the rivals of the first row and of the last."""
    labels = table["label"].to_list()
    return rivals(0, labels, figures), rivals(len(labels) - 1, labels, figures)


def turns(row: dict[str, float]) -> str:
    return f"{row['turns']:.1f} ± {row['turns_reach']:.1f} turns"


def how_ended(results: Summaries) -> str:
    table = results.table("endings")
    unusual = table.filter(~pl.col("ending").is_in(["success", "last alive"]))
    if unusual.is_empty():
        return "Every game was decided by an attempt."
    words = {"sunk": "The ship sinks in", "turn limit": "The turn limit ends"}
    return " ".join(
        f"{words[ending]} {most_and_least(unusual.filter(pl.col('ending') == ending))}."
        for ending in unusual["ending"].unique(maintain_order=True)
    )


def most_and_least(rows: pl.DataFrame) -> str:
    ordered = rows.sort("share", maintain_order=True)
    least, most = ordered.row(0, named=True), ordered.row(-1, named=True)
    if rows.height == 1:
        return f"{share(most)} of the games"
    near_least, near_most = near_ends(ordered, [of_share(row) for row in ordered.to_dicts()])
    return (
        f"{share(most)} of the games for {most['label']}, which is the most{near_most}, and {share(least)} for "
        f"{least['label']}, which is the least{near_least}"
    )


def share(row: dict[str, float]) -> str:
    return f"{percent(row['share'])}{PERCENT} ({percent(row['low'])} to {percent(row['high'])})"


def luck(results: Summaries) -> str:
    table = results.table("luck").sort("luck", maintain_order=True)
    least, most = table.row(0, named=True), table.row(-1, named=True)
    if table.height == 1:
        return f"It takes {least['attempts']:.1f} attempts, and {least['luck']:.1f} of luck is spent against them."
    near_least, near_most = near_ends(table, [of_mean(row, "luck") for row in table.to_dicts()])
    return (
        f"The luck spent in a game is least for {least['label']}, {least['luck']:.1f}{near_least}, and most for "
        f"{most['label']}, {most['luck']:.1f}{near_most}."
    )


def room(results: Summaries) -> str:
    table = results.table("rooms")
    boards = {cell.setting().board.title for cell in results.study.cells}
    if table.is_empty() or len(boards) > 1:
        return ""
    best, *others = table.group_by("room").agg(pl.col("wins").sum()).sort(-pl.col("wins").cast(pl.Int64), "room").rows()
    part = best[1] / table["wins"].sum()
    # Each of the attempts in either room could as well have been in the other, if the two were alike.
    close = [name for name, wins in others if best[1] - wins <= Z * sqrt(best[1] + wins)]
    near = f", too close to call with the {' and the '.join(close[:2])}" if close else ""
    return f"Of all rooms the {best[0]} sees the most deciding attempts, {percent(part)}{PERCENT} of them{near}."
