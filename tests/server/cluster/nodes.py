"""Several nodes on one database, each a server in a process of its own, behind a balancer.

with Nodes(folder, database) as nodes:
    await Web(nodes.address, "Ann").introduce()
    nodes.kill(0)
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.request import urlopen

import asyncpg

from drlucky.postgres import Database
from drlucky.table.store.postgres import PostgresStore
from patience import NEVER, wait_until
from ports import free_port
from server.blackbox.house import House, QuickHouse, logs_in
from server.cluster.balancer import Balancer

LEADER = 'SELECT address FROM leases JOIN nodes USING (node) WHERE "table" = $1'
EPOCH = 'SELECT epoch FROM leases WHERE "table" = $1'
USUAL = {"node_host": "127.0.0.1", "drain_for": 1.0}


class Nodes:
    """What is done with a node names it by its number. A node that was killed or stopped is there again after a
    `start`."""

    def __init__(
        self, folder: Path, database: str, count: int = 3, kind: type[House] = QuickHouse, **options: Any
    ) -> None:
        self.folder = folder
        self.database = database
        given = USUAL | {"store": database} | options
        ports = [free_port() for _ in range(count)]
        self.addresses = [f"127.0.0.1:{port}" for port in ports]
        """Where the nodes reach each other."""
        self.houses: list[House] = [
            kind(folder / f"node-{number}", node_port=port, **given) for number, port in enumerate(ports)
        ]
        self.balancer = Balancer([house.port for house in self.houses])
        self._running: set[int] = set()

    def __enter__(self) -> Self:
        self.balancer.__enter__()
        try:
            for number in range(len(self.houses)):
                self.start(number)
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self.balancer.__exit__()
        for number in list(self._running):
            self.kill(number)

    @property
    def address(self) -> str:
        """Where people come, whichever node answers them."""
        return self.balancer.address

    @property
    def folders(self) -> list[Path]:
        return [house.folder for house in self.houses]

    @property
    def running(self) -> list[int]:
        return sorted(self._running)

    def start(self, number: int) -> None:
        """Returns when the balancer sends people there."""
        self.houses[number].start()
        self._running.add(number)
        wait_until(lambda: self.houses[number].port in self.balancer.ready)

    def kill(self, number: int) -> None:
        """SIGKILL."""
        self._running.discard(number)
        self.houses[number].kill()

    def stop(self, number: int) -> None:
        """SIGTERM: its tables are led by others when this returns."""
        self._running.discard(number)
        self.houses[number].stop()

    def metrics(self, number: int) -> dict[str, float]:
        """What a node says of itself, by name and labels, but for its own id."""
        with urlopen(f"{self.houses[number].address}/metrics", timeout=NEVER) as answer:
            lines = [line.rpartition(" ") for line in answer.read().decode().splitlines() if not line.startswith("#")]
        return {name.partition('{node="')[0]: float(value) for name, _, value in lines}

    async def leader(self, table: str) -> int | None:
        """The node that leads a table, as the database has it, if it is one of those that run."""
        address = await self._look_up(LEADER, table)
        return next((number for number in self.running if self.addresses[number] == address), None)

    async def epoch(self, table: str) -> int:
        """Of the lease of a table: it grows when another node leads it."""
        return int(await self._look_up(EPOCH, table))

    async def _look_up(self, query: str, table: str) -> Any:
        connection = await asyncpg.connect(self.database)
        try:
            return await connection.fetchval(query, table)
        finally:
            await connection.close()

    @asynccontextmanager
    async def store(self) -> AsyncIterator[PostgresStore]:
        """What all nodes share, for someone who looks, and leads nothing."""
        async with await Database.open(self.database) as database:
            store = await PostgresStore.open(database, "someone who looks")
            try:
                yield store
            finally:
                await store.close()

    async def logs(self) -> dict[str, list[bytes]]:
        """All logs, by table."""
        async with self.store() as store:
            return await logs_in(store)
