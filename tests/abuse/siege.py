"""A siege: forty people play at a server, and hostile clients do what they can against it.

Whatever hostile clients do on this machine takes processor time from the server, which has nothing to do with what they
do to it. So the same clients attack another server first, where nobody plays, and how quickly the forty are served
then is what they are compared with."""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from ipaddress import ip_network
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

from abuse.hostile import KINDS
from abuse.line import line
from drlucky.bench.load import Load, Plan
from drlucky.jobs import processor_seconds
from patience import NEVER
from server.blackbox.house import NO_LIMITS, CommandHouse, read

PEOPLE, TABLES, MOVES = 40, 10, 40.0
"""Who plays honestly, and how many moves they make in a second, all together."""
NETWORK = "127.1.0.0/16"
NEWCOMERS = "127.3.0.0/16"
WARM_UP = 1.0
TO_BEGIN = 2.0
"""Seconds until all hostile clients are at work."""
SLOWER = 2.0
"""So many times as long at most the slowest answers of the forty take."""
MEMORY = 400 * 1024 * 1024
"""Bytes that the server and its workers have at most."""
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
    cpu: float
    """Of the server's own process, in cores."""


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
        return median(each.cpu for each in self)


class Siege:
    def __init__(self, house: GuardedHouse, other: GuardedHouse, load: Load, group: asyncio.TaskGroup) -> None:
        self.house = house
        self.other = other
        self._load = load
        self._group = group
        self._newcomers = map(str, ip_network(NEWCOMERS).hosts())

    async def rounds(self, number: int, seconds: float) -> Rounds:
        return Rounds([await self._round(seconds) for _ in range(number)])

    async def _round(self, seconds: float) -> Round:
        disk, cpu = self.house.disk, self.house.cpu
        newcomer = self._group.create_task(arrival(self.house.address, next(self._newcomers)))
        found = await self._load.measure(self._group, seconds)
        assert found.refused == 0, "nobody who plays is refused"
        return Round(
            answer=found.answers.p99,
            table=found.others.p99,
            newcomer=await newcomer,
            memory=self.house.memory,
            disk=(self.house.disk - disk) / found.seconds,
            cpu=(self.house.cpu - cpu) / found.seconds,
        )

    @asynccontextmanager
    async def attacked(self, kinds: Sequence[str] = tuple(KINDS)) -> AsyncIterator[None]:
        """Hostile clients attack the server of the forty."""
        code = await self._code(self._load.parties[0].table, self._load.parties[0].people[0].identity)
        with attacking(self.house, code, kinds):
            await self._load.measure(self._group, TO_BEGIN)
            yield

    @asynccontextmanager
    async def other_attacked(self, kinds: Sequence[str] = tuple(KINDS)) -> AsyncIterator[None]:
        """The same clients attack the other one."""
        async with line(self.other.address, next(self._newcomers), NEVER) as each:
            identity = await each.identity("Ann")
            game = {"edition": "kill-2016", "players": 4, "level": "easy"}
            opened = await each.ask_json("POST", "/api/quick", game, Authorization=f"Bearer {identity}")
        with attacking(self.other, opened["code"], kinds):
            await self._load.measure(self._group, TO_BEGIN)
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
        load = Load(Plan(house.address, "kill-2016", PEOPLE, TABLES, MOVES, 0, NETWORK))
        async with asyncio.TaskGroup() as group:
            await load.gather(group)
            await load.measure(group, WARM_UP)
            yield Siege(house, other, load, group)
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
        finally:
            clients.kill()


async def arrival(address: str, source: str) -> float:
    """Someone new comes and opens a table; how many seconds that took."""
    began = perf_counter()
    async with line(address, source, NEVER) as each:
        identity = await each.identity("Newcomer")
        wanted = {"settings": {"edition": "kill-2016"}, "seats": 3}
        opened = await each.ask_json("POST", "/api/tables", wanted, Authorization=f"Bearer {identity}")
        assert "table" in opened, opened
    return perf_counter() - began
