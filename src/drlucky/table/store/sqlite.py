"""The store in one SQLite file. One thread writes, and commits all that waits in one transaction: the disk is asked
to sync once for many tables."""

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Callable, Collection, Sequence
from os import PathLike
from pathlib import Path
from queue import SimpleQueue
from time import monotonic, sleep
from typing import Any, NamedTuple, TypeGuard

import msgspec
from msgspec import Struct

from drlucky.table.store.base import Conflict, Heading, PlayedGame, StoreError

SCHEMA = 3
TABLES = """
CREATE TABLE entries (
    "table" TEXT NOT NULL, version INTEGER NOT NULL, entry BLOB NOT NULL, PRIMARY KEY ("table", version)
) WITHOUT ROWID;
CREATE TABLE headings (
    "table" TEXT PRIMARY KEY, code TEXT NOT NULL UNIQUE, status TEXT NOT NULL, changed REAL NOT NULL,
    summary BLOB NOT NULL
) WITHOUT ROWID;
CREATE INDEX by_change ON headings (status, changed);
"""
SECOND = """
ALTER TABLE headings ADD COLUMN past INTEGER NOT NULL DEFAULT 0;
ALTER TABLE headings ADD COLUMN people TEXT NOT NULL DEFAULT '[]';
UPDATE headings SET past = is_past(status, summary);
CREATE INDEX past_by_change ON headings (changed, "table") WHERE past;
CREATE TABLE people (person TEXT NOT NULL, "table" TEXT NOT NULL, PRIMARY KEY (person, "table")) WITHOUT ROWID;
CREATE INDEX people_by_table ON people ("table");
"""
"""What the second schema has beside the first. Who sits where is written when a table is next woken."""
THIRD = """
ALTER TABLE headings ADD COLUMN finished INTEGER NOT NULL DEFAULT 0;
ALTER TABLE headings ADD COLUMN kept INTEGER NOT NULL DEFAULT 0;
UPDATE headings SET finished = games_over(status, summary);
CREATE INDEX unkept ON headings ("table") WHERE finished > kept;
CREATE TABLE games (
    person TEXT NOT NULL, ended REAL NOT NULL, "table" TEXT NOT NULL, number INTEGER NOT NULL, about BLOB NOT NULL,
    PRIMARY KEY (person, ended, "table", number)
) WITHOUT ROWID;
CREATE UNIQUE INDEX games_by_table ON games ("table", number, person);
"""
"""What the third has beside the second: the finished games of people. Those of before are filled in by whoever asks
which are `unkept`."""
HEADING = 'SELECT "table", code, status, changed, summary, past, people, finished FROM headings'
GAME = 'SELECT person, "table", number, ended, about FROM games'
REPLACE_HEADING = """
INSERT INTO headings ("table", code, status, changed, summary, past, people, finished) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT ("table") DO UPDATE SET code = excluded.code, status = excluded.status, changed = excluded.changed,
summary = excluded.summary, past = excluded.past, people = excluded.people, finished = excluded.finished
WHERE (changed, status, summary, people, finished) <>
(excluded.changed, excluded.status, excluded.summary, excluded.people, excluded.finished)
"""
KEEP_GAME = """
INSERT OR REPLACE INTO games SELECT ?1, ?2, ?3, ?4, ?5 WHERE EXISTS (SELECT 1 FROM headings WHERE "table" = ?6)
"""
"""Of a table that has been deleted meanwhile nothing is kept."""
LATEST_FIRST = 'ORDER BY changed DESC, "table" DESC LIMIT ?'
ADD_ENTRY = """
INSERT INTO entries SELECT ?1, ?2, ?3 WHERE (SELECT MAX(version) FROM entries WHERE "table" = ?1) = ?2 - 1
"""
"""An entry that follows the last one of its table; otherwise it adds no row."""
DELETE = tuple(f'DELETE FROM {name} WHERE "table" = ?' for name in ("entries", "headings", "people", "games"))
MOST_AT_ONCE = 1000
SYNC_EVERY = 0.008
"""Seconds between two commits of different tables: what comes meanwhile is synced together. A single move waits for
nothing, nor do moves at a single table; where there are hundreds in a second each waits for 4 ms on the average, and
writing them takes half of the processor time."""
LARGEST_REWRITTEN = 8 * 2**20
"""Bytes of a file that is written anew when a table is deleted, for which all others wait a fraction of a second; a
larger one is when the store is closed, and nobody waits."""
HEADINGS_KNOWN = 10_000
"""Of so many tables the writer knows what heading it wrote last."""
SAID_EVERY = 60.0
"""Seconds after which whoever runs the server is told again that something does not work."""

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
    """What is to be written beside the logs."""

    statements: Sequence[tuple[str, Sequence[object]]]
    done: "asyncio.Future[None]"
    loop: asyncio.AbstractEventLoop

    @property
    def table(self) -> str:
        return ""


Waiting = Work | Deletion | Chore


class SQLiteStore:
    def __init__(self, path: str | PathLike[str]) -> None:
        self._path = path
        try:
            # The log holds the seeds of games in progress: it is nobody else's to read.
            Path(path).touch(mode=0o600)
            self._connection = connect(path)
            self.is_renewed = prepare(self._connection, path)
            self._reader = connect(path)
        except (sqlite3.Error, OSError) as error:
            raise StoreError("{path} cannot be used as a log: {problem}", path=path, problem=error) from None
        self.failures = 0
        self.is_failing = False
        self._said: dict[str, float] = {}
        """When it was last said what cannot be done."""
        self._reading = threading.Lock()
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

    async def _write_down(self, *statements: tuple[str, Sequence[object]]) -> None:
        await self._put(lambda done, loop: Chore(statements, done, loop))

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

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        query = 'SELECT entry FROM entries WHERE "table" = ? AND version > ? ORDER BY version'
        rows = await self._ask(query, table, after)
        return [row[0] for row in rows]

    async def heading(self, table_or_code: str) -> Heading | None:
        rows = await self._ask(f'{HEADING} WHERE "table" = ? OR code = ?', table_or_code, table_or_code)
        return heading_in(rows[0]) if rows else None

    async def headings(self, statuses: Collection[str], limit: int = 100, before: float | None = None) -> list[Heading]:
        marks = ", ".join("?" * len(statuses))
        query = f"{HEADING} WHERE status IN ({marks}) AND changed < ? {LATEST_FIRST}"
        return [heading_in(row) for row in await self._ask(query, *statuses, until(before), limit)]

    async def past(self, limit: int = 50, before: float | None = None) -> list[Heading]:
        query = f"{HEADING} WHERE past AND changed < ? {LATEST_FIRST}"
        return [heading_in(row) for row in await self._ask(query, until(before), limit)]

    async def tables_of(self, person: str, limit: int = 50) -> list[Heading]:
        query = f'{HEADING} WHERE "table" IN (SELECT "table" FROM people WHERE person = ?) {LATEST_FIRST}'
        return [heading_in(row) for row in await self._ask(query, person, limit)]

    async def keep_games(self, table: str, finished: int, games: Sequence[PlayedGame]) -> None:
        rows = [(each.person, each.ended, each.table, each.number, each.about, table) for each in games]
        await self._write_down(
            *((KEEP_GAME, row) for row in rows),
            ('UPDATE headings SET kept = MAX(kept, ?) WHERE "table" = ?', (finished, table)),
        )

    async def unkept(self, limit: int = 100) -> list[Heading]:
        query = f'{HEADING} WHERE finished > kept ORDER BY "table" LIMIT ?'
        return [heading_in(row) for row in await self._ask(query, limit)]

    async def games_of(
        self, person: str, limit: int = 50, before: tuple[float, str, int] | None = None
    ) -> list[PlayedGame]:
        place = (float("inf"), "", 0) if before is None else before
        query = f"""{GAME} WHERE person = ? AND (ended, "table", number) < (?, ?, ?)
            ORDER BY ended DESC, "table" DESC, number DESC LIMIT ?"""
        return [PlayedGame(*row) for row in await self._ask(query, person, *place, limit)]

    async def games_at(self, table: str, number: int) -> list[PlayedGame]:
        query = f'{GAME} WHERE "table" = ? AND number = ? ORDER BY person'
        return [PlayedGame(*row) for row in await self._ask(query, table, number)]

    async def forget(self, person: str) -> None:
        await self._write_down(("DELETE FROM games WHERE person = ?", (person,)))

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._queue.put(None)
        await asyncio.to_thread(self._writer.join)
        self._connection.close()
        self._reader.close()

    async def _ask(self, query: str, *values: object) -> list[Any]:
        return await asyncio.to_thread(self._fetch, query, values)

    def _fetch(self, query: str, values: Sequence[object]) -> list[Any]:
        try:
            with self._reading:
                return self._reader.execute(query, values).fetchall()
        except sqlite3.Error as error:
            self._say("read", error)
            raise StoreError("the log of this server cannot be read at the moment") from None

    def _say(self, what: str, error: Exception) -> None:
        """Tells whoever runs the server, a line now and then; others need not know of paths and disks."""
        now = monotonic()
        if now >= self._said.get(what, -SAID_EVERY) + SAID_EVERY:
            self._said[what] = now
            log.error("%s cannot be %s: %s; until it can, nothing happens at the tables", self._path, what, error)

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
            if len(waiting) == 1 and self._is_a_move(waiting[0]):
                # A statement by itself is a transaction: it is on disk when this returns.
                self._write(0, waiting[0], refused)
            else:
                self._connection.execute("BEGIN IMMEDIATE")
                for at, work in enumerate(waiting):
                    self._write(at, work, refused)
                self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            self._known.clear()
            self.failures += 1
            self.is_failing = True
            self._say("written", error)
            refused = {
                at: StoreError("the server cannot write down what happens at the moment; try again soon")
                for at in range(len(waiting))
            }
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
            for statement, values in work.statements:
                self._connection.execute(statement, values)
            return
        if self._is_a_move(work):
            row = (work.heading.table, work.first, work.entries[0])
            if self._connection.execute(ADD_ENTRY, row).rowcount == 1:
                return
        elif fits(self._connection, work):
            write(self._connection, work)
            self._know(work.heading)
            return
        table, last = work.heading.table, work.first - 1
        refused[at] = Conflict(f"the log of table {table} does not end at version {last}")

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


def connect(path: str | PathLike[str]) -> sqlite3.Connection:
    """Transactions are begun and ended by hand, and every commit waits for the disk."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA busy_timeout = 5000")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA secure_delete = ON")
    return connection


def prepare(connection: sqlite3.Connection, path: str | PathLike[str]) -> bool:
    """Makes of the file what this drlucky needs, and says if it was of an earlier one."""
    (schema,) = connection.execute("PRAGMA user_version").fetchone()
    if schema > SCHEMA:
        raise StoreError("a newer drlucky wrote {path}", path=path)
    if schema == SCHEMA:
        return False
    connection.create_function("is_past", 2, is_past, deterministic=True)
    connection.create_function("games_over", 2, games_over, deterministic=True)
    steps = (TABLES, SECOND, THIRD)[schema:]
    connection.executescript(f"BEGIN; {''.join(steps)} PRAGMA user_version = {SCHEMA}; COMMIT;")
    return bool(schema == 1)


class OldSummary(Struct):
    """What the summaries of earlier schemas said, as far as it matters for the later ones."""

    listed: bool = False
    games: int = 0


def old_summary(summary: bytes) -> OldSummary:
    try:
        return msgspec.msgpack.decode(summary, type=OldSummary)
    except (msgspec.MsgspecError, UnicodeError):
        return OldSummary()  # it is damaged, and shown to nobody


def is_past(status: str, summary: bytes) -> bool:
    about = old_summary(summary)
    return status in ("over", "closed") and about.listed and about.games > 0


def games_over(status: str, summary: bytes) -> int:
    """As many as can be: where a table was closed in the middle of one, it is one less."""
    return max(0, old_summary(summary).games - (status == "playing"))


def until(before: float | None) -> float:
    return float("inf") if before is None else before


def heading_in(row: Sequence[Any]) -> Heading:
    table, code, status, changed, summary, past, people, finished = row
    seated = msgspec.json.decode(people, type=tuple[str, ...])
    return Heading(table, code, status, changed, summary, bool(past), seated, finished)


def fits(connection: sqlite3.Connection, work: Work) -> bool:
    """Does the log end where the work begins, and is the code of a new table a new one? Nobody else can write now."""
    table, code = work.heading.table, work.heading.code
    (last,) = connection.execute('SELECT MAX(version) FROM entries WHERE "table" = ?', (table,)).fetchone()
    if (last or 0) != work.first - 1:
        return False
    return work.first > 1 or connection.execute("SELECT 1 FROM headings WHERE code = ?", (code,)).fetchone() is None


def write(connection: sqlite3.Connection, work: Work) -> None:
    table = work.heading.table
    rows = [(table, version, entry) for version, entry in enumerate(work.entries, work.first)]
    connection.executemany("INSERT INTO entries VALUES (?, ?, ?)", rows)
    about, people = work.heading, msgspec.json.encode(work.heading.people).decode()
    before = connection.execute('SELECT people FROM headings WHERE "table" = ?', (table,)).fetchone()
    if before != (people,):
        connection.execute('DELETE FROM people WHERE "table" = ?', (table,))
        connection.executemany("INSERT INTO people VALUES (?, ?)", [(person, table) for person in about.people])
    row = (table, about.code, about.status, about.changed, about.summary, about.past, people, about.finished)
    connection.execute(REPLACE_HEADING, row)
