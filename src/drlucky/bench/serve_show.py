"""Showing how a server did under load: a table for people, JSON for programs."""

import json
from dataclasses import asdict
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from drlucky.bench.serve import Served, measure
from drlucky.bench.show import WIDTH, number


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
    del found["plan"]["address"]
    return found | {
        "moves_per_second": served.moves_per_second,
        "cpu_per_move": served.cpu_per_move,
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
    console.print(goals(served))


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
    found = served.found
    lines = ["The usual p99 is that of a second: in half of the seconds it was less."]
    lines.append(f"Moves were sent up to {found.late.p99:.1f} ms (p99) late, which is the load's own doing.")
    if found.refused:
        lines.append(f"{found.refused:,} of {found.moves:,} moves were refused.")
    if served.cpu is not None:
        lines.append(f"The server took {served.cpu:.2f} of a core, {served.cpu_per_move:.2f} ms for each move.")
    if served.load_before is not None and served.load_after is not None:
        lines.append(f"Load of the machine: {served.load_before:.1f} before, {served.load_after:.1f} after.")
    if served.taken is not None:
        lines.append(f"The host took away {served.taken:.1%} of the processors' time meanwhile.")
    return lines


def goals(served: Served) -> Table:
    table = Table(title="Goals for two cores", title_justify="left")
    table.add_column("goal")
    table.add_column("wanted", justify="right")
    table.add_column("measured", justify="right")
    table.add_column("")
    for goal in served.goals:
        wanted = f"{'at most' if goal.at_most else 'at least'} {goal.wanted:,g}"
        table.add_row(goal.what, wanted, number(goal.measured), "reached" if goal.reached else "not reached")
    return table
