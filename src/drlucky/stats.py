"""Chances: shares of games won, with the error that counting so few of them leaves."""

from dataclasses import dataclass
from math import sqrt

Z = 1.959963984540054  # of the normal distribution 95 % lie within so many standard deviations


@dataclass(frozen=True, slots=True)
class Chance:
    """A share of games, and the interval that holds the true one with 95 % of certainty."""

    chance: float
    low: float
    high: float

    def is_beyond(self, other: "Chance") -> bool:
        """Do the two differ by more than their errors? Then their intervals have nothing in common."""
        return self.low > other.high or self.high < other.low


def share(wins: float, games: int) -> Chance:
    """With Wilson's interval, which is right for few games and near 0 and 1 too. It holds the error of counting, and no
    other: what a game is like that is counted here is not its concern."""
    p = wins / games
    spread = Z * sqrt(p * (1 - p) / games + Z * Z / (4 * games * games))
    middle, scale = p + Z * Z / (2 * games), 1 + Z * Z / games
    # The interval holds the share itself, and rounding must not say otherwise.
    return Chance(p, min(p, max(0.0, (middle - spread) / scale)), max(p, min(1.0, (middle + spread) / scale)))


def certain(happens: bool) -> Chance:
    return Chance(float(happens), float(happens), float(happens))
