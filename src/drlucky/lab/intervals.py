"""Intervals that hold the true value 95 times in 100, as columns of tables."""

import polars as pl

from drlucky.stats import Z


def shares(wins: str, games: str) -> list[pl.Expr]:
    """The columns `share`, `low` and `high` of a table of counts.

    Wilson's interval as in `drlucky.stats`, here for whole columns."""
    n = pl.col(games).cast(pl.Float64)
    share = pl.col(wins) / n
    middle = (share + Z**2 / (2 * n)) / (1 + Z**2 / n)
    reach = Z * (share * (1 - share) / n + Z**2 / (4 * n * n)).sqrt() / (1 + Z**2 / n)
    # It never goes beyond 0 and 1 but by rounding.
    return [
        share.alias("share"),
        (middle - reach).clip(0, 1).alias("low"),
        (middle + reach).clip(0, 1).alias("high"),
    ]


def means(column: str) -> list[pl.Expr]:
    """A column's mean, and as `..._reach` how far the true mean may be from it; for tables grouped by cell."""
    reach = Z * pl.col(column).std() / pl.col(column).count().sqrt()
    return [pl.col(column).mean().alias(column), reach.fill_null(0.0).alias(f"{column}_reach")]
