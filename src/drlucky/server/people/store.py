"""The store of what people asked for, one SQLite file. All of it is read at the start and kept in memory, so that
nobody waits for the disk to know something; one thread writes, in the order in which it was asked to."""

import asyncio
import logging
import sqlite3
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from time import monotonic
from typing import Any

from drlucky.errors import DrLuckyError
from drlucky.server.errors import Failed

TABLES = """
CREATE TABLE devices (
    person TEXT NOT NULL, device TEXT NOT NULL, linked INTEGER NOT NULL, PRIMARY KEY (person, device)
) WITHOUT ROWID;
"""
SECOND = """
CREATE TABLE subscriptions (
    id TEXT PRIMARY KEY, person TEXT NOT NULL, device TEXT NOT NULL, kind TEXT NOT NULL, address TEXT NOT NULL,
    p256dh TEXT NOT NULL, secret TEXT NOT NULL, language TEXT NOT NULL, base TEXT NOT NULL, made INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE decisions (
    "table" TEXT PRIMARY KEY, person TEXT NOT NULL, number TEXT NOT NULL, code TEXT NOT NULL, edition TEXT NOT NULL,
    host TEXT NOT NULL, deadline REAL, remind REAL, told INTEGER NOT NULL, reminded INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE calendars (
    hash TEXT PRIMARY KEY, person TEXT NOT NULL, "table" TEXT NOT NULL, language TEXT NOT NULL
) WITHOUT ROWID;
"""
"""What the second schema has beside the first: who is to be told, and of what."""
THIRD = """
CREATE TABLE hidden (person TEXT NOT NULL, "table" TEXT NOT NULL, PRIMARY KEY (person, "table")) WITHOUT ROWID;
"""
"""What the third has: tables that someone does not want to be reminded of."""
SAID_EVERY = 60.0
"""Seconds after which whoever runs the server is told again that something does not work."""

log = logging.getLogger(__name__)

Statement = tuple[str, Sequence[object]]


class PeopleStore:
    steps: Sequence[str] = (TABLES, SECOND, THIRD)
    """What each schema has beside those before it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._said = -SAID_EVERY
        self._writer = ThreadPoolExecutor(1, "people")
        try:
            # It says who is who on which device: it is nobody else's to read.
            path.touch(mode=0o600)
            self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._connection.execute("PRAGMA busy_timeout = 5000")
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA secure_delete = ON")
            self._prepare()
        except (sqlite3.Error, OSError) as error:
            raise DrLuckyError(f"{path} cannot be used: {error}") from None

    def _prepare(self) -> None:
        (schema,) = self._connection.execute("PRAGMA user_version").fetchone()
        newest = len(self.steps)
        if schema > newest:
            raise DrLuckyError(f"a newer drlucky wrote {self._path}")
        if schema < newest:
            steps = "".join(self.steps[schema:])
            self._connection.executescript(f"BEGIN; {steps} PRAGMA user_version = {newest}; COMMIT;")

    def rows(self, query: str) -> list[Any]:
        """For the start, when nobody waits yet."""
        return self._connection.execute(query).fetchall()

    async def find(self, query: str, *values: object) -> list[Any]:
        """After all that was asked for before is written."""
        found = self._writer.submit(lambda: self._connection.execute(query, values).fetchall())
        try:
            return await asyncio.wrap_future(found)
        except sqlite3.Error as error:
            self._say(error, "read")
            raise Failed("trouble", "this cannot be read at the moment; try again soon") from None

    async def write(self, *statements: Statement) -> None:
        """Returns when all of them are on disk; Failed if none is."""
        try:
            await asyncio.wrap_future(self._writer.submit(self._commit, statements))
        except sqlite3.Error as error:
            self._say(error)
            raise Failed("trouble", "this could not be kept; try again soon") from None

    def write_later(self, *statements: Statement) -> None:
        """What nobody waits for, and can be found out anew if it is lost."""
        self._writer.submit(self._commit, statements).add_done_callback(self._done)

    async def settle(self) -> None:
        """Returns when all that was asked for is on disk, and what was deleted is there no more: not in what SQLite
        writes ahead either."""
        await asyncio.wrap_future(self._writer.submit(self._connection.execute, "PRAGMA wal_checkpoint(TRUNCATE)"))

    def _done(self, written: "Future[None]") -> None:
        error = None if written.cancelled() else written.exception()
        if error is not None:
            self._say(error)

    def _say(self, error: BaseException, what: str = "written") -> None:
        now = monotonic()
        if now >= self._said + SAID_EVERY:
            self._said = now
            log.error("%s cannot be %s: %s", self._path, what, error)

    def close(self) -> None:
        """When what was asked for is written."""
        self._writer.shutdown()
        self._connection.close()

    # In the writer's thread.

    def _commit(self, statements: Sequence[Statement]) -> None:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            for statement, values in statements:
                self._connection.execute(statement, values)
            self._connection.execute("COMMIT")
        except sqlite3.Error:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise
