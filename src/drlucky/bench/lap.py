"""Lap: what one contestant did in one go, and the clock that all are timed by."""

from collections.abc import Callable
from dataclasses import dataclass
from time import process_time

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


Contestant = Callable[[int, int], Lap]
"""Does so much (games, or whatever it counts) from this seed."""
