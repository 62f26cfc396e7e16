"""Capacity: all that is said of how much a server carries, measured one after the other: latencies at two sizes, the
most moves, what several nodes bear, what open tables cost, and what those cost who do not read or send too much."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from statistics import median
from typing import Any, Literal

import msgspec
from msgspec import Struct
from rich.console import Console
from rich.table import Table

from drlucky.bench.disturbers import Disturbance
from drlucky.bench.load import Plan
from drlucky.bench.report import WIDTH, machine, number
from drlucky.bench.rig import (
    FILES_BESIDE_SOCKETS,
    NO_LIMITS,
    Crowd,
    Server,
    Stretch,
    allow_files,
    crowd,
    disturbed,
    room_for,
    served,
)
from drlucky.interpreted import is_compiled

EDITION = "kill-2016"
PACE = 500.0
"""Moves a second."""
PEOPLE_AT_A_TABLE = 4
FEW, MANY = 100, 5_000
"""Open tables that are compared."""
STALLED, FLOODERS = 50, 1
GROWTH = 1.1
"""So many times as much at most, where nothing should matter."""
PEOPLE, OTHERS = "127.1.0.0/16", "127.2.0.0/16"
"""Networks of this machine from which people come, and those who disturb them: the server knows them apart."""
DISTURBED_PEOPLE, DISTURBED_PACE = 200, 100.0
STALLING = 4.0
"""Seconds until those who stop reading have been sent more than is kept for them."""
ROUNDS = 5

Part = Literal["latency", "most", "nodes", "tables", "disturbers"]
PARTS: tuple[Part, ...] = ("latency", "most", "nodes", "tables", "disturbers")


class Carried(Struct, frozen=True):
    """One figure, and what it came from."""

    part: Part
    what: str
    measured: float
    wanted: float | None = None
    """At most; None where there is no goal."""
    usual: float | None = None
    """The same of a usual second, where it is a latency."""
    taken: float | None = None
    """The part of the processors' time that the host gave to others."""
    cpu_per_move: float | None = None
    late: float | None = None
    """How late the load's own moves were, p99 in ms."""

    @property
    def reached(self) -> bool | None:
        return None if self.wanted is None else self.measured <= self.wanted


class Capacity:
    """`database` is the URL of a PostgreSQL for several nodes; `part_of` makes everything so much smaller, to see that
    it works."""

    def __init__(self, seconds: float, database: str = "", part_of: float = 1.0, rounds: int = ROUNDS) -> None:
        self._seconds = seconds
        self._database = database
        self._part_of = part_of
        self._rounds = rounds

    def figures(self, parts: Sequence[Part] = PARTS) -> Iterator[Carried]:
        measures: dict[Part, Callable[[], Iterator[Carried]]] = {
            "latency": self.latency,
            "most": self.most,
            "nodes": self.nodes,
            "tables": self.open_tables,
            "disturbers": self.disturbers,
        }
        for part in parts:
            yield from measures[part]()

    def latency(self) -> Iterator[Carried]:
        for people, wanted in ((1_000, 15.0), (5_000, 50.0)):
            stretch = self._under(self._sized(people), self._pace(PACE))
            found = stretch.found
            worst = max((found.answers, found.own, found.others), key=lambda each: each.p99)
            yield Carried(
                "latency",
                f"{found.sockets:,} people, {stretch.moves_per_second:,.0f} moves/s: p99 in ms",
                worst.p99,
                wanted,
                worst.usual,
                stretch.taken,
                stretch.cpu_per_move,
                found.late.p99 if found.late else None,
            )

    def most(self) -> Iterator[Carried]:
        yield most_moves("one process on SQLite", self._under(self._sized(1_000), None))

    def nodes(self) -> Iterator[Carried]:
        if self._database:
            for nodes in (1, 2, 3):
                stretch = self._under(self._sized(1_000), None, (self._database,) * nodes)
                yield most_moves(f"{nodes} node{'s' if nodes > 1 else ''} on PostgreSQL", stretch)

    def open_tables(self) -> Iterator[Carried]:
        """The same moves at the same tables, beside none or many others where a game waits for somebody."""
        few, many = self._sized(FEW), self._sized(MANY)
        with ExitStack() as while_it_lasts:
            crowds = [self._crowd(while_it_lasts, few * 2, few, self._pace(PACE), idle) for idle in (0, many - few)]
            ratios, stretches = self._rounds_of(crowds, cost)
        what = f"processor time for a move with {many:,} open tables, by that with {few:,}"
        stretch = stretches[-1]
        yield Carried("tables", what, median(ratios), GROWTH, None, stretch.taken, stretch.cpu_per_move)

    def disturbers(self) -> Iterator[Carried]:
        """Whoever disturbs takes processor time from this machine, which has nothing to do with what the server does
        about it: so they disturb another server first, where nobody plays, and that is what it is compared with."""
        people, pace = self._sized(DISTURBED_PEOPLE), self._pace(DISTURBED_PACE)
        stalled, flooders = self._sized(STALLED), FLOODERS
        ratios, costs, stretches = [], [], []
        with ExitStack() as while_it_lasts:
            other, server = (while_it_lasts.enter_context(served(())) for _ in range(2))
            plan = Plan(server.addresses, EDITION, people, people // PEOPLE_AT_A_TABLE, pace, PEOPLE)
            there = Plan(other.addresses, EDITION, 2, 1, 1.0, PEOPLE)
            here = while_it_lasts.enter_context(crowd(plan, server))
            elsewhere = while_it_lasts.enter_context(crowd(there, other))
            for _ in range(self._rounds):
                pair = []
                for which, tables in ((other, elsewhere.tables), (server, here.tables)):
                    with disturbed(Disturbance(which.addresses[0], tables, stalled, flooders, OTHERS)):
                        here.measure(STALLING)
                        pair.append(here.measure(self._seconds))
                calm, harried = pair
                ratios.append(harried.found.others.p99 / calm.found.others.p99)
                costs.append(cost(harried) / cost(calm))
                stretches += pair
        what = f"{stalled} stalled readers and {flooders} flooder"
        taken = max((each.taken or 0.0 for each in stretches), default=None)
        yield Carried("disturbers", f"{what}: p99 of the others, by that without", median(ratios), GROWTH, taken=taken)
        yield Carried("disturbers", f"{what}: processor time by move, theirs included", median(costs), taken=taken)

    def _rounds_of(
        self, crowds: Sequence[Crowd], figure: Callable[[Stretch], float]
    ) -> tuple[list[float], list[Stretch]]:
        """By how much the second exceeds the first, in turn, so that what else the machine does disturbs both alike."""
        ratios, stretches = [], []
        for _ in range(self._rounds):
            first, second = (each.measure(self._seconds) for each in crowds)
            ratios.append(figure(second) / figure(first))
            stretches += [first, second]
        return ratios, stretches

    def _under(self, people: int, pace: float | None, stores: Sequence[str] = ("",)) -> Stretch:
        with ExitStack() as while_it_lasts:
            tables = max(1, people // PEOPLE_AT_A_TABLE)
            return self._crowd(while_it_lasts, people, tables, pace, 0, stores).measure(self._seconds)

    def _crowd(
        self,
        while_it_lasts: ExitStack,
        people: int,
        tables: int,
        pace: float | None,
        idle: int,
        stores: Sequence[str] = ("",),
    ) -> Crowd:
        sockets = people + idle
        allow_files(sockets + FILES_BESIDE_SOCKETS)
        server: Server = while_it_lasts.enter_context(served((*NO_LIMITS, *room_for(sockets)), stores=stores))
        return while_it_lasts.enter_context(
            crowd(Plan(server.addresses, EDITION, people, tables, pace, idle=idle), server)
        )

    def _sized(self, count: int) -> int:
        return max(PEOPLE_AT_A_TABLE, round(count * self._part_of))

    def _pace(self, moves: float) -> float:
        return moves * self._part_of


def cost(stretch: Stretch) -> float:
    """Processor time of a move, in milliseconds; next to nothing where it was too little for the system to count."""
    return stretch.cpu_per_move or 0.001


def most_moves(by: str, stretch: Stretch) -> Carried:
    what = f"{stretch.found.sockets:,} people: the most moves/s, {by}"
    found = stretch.found
    return Carried(
        "most", what, stretch.moves_per_second, None, None, stretch.taken, stretch.cpu_per_move, found.answers.p50
    )


# Showing it.


def run(*, parts: Sequence[Part], seconds: float, database: str, part_of: float, as_json: bool) -> bool:
    """Measures and prints; True if nothing missed its goal."""
    watcher = Console(stderr=True)
    figures = []
    with watcher.status("Measuring, for some minutes") as status:
        for each in Capacity(seconds, database, part_of).figures(parts):
            status.update(f"{each.what}: {number(each.measured)}")
            figures.append(each)
    if as_json:
        print(json.dumps(as_dict(figures), indent=2))
    else:
        show(figures, Console())
    return all(each.reached is not False for each in figures)


def as_dict(figures: Sequence[Carried]) -> dict[str, Any]:
    return {
        "machine": msgspec.to_builtins(machine(is_compiled(), pinned=False)),
        "figures": [msgspec.to_builtins(each) | {"reached": each.reached} for each in figures],
    }


def show(figures: Sequence[Carried], console: Console) -> None:
    console.width = min(console.width, WIDTH)
    table = Table(title="What a server carries", title_justify="left")
    table.add_column("")
    for heading in ("wanted", "measured", "usual", "taken", "ms a move"):
        table.add_column(heading, justify="right")
    for each in figures:
        wanted = "" if each.wanted is None else f"at most {each.wanted:g}"
        taken = "-" if each.taken is None else f"{each.taken:.1%}"
        table.add_row(each.what, wanted, number(each.measured), number(each.usual), taken, number(each.cpu_per_move))
    console.print(table)
    console.print(
        "Taken is the part of the processors' time that the host gave to others; usual is the p99 of a second: in half "
        "of the seconds it was less.",
        highlight=False,
    )
