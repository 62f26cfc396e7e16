"""Statistics of counted games: shares, and how certain a share is after so many games.

Every interval is Wilson's for 95 %: it holds for few games and for shares near 0 and 1, too."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, variance
from typing import Any, NamedTuple

Z = 1.959963984540054
"""95 % of a normal distribution lie within so many standard deviations of its mean."""


def wilson(share: Any, games: Any, root: Callable[[Any], Any] = sqrt) -> tuple[Any, Any]:
    """The ends of the interval that holds the true share: of numbers, or of whole columns with their own square root.

    They never lie outside of 0 to 1 but by rounding, which is for the caller to cut off."""
    spread = Z * root(share * (1 - share) / games + Z * Z / (4 * games * games))
    middle, scale = share + Z * Z / (2 * games), 1 + Z * Z / games
    return (middle - spread) / scale, (middle + spread) / scale


@dataclass(frozen=True, slots=True)
class Chance:
    """A probability that was estimated, and the interval that holds the true one."""

    chance: float
    low: float
    high: float

    def is_beyond(self, other: "Chance") -> bool:
        """Do the two differ by more than their errors? Then their intervals do not overlap."""
        return self.low > other.high or self.high < other.low


def share(wins: float, games: int) -> Chance:
    """The chance to win of which so many games are a sample. Its interval holds the error of counting so few of them,
    and no other."""
    p = wins / games
    low, high = wilson(p, games)
    # The interval holds the share itself, and rounding must not say otherwise.
    return Chance(p, min(p, max(0.0, low)), max(p, min(1.0, high)))


def share_of_groups(strata: Sequence[Sequence[float]]) -> Chance:
    """The mean of several shares, each known from groups of games that belong together, such as those of one deal: for
    each stratum the share of the games that was won, group by group.

    What is certain follows from how much the groups differ: together they tell as much as a number of games that have
    nothing to do with each other, and the interval is Wilson's for that number. Where nothing differs, or there is only
    one group to see it by, each counts as one game."""
    p = fmean(fmean(groups) for groups in strata)
    games = sum(map(len, strata))
    spread = 0.0
    if min(map(len, strata)) > 1:
        spread = sum(variance(groups) / len(groups) for groups in strata) / len(strata) ** 2
    return of_worth(p, spread, games)


def share_of_counts(groups: Sequence[tuple[int, int]]) -> Chance:
    """The share of the games that counted which was won: of each group of games that belong together how many were won,
    and how many counted, such as those of a deal that somebody won. At least one game counted.

    The interval is found as by `share_of_groups`; groups in which more counted weigh more."""
    counted = sum(of for _, of in groups)
    p = sum(part for part, _ in groups) / counted
    spread = 0.0
    if len(groups) > 1:
        squares = sum((part - p * of) ** 2 for part, of in groups)
        spread = squares * len(groups) / (len(groups) - 1) / counted**2
    return of_worth(p, spread, len(groups))


def of_worth(p: float, spread: float, groups: int) -> Chance:
    """A share with the interval that belongs to its variance; without one, to as many games as there were groups."""
    low, high = wilson(p, p * (1 - p) / spread if spread else groups)
    return Chance(p, min(p, max(0.0, low)), max(p, min(1.0, high)))


def certain(happens: bool) -> Chance:
    return Chance(float(happens), float(happens), float(happens))


class Share(NamedTuple):
    """So many of so many, and how certain that is."""

    part: int
    of: int

    @property
    def rate(self) -> float:
        return self.part / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        if not self.of:
            return 0.0, 1.0
        chance = share(self.part, self.of)
        return chance.low, chance.high

    def __str__(self) -> str:
        """In per cent with the interval, such as "41.2 % (35.0 to 47.7)"."""
        if not self.of:
            return "-"
        low, high = self.interval
        return f"{100 * self.rate:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
