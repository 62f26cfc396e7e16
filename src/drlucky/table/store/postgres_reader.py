"""Reading the store in PostgreSQL: nothing is believed that its checksum does not confirm."""

import asyncio
from collections.abc import Awaitable, Collection, Mapping, Sequence
from operator import itemgetter
from typing import Any, TypeVar

import asyncpg

from drlucky.postgres import LOST, Database, what_is
from drlucky.table.store import postgres_statements as sql
from drlucky.table.store.base import DamagedLog, Heading, Kept, PlayedGame, unreadable, until, without_heading
from drlucky.table.store.checksums import first_damaged, heading_sum, is_next_one
from drlucky.table.store.reports import Reports

AT_ONE_MOMENT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
AT_A_TIME = 500
"""Rows that are read, or checked, before others have their turn."""

T = TypeVar("T")


class PostgresReader:
    """The reading half of `PostgresStore`."""

    def __init__(self, database: Database, node: str) -> None:
        self.node = node
        self.database = database
        self._reports = Reports(database.name)

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        return await believed(table, await self._fetch(sql.READ, table, after), after)

    async def read_after(self, known: Mapping[str, int]) -> dict[str, list[bytes] | DamagedLog]:
        rows: dict[str, list[Any]] = {}
        for row in await self._fetch(sql.READ_AFTER, list(known), list(known.values())):
            rows.setdefault(row[0], []).append(row)
        found: dict[str, list[bytes] | DamagedLog] = {}
        for table, mine in rows.items():
            try:
                found[table] = await believed(table, mine, known[table])
            except DamagedLog as error:
                found[table] = error
        return found

    async def there(self, tables: Collection[str]) -> set[str]:
        return {row[0] for row in await self._fetch(sql.THERE, list(tables))}

    async def heading(self, table_or_code: str) -> Heading | None:
        rows = await self._fetch(f'{sql.HEADING} WHERE "table" = $1 OR code = $1', table_or_code)
        return next(iter(self._headings(rows)), None)

    async def headings(self, statuses: Collection[str], limit: int = 100, before: float | None = None) -> list[Heading]:
        query = f"{sql.HEADING} WHERE status = ANY($1) AND changed < $2 {sql.LATEST_FIRST} $3"
        return self._headings(await self._fetch(query, list(statuses), until(before), limit))

    async def past(self, limit: int = 50, before: float | None = None) -> list[Heading]:
        query = f"{sql.HEADING} WHERE past AND changed < $1 {sql.LATEST_FIRST} $2"
        return self._headings(await self._fetch(query, until(before), limit))

    async def tables_of(self, person: str, limit: int = 50) -> list[Heading]:
        query = f"{sql.HEADING} WHERE people @> ARRAY[$1] {sql.LATEST_FIRST} $2"
        return self._headings(await self._fetch(query, person, limit))

    async def abandoned(self, since: float, limit: int = 100) -> list[Heading]:
        return self._headings(await self._fetch(sql.ABANDONED, since, limit))

    async def unkept(self, limit: int = 100) -> list[Heading]:
        query = f'{sql.HEADING} WHERE finished > kept ORDER BY "table" LIMIT $1'
        return self._headings(await self._fetch(query, limit))

    async def games_of(
        self, person: str, limit: int = 50, before: tuple[float, str, int] | None = None
    ) -> list[PlayedGame]:
        place = (float("inf"), "", 0) if before is None else before
        query = f"""{sql.GAME} WHERE person = $1 AND (ended, "table", number) < ($2, $3, $4)
            ORDER BY ended DESC, "table" DESC, number DESC LIMIT $5"""
        return self._games(await self._fetch(query, person, *place, limit))

    async def games_at(self, table: str, number: int) -> list[PlayedGame]:
        query = f'{sql.GAME} WHERE "table" = $1 AND number = $2 ORDER BY person'
        return self._games(await self._fetch(query, table, number))

    async def tables(self, after: str = "", limit: int = 1000) -> list[str]:
        return [row[0] for row in await self._fetch(sql.TABLES_AFTER, after, limit)]

    async def unsound(self) -> list[str]:
        damaged: set[str] = set()
        after = ""
        query = f'{sql.HEADING} WHERE "table" > $1 ORDER BY "table" LIMIT $2'
        while rows := await self._fetch(query, after, AT_A_TIME):
            damaged.update(row["table"] for row in rows if heading_sum(heading_of(row)) != row["sum"])
            after = rows[-1]["table"]
        after = ""
        while found := await self.tables(after, AT_A_TIME):
            damaged.update(row[0] for row in await self._fetch(sql.WITHOUT_HEADING, after, AT_A_TIME))
            after = found[-1]
        return sorted(damaged)

    async def take_out(self, table: str) -> Kept | None:
        async def take_out() -> list[list[Any]]:
            async with self.database.transaction(AT_ONE_MOMENT) as connection:
                return [
                    await connection.fetch(sql.READ, table, 0),
                    await connection.fetch(f'{sql.HEADING} WHERE "table" = $1', table),
                    await connection.fetch('SELECT kept FROM headings WHERE "table" = $1', table),
                    await connection.fetch(f'{sql.GAME} WHERE "table" = $1 ORDER BY number, person', table),
                ]

        rows, headings, kept, games = await self._asked(take_out())
        entries = await believed(table, rows)
        if not entries:
            return None
        sound = self._headings(headings)
        if not sound:
            raise without_heading(table)
        return Kept(sound[0], entries, self._games(games), kept[0][0])

    # What is believed, and what goes wrong.

    def _headings(self, rows: Sequence[Any]) -> list[Heading]:
        return self._reports.sound_headings((heading_of(row), row["sum"]) for row in rows)

    def _games(self, rows: Sequence[Any]) -> list[PlayedGame]:
        return self._reports.sound_games((PlayedGame(*row[:-1]), row["sum"]) for row in rows)

    async def _fetch(self, query: str, *values: object) -> list[Any]:
        try:
            return await self._asked(self.database.fetch(query, *values))
        except asyncpg.DataError:
            return []  # under what is no text, or no number, there is nothing

    async def _asked(self, asking: Awaitable[T]) -> T:
        try:
            return await asking
        except asyncpg.DataError:
            raise
        except LOST as error:
            self._reports.trouble("read", what_is(error))
            raise unreadable() from None


async def believed(table: str, rows: Sequence[Any], after: int = 0) -> list[bytes]:
    """The entries in these rows, if they are all that were written after a version."""
    if len(rows) <= AT_A_TIME:
        return check(table, rows, after)
    return await asyncio.to_thread(check, table, rows, after)


def check(table: str, rows: Sequence[Any], after: int) -> list[bytes]:
    mine = sorted((row[1:] for row in rows if row[0] == table), key=itemgetter(0))
    damaged = first_damaged(table, mine, after)
    following = after + len(mine) + 1
    if damaged is None and mine and any(is_next_one(table, following, *row) for row in rows if row[0] != table):
        damaged = following
    if damaged is not None:
        raise DamagedLog(table, damaged)
    return [entry for _, entry, _ in mine]


def heading_of(row: Any) -> Heading:
    table, code, status, changed, summary, past, people, finished, _ = row
    return Heading(table, code, status, changed, summary, past, tuple(people), finished)
