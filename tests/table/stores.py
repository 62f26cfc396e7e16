"""Stores of every kind, for tests that should hold for each."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from drlucky.postgres import Database
from drlucky.table import MemoryStore, SQLiteStore
from drlucky.table.store.base import Portable
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
        return at_once(lambda: SQLiteStore(folder / "log.db"))
    url: str = request.getfixturevalue("database" if kind == "postgres" else "pooled")
    return lambda: shared(url)


def at_once(make: Callable[[], Portable]) -> Opened:
    async def opened() -> Portable:
        return make()

    return opened


async def shared(url: str, node: str = "node") -> PostgresStore:
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
