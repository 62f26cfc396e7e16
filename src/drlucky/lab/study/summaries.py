"""The tables of a study: what its games come to, cell by cell."""

from collections.abc import Callable
from functools import cached_property

import polars as pl

from drlucky.errors import DrLuckyError
from drlucky.game.events import ENDINGS
from drlucky.lab.study.cells import STRANGER
from drlucky.lab.study.spec import Study
from drlucky.stats import Z, wilson


def shares(wins: str, games: str) -> list[pl.Expr]:
    """The columns `share`, `low` and `high` of a table of counts."""
    share = pl.col(wins) / pl.col(games)
    low, high = wilson(share, pl.col(games).cast(pl.Float64), pl.Expr.sqrt)
    # It never goes beyond 0 and 1 but by rounding.
    return [share.alias("share"), low.clip(0, 1).alias("low"), high.clip(0, 1).alias("high")]


def means(column: str) -> list[pl.Expr]:
    """A column's mean, and as `..._reach` how far the true mean may be from it; for tables grouped by cell."""
    reach = Z * pl.col(column).std() / pl.col(column).count().sqrt()
    return [pl.col(column).mean().alias(column), reach.fill_null(0.0).alias(f"{column}_reach")]


def cells(study: Study) -> pl.DataFrame:
    """What the cells are, and how many games were played of each."""
    told = [
        {
            "cell": number,
            "label": study.label(cell),
            **{axis: in_a_column(cell.axes.get(axis)) for axis in ("edition", "players", "bots", *study.axes)},
            "seats": cell.setting().seats,
            "games": study.games,
        }
        for number, cell in enumerate(study.cells)
    ]
    return pl.DataFrame(told, infer_schema_length=None).with_columns(
        pl.col("cell").cast(pl.UInt16), pl.col("games").cast(pl.UInt32), pl.col("players", "seats").cast(pl.UInt8)
    )


def in_a_column(value: object) -> object:
    return " ".join(value) if isinstance(value, tuple) else value


def wins(study: Study, games: pl.DataFrame) -> pl.DataFrame:
    """How often each place in the order of play won: 1 is the player who began, 2 the one to the left, and so on."""
    return with_fair(counted(study, games, every_place(study), "winner_place", "place"))


def chairs(study: Study, games: pl.DataFrame) -> pl.DataFrame:
    """How often each chair won, whoever began."""
    places = every_place(study).with_columns((pl.col("place") - 1).alias("seat")).drop("place")
    return with_fair(counted(study, games, places, "winner", "seat"))


def bots(study: Study, games: pl.DataFrame) -> pl.DataFrame:
    """How often each kind of bot won, all its players together."""
    rows = [
        {"cell": number, "bot": bot, "seated": cell.bots.count(bot), "stranger": False}
        for number, cell in enumerate(study.cells)
        for bot in dict.fromkeys(cell.bots)
    ]
    seated = pl.DataFrame(rows).with_columns(pl.col("cell").cast(pl.UInt16))
    table = with_fair(counted(study, games, seated, "winner_bot", "bot"))
    return table.with_columns(pl.col("fair") * pl.col("seated")).drop("stranger")


def first(study: Study, games: pl.DataFrame) -> pl.DataFrame:
    """The advantage of the player who began: their share of the games that a player won, less what would be fair."""
    by_players = games.filter(pl.col("winner_bot").cast(pl.String) != STRANGER)
    won = by_players.group_by("cell").agg(pl.len().alias("won"), (pl.col("winner_place") == 1).sum().alias("wins"))
    fair = 1 / pl.col("players")
    return (
        cells(study)
        .join(won, on="cell", how="left", maintain_order="left")
        .with_columns(pl.col("won", "wins").fill_null(0))
        .with_columns(shares("wins", "won"))
        .with_columns(fair.alias("fair"), (pl.col("share") - fair).alias("advantage"))
        .with_columns(
            (pl.col("low") - fair).alias("advantage_low"),
            (pl.col("high") - fair).alias("advantage_high"),
        )
    )


def length(study: Study, games: pl.DataFrame) -> pl.DataFrame:
    """How long the games were, in turns and in decisions."""
    spread = [pl.col("turns").quantile(q / 100, "nearest").alias(f"turns_p{q}") for q in (10, 25, 50, 75, 90)]
    return summed(
        study, games, [*means("turns"), *spread, pl.col("turns").max().alias("turns_max"), *means("decisions")]
    )


def endings(study: Study, games: pl.DataFrame) -> pl.DataFrame:
    """How games ended."""
    ways = pl.DataFrame({"ending": list(ENDINGS.values())})
    everything = cells(study).select("cell").join(ways, how="cross")
    table = counted(study, games, everything, "ending", "ending", "count")
    return table.filter(pl.col("count").sum().over("ending") > 0)


def stages(study: Study, games: pl.DataFrame) -> pl.DataFrame:
    """How far the house had come when the game was over: with the lights out it is stage 1, on a ship it is the number
    of decks that had sunk."""
    most = int(games["stage"].max() or 0)  # type: ignore[arg-type]  # it is a column of numbers
    every = pl.DataFrame({"stage": list(range(most + 1))}, schema={"stage": pl.UInt8})
    everything = cells(study).select("cell").join(every, how="cross")
    return counted(study, games, everything, "stage", "stage", "count")


def luck(study: Study, games: pl.DataFrame) -> pl.DataFrame:
    """Attempts, the luck that they cost, and the attempts that decided games."""
    per_attempt = (pl.col("luck").sum() / pl.col("attempts").sum()).alias("luck_an_attempt")
    told = [*means("attempts"), *means("luck"), per_attempt, *means("strength"), *means("luck_in_vain")]
    return summed(study, games, told)


def rooms(study: Study, games: pl.DataFrame) -> pl.DataFrame:
    """Where the attempts were made that decided games, the most frequent rooms first."""
    deciding = games.filter(pl.col("room").is_not_null())
    counts = deciding.group_by("cell", "room").agg(pl.len().alias("wins"))
    return (
        cells(study)
        .join(counts, on="cell")
        .with_columns(pl.col("wins").sum().over("cell").alias("decided"))
        .with_columns(shares("wins", "decided"))
        .sort("cell", -pl.col("wins").cast(pl.Int64), pl.col("room").cast(pl.String))
    )


def every_place(study: Study) -> pl.DataFrame:
    rows = [
        {"cell": number, "place": place + 1, "stranger": place % 2 == 1 and bool(cell.setting().strangers)}
        for number, cell in enumerate(study.cells)
        for place in range(cell.setting().seats)
    ]
    return pl.DataFrame(rows).with_columns(pl.col("cell").cast(pl.UInt16), pl.col("place").cast(pl.UInt8))


def counted(
    study: Study, games: pl.DataFrame, rows: pl.DataFrame, column: str, name: str, count: str = "wins"
) -> pl.DataFrame:
    """How many games of its cell have the value of each of these rows, with zeros where there are none."""
    counts = games.group_by("cell", pl.col(column).cast(rows.schema[name]).alias(name)).agg(pl.len().alias(count))
    return (
        cells(study)
        .join(rows, on="cell", maintain_order="left_right")
        .join(counts, on=["cell", name], how="left", maintain_order="left")
        .with_columns(pl.col(count).fill_null(0))
        .with_columns(shares(count, "games"))
    )


def with_fair(wins: pl.DataFrame) -> pl.DataFrame:
    """Beside each share what it would be if the players shared equally in all the games that one of them won."""
    by_players = pl.col("wins").filter(~pl.col("stranger")).sum().over("cell")
    fair = pl.when(~pl.col("stranger")).then(by_players / pl.col("games") / pl.col("players"))
    return wins.with_columns(fair.alias("fair"))


def summed(study: Study, games: pl.DataFrame, told: list[pl.Expr]) -> pl.DataFrame:
    return cells(study).join(games.group_by("cell").agg(told), on="cell", how="left", maintain_order="left")


TABLES: dict[str, Callable[[Study, pl.DataFrame], pl.DataFrame]] = {
    "wins": wins,
    "first": first,
    "chairs": chairs,
    "bots": bots,
    "length": length,
    "endings": endings,
    "stages": stages,
    "luck": luck,
    "rooms": rooms,
}


class Summaries:
    """The games of a study with their tables, each made when it is first asked for."""

    def __init__(self, study: Study, games: pl.DataFrame) -> None:
        self.study = study
        self.games = games
        self._tables: dict[str, pl.DataFrame] = {}

    @cached_property
    def cells(self) -> pl.DataFrame:
        return cells(self.study)

    def table(self, name: str) -> pl.DataFrame:
        if name not in TABLES:
            raise DrLuckyError(f"there is no table {name!r}; the tables are {', '.join(TABLES)}")
        if name not in self._tables:
            self._tables[name] = TABLES[name](self.study, self.games)
        return self._tables[name]
