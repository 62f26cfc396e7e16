"""What is measured: laps, the figure that they come to, and the goals that it should reach."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from time import process_time

GAMES = 8_000
OVER_INTERPRETED = 20
OVER_HEARTS = 6
COPY_NS = 400
DEAREST = 2.5
ITERATIONS = 10_000
OBSERVED = 1_000_000

clock = process_time
"""Processor time of the process that plays: a busy neighbour takes the core away but does not count."""


@dataclass(frozen=True)
class Lap:
    """`seconds` is for everything; `dealing` is the part of it that went before the first decision, where it was
    timed apart. A checksum is for comparing two laps over the same seed."""

    seconds: float
    games: int
    decisions: int
    dealing: float = 0.0
    checksum: int = 0
    turns: int = 0
    """0 where they are not counted."""


Contestant = Callable[[int, int], Lap]
"""Does so much (games, or whatever it counts) from this seed."""


@dataclass(frozen=True)
class Figure:
    """The best of some laps over the same work. Everything else that runs on a machine only makes laps longer."""

    seconds: float
    games: int
    decisions: int
    dealing: float = 0.0
    spread: float = 1.0
    """How much longer the middling lap took than the best: 1 is not at all."""
    turns: int = 0

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds

    @property
    def decisions_per_second(self) -> float:
        return self.decisions / self.seconds

    @property
    def turns_per_second(self) -> float:
        """How long a random game lasts depends on how its decisions are cut: this is what to compare."""
        return self.turns / self.seconds

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
    return Figure(quickest.seconds, quickest.games, quickest.decisions, quickest.dealing, spread, quickest.turns)


@dataclass(frozen=True)
class Goal:
    """`measured` is None where this run could not measure it."""

    what: str
    wanted: float
    measured: float | None
    at_most: bool = False

    @property
    def reached(self) -> bool | None:
        if self.measured is None:
            return None
        return self.measured <= self.wanted if self.at_most else self.measured >= self.wanted


def goals(
    main: str,
    editions: Mapping[str, Figure],
    interpreted: Figure | None,
    driven: Figure,
    copy: Figure,
    search: Figure,
    hearts: Figure | None,
    at_once: Figure | None,
) -> list[Goal]:
    """`interpreted` is the main edition's figure in that build, where there is another to compare it with."""
    ours = editions[main]
    over_interpreted = ours.decisions_per_second / interpreted.decisions_per_second if interpreted else None
    over_hearts = driven.decisions_per_second / hearts.decisions_per_second if hearts else None
    dearest = max(ours.decisions_per_second / figure.decisions_per_second for figure in editions.values())
    return [
        Goal(f"{main}: random games a second", GAMES, ours.games_per_second),
        Goal(f"{main}: times interpreted", OVER_INTERPRETED, over_interpreted),
        Goal("from Python: times OpenSpiel's hearts", OVER_HEARTS, over_hearts),
        Goal("a copy in nanoseconds", COPY_NS, copy.nanoseconds, at_most=True),
        Goal(f"dearest decision, in {main}'s", DEAREST, dearest, at_most=True),
        Goal(f"{main}: search iterations a second", ITERATIONS, search.games_per_second),
        Goal("observed steps a second, at once", OBSERVED, at_once.after_dealing if at_once else None),
    ]
