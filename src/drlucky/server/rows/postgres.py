"""Rows in a PostgreSQL that several nodes share.

Each part has a number, which grows with every change of what is followed, and a short list of its last changes. Whoever
changes something locks the number, reads what others have changed since, decides, and writes: so the changes of all
nodes are in one order, and nobody decides by what is not true any more. The others are told that there is something
new, read on in the list, and look by themselves every other second, as what nodes tell each other may get lost. Who was
away for longer than the list goes back reads everything anew."""

import asyncio
import logging
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import count
from time import monotonic
from typing import Any

import msgspec
from asyncpg import UniqueViolationError

from drlucky.cluster.peers import Peers
from drlucky.postgres import LOST, Connection, Database
from drlucky.server.rows.base import (
    Change,
    Decide,
    Drop,
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

LOOK_EVERY = 2.0
TIDY_EVERY = 60.0
KEPT_FOR = 600
"""Seconds for which changes are kept in the list: what was deleted is not known for longer."""
AT_ONCE = 2000
"""Changes that are read one by one; who is further behind reads everything."""
SCHEMA = (
    """
CREATE TABLE row_numbers (part TEXT COLLATE "C" PRIMARY KEY, number BIGINT NOT NULL);
CREATE TABLE row_changes (
    part TEXT COLLATE "C" NOT NULL, number BIGINT NOT NULL, at TIMESTAMPTZ NOT NULL DEFAULT now(),
    changes BYTEA NOT NULL, PRIMARY KEY (part, number)
);
""",
)
NUMBER = "SELECT number FROM row_numbers WHERE part = $1"
LOCK = f"{NUMBER} FOR UPDATE"
NEWS = """
SELECT row_numbers.number AS newest, row_changes.number, changes FROM row_numbers LEFT JOIN row_changes
ON row_changes.part = row_numbers.part AND row_changes.number > $2
WHERE row_numbers.part = $1 ORDER BY row_changes.number LIMIT $3
"""
TIDY = f"DELETE FROM row_changes WHERE part = $1 AND at < now() - interval '{KEPT_FOR} seconds'"

Noted = list[tuple[str, bool, tuple[str | int | float | None, ...]]]
"""Changes as they are listed: the relation, whether it is gone, and the row or its key."""
encoder = msgspec.msgpack.Encoder()
decoder: msgspec.msgpack.Decoder[Noted] = msgspec.msgpack.Decoder(Noted)

log = logging.getLogger(__name__)


class PostgresRows(Followed):
    """`await PostgresRows.open(...)`, and `begin` as soon as all follow who want to."""

    def __init__(self, part: Part, database: Database, peers: Peers) -> None:
        super().__init__(part, f"{part.name} in {database.name}")
        self._database = database
        self._peers = peers
        self._prefix = f"{part.name}_"
        self._kind = f"rows {part.name}"
        self._known = 0
        """The number up to which memory has it all."""
        self._first: dict[str, list[Row]] = {}
        """Rows as they were read at the start, for those who follow."""
        self._keys: dict[str, set[Key]] = {}
        """Of the rows that those who follow have in memory."""
        self._news = asyncio.Event()
        self._looking: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, part: Part, database: Database, peers: Peers) -> "PostgresRows":
        await database.migrate("rows", SCHEMA)
        await database.migrate(part.name, part.postgres)
        rows = cls(part, database, peers)
        async with database.transaction() as connection:
            await connection.execute("INSERT INTO row_numbers VALUES ($1, 0) ON CONFLICT DO NOTHING", part.name)
            rows._known = await connection.fetchval(LOCK, part.name)
            for relation in rows._followed:
                found = rows._first[relation.name] = await rows._all(connection, relation)
                rows._keys[relation.name] = {relation.key(row) for row in found}
        return rows

    @property
    def _followed(self) -> list[Relation]:
        return [relation for relation in self.part.relations if relation.is_followed]

    def begin(self) -> None:
        self._first.clear()
        self._peers.on(self._kind, self._hear)
        self._looking = asyncio.get_running_loop().create_task(self._look_now_and_then())

    def follow(self, relation: Relation, put: Callable[[Row], object], drop: Callable[[Key], object]) -> None:
        self._followers.setdefault(relation.name, []).append(Follower(put, drop))
        for row in self._first[relation.name]:
            put(row)

    async def find(self, relation: Relation, where: str, *values: object, limit: int = 1) -> list[Row]:
        return await self._read(f"{selected(relation, where, self._prefix)} LIMIT {limit}", values)

    async def page(self, relation: Relation, after: Key | None, limit: int) -> list[Row]:
        where = "TRUE" if after is None else comes_after(relation)
        order = ", ".join(relation.quoted[: relation.keys])
        return await self._read(
            f"{selected(relation, where, self._prefix)} ORDER BY {order} LIMIT {limit}", after or ()
        )

    async def fill(self, relation: Relation, rows: Sequence[Row]) -> None:
        await self.change(lambda: [Put(relation, row) for row in rows])

    async def settle(self) -> None:
        """What is deleted leaves the files of PostgreSQL when it tidies up, and the list after a few minutes."""

    async def close(self) -> None:
        await self._finish()
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    # Changing.

    async def _change(self, decide: Decide) -> None:
        try:
            async with self._database.transaction() as connection:
                newest = await connection.fetchval(LOCK, self.part.name)
                if newest > self._known:
                    await self._catch_up(connection)
                changes = list(decide())
                for change in changes:
                    query, values = statement(change, self._prefix)
                    await connection.execute(numbered(query), *values)
                noted = [change for change in changes if change.relation.is_followed]
                if noted:
                    newest += 1
                    await connection.execute(
                        "UPDATE row_numbers SET number = $2 WHERE part = $1", self.part.name, newest
                    )
                    await connection.execute(
                        "INSERT INTO row_changes (part, number, changes) VALUES ($1, $2, $3)",
                        self.part.name,
                        newest,
                        encoder.encode([written(change) for change in noted]),
                    )
        except UniqueViolationError:
            raise Taken from None
        except LOST as error:
            # Perhaps it has been written after all: then it is found in the list like what others have changed.
            raise self._trouble(error) from None
        if noted:
            self._note(newest, noted)
            self._peers.tell_all(self._kind)

    def _note(self, number: int, changes: Iterable[Change]) -> None:
        changes = list(changes)
        for change in changes:
            keys = self._keys[change.relation.name]
            if isinstance(change, Drop):
                keys.discard(change.key)
            else:
                keys.add(change.relation.key(change.row))
        self._known = number
        self._apply(changes)

    # What others have changed.

    async def _hear(self, node: str, body: bytes) -> bytes:
        self._news.set()
        return b""

    async def _look_now_and_then(self) -> None:
        tidied = monotonic()
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_EVERY):
                    await self._news.wait()
            self._news.clear()
            try:
                await self._look()
                if monotonic() > tidied + TIDY_EVERY:
                    tidied = monotonic()
                    async with self._database.transaction() as connection:
                        await connection.execute(TIDY, self.part.name)
            except LOST as error:
                self._trouble(error, "read")
            except Exception:
                log.exception("what other nodes changed of %s could not be followed", self._place)

    async def _look(self) -> None:
        async with self._one_at_a_time:
            found = await self._database.fetch(NEWS, self.part.name, self._known, AT_ONCE)
            if not self._follow_on(found):
                async with self._database.transaction() as connection:
                    await connection.execute(LOCK, self.part.name)
                    await self._read_anew(connection)

    async def _catch_up(self, connection: Connection) -> None:
        """In a transaction that has the lock."""
        if not self._follow_on(await connection.fetch(NEWS, self.part.name, self._known, AT_ONCE)):
            await self._read_anew(connection)

    def _follow_on(self, found: Sequence[Any]) -> bool:
        """False if the list does not have all that is missing."""
        newest = found[0]["newest"] if found else self._known
        numbers = [each["number"] for each in found if each["number"] is not None]
        if numbers != list(range(self._known + 1, newest + 1)):
            return False
        for each in found:
            if each["number"] is not None:
                self._note(each["number"], self._read_changes(each["changes"]))
        return True

    def _read_changes(self, listed: bytes) -> list[Change]:
        found: list[Change] = []
        for name, is_gone, values in decoder.decode(listed):
            relation = self.part.relation(name)
            found.append(Drop(relation, values) if is_gone else Put(relation, values))
        return found

    async def _read_anew(self, connection: Connection) -> None:
        changes: list[Change] = []
        for relation in self._followed:
            rows = await self._all(connection, relation)
            gone = self._keys[relation.name] - {relation.key(row) for row in rows}
            changes += [Drop(relation, key) for key in gone]
            changes += [Put(relation, row) for row in rows]
        self._note(await connection.fetchval(NUMBER, self.part.name), changes)

    async def _all(self, connection: Connection, relation: Relation) -> list[Row]:
        return [tuple(row) for row in await connection.fetch(selected(relation, "TRUE", self._prefix))]

    async def _read(self, query: str, values: Sequence[object]) -> list[Row]:
        try:
            return [tuple(row) for row in await self._database.fetch(numbered(query), *values)]
        except LOST as error:
            raise self._trouble(error, "read") from None


def numbered(query: str) -> str:
    """With $1, $2 … for each ? of what is written for both databases."""
    numbers = count(1)
    return re.sub(r"\?", lambda _: f"${next(numbers)}", query)


def written(change: Change) -> tuple[str, bool, Row]:
    if isinstance(change, Drop):
        return change.relation.name, True, change.key
    return change.relation.name, False, change.row
