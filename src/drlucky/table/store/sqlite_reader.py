"""Reading the store in an SQLite file: nothing is believed that its checksum does not confirm."""

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Collection, Sequence
from os import PathLike
from pathlib import Path
from time import monotonic
from typing import Any

from drlucky.table.store.base import DamagedLog, Heading, Kept, PlayedGame, unreadable, until, without_heading
from drlucky.table.store.checksums import first_damaged, game_sum, heading_sum
from drlucky.table.store.inspection import (
    ENTRIES_FROM,
    TABLES_AFTER,
    Damage,
    Doubts,
    beside_logs,
    doubts,
    is_end,
    structure,
)
from drlucky.table.store.schema import connect, heading_of

HEADING = 'SELECT "table", code, status, changed, summary, past, people, finished, sum FROM headings'
GAME = 'SELECT person, "table", number, ended, about, sum FROM games'
LATEST_FIRST = 'ORDER BY changed DESC, "table" DESC LIMIT ?'
LOOKED_AT_FIRST = 32 * 2**20
"""Bytes of a file all pages of which are looked at before anything is read: some 50 ms. A larger one's are while it is
read."""
DAMAGES_KNOWN = 1000
"""So many damaged headings and games are said, each once."""
SAID_EVERY = 60.0
"""Seconds after which whoever runs the server is told again that something does not work."""

log = logging.getLogger(__name__)


class SQLiteReader:
    """The reading half of `SQLiteStore`."""

    def __init__(self, path: str | PathLike[str]) -> None:
        self._path = path
        self._reader = connect(path)
        self._reading = threading.Lock()
        self._said: dict[str, float] = {}
        self._damaged: set[str] = set()
        """What is damaged, and has been said."""
        self._doubts = Doubts()
        if Path(path).stat().st_size <= LOOKED_AT_FIRST:
            self._look_at_pages()

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        return await asyncio.to_thread(self._read, table, after)

    async def heading(self, table_or_code: str) -> Heading | None:
        rows = await self._ask(f'{HEADING} WHERE "table" = ? OR code = ?', table_or_code, table_or_code)
        return next(iter(self._headings(rows)), None)

    async def headings(self, statuses: Collection[str], limit: int = 100, before: float | None = None) -> list[Heading]:
        marks = ", ".join("?" * len(statuses))
        query = f"{HEADING} WHERE status IN ({marks}) AND changed < ? {LATEST_FIRST}"
        return self._headings(await self._ask(query, *statuses, until(before), limit))

    async def past(self, limit: int = 50, before: float | None = None) -> list[Heading]:
        query = f"{HEADING} WHERE past AND changed < ? {LATEST_FIRST}"
        return self._headings(await self._ask(query, until(before), limit))

    async def tables_of(self, person: str, limit: int = 50) -> list[Heading]:
        query = f'{HEADING} WHERE "table" IN (SELECT "table" FROM people WHERE person = ?) {LATEST_FIRST}'
        return self._headings(await self._ask(query, person, limit))

    async def unkept(self, limit: int = 100) -> list[Heading]:
        query = f'{HEADING} WHERE finished > kept ORDER BY "table" LIMIT ?'
        return self._headings(await self._ask(query, limit))

    async def games_of(
        self, person: str, limit: int = 50, before: tuple[float, str, int] | None = None
    ) -> list[PlayedGame]:
        place = (float("inf"), "", 0) if before is None else before
        query = f"""{GAME} WHERE person = ? AND (ended, "table", number) < (?, ?, ?)
            ORDER BY ended DESC, "table" DESC, number DESC LIMIT ?"""
        return self._games(await self._ask(query, person, *place, limit))

    async def games_at(self, table: str, number: int) -> list[PlayedGame]:
        query = f'{GAME} WHERE "table" = ? AND number = ? ORDER BY person'
        return self._games(await self._ask(query, table, number))

    async def tables(self, after: str = "", limit: int = 1000) -> list[str]:
        return [row[0] for row in await self._ask(TABLES_AFTER, after, limit)]

    async def unsound(self) -> list[str]:
        return await asyncio.to_thread(self._unsound)

    async def take_out(self, table: str) -> Kept | None:
        return await asyncio.to_thread(self._take_out, table)

    # In a thread.

    async def _ask(self, query: str, *values: object) -> list[Any]:
        return await asyncio.to_thread(self._fetch, query, values)

    def _fetch(self, query: str, values: Sequence[object]) -> list[Any]:
        try:
            with self._reading:
                return self._reader.execute(query, values).fetchall()
        except (sqlite3.Error, OverflowError) as error:
            self._say("read", error)
            raise unreadable() from None

    def _read(self, table: str, after: int = 0) -> list[bytes]:
        """Goes on to the first entry that has another table's name: it may be the last of this one, with a damaged
        name, of which nothing else would tell."""
        rows: list[Any] = []
        stranger = None
        try:
            with self._reading:
                found = self._reader.execute(ENTRIES_FROM, (table, after))
                for row in found:
                    if row[0] != table:
                        stranger = row
                        break
                    rows.append(row[1:])
                found.close()
        except sqlite3.Error as error:
            self._say("read", error)
            raise unreadable() from None
        damaged = first_damaged(table, rows, after)
        if damaged is None and not self._is_whole(table, after + len(rows), stranger if rows else None):
            damaged = after + len(rows) + 1
        if damaged is not None:
            raise DamagedLog(table, damaged)
        return [entry for _, entry, _ in rows]

    def _is_whole(self, table: str, last: int, stranger: Sequence[Any] | None) -> bool:
        """Is nothing missing after the last entry that was found, as far as what comes after it tells?"""
        if self._doubts.holds(table, last):
            return False
        if stranger is None or stranger[1] == 1:
            return True
        try:
            with self._reading:
                return is_end(self._reader, table, last)
        except sqlite3.Error as error:
            self._say("read", error)
            return False

    def _look_at_pages(self) -> None:
        """Says which of them are damaged, and is careful with the tables there."""
        damages = list(structure(self._reader))
        for damage in damages:
            self._say_found(damage)
        self._doubts = doubts(Path(self._path), damages)

    def _take_out(self, table: str) -> Kept | None:
        entries = self._read(table)
        if not entries:
            return None
        headings = self._headings(self._fetch(f'{HEADING} WHERE "table" = ?', (table,)))
        if not headings:
            raise without_heading(table)
        ((kept,),) = self._fetch('SELECT kept FROM headings WHERE "table" = ?', (table,))
        games = self._games(self._fetch(f'{GAME} WHERE "table" = ? ORDER BY number, person', (table,)))
        return Kept(headings[0], entries, games, kept)

    def _unsound(self) -> list[str]:
        try:
            damages = list(beside_logs(self._path))
            for damage in damages:
                self._say_found(damage)
            found = {damage.table for damage in damages if damage.kind == "heading"}
            self._doubts = doubts(Path(self._path), damages)
        except (sqlite3.Error, OverflowError) as error:
            self._say("looked through", error)
            raise unreadable() from None
        return sorted(found)

    # What is believed, and what is said.

    def _headings(self, rows: Sequence[Sequence[Any]]) -> list[Heading]:
        good: list[Heading] = []
        for row in rows:
            heading = heading_of(row[:-1])
            if heading_sum(heading) == row[-1]:
                good.append(heading)
            else:
                self._say_damaged(f"the heading of table {heading.table}")
        return good

    def _games(self, rows: Sequence[Sequence[Any]]) -> list[PlayedGame]:
        good: list[PlayedGame] = []
        for row in rows:
            game = PlayedGame(*row[:-1])
            if game_sum(game) == row[-1]:
                good.append(game)
            else:
                self._say_damaged(f"a game of table {game.table}, as it is kept for one of its people,")
        return good

    def _say_damaged(self, what: str) -> None:
        if self._is_news(what):
            log.error("%s: %s is not as it was written, and is left out", self._path, what)

    def _say_found(self, damage: Damage) -> None:
        if self._is_news(damage.about):
            log.error("%s: %s. Stop the server, and mend it: drlucky store repair", self._path, damage)

    def _is_news(self, what: str) -> bool:
        if what in self._damaged or len(self._damaged) >= DAMAGES_KNOWN:
            return False
        self._damaged.add(what)
        return True

    def _say(self, what: str, error: Exception) -> None:
        """Tells whoever runs the server, a line now and then; others need not know of paths and disks."""
        now = monotonic()
        if now >= self._said.get(what, -SAID_EVERY) + SAID_EVERY:
            self._said[what] = now
            log.error(
                "%s cannot be %s: %s; until it can, nothing happens at the tables%s",
                self._path,
                what,
                error,
                hint(error),
            )


def hint(error: Exception) -> str:
    """What helps where the file itself is damaged, and not only something in it."""
    if getattr(error, "sqlite_errorname", "").startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return ". Stop the server, and have a look at it: drlucky store check; drlucky store repair"
    return ""
