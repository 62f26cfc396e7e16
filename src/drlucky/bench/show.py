"""Showing a report: tables for people, JSON for programs."""

import json
import sys

from rich.console import Console
from rich.table import Table

from drlucky.bench.contest import measure
from drlucky.bench.ours import MAIN, PLAYERS
from drlucky.bench.peers import INSTALL
from drlucky.bench.report import Report
from drlucky.bench.searching import TURNS

WIDTH = 80
STOPPED = 130
"""What a program that was interrupted leaves as its exit status."""


def run(*, as_json: bool, seconds: float = 2.0, peers: bool = True) -> None:
    """Measures and prints. How far it has come goes to stderr, and only to a person who watches."""
    watcher = Console(stderr=True)
    try:
        with watcher.status("Starting") as status:
            report = measure(seconds=seconds, peers=peers, tell=status.update)
    except KeyboardInterrupt:
        watcher.print("Stopped before there was anything to show.")
        sys.exit(STOPPED)
    if as_json:
        print(json.dumps(report.as_json(), indent=2))
    else:
        show(report, Console())


def show(report: Report, console: Console) -> None:
    console.width = min(console.width, WIDTH)
    about(report, console)
    console.print(editions(report))
    for line in checksum_lines(report):
        console.print(line, highlight=False)
    console.print(driven(report))
    console.print(searching(report))
    for line in missing_lines(report):
        console.print(line, markup=False, highlight=False)
    copy_line = f"A copy of a state: {report.copy.nanoseconds:,.0f} ns; into another state: "
    console.print(copy_line + f"{report.copy_into.nanoseconds:,.0f} ns", highlight=False)
    console.print(goals(report))


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
    for heading in ("games/s", "decisions/s", "cost of a\ndecision", "interpreted\ndecisions/s", "times\nas fast"):
        table.add_column(heading, justify="right")
    for edition, figure in report.editions.items():
        times = report.over_interpreted(edition)
        slow = f"{report.interpreted[edition].decisions_per_second:,.0f}" if times else "-"
        table.add_row(
            edition,
            f"{figure.games_per_second:,.0f}",
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


def missing_lines(report: Report) -> list[str]:
    """A line for each peer that could not play, and how to have those that are not installed."""
    lines = [f"{found.peer.name} could not play: {found.why_not}" for found in report.guests if found.why_not]
    missing = [found.peer.name for found in report.guests if not found.figure and not found.why_not]
    if missing:
        lines += [f"Not installed: {'; '.join(missing)}.", f"To have them here too: {INSTALL}"]
    return lines


def goals(report: Report) -> Table:
    table = Table(title="Goals", title_justify="left")
    table.add_column("goal")
    table.add_column("wanted", justify="right")
    table.add_column("measured", justify="right")
    table.add_column("")
    words = {True: "reached", False: "not reached", None: "not measured"}
    for goal in report.goals:
        wanted = f"{'at most' if goal.at_most else 'at least'} {goal.wanted:,g}"
        table.add_row(goal.what, wanted, number(goal.measured), words[goal.reached])
    return table


def number(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"
