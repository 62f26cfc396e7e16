"""The store in PostgreSQL, which several nodes share. One task writes, and commits all that waits in one transaction;
the lease of each table is checked in it, so that a node that was asleep while another took over writes nothing."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, NamedTuple

import asyncpg

from drlucky.cluster.peers import Peer
from drlucky.postgres import LOST, Connection, Database, Unclear, what_is
from drlucky.table.store import postgres_statements as sql
from drlucky.table.store.base import Conflict, Fenced, Heading, Kept, Lease, PlayedGame, StoreError, unwritable
from drlucky.table.store.checksums import entry_sum, game_sum, heading_sum
from drlucky.table.store.postgres_reader import PostgresReader
from drlucky.table.store.postgres_schema import PART, STEPS

MOST_AT_ONCE = 1000
FIRST = 1
"""The epoch of a lease that has just been made."""
TRIES = 3
"""To claim a table that its node lets go of in the same moment."""
BY_ONE = (
    asyncpg.DataError,
    asyncpg.DeadlockDetectedError,
    asyncpg.IntegrityConstraintViolationError,
    asyncpg.InternalServerError,
)
"""What is wrong with something that is written, or with the place where it is, and not with the database as a whole."""


class Work(NamedTuple):
    """What waits to be written, and who waits for it."""

    heading: Heading
    first: int
    entries: Sequence[bytes]
    epoch: int
    done: "asyncio.Future[None]"

    @property
    def table(self) -> str:
        return self.heading.table


class Deletion(NamedTuple):
    """A table of which nothing is to be left, and who waits for it."""

    table: str
    epoch: int
    done: "asyncio.Future[None]"


Waiting = Work | Deletion
Refused = dict[str, StoreError]


class PostgresStore(PostgresReader):
    """`await PostgresStore.open(database, node)`; the database is closed with it. What is deleted nobody can read
    again; the files of PostgreSQL have it until it has cleaned them up, and has no use for its old WAL any more."""

    is_renewed = False

    def __init__(self, database: Database, node: str) -> None:
        super().__init__(database, node)
        self.failures = 0
        self.is_failing = False
        self._epochs: dict[str, int] = {}
        """Of the tables that this node leads, as far as it knows."""
        self._known: dict[str, Heading] = {}
        """The headings of those as they were written last."""
        self._unclear: set[str] = set()
        """Tables of which nobody knows what of the last write the database has done, or is going to do."""
        self._waiting: list[Waiting] = []
        self._is_wanted = asyncio.Event()
        self._closed = False
        self.commits = 0
        """Transactions in which logs were written, each of as many tables as were waiting."""
        self._writer = asyncio.get_running_loop().create_task(self._write_all())

    @classmethod
    async def open(cls, database: Database, node: str) -> "PostgresStore":
        await database.migrate(PART, STEPS)
        return cls(database, node)

    # Writing.

    def append(self, heading: Heading, first: int, entries: Sequence[bytes]) -> "asyncio.Future[None]":
        table = heading.table
        return self._put(lambda done: Work(heading, first, entries, self._epochs.get(table, 0), done))

    def delete(self, table: str) -> "asyncio.Future[None]":
        return self._put(lambda done: Deletion(table, self._epochs.get(table, 0), done))

    def _put(self, waiting: "Callable[[asyncio.Future[None]], Waiting]") -> "asyncio.Future[None]":
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if self._closed:
            done.set_exception(StoreError("the store is closed"))
        else:
            self._waiting.append(waiting(done))
            self._is_wanted.set()
        return done

    async def _write_all(self) -> None:
        while not (self._closed and not self._waiting):
            await self._is_wanted.wait()
            self._is_wanted.clear()
            while self._waiting:
                await self._commit(self._next_batch())

    def _next_batch(self) -> list[Waiting]:
        """All that waits, but for a second one of the same table."""
        batch: dict[str, Waiting] = {}
        left: list[Waiting] = []
        for waiting in self._waiting:
            if waiting.table in batch or len(batch) >= MOST_AT_ONCE:
                left.append(waiting)
            else:
                batch[waiting.table] = waiting
        self._waiting = left
        return list(batch.values())

    async def _commit(self, batch: Sequence[Waiting]) -> None:
        tables = [waiting.table for waiting in batch]
        try:
            refused = await self._write(batch)
        except Exception as error:  # whatever it is: this task must live, and whoever waits must hear of it
            for table in tables:
                self._known.pop(table, None)
            if len(batch) > 1 and isinstance(error, BY_ONE):
                for waiting in batch:
                    await self._commit([waiting])
                return
            if isinstance(error, Unclear):
                self._unclear.update(tables)
            refused = dict.fromkeys(tables, self._refusal(error))
        else:
            self._succeeded()
        for waiting in batch:
            self._settle(waiting, refused.get(waiting.table))

    def _settle(self, waiting: Waiting, refusal: StoreError | None) -> None:
        table = waiting.table
        if refusal is not None:
            self._known.pop(table, None)
            if isinstance(refusal, Fenced) and self._epochs.get(table) == waiting.epoch:
                self._drop([table])
        elif isinstance(waiting, Deletion):
            self._drop([table])
        else:
            self._known[table] = waiting.heading
            if waiting.first == 1:
                self._epochs[table] = 1
        if waiting.done.cancelled():
            return
        if refusal is None:
            waiting.done.set_result(None)
        else:
            waiting.done.set_exception(refusal)

    async def _write(self, batch: Sequence[Waiting]) -> Refused:
        """One transaction for all; one that does not fit its log is left out of it, and the others stay."""
        new = [each for each in batch if isinstance(each, Work) and each.first == 1]
        more = [each for each in batch if isinstance(each, Work) and each.first > 1]
        async with self.database.transaction() as connection:
            refused = await self._add(connection, more)
            refused |= await self._open(connection, new)
            for each in batch:
                if isinstance(each, Deletion) and not await self._is_deleted(connection, each):
                    refused[each.table] = fenced(each.table)
        self.commits += 1
        return refused

    async def _add(self, connection: Connection, batch: Sequence[Work]) -> Refused:
        if not batch:
            return {}
        tables, epochs = [work.table for work in batch], [work.epoch for work in batch]
        last = {row["table"]: row["last"] for row in await connection.fetch(sql.HELD, self.node, tables, epochs)}
        refused: Refused = {}
        for work in batch:
            if work.table not in last:
                refused[work.table] = fenced(work.table)
            elif last[work.table] != work.first - 1:
                refused[work.table] = Conflict(f"the log of table {work.table} does not end at {work.first - 1}")
        fitting = [work for work in batch if work.table not in refused]
        await insert(connection, entry_rows(fitting))
        changed = [heading_row(work.heading) for work in fitting if self._known.get(work.table) != work.heading]
        if changed:
            await connection.executemany(sql.REPLACE_HEADING, changed)
        return refused

    async def _open(self, connection: Connection, batch: Sequence[Work]) -> Refused:
        """New tables, which this node leads."""
        refused: Refused = {}
        for work in batch:
            if await connection.fetchval(sql.NEW_HEADING, *heading_row(work.heading)) is None:
                refused[work.table] = Conflict(f"there is a table {work.table} or one with its code already")
        opened = [work for work in batch if work.table not in refused]
        if opened:
            await connection.execute(sql.ADD_LEASES, [work.table for work in opened], self.node)
            await insert(connection, entry_rows(opened))
        return refused

    async def _is_deleted(self, connection: Connection, wanted: Deletion) -> bool:
        lease = await connection.fetchrow(sql.LEASE, wanted.table)
        if lease is None or tuple(lease) != (self.node, wanted.epoch):
            return await connection.fetchval(sql.IS_THERE, wanted.table) is None
        await delete(connection, [wanted.table])
        await connection.execute('DELETE FROM leases WHERE "table" = $1', wanted.table)
        return True

    async def keep_games(self, table: str, finished: int, games: Sequence[PlayedGame]) -> None:
        async def keep(connection: Connection) -> None:
            query = 'UPDATE headings SET kept = greatest(kept, $1) WHERE "table" = $2 RETURNING 1'
            is_there = await connection.fetchval(query, finished, table)
            if is_there and games:  # it may have been deleted meanwhile
                await connection.executemany(sql.KEEP_GAME, [game_row(each) for each in games])

        await self._written(keep)

    async def forget(self, person: str) -> None:
        async def forget(connection: Connection) -> None:
            await connection.execute("DELETE FROM games WHERE person = $1", person)

        await self._written(forget)

    async def put_in(self, kept: Sequence[Kept]) -> None:
        """Nobody leads these tables afterwards: whoever has led one writes nothing more of what it was before."""
        tables = [each.heading.table for each in kept]

        async def put_in(connection: Connection) -> None:
            led = await connection.fetchval(sql.LED, tables, self.node)
            if led is not None:
                raise Conflict(f"a node that is running leads table {led}; stop all nodes first")
            await connection.execute(sql.SET_FREE, tables)
            await delete(connection, tables)
            for each in kept:
                await connection.execute(sql.ADD_HEADING, *heading_row(each.heading))
                await insert(connection, rows_of(each.heading.table, 1, each.entries))
                await connection.executemany(sql.KEEP_GAME, [game_row(game) for game in each.games])
            numbers = [(each.kept, each.heading.table) for each in kept]
            await connection.executemany('UPDATE headings SET kept = $1 WHERE "table" = $2', numbers)

        await self._written(put_in)
        self._drop(tables)

    async def _written(self, write: Callable[[Connection], Awaitable[None]]) -> None:
        try:
            async with self.database.transaction() as connection:
                await write(connection)
        except LOST as error:
            raise self._refusal(error) from None
        self._succeeded()

    def _drop(self, tables: Iterable[str]) -> None:
        for table in tables:
            self._epochs.pop(table, None)
            self._known.pop(table, None)

    # Nodes and leases.

    async def beat(self, address: str, is_draining: bool, lasting: float) -> list[Peer]:
        async def beat() -> list[Peer]:
            async with self.database.transaction() as connection:
                await connection.execute(sql.BEAT, self.node, address, is_draining, lasting)
                return [Peer(*row) for row in await connection.fetch(sql.OTHERS, self.node)]

        return await self._asked(beat())

    async def leave(self) -> None:
        async def leave() -> None:
            async with self.database.transaction() as connection:
                await connection.execute(sql.RELEASE_ALL, self.node)
                await connection.execute("DELETE FROM nodes WHERE node = $1", self.node)
                await connection.execute(sql.BURY)

        self._drop(list(self._epochs))
        await self._asked(leave())

    async def claim(self, table: str) -> Lease:
        async def claim() -> Lease:
            async with self.database.transaction() as connection:
                for _ in range(TRIES):
                    epoch = await connection.fetchval(sql.CLAIM, table, self.node, self._epochs.get(table, 0))
                    if epoch is not None:
                        if epoch == FIRST and await connection.fetchval(sql.IS_THERE, table) is None:
                            break  # it was deleted while its lease was waited for
                        return Lease(self.node, epoch)
                    found = await connection.fetchrow('SELECT node, epoch FROM leases WHERE "table" = $1', table)
                    if found is not None and found["node"] is not None:
                        return Lease(*found)
                raise StoreError("there is no such table any more")

        lease = await self._asked(claim())
        if lease.node != self.node:
            self._drop([table])
        elif self._epochs.get(table) != lease.epoch:
            self._epochs[table] = lease.epoch
            self._known.pop(table, None)
        return lease

    async def release(self, tables: Sequence[str]) -> None:
        async def release() -> None:
            async with self.database.transaction() as connection:
                await connection.execute(sql.RELEASE, self.node, list(tables))

        self._drop(tables)
        await self._asked(release())

    async def hand_over(self, table: str, node: str) -> None:
        async def hand_over() -> bool:
            async with self.database.transaction() as connection:
                return await connection.fetchval(sql.HAND_OVER, self.node, table, node) is not None

        is_done = await self._asked(hand_over())
        self._drop([table])
        if not is_done:
            raise fenced(table)

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        if table in self._unclear:
            await self._asked(self._decided(table))
        return await super().read(table, after)

    async def _decided(self, table: str) -> None:
        """Returns when the database has decided what becomes of the last write to this table."""
        async with self.database.transaction() as connection:
            await connection.fetch(sql.LEASE, table)
        self._unclear.discard(table)

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._is_wanted.set()
        await self._writer
        await self.database.close()

    # What goes wrong.

    def _refusal(self, error: BaseException) -> StoreError:
        """What to answer to those for whom this could not be written."""
        if isinstance(error, asyncpg.UniqueViolationError):
            return Conflict("another table has this code, or somebody has written this version already")
        self.failures += 1
        self.is_failing = True
        self._reports.trouble("written", what_is(error))
        return unwritable()

    def _succeeded(self) -> None:
        if self.is_failing:
            self.is_failing = False
            self._reports.over()


def fenced(table: str) -> Fenced:
    return Fenced(f"another node leads table {table} by now")


async def insert(connection: Connection, rows: Sequence[Sequence[object]]) -> None:
    if rows:
        await connection.execute(sql.ADD_ENTRIES, *map(list, zip(*rows, strict=True)))


async def delete(connection: Connection, tables: Sequence[str]) -> None:
    for statement in sql.DELETE:
        await connection.execute(statement, tables)


def entry_rows(batch: Iterable[Work]) -> list[tuple[object, ...]]:
    return [row for work in batch for row in rows_of(work.table, work.first, work.entries)]


def rows_of(table: str, first: int, entries: Sequence[bytes]) -> list[tuple[object, ...]]:
    return [(table, version, each, entry_sum(table, version, each)) for version, each in enumerate(entries, first)]


def heading_row(about: Heading) -> tuple[Any, ...]:
    checksum, people = heading_sum(about), list(about.people)
    row = (about.table, about.code, about.status, about.changed, about.summary, about.past, people, about.finished)
    return (*row, checksum)


def game_row(game: PlayedGame) -> tuple[Any, ...]:
    return game.person, game.ended, game.table, game.number, game.about, game_sum(game)
