"""Report: everything one run found, and its JSON form."""

import os
import platform
from dataclasses import asdict, dataclass
from typing import Any

from drlucky.bench.figures import Figure
from drlucky.bench.goals import Goal, goals
from drlucky.bench.ours import MAIN, PLAYERS
from drlucky.bench.peers import HEARTS, INSTALL, Peer
from drlucky.bench.searching import TURNS


@dataclass(frozen=True)
class Machine:
    """What a figure depends on, and nothing that would tell whose machine it is."""

    python: str
    compiled: bool
    cpus: int
    pinned: bool
    """Was everything kept on one core?"""
    system: str
    processor: str


def machine(compiled: bool, pinned: bool) -> Machine:
    return Machine(
        python=f"{platform.python_implementation()} {platform.python_version()}",
        compiled=compiled,
        cpus=os.cpu_count() or 1,
        pinned=pinned,
        system=platform.system(),
        processor=platform.machine(),
    )


@dataclass(frozen=True)
class Same:
    """The games that both builds played from one seed, and whether they came out the same."""

    games: int
    agree: bool


@dataclass(frozen=True)
class PeerFound:
    """A peer's figure, or why there is none."""

    peer: Peer
    figure: Figure | None
    version: str | None = None
    why_not: str | None = None
    """None where it is simply not installed."""


@dataclass(frozen=True)
class Report:
    """`editions` are as installed; where that is interpreted, `interpreted` is the same and `same` is empty."""

    machine: Machine
    rounds: int
    seconds: float
    editions: dict[str, Figure]
    interpreted: dict[str, Figure]
    same: dict[str, Same]
    driven: Figure
    copy: Figure
    copy_into: Figure
    search: Figure
    peers: list[PeerFound]
    searchers: list[PeerFound]

    @property
    def goals(self) -> list[Goal]:
        hearts = next((found.figure for found in self.peers if found.peer == HEARTS), None)
        interpreted = self.interpreted[MAIN] if self.machine.compiled else None
        return goals(MAIN, self.editions, interpreted, self.driven, self.copy, self.search, hearts)

    @property
    def spread(self) -> float:
        """The worst of any figure."""
        ours = [*self.editions.values(), *self.interpreted.values()]
        ours += [self.driven, self.copy, self.copy_into, self.search]
        theirs = [found.figure for found in self.guests if found.figure]
        return max(figure.spread for figure in [*ours, *theirs])

    @property
    def guests(self) -> list[PeerFound]:
        """Everyone else's, whatever they did."""
        return [*self.peers, *self.searchers]

    def cost(self, edition: str) -> float:
        """What a decision costs, in the main edition's decisions."""
        return self.editions[MAIN].decisions_per_second / self.editions[edition].decisions_per_second

    def over_interpreted(self, edition: str) -> float | None:
        if not self.machine.compiled:
            return None
        return self.editions[edition].decisions_per_second / self.interpreted[edition].decisions_per_second

    def over(self, figure: Figure) -> float:
        """How many times as fast as a peer we are, driven from Python."""
        return self.driven.decisions_per_second / figure.decisions_per_second

    def over_after_dealing(self, figure: Figure) -> float:
        """The same with the peer's dealing left out."""
        return self.driven.decisions_per_second / figure.after_dealing

    def over_searching(self, figure: Figure) -> float:
        """How many of our iterations there are to one of a peer's simulations."""
        return self.search.games_per_second / figure.games_per_second

    def as_json(self) -> dict[str, Any]:
        return {
            "players": PLAYERS,
            "editions": {edition: self.edition_json(edition) for edition in self.editions},
            "python_driven": {"edition": MAIN, **speed(self.driven)},
            "copy_ns": self.copy.nanoseconds,
            "copy_into_ns": self.copy_into.nanoseconds,
            "search": self.search_json(),
            "peers": {found.peer.name: self.peer_json(found) for found in self.peers},
            "goals": [{**asdict(goal), "reached": goal.reached} for goal in self.goals],
            "machine": asdict(self.machine),
            "rounds": self.rounds,
            "seconds_each": self.seconds,
            "worst_median_over_best": self.spread,
        }

    def edition_json(self, edition: str) -> dict[str, Any]:
        same = self.same.get(edition)
        return {
            **speed(self.editions[edition]),
            "cost_of_a_decision": self.cost(edition),
            "interpreted": speed(self.interpreted[edition]),
            "times_interpreted": self.over_interpreted(edition),
            "same_games": same.games if same else 0,
            "checksums_agree": same.agree if same else None,
        }

    def peer_json(self, found: PeerFound) -> dict[str, Any]:
        if found.figure is None:
            return absent(found)
        facts = {
            "installed": True,
            "version": found.version,
            **speed(found.figure),
            "times_as_fast_we_are": self.over(found.figure),
        }
        if found.figure.dealing:
            facts["decisions_per_second_after_dealing"] = found.figure.after_dealing
            facts["times_as_fast_we_are_after_dealing"] = self.over_after_dealing(found.figure)
        return facts

    def search_json(self) -> dict[str, Any]:
        return {
            "edition": MAIN,
            "positions": len(TURNS),
            "iterations_per_second": self.search.games_per_second,
            "peers": {found.peer.name: self.searcher_json(found) for found in self.searchers},
        }

    def searcher_json(self, found: PeerFound) -> dict[str, Any]:
        if found.figure is None:
            return absent(found)
        return {
            "installed": True,
            "version": found.version,
            "simulations_per_second": found.figure.games_per_second,
            "times_as_fast_we_are": self.over_searching(found.figure),
        }


def absent(found: PeerFound) -> dict[str, Any]:
    """What there is to say of a peer without a figure."""
    if found.why_not:
        return {"installed": True, "version": found.version, "why_not": found.why_not}
    return {"installed": False, "install": INSTALL}


def speed(figure: Figure) -> dict[str, float]:
    return {
        "games_per_second": figure.games_per_second,
        "decisions_per_second": figure.decisions_per_second,
        "decisions_per_game": figure.decisions / figure.games,
    }
