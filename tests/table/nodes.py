"""Nodes on one database, in one process: each with tables, a store and lines to the others, as a server has them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Self

from drlucky.cluster.links import TcpPeers
from drlucky.cluster.membership import Membership
from drlucky.table import LiveTable, Tables
from drlucky.table.cluster.ownership import Ownership
from drlucky.table.store.postgres import PostgresStore
from table.stores import shared

HOST = "127.0.0.1"
KEY = bytes(32)


class Node:
    def __init__(self, store: PostgresStore, peers: TcpPeers, pace: float) -> None:
        self.store = store
        self.peers = peers
        self.tables = Tables(store, pace=pace, peers=peers)
        assert self.tables.ownership is not None
        self.ownership: Ownership = self.tables.ownership
        self.membership = Membership(store, peers.address, peers.know)
        self.membership.changed = self.ownership.nodes_changed
        self.membership.doubted = self.ownership.doubt
        self.is_running = False

    @classmethod
    async def start(cls, url: str, name: str, pace: float = 0.001) -> Self:
        store = await shared(url, name)
        node = cls(store, await TcpPeers.listen(name, KEY, HOST, 0), pace)
        await node.membership.begin()
        await node.tables.__aenter__()
        node.is_running = True
        return node

    async def stop(self) -> None:
        """In order: others take over at once."""
        if self.is_running:
            self.is_running = False
            await self.membership.close()
            await self.tables.__aexit__(None, None, None)
            await self.peers.close()

    async def die(self) -> None:
        """Without a word: as far as others can tell it is there, until it has not been heard of for too long."""
        self.is_running = False
        self.store.database._pool.terminate()
        await self.membership.close()
        await self.peers.close()
        for live in self.tables.live.values():
            live._closed = True
            for task in live._tasks:
                task.cancel()
        looking = [each for each in (*self.tables._tasks, self.ownership._looker, *self.ownership._tasks) if each]
        for task in looking:
            task.cancel()
        await asyncio.gather(*looking, return_exceptions=True)
        await self.store.close()

    async def sleep(self) -> None:
        """It is not heard of any more, and goes on as if nothing were; until it `wakes`."""
        await self.membership.close()

    async def wake(self) -> None:
        self.membership._beating = asyncio.get_running_loop().create_task(self.membership._beat_on())

    async def get(self, live: LiveTable) -> LiveTable:
        """The same table here."""
        return await self.tables.get(live.id)


@asynccontextmanager
async def nodes(url: str, *names: str, pace: float = 0.001) -> AsyncIterator[tuple[Node, ...]]:
    async with AsyncExitStack() as stack:
        started = []
        for name in names:
            node = await Node.start(url, name, pace)
            stack.push_async_callback(node.stop)
            started.append(node)
        for node in started:
            while len(node.peers.others) < len(names) - 1:
                await asyncio.sleep(0.01)
        yield tuple(started)
