"""PostgreSQL: one pool of connections for all that several nodes share, its schemas, and what goes wrong in words.

Everything runs in explicit transactions and without prepared statements that outlive them: so it works through a pooler
in transaction mode too. There is no LISTEN, no NOTIFY and no advisory lock that lasts longer than its transaction."""

import logging
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import asyncpg

from drlucky.database_url import without_password
from drlucky.errors import DrLuckyError

MOST_CONNECTIONS = 8
CONNECT_WITHIN = 5.0
ANSWER_WITHIN = 10.0
"""Seconds for a statement. One that takes longer is given up, and nobody knows what became of it."""
LOCK = 6_170_315
"""Of whoever makes or changes a schema; any number will do that no other program uses."""
LOST = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)
"""What an unreachable, stopped or failing database raises."""
VERSIONS = "CREATE TABLE IF NOT EXISTS schema_versions (part TEXT PRIMARY KEY, version INTEGER NOT NULL)"

BEGIN = "BEGIN; SET LOCAL synchronous_commit = on"
"""Whoever set up the database may have chosen speed: what is told to people has to be on disk."""

Connection = Any
"""A connection of asyncpg's pool, which comes without types that could be named here."""

log = logging.getLogger(__name__)


class DatabaseError(DrLuckyError):
    """The database cannot be used as it is."""


class Database:
    """`async with await Database.open(url) as database`."""

    def __init__(self, url: str, pool: Any) -> None:
        self.name = without_password(url)
        self._pool = pool

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
            problem = str(error) or type(error).__name__
            raise DatabaseError(f"{name} cannot be reached: {problem}; is PostgreSQL running there?") from None
        database = cls(url, pool)
        try:
            async with database.transaction() as connection:
                is_synced = await connection.fetchval("SELECT current_setting('fsync')")
        except LOST as error:
            await database.close()
            raise DatabaseError(f"{name} cannot be used: {error}") from None
        if is_synced != "on":
            log.warning(
                "%s runs with fsync = %s: what was acknowledged is lost when its machine stops", name, is_synced
            )
        return database

    async def close(self) -> None:
        self._pool.terminate()

    async def __aenter__(self) -> "Database":
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Connection]:
        """A connection with a transaction that is committed, and on disk, when this is left without an error. Raises
        what asyncpg does: see LOST."""
        async with self._pool.acquire(timeout=CONNECT_WITHIN) as connection:
            await connection.execute(BEGIN)
            try:
                yield connection
            except BaseException:
                await roll_back(connection)
                raise
            try:
                await connection.execute("COMMIT")
            except BaseException:
                # Whatever state it is in, nobody else shall have it.
                connection.terminate()
                raise

    async def fetch(self, query: str, *values: object) -> list[Any]:
        """Rows, by a transaction of its own."""
        async with self._pool.acquire(timeout=CONNECT_WITHIN) as connection, connection.transaction(readonly=True):
            return list(await connection.fetch(query, *values))

    @contextmanager
    def in_words(self) -> Iterator[None]:
        """What goes wrong within is a DatabaseError, for whoever runs the server."""
        try:
            yield
        except LOST as error:
            raise DatabaseError(f"{self.name} cannot be used: {error or type(error).__name__}") from None

    async def migrate(self, part: str, steps: Sequence[str]) -> int:
        """Brings the tables of one part up to date: `steps` are what each schema has beside those before it. Returns
        the version that was found. Nodes that start at the same time wait for each other."""
        async with self.transaction() as connection:
            await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
            await connection.execute(VERSIONS)
            found = await connection.fetchval("SELECT version FROM schema_versions WHERE part = $1", part) or 0
            if found > len(steps):
                raise DatabaseError(f"a newer drlucky has changed {self.name}; this one is too old for it")
            for step in steps[found:]:
                await connection.execute(step)
            await connection.execute(
                "INSERT INTO schema_versions VALUES ($1, $2) ON CONFLICT (part) DO UPDATE SET version = $2",
                part,
                len(steps),
            )
        return int(found)


async def roll_back(connection: Connection) -> None:
    try:
        await connection.execute("ROLLBACK")
    except BaseException:
        connection.terminate()
        raise


async def nothing_to_reset(connection: Connection) -> None:
    """Nothing here outlives its transaction, so that a connection that is given back is as good as new."""
