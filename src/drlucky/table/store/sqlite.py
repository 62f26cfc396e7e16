"""The store in one SQLite file. One thread writes, and commits all that waits in one transaction: the disk is asked
to sync once for many tables."""

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from os import PathLike
from pathlib import Path
from queue import SimpleQueue
from time import monotonic, sleep
from typing import NamedTuple, TypeGuard

import msgspec

from drlucky.table.store.base import Conflict, Heading, Kept, PlayedGame, StoreError, unwritable
from drlucky.table.store.checksums import entry_sum, game_sum, heading_sum
from drlucky.table.store.schema import connect, prepare, sync_found
from drlucky.table.store.sqlite_reader import SQLiteReader, hint

ADD_ENTRIES = 'INSERT INTO entries ("table", version, entry, sum) VALUES (?, ?, ?, ?)'
ANOTHER_WITH_CODE = 'SELECT 1 FROM headings WHERE code = ? AND "table" <> ?'
ADD_PERSON = 'INSERT OR IGNORE INTO people (person, "table") VALUES (?, ?)'
REPLACE_HEADING = """
INSERT INTO headings ("table", code, status, changed, summary, past, people, finished, sum)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT ("table") DO UPDATE SET code = excluded.code, status = excluded.status, changed = excluded.changed,
summary = excluded.summary, past = excluded.past, people = excluded.people, finished = excluded.finished,
sum = excluded.sum
WHERE (changed, status, summary, people, finished, code, past, sum) <> (excluded.changed, excluded.status,
excluded.summary, excluded.people, excluded.finished, excluded.code, excluded.past, excluded.sum)
"""
KEEP_GAME = """
INSERT OR REPLACE INTO games (person, ended, "table", number, about, sum)
SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE EXISTS (SELECT 1 FROM headings WHERE "table" = ?3)
"""
"""Of a table that has been deleted meanwhile nothing is kept."""
ADD_MOVES = """
INSERT INTO entries ("table", version, entry, sum) SELECT * FROM (VALUES {rows}) AS new
WHERE (SELECT MAX(version) FROM entries WHERE "table" = new.column1) = new.column2 - 1
"""
"""Entries, each of which follows the last one of its table; one that does not adds no row."""
HAS_ENTRY = 'SELECT 1 FROM entries WHERE "table" = ? AND version = ? AND entry = ?'
DELETE = tuple(f'DELETE FROM {name} WHERE "table" = ?' for name in ("entries", "headings", "people", "games"))
MOST_AT_ONCE = 1000
SYNC_EVERY = 0.005
"""Seconds between two commits of different tables: what comes meanwhile is synced together. A single move waits for
nothing, nor do moves at a single table; where there are hundreds in a second each waits for half of it on the average.
With 8 ms it was 4 ms until a usual answer more, and 4 % less processor time for a move."""
LARGEST_REWRITTEN = 8 * 2**20
"""Bytes of a file that is written anew when a table is deleted, for which all others wait a fraction of a second; a
larger one is when the store is closed, and nobody waits."""
HEADINGS_KNOWN = 10_000
"""Of so many tables the writer knows what heading it wrote last."""

log = logging.getLogger(__name__)


class Work(NamedTuple):
    """What waits to be written, and who waits for it."""

    heading: Heading
    first: int
    entries: Sequence[bytes]
    done: "asyncio.Future[None]"
    loop: asyncio.AbstractEventLoop

    @property
    def table(self) -> str:
        return self.heading.table


class Deletion(NamedTuple):
    """A table of which nothing is to be left, and who waits for it."""

    table: str
    done: "asyncio.Future[None]"
    loop: asyncio.AbstractEventLoop


class Chore(NamedTuple):
    """What is to be written beside the logs, or in the place of them."""

    statements: Sequence[tuple[str, Sequence[object]]]
    tables: Sequence[str]
    """Those that are written anew."""
    done: "asyncio.Future[None]"
    loop: asyncio.AbstractEventLoop

    @property
    def table(self) -> str:
        return ""


Waiting = Work | Deletion | Chore


class SQLiteStore(SQLiteReader):
    def __init__(self, path: str | PathLike[str]) -> None:
        try:
            # The log holds the seeds of games in progress: it is nobody else's to read.
            Path(path).touch(mode=0o600)
            sync_found(path)
            self._connection = connect(path)
            self.is_renewed = prepare(self._connection, path)
            super().__init__(path)
        except (sqlite3.Error, OSError) as error:
            problem = f"{error}{hint(error)}"
            raise StoreError("{path} cannot be used as a log: {problem}", path=path, problem=problem) from None
        self.failures = 0
        self.is_failing = False
        self._queue: SimpleQueue[Waiting | None] = SimpleQueue()
        self._closed = False
        self._is_unclean = False
        """May there be copies of what was deleted in what is free of pages?"""
        self._known: dict[str, Heading] = {}
        """The headings that were written last, by table. Only the writer's thread looks at it."""
        self._writer = threading.Thread(target=self._write_all, name="log writer", daemon=True)
        self._writer.start()

    def append(self, heading: Heading, first: int, entries: Sequence[bytes]) -> "asyncio.Future[None]":
        return self._put(lambda done, loop: Work(heading, first, entries, done, loop))

    def delete(self, table: str) -> "asyncio.Future[None]":
        return self._put(lambda done, loop: Deletion(table, done, loop))

    async def _write_down(self, *statements: tuple[str, Sequence[object]], tables: Sequence[str] = ()) -> None:
        await self._put(lambda done, loop: Chore(statements, tables, done, loop))

    def _put(
        self, waiting: "Callable[[asyncio.Future[None], asyncio.AbstractEventLoop], Waiting]"
    ) -> "asyncio.Future[None]":
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        if self._closed:
            done.set_exception(StoreError("the store is closed"))
        else:
            self._queue.put(waiting(done, loop))
        return done

    async def keep_games(self, table: str, finished: int, games: Sequence[PlayedGame]) -> None:
        await self._write_down(
            *((KEEP_GAME, game_row(each)) for each in games),
            ('UPDATE headings SET kept = MAX(kept, ?) WHERE "table" = ?', (finished, table)),
        )

    async def forget(self, person: str) -> None:
        await self._write_down(("DELETE FROM games WHERE person = ?", (person,)))

    async def put_in(self, kept: Sequence[Kept]) -> None:
        for each in kept:
            if await self._ask(ANOTHER_WITH_CODE, each.heading.code, each.heading.table):
                raise Conflict(f"another table has the code of table {each.heading.table}")
        statements = (statement for each in kept for statement in putting_in(each))
        await self._write_down(*statements, tables=[each.heading.table for each in kept])

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._queue.put(None)
        await asyncio.to_thread(self._writer.join)
        self._connection.close()
        self._reader.close()

    # What follows runs in the writer's thread.

    def _write_all(self) -> None:
        committed, table = -SYNC_EVERY, ""
        while (work := self._queue.get()) is not None:
            if work.table != table:
                sleep(max(0.0, committed + SYNC_EVERY - monotonic()))
            waiting: list[Waiting] = [work]
            while not self._queue.empty() and len(waiting) < MOST_AT_ONCE:
                more = self._queue.get()
                if more is None:
                    self._queue.put(None)
                    break
                waiting.append(more)
            self._commit(waiting)
            committed, table = monotonic(), waiting[-1].table
        if self._is_unclean:
            self._wipe()

    def _commit(self, waiting: Sequence[Waiting]) -> None:
        """One transaction for all; one that does not fit its log is left out of it, and the others stay."""
        refused: dict[int, Exception] = {}
        try:
            moves = {at: work for at, work in enumerate(waiting) if self._is_a_move(work)}
            if len(moves) == len({work.table for work in waiting}) == len(waiting):
                # A statement by itself is a transaction: it is on disk when this returns.
                refused = self._write_moves(moves)
            else:
                self._connection.execute("BEGIN IMMEDIATE")
                for at, work in enumerate(waiting):
                    self._write(at, work, refused)
                self._connection.execute("COMMIT")
        except Exception as error:  # whatever it is: this thread must live, and whoever waits must hear of it
            with suppress(sqlite3.Error):
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
            self._known.clear()
            if len(waiting) > 1 and hint(error):
                # A damaged page takes those with it whose logs are there, and nobody else.
                for work in waiting:
                    self._commit([work])
                return
            self.failures += 1
            self.is_failing = True
            self._say("written", error)
            refused = {at: unwritable() for at in range(len(waiting))}
        else:
            if self.is_failing:
                self.is_failing = False
                self._said.clear()
                log.warning("%s can be written again", self._path)
            if any(isinstance(work, Deletion) for work in waiting):
                self._wipe()
        # A loop is woken once for all that it waits for; one that was stopped waits for nothing.
        for loop in {work.loop for work in waiting if not work.loop.is_closed()}:
            loop.call_soon_threadsafe(
                settle, [(w.done, refused.get(at)) for at, w in enumerate(waiting) if w.loop is loop]
            )

    def _write(self, at: int, work: Waiting, refused: dict[int, Exception]) -> None:
        """Writes what fits its log. Every statement that is spared lets the loop's thread go on sooner."""
        if isinstance(work, Deletion):
            self._known.pop(work.table, None)
            for statement in DELETE:
                self._connection.execute(statement, (work.table,))
            return
        if isinstance(work, Chore):
            for table in work.tables:
                self._known.pop(table, None)
            for statement, values in work.statements:
                self._connection.execute(statement, values)
            return
        if self._is_a_move(work):
            refused.update(self._write_moves({at: work}))
        elif fits(self._connection, work):
            write(self._connection, work)
            self._know(work.heading)
        else:
            refused[at] = does_not_fit(work)

    def _write_moves(self, moves: dict[int, Work]) -> dict[int, Exception]:
        """At as many tables, all in one statement: with each the loop's thread has to hand the interpreter over and
        back. Those that do not fit their logs are refused."""
        rows = [entry_row(work.table, work.first, work.entries[0]) for work in moves.values()]
        statement = ADD_MOVES.format(rows=", ".join(["(?, ?, ?, ?)"] * len(rows)))
        if self._connection.execute(statement, [value for row in rows for value in row]).rowcount == len(rows):
            return {}
        return {
            at: does_not_fit(work)
            for (at, work), row in zip(moves.items(), rows, strict=True)
            if self._connection.execute(HAS_ENTRY, row[:3]).fetchone() is None
        }

    def _wipe(self) -> None:
        """What was deleted is overwritten where it was. Pages that were divided before may have more copies of it in
        what is free of them, and so has what was written ahead: the file is written anew, and that emptied."""
        try:
            (pages,) = self._connection.execute("PRAGMA page_count").fetchone()
            (size,) = self._connection.execute("PRAGMA page_size").fetchone()
            self._is_unclean = pages * size > LARGEST_REWRITTEN and not self._closed
            if not self._is_unclean:
                self._connection.execute("VACUUM")
            (is_busy, *_) = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.Error as error:
            self._is_unclean = True
            self._say("tidied", error)
        else:
            if is_busy:
                log.warning("%s is read by another program: until it ends, deleted tables can be found", self._path)

    def _is_a_move(self, work: Waiting) -> TypeGuard[Work]:
        """One more entry, and nothing new in the heading?"""
        if not isinstance(work, Work):
            return False
        return len(work.entries) == 1 and work.first > 1 and self._known.get(work.heading.table) == work.heading

    def _know(self, heading: Heading) -> None:
        self._known.pop(heading.table, None)
        self._known[heading.table] = heading
        if len(self._known) > HEADINGS_KNOWN:
            del self._known[next(iter(self._known))]


def settle(written: Sequence[tuple["asyncio.Future[None]", Exception | None]]) -> None:
    """In the loop of those who wait."""
    for done, refusal in written:
        if done.cancelled():
            continue
        if refusal is None:
            done.set_result(None)
        else:
            done.set_exception(refusal)


def fits(connection: sqlite3.Connection, work: Work) -> bool:
    """Does the log end where the work begins, and is the code of a new table a new one? Nobody else can write now."""
    table, code = work.heading.table, work.heading.code
    (last,) = connection.execute('SELECT MAX(version) FROM entries WHERE "table" = ?', (table,)).fetchone()
    if (last or 0) != work.first - 1:
        return False
    return work.first > 1 or connection.execute("SELECT 1 FROM headings WHERE code = ?", (code,)).fetchone() is None


def write(connection: sqlite3.Connection, work: Work) -> None:
    about, people = work.heading, msgspec.json.encode(work.heading.people).decode()
    connection.executemany(ADD_ENTRIES, entry_rows(about.table, work.first, work.entries))
    before = connection.execute('SELECT people FROM headings WHERE "table" = ?', (about.table,)).fetchone()
    if before != (people,):
        connection.execute('DELETE FROM people WHERE "table" = ?', (about.table,))
        connection.executemany(ADD_PERSON, [(person, about.table) for person in about.people])
    connection.execute(REPLACE_HEADING, heading_row(about))


def putting_in(kept: Kept) -> Iterator[tuple[str, Sequence[object]]]:
    """What writes a table whole, in the place of whatever there was of it."""
    about = kept.heading
    yield from ((statement, (about.table,)) for statement in DELETE)
    yield from ((ADD_ENTRIES, row) for row in entry_rows(about.table, 1, kept.entries))
    yield REPLACE_HEADING, heading_row(about)
    yield 'UPDATE headings SET kept = ? WHERE "table" = ?', (kept.kept, about.table)
    yield from ((ADD_PERSON, (person, about.table)) for person in about.people)
    yield from ((KEEP_GAME, game_row(game)) for game in kept.games)


def does_not_fit(work: Work) -> Conflict:
    return Conflict(f"the log of table {work.table} does not end at version {work.first - 1}")


def entry_rows(table: str, first: int, entries: Sequence[bytes]) -> list[tuple[object, ...]]:
    return [entry_row(table, version, each) for version, each in enumerate(entries, first)]


def entry_row(table: str, version: int, entry: bytes) -> tuple[object, ...]:
    return table, version, entry, entry_sum(table, version, entry)


def heading_row(about: Heading) -> tuple[object, ...]:
    people = msgspec.json.encode(about.people).decode()
    checksum = heading_sum(about)
    return (
        about.table,
        about.code,
        about.status,
        about.changed,
        about.summary,
        about.past,
        people,
        about.finished,
        checksum,
    )


def game_row(game: PlayedGame) -> tuple[object, ...]:
    return game.person, game.ended, game.table, game.number, game.about, game_sum(game)
