"""How many of how many, and how certain that is."""

from typing import NamedTuple

from drlucky.stats import share


class Share(NamedTuple):
    part: int
    of: int

    @property
    def rate(self) -> float:
        return self.part / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's: where the true share lies with 95 % of certainty. It holds for few games and rare wins, too."""
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
