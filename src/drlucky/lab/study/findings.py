"""What a study found, in sentences: where the figures are largest and smallest, and what is certain."""

from collections.abc import Mapping

import polars as pl

from drlucky.lab.study.summaries import Summaries

PERCENT = "\N{NO-BREAK SPACE}%"
UNKNOWN = "\N{EN DASH}"


def percent(share: float | None) -> str:
    return UNKNOWN if share is None else f"{100 * share:.1f}"


def interval(row: Mapping[str, float]) -> str:
    return f"{percent(row['low'])}\N{EN DASH}{percent(row['high'])}"


def signed(share: float) -> str:
    """Percentage points above or below."""
    return f"{100 * share:+.1f}".replace("-", "\N{MINUS SIGN}")


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
    sure = table.filter((pl.col("advantage_low") > 0) | (pl.col("advantage_high") < 0)).height
    return (
        f"In {sure} of {table.height} cells the interval of the first player's wins leaves out a fair share. The "
        f"advantage is largest for {most['label']}, where that player {advantage(most)}; smallest for "
        f"{least['label']}, where that player {advantage(least)}."
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
    return (
        f"Games are shortest for {shortest['label']}, {turns(shortest)} on average, and longest for "
        f"{longest['label']}, {turns(longest)}."
    )


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
    return f"{share(most)} of the games for {most['label']}, which is the most, and {share(least)} for {least['label']}"


def share(row: dict[str, float]) -> str:
    return f"{percent(row['share'])}{PERCENT} ({percent(row['low'])} to {percent(row['high'])})"


def luck(results: Summaries) -> str:
    table = results.table("luck").sort("luck", maintain_order=True)
    least, most = table.row(0, named=True), table.row(-1, named=True)
    if table.height == 1:
        return f"It takes {least['attempts']:.1f} attempts, and {least['luck']:.1f} of luck is spent against them."
    return (
        f"The luck spent in a game goes from {least['luck']:.1f} ({least['label']}) to {most['luck']:.1f} "
        f"({most['label']})."
    )


def room(results: Summaries) -> str:
    table = results.table("rooms")
    boards = {cell.setting().board.title for cell in results.study.cells}
    if table.is_empty() or len(boards) > 1:
        return ""
    best = table.group_by("room").agg(pl.col("wins").sum()).sort(-pl.col("wins").cast(pl.Int64), "room").row(0)
    part = best[1] / table["wins"].sum()
    return f"Of all rooms the {best[0]} sees the most deciding attempts, {percent(part)}{PERCENT} of them."
