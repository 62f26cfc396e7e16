"""Network: what machines say to each other arrives late, in order between any two of them, or not at all."""

from collections.abc import Callable
from hashlib import sha256
from random import Random

from simulation.loops import Loop, Schedule

MOST_LATE = 1.0
"""Seconds that a word may be late where nothing is wrong."""
RESET_AFTER = 0.05
"""Seconds after which a machine that is not there is noticed, where its connection is refused."""


class Wire:
    """One way from one machine to another."""

    def __init__(self, chance: Random, latency: float) -> None:
        self.chance = chance
        self.latency = latency
        self.arrived = 0.0
        """When the last word arrives that is on its way."""
        self.held_until = 0.0
        """What is said before that arrives then."""
        self.late_until = 0.0
        """When the last word arrives that was held up, also if all was mended meanwhile."""
        self.refused_until = 0.0
        """What is said before that is lost, and whoever says it is told."""
        self.trace = sha256()
        """Of all that was said, and when."""

    def arrival(self, now: float) -> float:
        """When a word arrives that is said now: never before one that was said earlier."""
        takes = self.latency * (0.5 + self.chance.random())
        if self.chance.random() < 0.02:
            takes *= 20
        self.arrived = max(self.arrived, now + takes, self.held_until)
        if self.arrived > now + MOST_LATE:
            self.late_until = self.arrived
        return self.arrived


class Network:
    """All wires, by the names of the machines."""

    def __init__(self, schedule: Schedule, seed: str, latency: float) -> None:
        self.machines: dict[str, Loop] = {}
        self.said = 0
        self.is_over = False
        self.duplicates = 0.0
        """How many of the words between nodes arrive twice."""
        self._schedule = schedule
        self._seed = seed
        self._latency = latency
        self._wires: dict[tuple[str, str], Wire] = {}

    def wire(self, source: str, target: str) -> Wire:
        """Each has a chance of its own: in which order words are said to several machines makes no difference."""
        found = self._wires.get((source, target))
        if found is None:
            found = self._wires[source, target] = Wire(Random(f"{self._seed} {source} {target}"), self._latency)
        return found

    def say(
        self,
        source: str,
        target: str,
        arrive: Callable[[], object],
        lost: Callable[[], object] | None = None,
        what: str = "",
        twice: bool = False,
    ) -> None:
        """Calls `arrive` on the other machine some time; or `lost` on this one, where it is noticed that there is
        nobody who listens."""
        if self.is_over:
            return
        now, wire, other = self._schedule.now, self.wire(source, target), self.machines.get(target)
        at = wire.arrival(now)
        self.said += 1
        wire.trace.update(f"{now!r} {what}".encode())
        if other is None or other.is_dead or wire.refused_until > now:
            mine = self.machines.get(source)
            if lost is not None and mine is not None:
                mine.call_at(now + RESET_AFTER, lost)
            return
        other.call_at(at, arrive)
        if twice and wire.chance.random() < self.duplicates:
            other.call_at(wire.arrival(now), arrive)

    def trace(self) -> str:
        """A hash of all that was said: the same whenever a seed is run. To whom something is said first at the same
        moment is not in it."""
        found = sha256()
        for names, wire in sorted(self._wires.items(), key=lambda each: each[0]):
            found.update(f"{names} {wire.trace.hexdigest()}".encode())
        return found.hexdigest()

    def is_calm(self, since: float) -> bool:
        """Has nothing arrived since then that was held up?"""
        return all(wire.late_until <= since for wire in self._wires.values())

    def mend(self, now: float) -> None:
        """From now on everything arrives."""
        for wire in self._wires.values():
            wire.held_until = min(wire.held_until, now)
            wire.refused_until = min(wire.refused_until, now)
