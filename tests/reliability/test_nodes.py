"""Three nodes on one PostgreSQL to which things happen while people play: a short form of `make reliability`, and what
becomes of an owner that was asleep, and of lines on which things get lost."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from lossy_line import LossyLine
from patience import NEVER
from postgres import Postgres
from reliability.cluster import database_killed, nodes_killed
from reliability.crowd import TABLES, Crowd, gather
from reliability.judge import after_a_blow, at_the_end, settled, told
from server.cluster.nodes import Nodes

KILLS = 4
AT_FIRST = 20
SLOW = 0.05
"""Seconds for every piece on a line that is slow: a command takes several of them."""

pytestmark = pytest.mark.slow


def test_kills_of_nodes_lose_nothing(postgres: Postgres, tmp_path: Path) -> None:
    found = asyncio.run(asyncio.wait_for(nodes_killed("short nodes", KILLS, tmp_path), NEVER))
    assert not found.findings, found.notes
    assert found.blows >= KILLS


def test_kills_of_the_database_lose_nothing(postgres: Postgres, tmp_path: Path) -> None:
    found = asyncio.run(asyncio.wait_for(database_killed("short database", KILLS, tmp_path), NEVER))
    assert not found.findings, found.notes


@asynccontextmanager
async def a_crowd(nodes: Nodes) -> AsyncIterator[Crowd]:
    """In the end everything is looked at."""
    async with AsyncExitStack() as stack:
        # Not in this thread: a line to the database may run in it.
        await asyncio.to_thread(nodes.__enter__)
        stack.push_async_callback(asyncio.to_thread, nodes.__exit__, None, None, None)
        crowd = await gather(nodes.address, tables=TABLES[:3])
        async with crowd.playing():
            await crowd.answered(AT_FIRST)
            yield crowd
            await crowd.plays_on(time.monotonic())
            found = await settled(crowd, nodes.logs)
    findings = [*after_a_blow({}, found, told(crowd)), *at_the_end(found, crowd)]
    assert not findings


def test_an_owner_that_slept_longer_than_its_lease_writes_nothing(tmp_path: Path, database: str) -> None:
    asyncio.run(asyncio.wait_for(put_to_sleep(Nodes(tmp_path, database, pace=0)), NEVER))


async def put_to_sleep(nodes: Nodes) -> None:
    async with a_crowd(nodes) as crowd:
        owner = await nodes.leader(crowd.tables[0])
        assert owner is not None
        process = nodes.houses[owner].pid
        assert process is not None
        os.kill(process, signal.SIGSTOP)
        try:
            slept_at = time.monotonic()
            await asyncio.to_thread(
                nodes.balancer.wait_for, *(nodes.houses[n].port for n in nodes.running if n != owner)
            )
            for player in crowd.everyone:
                player.lose()  # a page notices by itself that nothing comes any more
            await crowd.plays_on(slept_at)
            # What it had answered just before it fell asleep may have been read after that.
            while owner in [await nodes.leader(table) for table in crowd.tables]:
                await asyncio.sleep(0.05)
        finally:
            os.kill(process, signal.SIGCONT)
        await crowd.answered(AT_FIRST)


def test_a_line_to_the_database_that_fails_costs_nobody_anything(
    postgres: Postgres, tmp_path: Path, database: str
) -> None:
    async def main() -> None:
        nodes = Nodes(tmp_path, database, pace=0)
        async with LossyLine(postgres.port) as line:
            nodes.houses[0].options["store"] = line.url(database)
            await spoil(nodes, line)

    asyncio.run(asyncio.wait_for(main(), NEVER))


def test_a_line_between_nodes_that_fails_costs_nobody_anything(tmp_path: Path, database: str) -> None:
    async def main() -> None:
        nodes = Nodes(tmp_path, database, pace=0)
        async with LossyLine(int(nodes.houses[0].options["node_port"])) as line:
            nodes.addresses[0] = nodes.houses[0].options["node_address"] = f"127.0.0.1:{line.port}"
            await spoil(nodes, line)

    asyncio.run(asyncio.wait_for(main(), NEVER))


async def spoil(nodes: Nodes, line: LossyLine) -> None:
    """One after the other; at every table play goes on meanwhile."""
    async with a_crowd(nodes) as crowd:
        for _ in range(5):
            line.cut()
            await crowd.answered(AT_FIRST // 4)
        await crowd.plays_on(time.monotonic())
        line.half_close()
        await crowd.plays_on(time.monotonic())
        line.delay = SLOW
        await crowd.plays_on(time.monotonic())
        line.delay = 0.0
        line.is_silent = True
        await crowd.plays_on(time.monotonic())
        await crowd.answered(AT_FIRST)
        line.is_silent = False
        line.cut()
        await crowd.plays_on(time.monotonic())
