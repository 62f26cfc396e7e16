"""The results of a simulation: as tables in a terminal, or in plain numbers for a program."""

from typing import Any

import polars as pl
from polars import selectors
from rich.console import Console
from rich.table import Table

from drlucky.lab.study.findings import findings, interval, percent
from drlucky.lab.study.plots import ENDING_WORDS
from drlucky.lab.study.results import Results
from drlucky.lab.study.summaries import TABLES

ROOMS = 8
ONE_ROW = ("first", "length", "luck")
"""The tables that have a row for each cell, and so just one for a simulation."""


def figures(results: Results) -> dict[str, Any]:
    """All that a study of one cell comes to, in what JSON can hold: its tables, with the columns of docs/lab.md."""
    study = results.study
    tables = {name: rows(results, name) for name in TABLES}
    return {
        "setup": {**study.cells[0].axes, "bots": study.cells[0].bots},
        "seed": study.seed,
        "games": results.games.height,
        "decisions": results.games["decisions"].sum(),
        "findings": findings(results),
        **{name: table[0] if name in ONE_ROW else table for name, table in tables.items()},
    }


def rows(results: Results, name: str) -> list[dict[str, Any]]:
    """A table without the columns that say which cell it is; what cannot be known is None."""
    return results.table(name).drop(results.cells.columns).with_columns(selectors.float().fill_nan(None)).to_dicts()


def show(results: Results, console: Console) -> None:
    """All that a study of one cell comes to, on a screen."""
    for sentence in findings(results):
        console.print(f"· {sentence}", highlight=False)
    console.print()
    cell = results.study.cells[0]
    places = Table(title="Wins by place in the order of play", title_justify="left", title_style="bold")
    for head in ("place", "wins", "percent", "95 % of certainty", "fair"):
        places.add_column(head, justify="right")
    for row in results.table("wins").to_dicts():
        name = f"{row['place']}" + (" (Stranger)" if row["stranger"] else "")
        places.add_row(name, *shares(row), percent(row["fair"]))
    console.print(places)
    if len(set(cell.bots)) > 1:
        console.print(of_bots(results))
    console.print(in_short(results, "endings", "How games ended", "ending"))
    console.print(in_short(results, "rooms", "Rooms of the deciding attempts", "room"))


def shares(row: dict[str, float], count: str = "wins") -> list[str]:
    return [f"{row[count]:,}", percent(row["share"]), interval(row)]


def of_bots(results: Results) -> Table:
    table = Table(title="Wins by bot", title_justify="left", title_style="bold")
    for head in ("bot", "players", "wins", "percent", "95 % of certainty", "fair"):
        table.add_column(head, justify="left" if head == "bot" else "right")
    for row in results.table("bots").to_dicts():
        table.add_row(row["bot"], str(row["seated"]), *shares(row), percent(row["fair"]))
    return table


def in_short(results: Results, name: str, title: str, column: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold")
    for head in ("", "games", "percent", "95 % of certainty"):
        table.add_column(head, justify="right" if head else "left")
    rows = results.table(name).with_columns(pl.col(column).cast(pl.String)).head(ROOMS).to_dicts()
    for row in rows:
        count = "count" if "count" in row else "wins"
        table.add_row(ENDING_WORDS.get(row[column], row[column]), *shares(row, count))
    return table
