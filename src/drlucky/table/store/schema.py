"""The schema of the store in an SQLite file, and how a file of an earlier one is brought up to date."""

import logging
import os
import sqlite3
from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from drlucky import files
from drlucky.table.store.base import Heading, PlayedGame, StoreError
from drlucky.table.store.checksums import entry_sum, game_sum, heading_sum

SCHEMA = 4
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
FOURTH = """
ALTER TABLE entries ADD COLUMN sum BLOB NOT NULL DEFAULT x'';
ALTER TABLE headings ADD COLUMN sum BLOB NOT NULL DEFAULT x'';
ALTER TABLE games ADD COLUMN sum BLOB NOT NULL DEFAULT x'';
UPDATE entries SET sum = entry_sum("table", version, entry);
UPDATE headings SET sum = heading_sum("table", code, status, changed, summary, past, people, finished);
UPDATE games SET sum = game_sum(person, "table", number, ended, about);
"""
"""What the fourth has: checksums, which are believed of what was there before."""
LARGE = 64 * 2**20
"""Bytes of a file that takes a while to be brought up to date."""

log = logging.getLogger(__name__)


class Connection(sqlite3.Connection):
    """To a file that may be damaged: what SQLite says of it may quote bytes that are no text, of which Python would
    raise an error that is none of SQLite's."""

    def execute(self, *given: Any) -> sqlite3.Cursor:
        try:
            return super().execute(*given)
        except UnicodeDecodeError:
            error = sqlite3.DatabaseError("malformed database schema")
            error.sqlite_errorname = "SQLITE_CORRUPT"
            raise error from None


def connect(path: str | PathLike[str]) -> sqlite3.Connection:
    """Transactions are begun and ended by hand, and every commit waits for the disk."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, factory=Connection)
    connection.execute("PRAGMA busy_timeout = 5000")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA secure_delete = ON")
    # A text that is damaged is no text any more; its checksum says so.
    connection.text_factory = lambda raw: str(raw, errors="replace")
    return connection


def sync_found(path: str | PathLike[str]) -> None:
    """What is in the file is going to be told. A server that was killed may have written some of it and not have synced
    it: on disk it is before anyone hears of it. To be called before the file is opened in any other way."""
    ahead = Path(f"{os.fspath(path)}-wal")
    if ahead.exists():
        files.sync(ahead)
        files.sync_names(ahead.parent)


def prepare(connection: sqlite3.Connection, path: str | PathLike[str]) -> bool:
    """Makes of the file what this drlucky needs, and says if it was of an earlier one."""
    (schema,) = connection.execute("PRAGMA user_version").fetchone()
    if schema > SCHEMA:
        raise StoreError("a newer drlucky wrote {path}", path=path)
    if schema == SCHEMA:
        return False
    if schema and Path(path).stat().st_size >= LARGE:
        log.warning("%s is from an earlier drlucky, and is brought up to date: this takes a while, once", path)
    connection.create_function("is_past", 2, is_past, deterministic=True)
    connection.create_function("games_over", 2, games_over, deterministic=True)
    connection.create_function("entry_sum", 3, entry_sum, deterministic=True)
    connection.create_function("heading_sum", 8, lambda *row: heading_sum(heading_of(row)), deterministic=True)
    connection.create_function("game_sum", 5, lambda *row: game_sum(PlayedGame(*row)), deterministic=True)
    steps = (TABLES, SECOND, THIRD, FOURTH)[schema:]
    connection.executescript(f"BEGIN; {''.join(steps)} PRAGMA user_version = {SCHEMA}; COMMIT;")
    return bool(schema == 1)


def heading_of(row: Sequence[Any]) -> Heading:
    """From the columns of its row, whatever is in them. Who sits there is a list in JSON."""
    table, code, status, changed, summary, past, people, finished = row
    try:
        seated = msgspec.json.decode(people, type=tuple[str, ...])
    except (msgspec.MsgspecError, UnicodeError, TypeError):
        seated = (repr(people),)  # of which no checksum holds
    is_past = bool(past) if past in (0, 1) else past  # of which no checksum holds either
    return Heading(table, code, status, changed, summary, is_past, seated, finished)


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
