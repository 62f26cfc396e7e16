"""PostgreSQL: one pool of connections for all that several nodes share, its schemas, and what goes wrong in words.

Everything runs in explicit transactions and without prepared statements that outlive them: so it works through a pooler
in transaction mode too. There is no LISTEN, no NOTIFY and no advisory lock that lasts longer than its transaction."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any

import asyncpg

from drlucky.database_url import without_password
from drlucky.errors import DrLuckyError

MOST_CONNECTIONS = 8
FOR_WRITING = 2
"""Connections of those that reading leaves alone: however much is read, a node can write, and say that it is alive."""
CONNECT_WITHIN = 5.0
ANSWER_WITHIN = 10.0
"""Seconds for a statement. One that takes longer is given up, and nobody knows what became of it."""
READ_WITHIN = 15.0
"""The same with all that it waits for, where many want to read."""
MIGRATED_WITHIN = 3600.0
CLOSED_WITHIN = 2.0
LOCK = 6_170_315
"""Of whoever makes or changes a schema; any number will do that no other program uses."""
VERSIONS = "CREATE TABLE IF NOT EXISTS schema_versions (part TEXT PRIMARY KEY, version INTEGER NOT NULL)"
SETTINGS = "SELECT current_setting('fsync'), current_setting('server_encoding')"

BEGIN = """BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
SET LOCAL synchronous_commit = on;
SET LOCAL idle_in_transaction_session_timeout = '3s'
"""
"""Whoever set up the database may have chosen speed: what is told to people has to be on disk. And a node that falls
asleep in the middle must not keep what it has locked: others wait for it."""
BEGIN_READING = "BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY"

Connection = Any
"""A connection of asyncpg's pool, which comes without types that could be named here."""

log = logging.getLogger(__name__)


class DatabaseError(DrLuckyError):
    """The database cannot be used as it is."""


class Unclear(Exception):
    """The connection was lost while a transaction was being committed: nobody knows yet whether it was. The database
    may even do it later; until it has decided, it holds all locks of the transaction."""


LOST = (Unclear, OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""What an unreachable, stopped or failing database raises."""


class Database:
    """`async with await Database.open(url) as database`."""

    def __init__(self, url: str, pool: Any, most: int) -> None:
        self.name = without_password(url)
        self._pool = pool
        self._may_read = asyncio.Semaphore(max(1, most - FOR_WRITING))

    @classmethod
    async def open(cls, url: str, most: int = MOST_CONNECTIONS) -> "Database":
        name = without_password(url)
        try:
            pool = await asyncpg.create_pool(
                url,
                min_size=1,
                max_size=most,
                timeout=CONNECT_WITHIN,
                command_timeout=ANSWER_WITHIN,
                statement_cache_size=0,
                reset=nothing_to_reset,
            )
        except (*LOST, ValueError) as error:
            raise DatabaseError(f"{name} cannot be reached: {what_is(error)}; is PostgreSQL running there?") from None
        database = cls(url, pool, most)
        try:
            await database._check()
        except BaseException:
            await database.close()
            raise
        return database

    async def _check(self) -> None:
        try:
            async with self.transaction() as connection:
                is_synced, encoding = await connection.fetchrow(SETTINGS)
        except LOST as error:
            raise DatabaseError(f"{self.name} cannot be used: {what_is(error)}") from None
        if encoding != "UTF8":
            raise DatabaseError(f"{self.name} has the encoding {encoding}; names of people need UTF8")
        if is_synced != "on":
            log.warning(
                "%s runs with fsync = %s: what was acknowledged is lost when its machine stops", self.name, is_synced
            )

    async def close(self) -> None:
        try:
            async with asyncio.timeout(CLOSED_WITHIN):
                await self._pool.close()
        except LOST:
            self._pool.terminate()

    async def __aenter__(self) -> "Database":
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    @asynccontextmanager
    async def transaction(self, begin: str = BEGIN) -> AsyncIterator[Connection]:
        """A connection with a transaction that is committed, and on disk, when this is left without an error. Raises
        what asyncpg does, or Unclear: see LOST."""
        async with self._pool.acquire(timeout=CONNECT_WITHIN) as connection:
            try:
                await connection.execute(begin)
                yield connection
            except BaseException as error:
                await roll_back(connection, error)
                raise
            try:
                await connection.execute("COMMIT")
            except BaseException as error:
                # Whatever state it is in, nobody else shall have it.
                cut(connection)
                if isinstance(error, LOST):
                    raise Unclear(what_is(error)) from error
                raise

    async def fetch(self, query: str, *values: object) -> list[Any]:
        """Rows, by a transaction of its own."""
        async with asyncio.timeout(READ_WITHIN), self._may_read, self.transaction(BEGIN_READING) as connection:
            return list(await connection.fetch(query, *values))

    @contextmanager
    def in_words(self) -> Iterator[None]:
        """What goes wrong within is a DatabaseError, for whoever runs the server."""
        try:
            yield
        except LOST as error:
            raise DatabaseError(f"{self.name} cannot be used: {what_is(error)}") from None

    async def migrate(self, part: str, steps: Sequence[str]) -> int:
        """Brings the tables of one part up to date: `steps` are what each schema has beside those before it. Returns
        the version that was found. Nodes that start at the same time wait for each other."""
        try:
            async with self.transaction() as connection:
                return await self._migrate(connection, part, steps)
        except LOST as error:
            raise DatabaseError(f"{self.name} cannot be brought up to date: {what_is(error)}") from None

    async def _migrate(self, connection: Connection, part: str, steps: Sequence[str]) -> int:
        await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK, timeout=MIGRATED_WITHIN)
        await connection.execute(VERSIONS)
        found = await connection.fetchval("SELECT version FROM schema_versions WHERE part = $1", part) or 0
        if found > len(steps):
            raise DatabaseError(f"a newer drlucky has changed {self.name}; this one is too old for it")
        for step in steps[found:]:
            await connection.execute(step, timeout=MIGRATED_WITHIN)
        await connection.execute(
            "INSERT INTO schema_versions VALUES ($1, $2) ON CONFLICT (part) DO UPDATE SET version = $2",
            part,
            len(steps),
        )
        return int(found)


async def roll_back(connection: Connection, error: BaseException) -> None:
    """Where the line may be in the middle of something it is cut: to wait for it would take longer than whoever has
    given up has time."""
    if isinstance(error, (DrLuckyError, asyncpg.PostgresError)):
        try:
            await connection.execute("ROLLBACK")
            return
        except LOST:
            pass  # the first error says what is wrong
    cut(connection)


def cut(connection: Connection) -> None:
    with suppress(asyncpg.InterfaceError):  # it is lost already
        connection.terminate()


def what_is(error: BaseException) -> str:
    return str(error) or type(error).__name__


async def nothing_to_reset(connection: Connection) -> None:
    """Nothing here outlives its transaction, so that a connection that is given back is as good as new."""
