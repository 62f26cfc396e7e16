"""Nodes come and go while people play: in order, one after the other, or by SIGKILL. No command is lost, done twice, or
refused for good, and everyone comes to know the same."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from patience import NEVER
from reliability.crowd import TABLES, Crowd, gather
from reliability.judge import after_a_blow, at_the_end, settled, told
from server.cluster.nodes import Nodes

BETWEEN = 40
"""Commands that are answered between two things that happen to nodes."""


def test_a_rolling_restart_loses_no_command(tmp_path: Path, database: str) -> None:
    asyncio.run(asyncio.wait_for(restart_all(Nodes(tmp_path, database, pace=0)), NEVER))


async def restart_all(nodes: Nodes) -> None:
    async with load(nodes) as crowd:
        for number in range(len(nodes.houses)):
            await crowd.answered(BETWEEN)
            await asyncio.to_thread(nodes.stop, number)
            assert not [table for table in crowd.tables if await nodes.leader(table) is None], (
                "all tables were handed over"
            )
            await crowd.answered(BETWEEN)
            await asyncio.to_thread(nodes.start, number)
        await crowd.answered(BETWEEN)
    assert not crowd.troubles
    assert sum(player.losses for player in crowd.players) >= len(crowd.players)


def test_when_the_node_that_leads_a_table_is_killed_another_takes_over(tmp_path: Path, database: str) -> None:
    asyncio.run(asyncio.wait_for(kill_leader(Nodes(tmp_path, database, pace=0)), NEVER))


async def kill_leader(nodes: Nodes) -> None:
    """How long that takes at most is measured by `make reliability`; here it happens, however busy the machine is."""
    async with load(nodes) as crowd:
        await crowd.answered(BETWEEN)
        table = crowd.tables[0]
        leader, epoch = await nodes.leader(table), await nodes.epoch(table)
        assert leader is not None
        await asyncio.to_thread(nodes.kill, leader)
        await crowd.answered(BETWEEN // 4, table)
        assert await nodes.leader(table) not in (None, leader)
        assert await nodes.epoch(table) > epoch, "what the one before may still want to write is not written"


@asynccontextmanager
async def load(nodes: Nodes) -> AsyncIterator[Crowd]:
    """People at tables, for as long as this lasts; in the end all that they did is looked at."""
    with nodes:
        crowd = await gather(nodes.address, tables=TABLES[:4])
        async with crowd.playing():
            yield crowd
            found = await settled(crowd, nodes.logs)
    findings = [*after_a_blow({}, found, told(crowd)), *at_the_end(found, crowd)]
    assert not findings
