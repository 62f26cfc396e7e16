"""Goals: what the engine should reach, and whether it did."""

from collections.abc import Mapping
from dataclasses import dataclass

from drlucky.bench.figures import Figure

GAMES = 8_000
OVER_INTERPRETED = 20
OVER_HEARTS = 6
COPY_NS = 400
DEAREST = 2.5
ITERATIONS = 10_000


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
    ]
