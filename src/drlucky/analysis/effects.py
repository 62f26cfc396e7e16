"""Effects: what playouts say that something changed, with their error, to be added up."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

from drlucky.analysis.estimating import Halves, Pairs
from drlucky.analysis.model import Amount
from drlucky.stats import Z


@dataclass(frozen=True, slots=True)
class Effect:
    """A mean of playouts, and the variance of its error."""

    mean: float = 0.0
    variance: float = 0.0

    def __add__(self, other: "Effect") -> "Effect":
        """Of two that have nothing to do with each other."""
        return Effect(self.mean + other.mean, self.variance + other.variance)

    def __neg__(self) -> "Effect":
        return Effect(-self.mean, self.variance)

    def __sub__(self, other: "Effect") -> "Effect":
        return self + -other

    @property
    def amount(self) -> Amount:
        error = Z * sqrt(self.variance)
        return Amount(self.mean, self.mean - error, self.mean + error)


def won(wins: Sequence[int], seat: int) -> Effect:
    playouts = sum(wins)
    # Not even what never happened is certain.
    likely = (wins[seat] + 1) / (playouts + 2)
    return Effect(wins[seat] / playouts, likely * (1 - likely) / playouts)


def effect(halves: Halves, seat: int) -> Effect:
    """What a deed changed for a seat."""
    one, other = of_pairs(halves.one, seat), of_pairs(halves.other, seat)
    return Effect((one.mean + other.mean) / 2, (one.variance + other.variance) / 4)


def of_pairs(pairs: Pairs, seat: int) -> Effect:
    if not pairs.instead:
        return Effect()  # what a sensible player would have done is worth nothing more or less, for certain
    mean = pairs.gained[seat] / pairs.number
    return Effect(mean, ((pairs.differed[seat] + 1) / pairs.number - mean * mean) / pairs.number)


def total(effects: Iterable[Effect]) -> Effect:
    return sum(effects, Effect())
