"""Stores of every kind, for tests that should hold for each."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from drlucky.cluster.peers import Alone
from drlucky.database_url import is_database
from drlucky.postgres import Database
from drlucky.table import MemoryStore, SQLiteStore, Tables
from drlucky.table.store.base import Portable, SharedStore
from drlucky.table.store.postgres import PostgresStore

ON_DISK = ("sqlite", "postgres")
STORES = ("memory", *ON_DISK, "pooled")
"""`pooled` is PostgreSQL through a pooler in transaction mode."""

Opened = Callable[[], Awaitable[Portable]]


def opener(request: pytest.FixtureRequest, folder: Path) -> Opened:
    """Opens the store that a parametrised test is for; if it is called again, one more on the same file or database."""
    kind: str = request.param
    if kind == "memory":
        return at_once(MemoryStore)
    if kind == "sqlite":
        return opener_of(str(folder / "log.db"))
    return opener_of(request.getfixturevalue("database" if kind == "postgres" else "pooled"))


def opener_of(place: str) -> Opened:
    """Of the path of a file, or the URL of a database."""
    return (lambda: shared(place)) if is_database(place) else at_once(lambda: SQLiteStore(place))


@asynccontextmanager
async def tables_on(opened: Opened, pace: float = 1.0) -> AsyncIterator[Tables]:
    """As one server has them, whatever its store."""
    store = await opened()
    async with Tables(store, pace=pace, peers=Alone() if isinstance(store, SharedStore) else None) as tables:
        yield tables


def at_once(make: Callable[[], Portable]) -> Opened:
    async def opened() -> Portable:
        return make()

    return opened


async def shared(url: str, node: str = Alone.me) -> PostgresStore:
    return await PostgresStore.open(await Database.open(url), node)


async def execute(store: Portable, statement: str, *values: object) -> None:
    """Changes what is in a store behind its back; a value for each ?."""
    if isinstance(store, SQLiteStore):
        store._connection.execute(statement, values)
        return
    assert isinstance(store, PostgresStore)
    for number in range(1, len(values) + 1):
        statement = statement.replace("?", f"${number}", 1)
    async with store.database.transaction() as connection:
        await connection.execute(statement, *values)
