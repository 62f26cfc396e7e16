"""Serving: how many people and moves a server bears, and how quickly they hear of each other. The server and the load
that it is put under are processes of their own, side by side on one machine."""

import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import msgspec
from msgspec import Struct
from rich.console import Console
from rich.table import Table

from drlucky.bench.figures import Goal
from drlucky.bench.load import Found, Plan
from drlucky.bench.report import WIDTH, goals_table
from drlucky.bench.rig import (
    FILES_BESIDE_SOCKETS,
    NO_LIMITS,
    Stretch,
    allow_files,
    crowd,
    load_average,
    room_for,
    served,
)

SOCKETS, MOVES, P99_MS = 1000, 500.0, 15.0
"""What two cores should bear."""


class Served(Struct, frozen=True):
    """What one run found."""

    plan: Plan
    stretch: Stretch
    cores: int
    load_before: float | None
    """The load of the machine: how many wanted to run, on the average of the last minute."""
    load_after: float | None

    @property
    def found(self) -> Found:
        return self.stretch.found

    @property
    def goals(self) -> list[Goal]:
        return [
            Goal("sockets", SOCKETS, self.found.sockets),
            Goal("moves a second", MOVES, round(self.stretch.moves_per_second)),
            Goal("answer to the mover, p99 in ms", P99_MS, self.found.answers.p99, at_most=True),
            Goal("table to the mover, p99 in ms", P99_MS, self.found.own.p99, at_most=True),
            Goal("table to the others, p99 in ms", P99_MS, self.found.others.p99, at_most=True),
        ]

    @property
    def is_reached(self) -> bool:
        return all(goal.reached for goal in self.goals)


def measure(
    edition: str,
    sockets: int,
    tables: int,
    moves: float | None,
    seconds: float,
    python: str = sys.executable,
    stores: Sequence[str] = ("",),
) -> Served:
    """Of the server that is installed for this Python; the load is always our own. Without a number of moves there are
    as many as the server bears."""
    allow_files(sockets + FILES_BESIDE_SOCKETS)
    before = load_average()
    with served((*NO_LIMITS, *room_for(sockets)), python, stores) as server:
        plan = Plan(server.addresses, edition, sockets, tables, moves)
        with crowd(plan, server) as people:
            stretch = people.measure(seconds)
    return Served(plan, stretch, os.cpu_count() or 1, before, load_average())


# Showing it.


def run(*, edition: str, sockets: int, tables: int, moves: float, seconds: float, as_json: bool) -> bool:
    """Measures and prints; True if all goals were reached."""
    with Console(stderr=True).status(f"{sockets:,} people sit down at {tables:,} tables and play"):
        served = measure(edition, sockets, tables, moves, seconds)
    if as_json:
        print(json.dumps(as_dict(served), indent=2))
    else:
        show(served, Console())
    return served.is_reached


def as_dict(served: Served) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(served)
    del found["plan"]["addresses"]
    return found | {
        **found.pop("stretch"),
        "moves_per_second": served.stretch.moves_per_second,
        "cpu_per_move": served.stretch.cpu_per_move,
        "goals": [{**asdict(goal), "reached": goal.reached} for goal in served.goals],
    }


def show(served: Served, console: Console) -> None:
    console.width = min(console.width, WIDTH)
    plan, found = served.plan, served.found
    console.print(
        f"{plan.edition}: {found.sockets:,} people at {plan.tables:,} tables, for {found.seconds:.0f} seconds; the log "
        f"synced to disk; {served.cores} cores.",
        highlight=False,
    )
    console.print(latencies(served))
    for line in notes(served):
        console.print(line, highlight=False)
    console.print(goals_table(served.goals, "Goals for two cores"))


def latencies(served: Served) -> Table:
    table = Table(title="From sending a move, in milliseconds", title_justify="left")
    table.add_column("to")
    for heading in ("p50", "p99", "usual p99", "most", "count"):
        table.add_column(heading, justify="right")
    found = served.found
    kinds = {"the answer: it is on disk": found.answers, "the mover's table": found.own, "the others'": found.others}
    for name, each in kinds.items():
        figures = (each.p50, each.p99, each.usual, each.most)
        table.add_row(name, *(f"{figure:.1f}" for figure in figures), f"{each.count:,}")
    return table


def notes(served: Served) -> list[str]:
    found, stretch = served.found, served.stretch
    lines = ["The usual p99 is that of a second: in half of the seconds it was less."]
    if found.late is not None:
        lines.append(f"Moves were sent up to {found.late.p99:.1f} ms (p99) late, which is the load's own doing.")
    if found.refused:
        lines.append(f"{found.refused:,} of {found.moves:,} moves were refused.")
    if stretch.cpu is not None:
        lines.append(f"The server took {stretch.cpu:.2f} of a core, {stretch.cpu_per_move:.2f} ms for each move.")
    if served.load_before is not None and served.load_after is not None:
        lines.append(f"Load of the machine: {served.load_before:.1f} before, {served.load_after:.1f} after.")
    if stretch.taken is not None:
        lines.append(f"The host took away {stretch.taken:.1%} of the processors' time meanwhile.")
    return lines
