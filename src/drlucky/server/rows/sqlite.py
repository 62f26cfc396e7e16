"""Rows in a SQLite file, or in memory, of a server that runs by itself. One thread reads and writes, in order."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from drlucky.errors import DrLuckyError
from drlucky.server.rows.base import (
    Change,
    Decide,
    Followed,
    Follower,
    Key,
    Part,
    Put,
    Relation,
    Row,
    Taken,
    comes_after,
    selected,
    statement,
)
from drlucky.table.store.schema import Connection, sync_found

MEMORY = ":memory:"
T = TypeVar("T")


class SqliteRows(Followed):
    def __init__(self, part: Part, path: Path | None = None) -> None:
        """Without a path it is gone with this."""
        super().__init__(part, str(path or part.name))
        self._thread = ThreadPoolExecutor(1, part.name)
        self._connection = connect(part, path)

    def follow(self, relation: Relation, put: Callable[[Row], object], drop: Callable[[Key], object]) -> None:
        self._followers.setdefault(relation.name, []).append(Follower(put, drop))
        for row in self.query(selected(relation, "TRUE")):
            put(row)

    def begin(self) -> None:
        """Nobody else changes anything."""

    def query(self, query: str) -> list[Any]:
        """For the start, when nobody waits yet, and for those who want to look."""
        return self._connection.execute(query).fetchall()

    async def find(self, relation: Relation, where: str, *values: object, limit: int = 1) -> list[Row]:
        async with self._one_at_a_time:
            return await self._read(f"{selected(relation, where)} LIMIT {limit}", values)

    async def page(self, relation: Relation, after: Key | None, limit: int) -> list[Row]:
        where = "TRUE" if after is None else comes_after(relation)
        order = ", ".join(relation.quoted[: relation.keys])
        return await self._read(f"{selected(relation, where)} ORDER BY {order} LIMIT {limit}", after or ())

    async def fill(self, relation: Relation, rows: Sequence[Row]) -> None:
        await self.change(lambda: [Put(relation, row) for row in rows])

    async def settle(self) -> None:
        """Not in what SQLite writes ahead either."""
        async with self._one_at_a_time:
            await self._in_thread(lambda: self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall())

    async def close(self) -> None:
        await self._finish()
        self._thread.shutdown()
        self._connection.close()

    async def _change(self, decide: Decide) -> None:
        changes = list(decide())
        if not changes:
            return
        try:
            await self._in_thread(lambda: self._commit(changes))
        except sqlite3.Error as error:
            raise self._trouble(error) from None
        self._apply(changes)

    async def _read(self, query: str, values: Sequence[object]) -> list[Any]:
        try:
            return await self._in_thread(lambda: self._connection.execute(query, values).fetchall())
        except sqlite3.Error as error:
            raise self._trouble(error, "read") from None

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.wrap_future(self._thread.submit(work))

    def _commit(self, changes: Sequence[Change]) -> None:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            for change in changes:
                self._connection.execute(*statement(change))
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            if isinstance(error, sqlite3.IntegrityError):
                raise Taken from None
            raise


def connect(part: Part, path: Path | None) -> sqlite3.Connection:
    """With all that the part has in it."""
    try:
        if path is not None:
            # It says who is who on which device: it is nobody else's to read.
            path.touch(mode=0o600)
            sync_found(path)
        connection = sqlite3.connect(path or MEMORY, isolation_level=None, check_same_thread=False, factory=Connection)
        connection.execute("PRAGMA busy_timeout = 5000")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = ON")
        (schema,) = connection.execute("PRAGMA user_version").fetchone()
        newest = len(part.sqlite)
        if schema > newest:
            raise DrLuckyError(f"a newer drlucky wrote {path}")
        if schema < newest:
            steps = "".join(part.sqlite[schema:])
            connection.executescript(f"BEGIN; {steps} PRAGMA user_version = {newest}; COMMIT;")
    except (sqlite3.Error, OSError) as error:
        raise DrLuckyError(f"{path} cannot be used: {error}") from None
    return connection
