"""Serving: how many people and moves a server bears, and how quickly they hear of each other. The server and the load
that it is put under are processes of their own, side by side on one machine."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from msgspec import Struct
from rich.console import Console
from rich.table import Table

from drlucky.bench.figures import Goal
from drlucky.bench.load import Found, Plan
from drlucky.bench.report import WIDTH, goals_table
from drlucky.errors import DrLuckyError
from drlucky.jobs import processor_seconds

SOCKETS, MOVES, P99_MS = 1000, 500.0, 25.0
"""What two cores should bear."""
FILES_BESIDE_SOCKETS = 100
NO_LIMITS = (
    "--sockets=1000000",
    "--sockets-per-address=1000000",
    "--tables=1000000",
    "--tables-per-minute=1000000",
    "--requests-per-second=1000000",
    "--messages-per-second=1000000",
)
"""All people of the load come from one address at the same time."""
STOP_WITHIN = 20


class Served(Struct, frozen=True):
    """What one run found."""

    plan: Plan
    found: Found
    cpu: float | None
    """Of the server, in cores; None where the system does not tell."""
    cores: int
    load_before: float | None
    """The load of the machine: how many wanted to run, on the average of the last minute."""
    load_after: float | None
    taken: float | None
    """The part of the processors' time that this machine wanted and its host gave to others; None where the system does
    not tell."""

    @property
    def moves_per_second(self) -> float:
        return self.found.moves / self.found.seconds

    @property
    def cpu_per_move(self) -> float | None:
        """Processor time of the server, in milliseconds. Unlike latencies it says much the same on a busy machine."""
        return None if self.cpu is None else self.cpu * self.found.seconds / self.found.moves * 1000

    @property
    def goals(self) -> list[Goal]:
        return [
            Goal("sockets", SOCKETS, self.found.sockets),
            Goal("moves a second", MOVES, round(self.moves_per_second)),
            Goal("answer to the mover, p99 in ms", P99_MS, self.found.answers.p99, at_most=True),
            Goal("table to the mover, p99 in ms", P99_MS, self.found.own.p99, at_most=True),
            Goal("table to the others, p99 in ms", P99_MS, self.found.others.p99, at_most=True),
        ]

    @property
    def is_reached(self) -> bool:
        return all(goal.reached for goal in self.goals)


def measure(
    edition: str, sockets: int, tables: int, moves: float, seconds: float, python: str = sys.executable
) -> Served:
    """Of the server that is installed for this Python; the load is always our own."""
    allow_files(sockets + FILES_BESIDE_SOCKETS)
    before = load_average()
    with TemporaryDirectory() as folder, served(folder, python) as (server, address):
        plan = Plan(address, edition, sockets, tables, moves, seconds)
        found, cpu, taken = under_load(plan, server)
    return Served(plan, found, cpu, os.cpu_count() or 1, before, load_average(), taken)


@contextmanager
def served(folder: str, python: str) -> Iterator[tuple[int, str]]:
    """The process and the address of a server that keeps its log in a folder, synced as always."""
    command = [python, "-m", "drlucky", "serve", "--port=0", f"--data={folder}", *NO_LIMITS]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            said = server.stdout.readline()
            address = next((word for word in said.split() if word.startswith("http://")), None)
            if address is None:
                raise DrLuckyError("the server did not start; what it said is above")
            yield server.pid, address
        finally:
            server.terminate()
            with suppress(subprocess.TimeoutExpired):
                server.wait(STOP_WITHIN)
            server.kill()


def under_load(plan: Plan, server: int) -> tuple[Found, float | None, float | None]:
    """What the load found, how many cores the server took while it was measured, and what part of all was taken."""
    command = [sys.executable, "-m", "drlucky.bench.load"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as load:
        assert load.stdin is not None
        assert load.stdout is not None
        load.stdin.write(msgspec.json.encode(plan) + b"\n")
        load.stdin.close()
        load.stdout.readline()
        before, taken_before = processor_seconds(server), taken_seconds()
        said = load.stdout.readline()
        after, taken_after = processor_seconds(server), taken_seconds()
    if not said:
        raise DrLuckyError("the load could not be put on the server; what went wrong is above")
    found = msgspec.json.decode(said, type=Found)
    cpu = None if before is None or after is None else (after - before) / found.seconds
    if taken_before is None or taken_after is None:
        return found, cpu, None
    return found, cpu, (taken_after - taken_before) / found.seconds / (os.cpu_count() or 1)


def taken_seconds() -> float | None:
    """Of all cores together, since the machine began."""
    try:
        with Path("/proc/stat").open(encoding="ascii") as lines:
            return int(next(lines).split()[8]) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError):
        return None


def load_average() -> float | None:
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None


def allow_files(wanted: int) -> None:
    """Every socket is a file to the system, which allows a process only so many unless it asks for more. Server and
    load inherit what is allowed here."""
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft >= wanted:
        return
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    if most < wanted:
        raise DrLuckyError(f"this machine allows {hard:,} open files, and this needs {wanted:,}: fewer --sockets")


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
