"""The store in PostgreSQL, which several nodes share. One task writes, and commits all that waits in one transaction;
the lease of each table is checked in it, so that a node that was asleep while another took over writes nothing."""

import asyncio
import logging
from collections.abc import Awaitable, Collection, Mapping, Sequence
from time import monotonic
from typing import Any, NamedTuple, TypeVar

from drlucky.cluster.peers import Peer
from drlucky.postgres import LOST, Connection, Database
from drlucky.table.store.base import Conflict, Fenced, Heading, Lease, PlayedGame, StoreError
from drlucky.table.store.postgres_schema import PART, STEPS

MOST_AT_ONCE = 1000
TRIES = 3
"""To claim a table that its node lets go of in the same moment."""
ABSENT = "the server cannot write down what happens at the moment; try again soon"
UNREADABLE = "the log of this server cannot be read at the moment"
SAID_EVERY = 60.0
"""Seconds after which whoever runs the server is told again that something does not work."""
HEADING = 'SELECT "table", code, status, changed, summary, past, people, finished FROM headings'
GAME = 'SELECT person, "table", number, ended, about FROM games'
LATEST_FIRST = 'ORDER BY changed DESC, "table" DESC LIMIT'
IS_ALIVE = "SELECT 1 FROM nodes WHERE nodes.node = leases.node AND nodes.alive_until > clock_timestamp()"
BEAT = """
INSERT INTO nodes (node, address, is_draining, alive_until)
VALUES ($1, $2, $3, clock_timestamp() + make_interval(secs => $4))
ON CONFLICT (node) DO UPDATE SET address = excluded.address, is_draining = excluded.is_draining,
alive_until = excluded.alive_until
"""
OTHERS = "SELECT node, address, is_draining FROM nodes WHERE node <> $1 AND alive_until > clock_timestamp()"
BURY = "DELETE FROM nodes WHERE alive_until < clock_timestamp() - interval '1 hour'"
"""A node that stopped without a word leaves its row for a while, for whoever looks what happened."""
CLAIM = f"""
INSERT INTO leases ("table", node, epoch) SELECT $1, $2, 1 WHERE EXISTS (SELECT 1 FROM headings WHERE "table" = $1)
ON CONFLICT ("table") DO UPDATE SET node = excluded.node, epoch = leases.epoch + 1
WHERE leases.node IS NULL OR leases.node = excluded.node OR NOT EXISTS ({IS_ALIVE})
RETURNING epoch
"""
HAND_OVER = 'UPDATE leases SET node = $3, epoch = epoch + 1 WHERE "table" = $2 AND node = $1 RETURNING epoch'
HELD = """
SELECT leases."table", coalesce((SELECT max(version) FROM entries WHERE entries."table" = leases."table"), 0) AS last
FROM leases JOIN unnest($2::text[], $3::bigint[]) AS wanted ("table", epoch) USING ("table")
WHERE leases.node = $1 AND leases.epoch = wanted.epoch
ORDER BY leases."table" FOR SHARE OF leases
"""
"""The tables that this node leads still, and where their logs end. Who wants to take one over waits until this is
committed."""
ADD_ENTRIES = """
INSERT INTO entries ("table", version, entry) SELECT * FROM unnest($1::text[], $2::bigint[], $3::bytea[])
"""
NEW_LEASE = 'INSERT INTO leases ("table", node, epoch) VALUES ($1, $2, 1)'
NEW_HEADING = """
INSERT INTO headings ("table", code, status, changed, summary, past, people, finished)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING "table"
"""
REPLACE_HEADING = """
UPDATE headings SET code = $2, status = $3, changed = $4, summary = $5, past = $6, people = $7, finished = $8
WHERE "table" = $1
"""
KEEP_GAME = """
INSERT INTO games (person, ended, "table", number, about)
SELECT $1, $2, $3, $4, $5 WHERE EXISTS (SELECT 1 FROM headings WHERE "table" = $3)
ON CONFLICT ("table", number, person) DO UPDATE SET ended = excluded.ended, about = excluded.about
"""
"""Of a table that has been deleted meanwhile nothing is kept."""
DELETE = tuple(f'DELETE FROM {name} WHERE "table" = $1' for name in ("entries", "headings", "games", "leases"))
READ_AFTER = """
SELECT entries."table", entry FROM entries JOIN unnest($1::text[], $2::bigint[]) AS known ("table", version)
ON entries."table" = known."table" AND entries.version > known.version ORDER BY entries."table", entries.version
"""
WITHOUT_HEADING = """
SELECT "table" FROM entries WHERE version = 1
AND NOT EXISTS (SELECT 1 FROM headings WHERE headings."table" = entries."table") ORDER BY "table"
"""

log = logging.getLogger(__name__)

T = TypeVar("T")


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


class PostgresStore:
    """`await PostgresStore.open(database, node)`; the database is closed with it."""

    is_renewed = False

    def __init__(self, database: Database, node: str) -> None:
        self.node = node
        self.failures = 0
        self.is_failing = False
        self.database = database
        self._epochs: dict[str, int] = {}
        """Of the tables that this node leads, as far as it knows."""
        self._known: dict[str, Heading] = {}
        """The headings of those as they were written last."""
        self._waiting: list[Work] = []
        self._is_wanted = asyncio.Event()
        self._closed = False
        self._said: dict[str, float] = {}
        self._writer = asyncio.get_running_loop().create_task(self._write_all())

    @classmethod
    async def open(cls, database: Database, node: str) -> "PostgresStore":
        await database.migrate(PART, STEPS)
        return cls(database, node)

    # Writing.

    def append(self, heading: Heading, first: int, entries: Sequence[bytes]) -> "asyncio.Future[None]":
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        epoch = self._epochs.get(heading.table)
        if self._closed:
            done.set_exception(StoreError("the store is closed"))
        elif epoch is None and first > 1:
            done.set_exception(fenced(heading.table))
        else:
            self._waiting.append(Work(heading, first, entries, epoch or 0, done))
            self._is_wanted.set()
        return done

    async def _write_all(self) -> None:
        while not (self._closed and not self._waiting):
            await self._is_wanted.wait()
            self._is_wanted.clear()
            while self._waiting:
                await self._commit(self._next_batch())

    def _next_batch(self) -> list[Work]:
        """All that waits, but for a second one of the same table; and a new table by itself."""
        if self._waiting[0].first == 1:
            return [self._waiting.pop(0)]
        batch: dict[str, Work] = {}
        left: list[Work] = []
        for work in self._waiting:
            if work.first == 1 or work.table in batch or len(batch) >= MOST_AT_ONCE:
                left.append(work)
            else:
                batch[work.table] = work
        self._waiting = left
        return list(batch.values())

    async def _commit(self, batch: Sequence[Work]) -> None:
        try:
            async with self.database.transaction() as connection:
                if batch[0].first == 1:
                    refused = await self._open(connection, batch[0])
                else:
                    refused = await self._add(connection, batch)
        except LOST as error:
            self._fail("written", error)
            # Whether it was written nobody knows: whoever needs to can look into the log.
            refused = {work.table: StoreError(ABSENT) for work in batch}
        else:
            self._succeed()
        for work in batch:
            refusal = refused.get(work.table)
            if refusal is None:
                self._known[work.table] = work.heading
            elif isinstance(refusal, Fenced):
                self._drop(work.table)
            if work.done.cancelled():
                continue
            if refusal is None:
                work.done.set_result(None)
            else:
                work.done.set_exception(refusal)

    async def _open(self, connection: Connection, work: Work) -> dict[str, StoreError]:
        """A new table, which this node leads."""
        if await connection.fetchval(NEW_HEADING, *row_of(work.heading)) is None:
            return {work.table: Conflict(f"there is a table {work.table} or one with its code already")}
        await connection.execute(NEW_LEASE, work.table, self.node)
        await self._insert(connection, [work])
        self._epochs[work.table] = 1
        return {}

    async def _add(self, connection: Connection, batch: Sequence[Work]) -> dict[str, StoreError]:
        tables, epochs = [work.table for work in batch], [work.epoch for work in batch]
        last = {row["table"]: row["last"] for row in await connection.fetch(HELD, self.node, tables, epochs)}
        refused: dict[str, StoreError] = {}
        for work in batch:
            if work.table not in last:
                refused[work.table] = fenced(work.table)
            elif last[work.table] != work.first - 1:
                refused[work.table] = Conflict(f"the log of table {work.table} does not end at {work.first - 1}")
        fitting = [work for work in batch if work.table not in refused]
        await self._insert(connection, fitting)
        changed = [row_of(work.heading) for work in fitting if self._known.get(work.table) != work.heading]
        if changed:
            await connection.executemany(REPLACE_HEADING, changed)
        return refused

    async def _insert(self, connection: Connection, batch: Sequence[Work]) -> None:
        rows = [(w.table, version, entry) for w in batch for version, entry in enumerate(w.entries, w.first)]
        if rows:
            await connection.execute(ADD_ENTRIES, *map(list, zip(*rows, strict=True)))

    def delete(self, table: str) -> "asyncio.Future[None]":
        return asyncio.ensure_future(self._delete(table))

    async def _delete(self, table: str) -> None:
        async def delete() -> None:
            async with self.database.transaction() as connection:
                epoch = self._epochs.get(table, 0)
                if not await connection.fetch(HELD, self.node, [table], [epoch]):
                    raise fenced(table)
                for statement in DELETE:
                    await connection.execute(statement, table)

        await self._written(delete())
        self._drop(table)

    async def _written(self, writing: Awaitable[None]) -> None:
        try:
            await writing
        except LOST as error:
            self._fail("written", error)
            raise StoreError(ABSENT) from None
        self._succeed()

    def _drop(self, table: str) -> None:
        self._epochs.pop(table, None)
        self._known.pop(table, None)

    # Nodes and leases.

    async def beat(self, address: str, is_draining: bool, lasting: float) -> list[Peer]:
        async def beat() -> list[Peer]:
            async with self.database.transaction() as connection:
                await connection.execute(BEAT, self.node, address, is_draining, lasting)
                return [Peer(*row) for row in await connection.fetch(OTHERS, self.node)]

        return await self._asked(beat())

    async def leave(self) -> None:
        async def leave() -> None:
            async with self.database.transaction() as connection:
                await connection.execute("UPDATE leases SET node = NULL WHERE node = $1", self.node)
                await connection.execute("DELETE FROM nodes WHERE node = $1", self.node)
                await connection.execute(BURY)

        self._epochs.clear()
        self._known.clear()
        await self._asked(leave())

    async def claim(self, table: str) -> Lease:
        async def claim() -> Lease:
            async with self.database.transaction() as connection:
                for _ in range(TRIES):
                    epoch = await connection.fetchval(CLAIM, table, self.node)
                    if epoch is not None:
                        return Lease(self.node, epoch)
                    found = await connection.fetchrow('SELECT node, epoch FROM leases WHERE "table" = $1', table)
                    if found is not None and found["node"] is not None:
                        return Lease(*found)
                raise StoreError("there is no such table any more")

        lease = await self._asked(claim())
        if lease.node == self.node:
            self._epochs[table] = lease.epoch
            self._known.pop(table, None)
        return lease

    async def release(self, tables: Sequence[str]) -> None:
        async def release() -> None:
            async with self.database.transaction() as connection:
                query = 'UPDATE leases SET node = NULL WHERE node = $1 AND "table" = ANY($2)'
                await connection.execute(query, self.node, list(tables))

        for table in tables:
            self._drop(table)
        await self._asked(release())

    async def hand_over(self, table: str, node: str) -> None:
        async def hand_over() -> bool:
            async with self.database.transaction() as connection:
                return await connection.fetchval(HAND_OVER, self.node, table, node) is not None

        is_done = await self._asked(hand_over())
        self._drop(table)
        if not is_done:
            raise fenced(table)

    async def abandoned(self, since: float, limit: int = 100) -> list[Heading]:
        query = f"""{HEADING} JOIN leases USING ("table") WHERE status IN ('gathering', 'playing') AND changed >= $1
            AND leases.node IS NOT NULL AND NOT EXISTS ({IS_ALIVE}) {LATEST_FIRST} $2"""
        return [heading_in(row) for row in await self._fetch(query, since, limit)]

    # Reading.

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        query = 'SELECT entry FROM entries WHERE "table" = $1 AND version > $2 ORDER BY version'
        return [row[0] for row in await self._fetch(query, table, after)]

    async def read_after(self, known: Mapping[str, int]) -> dict[str, list[bytes]]:
        found: dict[str, list[bytes]] = {}
        for table, entry in await self._fetch(READ_AFTER, list(known), list(known.values())):
            found.setdefault(table, []).append(entry)
        return found

    async def heading(self, table_or_code: str) -> Heading | None:
        rows = await self._fetch(f'{HEADING} WHERE "table" = $1 OR code = $1', table_or_code)
        return heading_in(rows[0]) if rows else None

    async def headings(self, statuses: Collection[str], limit: int = 100, before: float | None = None) -> list[Heading]:
        query = f"{HEADING} WHERE status = ANY($1) AND changed < $2 {LATEST_FIRST} $3"
        return [heading_in(row) for row in await self._fetch(query, list(statuses), until(before), limit)]

    async def past(self, limit: int = 50, before: float | None = None) -> list[Heading]:
        query = f"{HEADING} WHERE past AND changed < $1 {LATEST_FIRST} $2"
        return [heading_in(row) for row in await self._fetch(query, until(before), limit)]

    async def tables_of(self, person: str, limit: int = 50) -> list[Heading]:
        query = f"{HEADING} WHERE people @> ARRAY[$1] {LATEST_FIRST} $2"
        return [heading_in(row) for row in await self._fetch(query, person, limit)]

    # The finished games of people.

    async def keep_games(self, table: str, finished: int, games: Sequence[PlayedGame]) -> None:
        rows = [(each.person, each.ended, each.table, each.number, each.about) for each in games]

        async def keep() -> None:
            async with self.database.transaction() as connection:
                if rows:
                    await connection.executemany(KEEP_GAME, rows)
                query = 'UPDATE headings SET kept = greatest(kept, $1) WHERE "table" = $2'
                await connection.execute(query, finished, table)

        await self._written(keep())

    async def unkept(self, limit: int = 100) -> list[Heading]:
        query = f'{HEADING} WHERE finished > kept ORDER BY "table" LIMIT $1'
        return [heading_in(row) for row in await self._fetch(query, limit)]

    async def games_of(
        self, person: str, limit: int = 50, before: tuple[float, str, int] | None = None
    ) -> list[PlayedGame]:
        place = (float("inf"), "", 0) if before is None else before
        query = f"""{GAME} WHERE person = $1 AND (ended, "table", number) < ($2, $3, $4)
            ORDER BY ended DESC, "table" DESC, number DESC LIMIT $5"""
        return [PlayedGame(*row) for row in await self._fetch(query, person, *place, limit)]

    async def games_at(self, table: str, number: int) -> list[PlayedGame]:
        query = f'{GAME} WHERE "table" = $1 AND number = $2 ORDER BY person'
        return [PlayedGame(*row) for row in await self._fetch(query, table, number)]

    async def forget(self, person: str) -> None:
        async def forget() -> None:
            async with self.database.transaction() as connection:
                await connection.execute("DELETE FROM games WHERE person = $1", person)

        await self._written(forget())

    async def unsound(self) -> list[str]:
        return [row[0] for row in await self._fetch(WITHOUT_HEADING)]

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._is_wanted.set()
        await self._writer
        await self.database.close()

    # What goes wrong.

    async def _fetch(self, query: str, *values: object) -> list[Any]:
        return await self._asked(self.database.fetch(query, *values))

    async def _asked(self, asking: Awaitable[T]) -> T:
        try:
            return await asking
        except LOST as error:
            self._say("read", error)
            raise StoreError(UNREADABLE) from None

    def _fail(self, what: str, error: BaseException) -> None:
        self.failures += 1
        self.is_failing = True
        self._say(what, error)

    def _succeed(self) -> None:
        if self.is_failing:
            self.is_failing = False
            self._said.clear()
            log.warning("%s can be written again", self.database.name)

    def _say(self, what: str, error: BaseException) -> None:
        """Tells whoever runs the server, a line now and then; others need not know of databases."""
        now = monotonic()
        if now >= self._said.get(what, -SAID_EVERY) + SAID_EVERY:
            self._said[what] = now
            name, problem = self.database.name, str(error) or type(error).__name__
            log.error("%s cannot be %s: %s; until it can, nothing happens at the tables", name, what, problem)


def fenced(table: str) -> Fenced:
    return Fenced(f"another node leads table {table} by now")


def until(before: float | None) -> float:
    return float("inf") if before is None else before


def row_of(heading: Heading) -> tuple[object, ...]:
    people = list(heading.people)
    about = (heading.code, heading.status, heading.changed, heading.summary, heading.past, people, heading.finished)
    return (heading.table, *about)


def heading_in(row: Sequence[Any]) -> Heading:
    table, code, status, changed, summary, past, people, finished = row
    return Heading(table, code, status, changed, summary, past, tuple(people), finished)
