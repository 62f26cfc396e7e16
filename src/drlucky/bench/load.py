"""Load: many people at many tables of a server, who move at an even pace and watch the clock. It runs in a process of
its own, reads a plan from its input and writes what it found: python -m drlucky.bench.load

It talks to the server as docs/protocol.md says, and shares with it nothing but the loop."""

import asyncio
import gc
import json
import sys
from collections.abc import Sequence
from email.message import Message
from http.client import HTTPConnection
from ipaddress import ip_network
from itertools import cycle, islice, repeat
from math import ceil
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

import msgspec
from msgspec import Struct

from drlucky.bench.load_people import Latencies, LoadError, Party
from drlucky.loops import loop_factory

AT_ONCE = 20
"""So many tables are gathered at the same time."""
WARM_UP = 2.0
"""Seconds of moves that are not counted."""
HTTP_TIMEOUT = 60


class Plan(Struct, frozen=True):
    address: str
    """Of the server: http://..."""
    edition: str
    sockets: int
    tables: int
    moves: float
    """Each second, at all tables together."""
    seconds: float
    network: str = ""
    """People come from addresses of their own in this network, such as 127.1.0.0/16; empty for all from one."""


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
    late: Quantiles
    """How much later than they should the moves were sent, which is not the server's doing."""


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
        self._addresses = ip_network(plan.network).hosts() if plan.network else repeat(None)
        self._lasting: list[asyncio.Task[None]] = []
        self._moving: set[asyncio.Task[None]] = set()
        self.parties: list[Party] = []

    async def run(self) -> Found:
        async with asyncio.TaskGroup() as group:
            await self.gather(group)
            # What these people's process does to keep order would be taken for the server's slowness.
            gc.collect()
            gc.disable()
            await self._moves(group, WARM_UP)
            say(b"measuring")
            found = await self.measure(group, self._plan.seconds)
            self.disperse()
        return found

    async def gather(self, group: asyncio.TaskGroup) -> None:
        gathering = [group.create_task(self._gathered(group, size)) for size in self._sizes()]
        self.parties = [await each for each in gathering]

    async def measure(self, group: asyncio.TaskGroup, seconds: float) -> Found:
        self._latencies.clear()
        self._late.clear()
        before = self._made
        began = perf_counter()
        await self._moves(group, seconds)
        return self._found(self._made - before, perf_counter() - began)

    def disperse(self) -> None:
        for task in (*self._lasting, *self._moving):
            task.cancel()

    def _sizes(self) -> list[int]:
        """How many people sit at each table."""
        least, more = divmod(self._plan.sockets, self._plan.tables)
        return [least + (table < more) for table in range(self._plan.tables)]

    async def _gathered(self, group: asyncio.TaskGroup, size: int) -> Party:
        """People at a table whose game has begun."""
        async with self._at_once:
            people = []
            for number, address in zip(range(1, size + 1), self._addresses, strict=False):
                source = None if address is None else str(address)
                browser = Browser(self._plan.address, source)
                people.append((browser.identity(f"Player {number}"), source))
                browser.close()
            browser = Browser(self._plan.address, people[0][1])
            table = browser.open(people[0][0], self._plan.edition, size)
            browser.close()
            party = Party(table, people, self._latencies, Random(size))
            socket = self._plan.address.replace("http", "ws", 1) + "/api/socket"
            self._lasting += [group.create_task(person.attend(socket)) for person in party.people]
            await party.sit_down()
            await party.begin()
            self._lasting.append(group.create_task(party.keep_playing()))
            return party

    async def _moves(self, group: asyncio.TaskGroup, seconds: float) -> None:
        """One after the other the parties make a move, at an even pace; one that cannot is passed over."""
        began = perf_counter()
        order = cycle(self.parties)
        for number in range(round(seconds * self._plan.moves)):
            due = began + number / self._plan.moves
            # Even one who is late lets the others of this process have their turn.
            await asyncio.sleep(max(0.0, due - perf_counter()))
            for party in islice(order, len(self.parties)):
                mover = party.next_mover
                if mover is not None:
                    self._late.append(perf_counter() - due)
                    move = group.create_task(party.move(mover))
                    self._moving.add(move)
                    move.add_done_callback(self._moving.discard)
                    break
        await asyncio.sleep(max(0.0, began + seconds - perf_counter()))

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
            late=quantiles(self._late, seconds),
        )


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


def say(line: bytes) -> None:
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


def main() -> None:
    plan = msgspec.json.decode(sys.stdin.buffer.readline(), type=Plan)
    try:
        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            say(msgspec.json.encode(runner.run(Load(plan).run())))
    except* LoadError as errors:
        sys.exit(str(errors.exceptions[0]))


if __name__ == "__main__":
    main()
