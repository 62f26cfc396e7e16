"""Blows against three nodes on one PostgreSQL, or against that: people come by a balancer, and need not know of any of
it."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import asyncpg

from postgres import Postgres
from reliability.judge import Logs, told
from reliability.series import LAST_BREATH, LIVES, Series, Siege
from server.cluster.nodes import Nodes

LED_BY = 'SELECT "table" FROM leases JOIN nodes USING (node) WHERE address = ANY($1)'
TWO_AT_ONCE = 0.2
"""How often two nodes are killed at the same moment."""
A_WHILE = 1.0
"""Seconds at most for which a node that was killed is away where nobody waits for play to go on."""


class ClusterSiege(Siege):
    postgres: Postgres
    nodes: Nodes

    def __init__(self, seed: str, folder: Path) -> None:
        super().__init__(seed)
        self._folder = folder

    @contextmanager
    def begun(self) -> Iterator[None]:
        with Postgres() as self.postgres, Nodes(self._folder, self.postgres.fresh_database(), pace=0) as self.nodes:
            yield

    def addresses(self) -> Sequence[str]:
        return [self.nodes.address]

    async def a_moment(self) -> None:
        await self.crowd.answered(self.choose.randint(*LIVES))
        await asyncio.sleep(self.choose.uniform(0, LAST_BREATH))

    async def look(self) -> None:
        """Of what was told before, nothing is missing."""
        everyone = told(self.crowd)
        self.judge(await self.nodes.logs(), everyone)

    async def last_logs(self) -> Logs:
        return await self.nodes.logs()


class NodeSiege(ClusterSiege):
    """Nodes are killed, one or two at a time."""

    async def a_life(self) -> None:
        await self.a_moment()
        count = 2 if self.choose.random() < TWO_AT_ONCE else 1
        struck = self.choose.sample(range(len(self.nodes.houses)), count)
        led = await self.led_by([self.nodes.addresses[number] for number in struck])
        struck_at = time.monotonic()
        for number in struck:
            self.nodes.kill(number)
        self.blows += count
        await self.look()
        if not await self.go_on(struck_at, led):
            await asyncio.sleep(self.choose.uniform(0, A_WHILE))
        for number in struck:
            await asyncio.to_thread(self.nodes.start, number)

    async def led_by(self, addresses: Sequence[str]) -> list[str]:
        """The tables of these nodes, which others have to take over."""
        connection = await asyncpg.connect(self.nodes.database)
        try:
            return [row["table"] for row in await connection.fetch(LED_BY, addresses)]
        finally:
            await connection.close()


class DatabaseSiege(ClusterSiege):
    """PostgreSQL is killed: with all of its processes, or the first of them."""

    async def a_life(self) -> None:
        await self.a_moment()
        struck_at = time.monotonic()
        await asyncio.to_thread(self.choose.choice((self.postgres.kill, self.postgres.kill_postmaster)))
        self.blows += 1
        await asyncio.to_thread(self.postgres.start)
        await self.look()
        await self.go_on(struck_at, self.crowd.tables)


async def nodes_killed(seed: str, kills: int, folder: Path) -> Series:
    return await NodeSiege(seed, folder).run("nodes", kills)


async def database_killed(seed: str, kills: int, folder: Path) -> Series:
    return await DatabaseSiege(seed, folder).run("database", kills)
