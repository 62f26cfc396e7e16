"""Load: many people at many tables of a server, who move at an even pace and watch the clock. It runs in a process of
its own, python -m drlucky.bench.load, and reads a plan from its input. When everyone plays it names the tables; then it
reads for how many seconds to measure, and writes what it found, again and again until its input ends.

It talks to the server as docs/protocol.md says, and shares with it nothing but the loop."""

import asyncio
import gc
import json
import sys
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from email.message import Message
from http.client import HTTPConnection
from ipaddress import ip_network
from itertools import repeat
from math import ceil
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

import msgspec
from msgspec import Struct

from drlucky.bench.load_people import Latencies, Party, Place
from drlucky.bench.load_socket import LoadError
from drlucky.loops import loop_factory

AT_ONCE = 20
"""So many tables are gathered at the same time."""
WARM_UP = 2.0
"""Seconds of moves that are not counted."""
HTTP_TIMEOUT = 60


class Plan(Struct, frozen=True):
    addresses: tuple[str, ...]
    """Of the nodes of the server: http://... People at the same table are at different ones."""
    edition: str
    sockets: int
    tables: int
    moves: float | None
    """Each second, at all tables together; None: as many as the server bears."""
    network: str = ""
    """People come from addresses of their own in this network, such as 127.1.0.0/16; empty for all from one."""
    idle: int = 0
    """So many more tables where a game has begun, and somebody with both seats looks on and does nothing."""


class Quantiles(Struct, frozen=True):
    """Of latencies, in milliseconds."""

    count: int
    p50: float
    p99: float
    most: float
    usual: float
    """The p99 of a usual second: in half of the seconds it was less. Where others take the machine away for a moment,
    the p99 of them all tells of that moment, and this of the server."""


class Found(Struct, frozen=True):
    sockets: int
    seconds: float
    moves: int
    refused: int
    answers: Quantiles
    own: Quantiles
    others: Quantiles
    late: Quantiles | None
    """How much later than they should the moves were sent, which is not the server's doing; None where they come as
    fast as they can."""


def quantiles(latencies: Sequence[float], seconds: float) -> Quantiles:
    """Of latencies that were measured one after the other within so many seconds."""
    if not latencies:
        raise LoadError("nothing was measured: give it more time")
    in_a_second = ceil(len(latencies) / max(1, round(seconds)))
    by_second = [latencies[at : at + in_a_second] for at in range(0, len(latencies), in_a_second)]
    return Quantiles(
        count=len(latencies),
        p50=quantile(latencies, 0.5) * 1000,
        p99=quantile(latencies, 0.99) * 1000,
        most=max(latencies) * 1000,
        usual=median(quantile(second, 0.99) for second in by_second) * 1000,
    )


def quantile(values: Sequence[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


class Load:
    """All of the people. They play for as long as the task group that they were gathered in."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._latencies = Latencies()
        self._late: list[float] = []
        self._at_once = asyncio.Semaphore(AT_ONCE)
        self._sources = map(str, ip_network(plan.network).hosts()) if plan.network else repeat(None)
        self._lasting: list[asyncio.Task[None]] = []
        self._free: deque[Party] = deque()
        """Parties that can move, longest first."""
        self._freed = asyncio.Event()
        self.parties: list[Party] = []

    async def run(self) -> None:
        async with asyncio.TaskGroup() as group:
            await self.gather(group)
            # What these people's process does to keep order would be taken for the server's slowness.
            gc.collect()
            gc.disable()
            await self._moves(WARM_UP)
            say([party.table for party in self.parties])
            while asked := await asyncio.to_thread(sys.stdin.buffer.readline):
                say(await self.measure(float(asked)))
            self.disperse()

    async def gather(self, group: asyncio.TaskGroup) -> None:
        idle = [group.create_task(self._gathered(group, number, 1)) for number in range(self._plan.idle)]
        playing = [group.create_task(self._gathered(group, *each)) for each in enumerate(self._sizes())]
        self.parties = [await each for each in playing]
        for each in idle:
            await each

    async def measure(self, seconds: float) -> Found:
        self._latencies.clear()
        self._late.clear()
        before = self._made
        began = perf_counter()
        await self._moves(seconds)
        return self._found(self._made - before, perf_counter() - began)

    def disperse(self) -> None:
        for task in self._lasting:
            task.cancel()

    def _sizes(self) -> list[int]:
        """How many people sit at each table."""
        least, more = divmod(self._plan.sockets, self._plan.tables)
        return [least + (table < more) for table in range(self._plan.tables)]

    async def _gathered(self, group: asyncio.TaskGroup, table: int, size: int) -> Party:
        """People at a table whose game has begun. One alone has two seats, and plays no more."""
        async with self._at_once:
            places = []
            for number, source in zip(range(1, size + 1), self._sources, strict=False):
                browser = Browser(self._node(table), source)
                places.append(Place(browser.identity(f"Player {number}"), self._node(table + number), source))
                browser.close()
            seats = max(2, size)
            browser = Browser(self._node(table), places[0].source)
            opened = browser.open(places[0].identity, self._plan.edition, seats)
            browser.close()
            free = ignore if size == 1 else self._set_free
            party = Party(opened, places, self._latencies, Random(size), free)
            self._lasting += [group.create_task(person.attend()) for person in party.people]
            await party.sit_down(seats)
            await party.begin()
            if size > 1:
                self._lasting.append(group.create_task(party.keep_playing()))
            return party

    def _node(self, number: int) -> str:
        return self._plan.addresses[number % len(self._plan.addresses)]

    def _set_free(self, party: Party) -> None:
        self._free.append(party)
        self._freed.set()

    async def _moves(self, seconds: float) -> None:
        if self._plan.moves is None:
            await self._moves_at_once(seconds)
            return
        began = perf_counter()
        for number in range(round(seconds * self._plan.moves)):
            due = began + number / self._plan.moves
            # Even one who is late lets the others of this process have their turn.
            await asyncio.sleep(max(0.0, due - perf_counter()))
            if self._free:
                self._late.append(perf_counter() - due)
                self._free.popleft().move()
        await asyncio.sleep(max(0.0, began + seconds - perf_counter()))

    async def _moves_at_once(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    while self._free:
                        self._free.popleft().move()
                    self._freed.clear()
                    await self._freed.wait()

    @property
    def _made(self) -> int:
        return sum(party.moves for party in self.parties)

    def _found(self, moves: int, seconds: float) -> Found:
        return Found(
            sockets=sum(len(party.people) for party in self.parties),
            seconds=seconds,
            moves=moves,
            refused=sum(party.refused for party in self.parties),
            answers=quantiles(self._latencies.answers, seconds),
            own=quantiles(self._latencies.own, seconds),
            others=quantiles(self._latencies.others, seconds),
            late=quantiles(self._late, seconds) if self._late else None,
        )


def ignore(party: Party) -> None:
    """Nobody moves there."""


class Browser:
    """What people do before they sit down, over one connection."""

    def __init__(self, address: str, source: str | None) -> None:
        self._connection = HTTPConnection(
            address.removeprefix("http://"), timeout=HTTP_TIMEOUT, source_address=(source, 0) if source else None
        )

    def identity(self, name: str) -> str:
        headers, _ = self._ask("PUT", "/api/me", {"name": name})
        return str(headers["set-cookie"]).partition(";")[0].partition("=")[2]

    def open(self, identity: str, edition: str, seats: int) -> str:
        """The id of a new table."""
        _, opened = self._ask("POST", "/api/tables", {"settings": {"edition": edition}, "seats": seats}, identity)
        return str(opened["table"])

    def close(self) -> None:
        self._connection.close()

    def _ask(self, method: str, path: str, body: Any, identity: str = "") -> tuple[Message, Any]:
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {identity}"} if identity else {})
        self._connection.request(method, path, json.dumps(body), headers)
        reply = self._connection.getresponse()
        content = json.loads(reply.read())
        if reply.status >= 400:
            raise LoadError(f"the server said: {content['text']}")
        return reply.headers, content


def say(what: object) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(what) + b"\n")
    sys.stdout.buffer.flush()


def main() -> None:
    plan = msgspec.json.decode(sys.stdin.buffer.readline(), type=Plan)
    try:
        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            runner.run(Load(plan).run())
    except* LoadError as errors:
        sys.exit(str(errors.exceptions[0]))


if __name__ == "__main__":
    main()
