"""Results: the games of a study, one row each, and what can be read from them."""

from pathlib import Path
from typing import Any

import polars as pl

from drlucky.errors import DrLuckyError
from drlucky.files import write
from drlucky.lab.study import summaries
from drlucky.lab.study.batches import Batch, play
from drlucky.lab.study.report import fragment, page
from drlucky.lab.study.spec import Study
from drlucky.lab.study.storage import Folder

NAMES = ("edition", "bots", "winner_bot", "ending", "room")


class Results(summaries.Summaries):
    """`games` has a row for each game, `table(name)` what they come to with intervals of 95 %; docs/lab.md tells what
    every column means. In a notebook it shows itself as its report."""

    def play_again(self, cell: int, game: int) -> dict[str, Any]:
        """The row of one game, from playing just this game again."""
        if cell not in range(len(self.study.cells)) or game not in range(self.study.games):
            raise DrLuckyError(
                f"there is no game {game} of cell {cell}: cells are 0 to {len(self.study.cells) - 1}, "
                f"games 0 to {self.study.games - 1}"
            )
        return play(Batch(cell, self.study.cells[cell], self.study.seed, game, 1)).row(0, named=True)

    def report(self) -> str:
        """The report as a page of its own, with nothing to be loaded from elsewhere."""
        return page(self)

    def _repr_html_(self) -> str:
        return fragment(self)

    def __repr__(self) -> str:
        return f"<Results of {self.study.name}: {len(self.study.cells)} cells, {self.games.height:,} games>"

    def save(self, path: str | Path, csv: bool = True) -> None:
        """Writes everything into a folder: Parquet, CSV and the report."""
        folder = Folder(Path(path))
        folder.begin(self.study)
        folder.write_games(self.games)
        self.write_summaries(Path(path), csv)

    def write_summaries(self, path: Path, csv: bool) -> None:
        """Everything that follows from the games."""
        if csv:
            write(path / "games.csv", self.games.write_csv())
        (path / "tables").mkdir(exist_ok=True)
        for name in summaries.TABLES:
            write(path / "tables" / f"{name}.csv", self.table(name).write_csv())
        write(path / "study.toml", self.study.as_toml())
        write(path / "report.html", self.report())


def named(study: Study, parts: pl.DataFrame) -> pl.DataFrame:
    """The games of all parts, beside what their cells differ in, with names that take little room."""
    about = summaries.cells(study).select("cell", *dict.fromkeys(("edition", "players", *study.axes)))
    games = about.join(parts, on="cell", maintain_order="left_right")
    return games.with_columns(
        pl.col(name).cast(pl.Enum(games[name].drop_nulls().unique().sort())) for name in NAMES if name in games.columns
    )


def open_results(path: str | Path) -> Results:
    """The results of a finished study, from its folder."""
    folder = Folder(Path(path))
    return Results(folder.study(), folder.read_games())
