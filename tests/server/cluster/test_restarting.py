"""Nodes come and go while people play: in order, one after the other, or by SIGKILL. No command is lost, done twice, or
refused for good, and everyone comes to know the same."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from drlucky.table.log import decode
from patience import NEVER
from server.blackbox.player import Restless
from server.blackbox.test_killing import (
    all_answered,
    answered,
    at_rest,
    check_commands,
    check_nothing_lost,
    check_replay,
    seated,
    told_to,
)
from server.cluster.nodes import Nodes

TABLES = 4
BETWEEN = 40
"""Commands that are answered between two things that happen to nodes."""


def test_a_rolling_restart_loses_no_command(tmp_path: Path, database: str) -> None:
    asyncio.run(asyncio.wait_for(restart_all(Nodes(tmp_path, database, pace=0)), NEVER))


async def restart_all(nodes: Nodes) -> None:
    async with load(nodes) as players:
        for number in range(len(nodes.houses)):
            await answered(players, BETWEEN)
            await asyncio.to_thread(nodes.stop, number)
            assert not [each for each in players if await nodes.leader(each.table) is None], (
                "all tables were handed over"
            )
            await answered(players, BETWEEN)
            await asyncio.to_thread(nodes.start, number)
        await answered(players, BETWEEN)
    assert not [reply for player in players for reply in player.replies.values()], "nobody was told of any trouble"
    assert sum(player.losses for player in players) >= len(players)


def test_when_the_node_that_leads_a_table_is_killed_another_takes_over(tmp_path: Path, database: str) -> None:
    asyncio.run(asyncio.wait_for(kill_leader(Nodes(tmp_path, database, pace=0)), NEVER))


async def kill_leader(nodes: Nodes) -> None:
    """How long that takes at most is measured by `make reliability`; here it happens, however busy the machine is."""
    async with load(nodes) as players:
        await answered(players, BETWEEN)
        table = players[0].table
        leader, epoch = await nodes.leader(table), await nodes.epoch(table)
        assert leader is not None
        await asyncio.to_thread(nodes.kill, leader)
        await answered([player for player in players if player.table == table], BETWEEN // 4)
        assert await nodes.leader(table) not in (None, leader)
        assert await nodes.epoch(table) > epoch, "what the one before may still want to write is not written"


@asynccontextmanager
async def load(nodes: Nodes) -> AsyncIterator[Sequence[Restless]]:
    """People at tables, for as long as this lasts; in the end all that they did is looked at."""
    with nodes:
        players = [each for number in range(TABLES) for each in await seated(nodes.address, number)]
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(player.attend()) for player in players]
            yield players
            await asyncio.gather(*(all_answered(player) for player in players))
            for task in tasks:
                task.cancel()
        shown = [await at_rest(player) for player in players]
        found = await nodes.logs()
    check_nothing_lost({}, found, told_to(players))
    for player, seen in zip(players, shown, strict=True):
        entries = decode(found[player.table])
        check_commands(player, entries)
        check_replay(player, entries, seen)
