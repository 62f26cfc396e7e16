"""Report: everything one run found, as JSON for programs and as tables for people."""

import os
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rich.console import Console
from rich.table import Table

from drlucky.bench.engine import MAIN, PLAYERS, TURNS
from drlucky.bench.figures import Figure, Goal, goals
from drlucky.bench.observed import AT_ONCE
from drlucky.bench.peers import HEARTS, INSTALL, Peer

WIDTH = 80


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
    observers: list[PeerFound]
    """Ours too, since they need what is not always installed."""

    @property
    def at_once(self) -> Figure | None:
        """Many games at once, observed."""
        return next((found.figure for found in self.observers if found.peer == AT_ONCE), None)

    @property
    def goals(self) -> list[Goal]:
        hearts = next((found.figure for found in self.peers if found.peer == HEARTS), None)
        interpreted = self.interpreted[MAIN] if self.machine.compiled else None
        return goals(MAIN, self.editions, interpreted, self.driven, self.copy, self.search, hearts, self.at_once)

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
        return [*self.peers, *self.searchers, *self.observers]

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
            "observed": {found.peer.name: self.observer_json(found) for found in self.observers},
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
            "turns_per_second": self.editions[edition].turns_per_second,
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

    def observer_json(self, found: PeerFound) -> dict[str, Any]:
        if found.figure is None:
            return absent(found)
        return {
            "installed": True,
            "version": found.version,
            "steps_per_second": found.figure.after_dealing,
            "times_as_fast_many_at_once_are": self.at_once_over(found.figure),
        }

    def at_once_over(self, figure: Figure) -> float | None:
        """How many times as fast our games at once are."""
        return self.at_once.after_dealing / figure.after_dealing if self.at_once else None


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


# For people.


def show(report: Report, console: Console) -> None:
    console.width = min(console.width, WIDTH)
    about(report, console)
    console.print(editions(report))
    for line in checksum_lines(report):
        console.print(line, highlight=False)
    console.print(driven(report))
    console.print(searching(report))
    if report.observers:
        console.print(observing(report))
    for line in missing_lines(report):
        console.print(line, markup=False, highlight=False)
    copy_line = f"A copy of a state: {report.copy.nanoseconds:,.0f} ns; into another state: "
    console.print(copy_line + f"{report.copy_into.nanoseconds:,.0f} ns", highlight=False)
    console.print(goals_table(report.goals))


def about(report: Report, console: Console) -> None:
    m = report.machine
    build = "engine compiled" if m.compiled else "engine NOT compiled: all of ours is interpreted here"
    core = "one core" if m.pinned else "not kept on one core"
    console.print(f"{m.python}, {m.system} {m.processor}, {m.cpus} CPUs, {core}; {build}.", highlight=False)
    console.print(
        f"All take turns; each figure is the best of {report.rounds} rounds (a middling one took up to "
        f"{(report.spread - 1) * 100:.0f}% longer).\nCompare the ratios: the rest depends on the machine.",
        highlight=False,
    )


def editions(report: Report) -> Table:
    build = "compiled" if report.machine.compiled else "interpreted"
    table = Table(title=f"Random games, {PLAYERS} players, {build}", title_justify="left")
    table.add_column("edition")
    headings = "games/s", "turns/s", "decisions/s", "cost of a\ndecision", "interpreted\ndecisions/s", "times\nas fast"
    for heading in headings:
        table.add_column(heading, justify="right")
    for edition, figure in report.editions.items():
        times = report.over_interpreted(edition)
        slow = f"{report.interpreted[edition].decisions_per_second:,.0f}" if times else "-"
        table.add_row(
            edition,
            f"{figure.games_per_second:,.0f}",
            f"{figure.turns_per_second:,.0f}",
            f"{figure.decisions_per_second:,.0f}",
            f"{report.cost(edition):.2f}",
            slow,
            f"{times:.1f}" if times else "-",
        )
    return table


def checksum_lines(report: Report) -> list[str]:
    """Did both builds play the same games?"""
    if not report.same:
        return []
    differing = [edition for edition, same in report.same.items() if not same.agree]
    games = sum(same.games for same in report.same.values())
    if differing:
        return [f"The two builds DIFFER over the same seeds in: {', '.join(differing)}."]
    return [f"Both builds played {games:,} games from the same seeds: all checksums agree."]


def driven(report: Report) -> Table:
    table = Table(title="Driven from Python, one random action at a time", title_justify="left")
    table.add_column("engine")
    for heading in ("games/s", "decisions/s", "we: times\nas fast", "dealing\nleft out"):
        table.add_column(heading, justify="right")
    ours = report.driven
    table.add_row(f"drlucky {MAIN}", f"{ours.games_per_second:,.0f}", f"{ours.decisions_per_second:,.0f}", "1.0", "")
    for found in report.peers:
        figure = found.figure
        if figure:
            table.add_row(
                f"{found.peer.name} ({found.peer.about})",
                f"{figure.games_per_second:,.0f}",
                f"{figure.decisions_per_second:,.0f}",
                f"{report.over(figure):.1f}",
                f"{report.over_after_dealing(figure):.1f}" if figure.dealing else "",
            )
    return table


def searching(report: Report) -> Table:
    table = Table(title=f"Tree search, over {len(TURNS)} positions", title_justify="left")
    table.add_column("engine")
    for heading in ("iterations/s", "we: times\nas fast"):
        table.add_column(heading, justify="right")
    table.add_row(f"drlucky {MAIN}, midway", f"{report.search.games_per_second:,.0f}", "1.00")
    for found in report.searchers:
        if found.figure:
            table.add_row(
                f"{found.peer.name} ({found.peer.about})",
                f"{found.figure.games_per_second:,.0f}",
                f"{report.over_searching(found.figure):.2f}",
            )
    return table


def observing(report: Report) -> Table:
    table = Table(title="Steps with an observation and a mask each", title_justify="left")
    table.add_column("environment")
    for heading in ("steps/s", "at once: times\nas fast"):
        table.add_column(heading, justify="right")
    for found in report.observers:
        if found.figure:
            times = report.at_once_over(found.figure)
            name = f"{found.peer.name} ({found.peer.about})"
            table.add_row(name, f"{found.figure.after_dealing:,.0f}", f"{times:.1f}" if times else "-")
    return table


def missing_lines(report: Report) -> list[str]:
    """A line for each peer that could not play, and how to have those that are not installed."""
    lines = [f"{found.peer.name} could not play: {found.why_not}" for found in report.guests if found.why_not]
    missing = [found.peer.name for found in report.guests if not found.figure and not found.why_not]
    if missing:
        lines += [f"Not installed: {'; '.join(missing)}.", f"To have them here too: {INSTALL}"]
    return lines


def goals_table(goals: Sequence[Goal], title: str = "Goals") -> Table:
    table = Table(title=title, title_justify="left")
    table.add_column("goal")
    table.add_column("wanted", justify="right")
    table.add_column("measured", justify="right")
    table.add_column("")
    words = {True: "reached", False: "not reached", None: "not measured"}
    for goal in goals:
        wanted = f"{'at most' if goal.at_most else 'at least'} {goal.wanted:,g}"
        table.add_row(goal.what, wanted, number(goal.measured), words[goal.reached])
    return table


def number(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"
