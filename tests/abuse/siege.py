"""A siege: forty people play at a server, and hostile clients do what they can against it.

Whatever hostile clients do on this machine takes processor time from the server, which has nothing to do with what they
do to it. So the same clients attack another server first, where nobody plays, and how quickly the forty are served
then is what they are compared with."""

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from ipaddress import ip_network
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

import drlucky
from abuse.hostile import EXPERTS, KINDS, LARGE
from abuse.line import line
from drlucky.bench.load import Load, Plan
from drlucky.jobs import processor_seconds
from patience import NEVER
from server.blackbox.house import NO_LIMITS, CommandHouse, read

PEOPLE, TABLES, MOVES = 40, 10, 40.0
"""Who plays honestly, and how many moves they make in a second, all together."""
NETWORK = "127.1.0.0/16"
NEWCOMERS = "127.3.0.0/16"
VISITOR = "127.4.0.1"
AWAKE = re.compile(r"^drlucky_tables\{.*\} (\S+)$", re.MULTILINE)
WARM_UP = 1.0
TO_BEGIN = 2.0
"""Seconds until all hostile clients are at work."""
SLOWER = 2.0
"""So many times as long at most the slowest answers of the forty take."""
MEMORY = 400 * 1024 * 1024
"""Bytes that the server and its workers have at most."""
MEMORY_LEFT = 40 * 1024 * 1024
"""Bytes that the server has more at most when all is over. Of what is in use it was 4 MB after a minute of all kinds at
once, which is what the forty had played meanwhile; the rest are pages on which something of that lies among what is
gone, which the next ones to come are given: 9 MB after 12 seconds, 17 after a minute, 27 after eight."""
MEMORY_AGAIN = 8 * 1024 * 1024
"""Bytes that one more siege adds to that at most."""
FILES_LEFT = 4
"""Files of its own that it has opened meanwhile: the security log, for one."""
WORK = 1.5
"""So many times as much of the processor each move takes at most when all is over: it is counted in hundredths of a
second, and takes longer where others use the same caches."""
OVER_WITHIN = 240.0
"""Seconds until nothing is left: it is a minute where the machine has nothing else to do. Bots that think for tables at
which nobody is would do so for longer."""
DISK_PER_SECOND, DISK_AT_ONCE = 128 * 1024, 8 * 1024 * 1024
"""By how many bytes the folder grows at most, the forty's own moves included. SQLite takes some megabytes at once."""


class GuardedHouse(CommandHouse):
    """A server with the limits that it has if nobody says anything about them."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        for name in NO_LIMITS:
            del self.options[name]

    @property
    def memory(self) -> int:
        """Bytes that the server and the processes it has begun have."""
        return sum(resident(process) for process in (self.pid, *self.workers()) if process is not None)

    @property
    def own_memory(self) -> int:
        """The same without those processes."""
        return resident(self.pid or 0)

    @property
    def cpu(self) -> float:
        """Seconds of processor time that the server itself has taken."""
        return processor_seconds(self.pid or 0) or 0.0

    @property
    def files(self) -> int:
        """That the server has open, connections among them."""
        return len(list(Path(f"/proc/{self.pid}/fd").iterdir()))

    @property
    def disk(self) -> int:
        """Bytes in the folder."""
        return sum(file.stat().st_size for file in self.folder.rglob("*") if file.is_file())


def resident(process: int) -> int:
    lines = read(Path(f"/proc/{process}/status")).decode().splitlines()
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS"))


class Trace(NamedTuple):
    """What can be seen of a siege from outside when it is over, or before there was one."""

    workers: int
    """Processes that the server has begun."""
    files: int
    """That it has open, connections among them."""
    tables: int
    """That are awake."""
    memory: int

    def is_as(self, before: "Trace") -> bool:
        return (
            self.workers <= before.workers
            and self.files <= before.files + FILES_LEFT
            and self.tables <= before.tables
            and self.memory <= before.memory + MEMORY_LEFT
        )

    def __str__(self) -> str:
        memory = f"{self.memory / 1024 / 1024:.0f} MB"
        return f"{self.workers} processes, {self.files} open files, {self.tables} tables awake, {memory}"


class Round(NamedTuple):
    """A few seconds of the forty's moves."""

    answer: float
    """The p99 of what a mover waits for the answer, in milliseconds."""
    table: float
    """The same of what the others wait for the table."""
    newcomer: float
    """Seconds in which someone new gets a name and a table."""
    memory: int
    disk: float
    """Bytes a second."""
    seconds: float
    moves: int
    work: float
    """Seconds of processor time that the server's own process has taken."""


class Rounds(list[Round]):
    @property
    def p99(self) -> float:
        """Of a usual round: a moment in which others take the machine away is not the server's doing."""
        return median(max(each.answer, each.table) for each in self)

    @property
    def newcomer(self) -> float:
        return median(each.newcomer for each in self)

    @property
    def memory(self) -> int:
        return max(each.memory for each in self)

    @property
    def disk(self) -> float:
        return median(each.disk for each in self)

    @property
    def cpu(self) -> float:
        """Of the server's own process, in cores."""
        return median(each.work / each.seconds for each in self)

    @property
    def work(self) -> float:
        """Milliseconds of it for each move, which others who use the machine disturb less than anything else."""
        return 1000 * sum(each.work for each in self) / sum(each.moves for each in self)


class Siege:
    def __init__(
        self, house: GuardedHouse, other: GuardedHouse, load: Load, group: asyncio.TaskGroup, before: Trace
    ) -> None:
        self.house = house
        self.other = other
        self.before = before
        self._load = load
        self._group = group
        self._newcomers = map(str, ip_network(NEWCOMERS).hosts())

    async def rounds(self, number: int, seconds: float) -> Rounds:
        return Rounds([await self._round(seconds) for _ in range(number)])

    async def _round(self, seconds: float) -> Round:
        disk, cpu = self.house.disk, self.house.cpu
        newcomer = self._group.create_task(arrival(self.house.address, next(self._newcomers)))
        found = await self._load.measure(seconds)
        assert found.refused == 0, "nobody who plays is refused"
        return Round(
            answer=found.answers.p99,
            table=found.others.p99,
            newcomer=await newcomer,
            memory=self.house.memory,
            disk=(self.house.disk - disk) / found.seconds,
            seconds=found.seconds,
            moves=found.moves,
            work=self.house.cpu - cpu,
        )

    async def wait(self, seconds: float) -> None:
        """They play on, and nobody new comes."""
        await self._load.measure(seconds)

    async def until_as_before(self) -> None:
        """Returns when nothing is left of a siege."""
        until = perf_counter() + OVER_WITHIN
        while not (left := await self.trace()).is_as(self.before):
            assert perf_counter() < until, f"there were {self.before}; there are {left}"
            await self.wait(1.0)

    async def trace(self) -> Trace:
        house = self.house
        return Trace(len(house.workers()), house.files, await self._awake(), house.own_memory)

    async def _awake(self) -> int:
        async with line(self.house.address, next(self._newcomers), NEVER) as each:
            _, _, figures = await each.ask("GET", "/metrics")
        return sum(int(float(value)) for value in AWAKE.findall(figures.decode()))

    @asynccontextmanager
    async def attacked(self, kinds: Sequence[str] = tuple(KINDS)) -> AsyncIterator[None]:
        """Hostile clients attack the server of the forty."""
        code = await self._code(self._load.parties[0].table, self._load.parties[0].people[0].identity)
        with attacking(self.house, code, kinds):
            await self._load.measure(TO_BEGIN)
            yield

    @asynccontextmanager
    async def other_attacked(self, kinds: Sequence[str] = tuple(KINDS)) -> AsyncIterator[None]:
        """The same clients attack the other one."""
        async with line(self.other.address, next(self._newcomers), NEVER) as each:
            identity = await each.identity("Ann")
            game = {"edition": "kill-2016", "players": 4, "level": "easy"}
            opened = await each.ask_json("POST", "/api/quick", game, Authorization=f"Bearer {identity}")
        with attacking(self.other, opened["code"], kinds):
            await self._load.measure(TO_BEGIN)
            yield

    async def _code(self, table: str, identity: str) -> str:
        async with line(self.house.address, next(self._newcomers), NEVER) as each:
            found = await each.ask_json("GET", f"/api/tables/{table}", Authorization=f"Bearer {identity}")
        return str(found["sheet"]["code"])

    def versions(self) -> dict[str, int]:
        """How many entries of each table's log somebody was told of."""
        return {party.table: max(person.version for person in party.people) for party in self._load.parties}


@asynccontextmanager
async def besieged(folder: Path) -> AsyncIterator[Siege]:
    """Forty people who play, at one of two servers."""
    with GuardedHouse(folder / "house") as house, GuardedHouse(folder / "other") as other:
        load = Load(Plan((house.address,), "kill-2016", PEOPLE, TABLES, MOVES, NETWORK))
        async with asyncio.TaskGroup() as group:
            await load.gather(group)
            await load.measure(WARM_UP)
            files = house.files
            await visit(house.address)
            yield Siege(house, other, load, group, Trace(0, files, TABLES, house.own_memory))
            load.disperse()


@contextmanager
def attacking(house: GuardedHouse, code: str, kinds: Sequence[str]) -> Iterator[None]:
    command = [sys.executable, "-m", "abuse.hostile", house.address, code, *kinds]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as clients:
        try:
            assert clients.stdout is not None
            assert clients.stdout.readline() == b"attacking\n"
            yield
            assert clients.poll() is None, "the hostile clients have stopped by themselves"
        finally:
            clients.kill()


async def visit(address: str) -> None:
    """Someone asks for everything once: what is read or made when it is first needed is no trace of a siege."""
    record = json.dumps({"record": drlucky.new("kill-2016", players=["A", "B", "C"], seed="x").record()}).encode()
    async with line(address, VISITOR, NEVER) as each:
        identity = await each.identity("Visitor")
        for path in LARGE:
            await each.ask("GET", path)
        for path in ("/api/analysis?playouts=20", "/api/replay"):
            await each.ask("POST", path, record)
        await each.ask("POST", "/api/quick", json.dumps(EXPERTS).encode(), Authorization=f"Bearer {identity}")
        await each.ask("DELETE", "/api/me", Authorization=f"Bearer {identity}")


async def arrival(address: str, source: str) -> float:
    """Someone new comes and opens a table; how many seconds that took."""
    began = perf_counter()
    async with line(address, source, NEVER) as each:
        identity = await each.identity("Newcomer")
        wanted = {"settings": {"edition": "kill-2016"}, "seats": 3}
        opened = await each.ask_json("POST", "/api/tables", wanted, Authorization=f"Bearer {identity}")
        assert "table" in opened, opened
    return perf_counter() - began
