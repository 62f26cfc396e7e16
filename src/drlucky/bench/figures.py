"""Figures: what the laps of one contestant come to."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from drlucky.bench.lap import Lap


@dataclass(frozen=True)
class Figure:
    """The best of some laps over the same work. Everything else that runs on a machine only makes laps longer."""

    seconds: float
    games: int
    decisions: int
    dealing: float = 0.0
    spread: float = 1.0
    """How much longer the middling lap took than the best: 1 is not at all."""

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds

    @property
    def decisions_per_second(self) -> float:
        return self.decisions / self.seconds

    @property
    def after_dealing(self) -> float:
        """Decisions a second with the time for dealing taken out."""
        return self.decisions / (self.seconds - self.dealing)

    @property
    def nanoseconds(self) -> float:
        """Of one thing that was done."""
        return self.seconds / self.games * 1e9


def best(laps: Sequence[Lap]) -> Figure:
    quickest = min(laps, key=lambda lap: lap.seconds)
    spread = median(lap.seconds for lap in laps) / quickest.seconds
    return Figure(quickest.seconds, quickest.games, quickest.decisions, quickest.dealing, spread)
