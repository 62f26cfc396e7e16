"""Plays the studies that come with drlucky and writes their reports and the page of findings beside this file.

    python docs/studies/write.py [FOLDER]

FOLDER (build/studies) keeps the games; a study that was interrupted, or is finished, is not played again."""

import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import polars as pl

from drlucky.lab import Results, load, run
from drlucky.lab.study.findings import interval, percent, signed

HERE = Path(__file__).parent
HEAD = """\
# Studies

Four questions, each answered by some hundred thousand games. This page and the reports are written by
[write.py](write.py) from the games themselves. The games can be played again, one by one the same, with
`drlucky study NAME`; how studies are made is told under [the lab](../lab.md).

The players are drlucky's `sensible` bots, unless it says otherwise: decent players, all alike, who do not learn from
each other. What holds for them need not hold for you and your friends. Figures come with the interval that holds the
true value 95 times in 100.
"""


def main(folder: Path) -> None:
    text = [HEAD]
    for name, findings in STUDIES.items():
        study = load(name)
        results = run(study, folder / name, csv=False, progress=True)
        shutil.copy(folder / name / "report.html", HERE / f"{name}.html")
        cells = len(study.cells)
        played = f"{results.games.height:,} games in {cells} cells"
        text.append(f"## {study.title}\n\n{study.question} [The report]({name}.html), {played}.\n")
        text += findings(results)
    (HERE / "README.md").write_text("\n".join(text), encoding="utf-8")


def markdown(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    heads = list(heads)
    lines = [heads, ["---", *["--:"] * (len(heads) - 1)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def fair_by_seat(results: Results) -> Iterator[str]:
    first, wins = results.table("first"), results.table("wins").filter(~pl.col("stranger"))
    yield (
        "The advantage of the player who begins, in percentage points above an equal share of the games that a player "
        "won; with an asterisk where the interval leaves zero out:\n"
    )
    players = sorted(set(first["players"]))
    yield markdown(
        ["", *(f"{n} players" for n in players)],
        (
            [f"`{edition}`", *(advantage(first.filter(edition=edition, players=n)) for n in players)]
            for edition in first["edition"].unique(maintain_order=True)
        ),
    )
    for edition in first["edition"].unique(maintain_order=True):
        yield f"- {other_places(edition, first.filter(edition=edition), wins.filter(edition=edition))}"
    yield ""


def advantage(cell: pl.DataFrame) -> str:
    if cell.is_empty():
        return ""
    row = cell.row(0, named=True)
    sure = "" if row["advantage_low"] <= 0 <= row["advantage_high"] else " *"
    return f"{signed(row['advantage'])} ({signed(row['advantage_low'])} to {signed(row['advantage_high'])}){sure}"


def other_places(edition: str, first: pl.DataFrame, wins: pl.DataFrame) -> str:
    """Whether beginning helps in this edition, and which place is furthest from its fair share."""
    helps = first.filter(pl.col("advantage_low") > 0).height
    harms = first.filter(pl.col("advantage_high") < 0).height
    off = wins.with_columns((pl.col("share") / pl.col("fair") - 1).alias("off"))
    furthest = off.sort(pl.col("off").abs(), descending=True, maintain_order=True).row(0, named=True)
    return (
        f"`{edition}`: beginning surely helps for {helps} and harms for {harms} of {first.height} numbers of players. "
        f"Furthest from fair is place {furthest['place']} of {furthest['players']} players, which wins "
        f"{percent(furthest['share'])} % ({interval(furthest)}) where {percent(furthest['fair'])} % would be fair."
    )


def shorter_games(results: Results) -> Iterator[str]:
    table = results.table("length")
    ways = {"as in the book": (False, False), "weapons +1": (True, False), "no 3s": (False, True), "both": (True, True)}

    def row(players: int, plus_one: bool, no_threes: bool) -> dict[str, Any]:
        return table.filter(players=players, weapons_plus_one=plus_one, no_threes=no_threes).row(0, named=True)

    def shown(players: int, way: tuple[bool, bool]) -> str:
        found, usual = row(players, *way), row(players, False, False)
        turns = f"{found['turns']:.1f} ± {found['turns_reach']:.1f}"
        return f"{turns} ({change(found, usual)})" if any(way) else turns

    yield "Turns of a game on average, and the difference to the game as in the book:\n"
    players = sorted(set(table["players"]))
    yield markdown(["", *ways], ([f"{n} players", *(shown(n, way) for way in ways.values())] for n in players))
    yield (
        "Without its 3s the deck holds less luck to stop attempts with. Weapons +1 makes only the strikes with a "
        "weapon stronger.\n"
    )


def change(found: dict[str, float], usual: dict[str, float]) -> str:
    return f"{signed(found['turns'] / usual['turns'] - 1)} %"


def closed_wings(results: Results) -> Iterator[str]:
    length, luck, first = results.table("length"), results.table("luck"), results.table("first")

    def row(cell: int, label: str) -> list[str]:
        long, spent = length.row(cell, named=True), luck.row(cell, named=True)
        return [
            label,
            f"{long['turns']:.1f} ± {long['turns_reach']:.1f}",
            f"{spent['attempts']:.2f} ± {spent['attempts_reach']:.2f}",
            f"{spent['luck']:.1f} ± {spent['luck_reach']:.1f}",
            f"{spent['strength']:.2f} ± {spent['strength_reach']:.2f}",
            advantage(first.filter(cell=cell)),
        ]

    yield "The book closes both wings for three players, the west one for four or five, and none for more.\n"
    heads = ["", "turns", "attempts", "luck spent", "strength that won", "first player's advantage, points"]
    yield markdown(heads, (row(n, results.study.label(cell)) for n, cell in enumerate(results.study.cells)))
    for players in sorted(set(length["players"])):
        turns = {row["closed"]: row["turns"] for row in length.filter(players=players).to_dicts()}
        shortest, longest = min(turns, key=turns.__getitem__), max(turns, key=turns.__getitem__)
        yield f"- {players} players: shortest with {WINGS[shortest]}, longest with {WINGS[longest]}."
    yield ""


WINGS = {
    "none": "the whole house",
    "west": "the west wing closed",
    "east": "the east wing closed",
    "both": "both wings closed",
}


def sinking_ship(results: Results) -> Iterator[str]:
    sunk = results.table("endings").filter(ending="sunk")
    columns = [(edition, bots) for edition in ("save-2000", "save-paizo") for bots in ("sensible", "random")]

    def shown(players: int, edition: str, bots: str) -> str:
        row = sunk.filter(players=players, edition=edition, bots=bots).row(0, named=True)
        return f"{percent(row['share'])} ({interval(row)})"

    yield "Percent of games in which the last deck went down and nobody won:\n"
    yield markdown(
        ["", *(f"`{edition}`, {bots}" for edition, bots in columns)],
        ([f"{n} players", *(shown(n, *column) for column in columns)] for n in sorted(set(sunk["players"]))),
    )
    yield "An attempt needs a witness, and every card that is drawn brings the end of a deck nearer.\n"


STUDIES = {
    "fair-by-seat": fair_by_seat,
    "shorter-games": shorter_games,
    "closed-wings": closed_wings,
    "sinking-ship": sinking_ship,
}

if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "build/studies"))
