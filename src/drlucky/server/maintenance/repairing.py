"""Repairing: mends of a server's folder what can be, and puts aside what cannot.

Everything follows from the logs: headings, who sits where, finished games, ratings. A log in which something is missing
cannot be mended, and is never cut to what is left of it: its table goes to the folder `damaged`, and so does whatever
is replaced."""

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from drlucky import files
from drlucky.errors import DrLuckyError
from drlucky.folder_lock import held
from drlucky.server.maintenance.beside import DATABASES, connect
from drlucky.server.maintenance.checking import check, check_database, check_logs, is_json
from drlucky.server.maintenance.places import LOGS
from drlucky.server.ratings.rebuild import rebuild_held
from drlucky.server.ratings.store import RATINGS
from drlucky.table import SQLiteStore, Table
from drlucky.table.log import decode
from drlucky.table.store.inspection import Damage, beside_logs, entries, reading
from drlucky.table.store.rescue import rescue, rescue_rows
from drlucky.table.store.sqlite import ADD_PERSON, DELETE
from drlucky.table.summary import heading

DAMAGED = "damaged"
INDEX_ONLY = ("missing from index", "wrong # of entries in index", "non-unique entry in index")
COLUMNS = {
    "entries": ("version", "entry", "sum"),
    "headings": ("code", "status", "changed", "summary", "past", "people", "finished", "kept", "sum"),
}

Say = Callable[[str], None]


class Repair:
    """Of one folder, where nobody else writes meanwhile."""

    def __init__(self, folder: Path, say: Say) -> None:
        self.folder = folder
        self.logs = folder / LOGS
        self._say = say
        self._suspects: set[str] = set()
        """Tables whose last entries may be missing."""

    def run(self) -> list[Damage]:
        """What cannot be mended."""
        self._mend_file()
        self._put_aside_tables()
        self._mend_headings()
        self._mend_people_and_games()
        self._mend_databases()
        self._mend_files()
        return list(check(self.folder))

    # The logs.

    def _mend_file(self) -> None:
        found = [damage for damage in check_logs(self.logs) if damage.kind == "file"]
        if not found:
            return
        if all(any(words in damage.about for words in INDEX_ONLY) for damage in found):
            with closing(connect(self.logs)) as connection:
                connection.execute("REINDEX")
            self._say(f"{LOGS}: its indexes are made anew")
            if not any(damage.kind == "file" for damage in check_logs(self.logs)):
                return
        self._say(f"{LOGS}: it is written anew, with everything in it that is as it was written ...")
        draft = self.folder / f".{LOGS}.rescued"
        remove_database(draft)
        self._suspects = rescue(self.logs, draft)
        self._replace(self.logs, draft)

    def _put_aside_tables(self) -> None:
        """Those in whose logs something is missing or damaged."""
        with reading(self.logs) as connection:
            damaged = {damage.table: str(damage) for damage in entries(connection)}
            for damage in beside_logs(self.logs, gently=False):
                if damage.kind == "entry":
                    damaged.setdefault(damage.table, str(damage))
            for table in self._suspects:
                damaged.setdefault(table, f"the last entries of table {table} may be missing")
            for table, about in damaged.items():
                self._put_aside_table(connection, table, about)

    def _put_aside_table(self, connection: sqlite3.Connection, table: str, about: str) -> None:
        rows = {name: rows_of(connection, name, columns, table) for name, columns in COLUMNS.items()}
        place = self._place(f"{safe(table)}.json")
        files.write(place, msgspec.json.encode({"table": table, "about": about, **rows}), mode=0o600)
        connection.execute("BEGIN IMMEDIATE")
        for statement in DELETE:
            connection.execute(statement, (table,))
        connection.execute("COMMIT")
        self._say(f"{about}: it cannot be mended, and what is left of it is in {place}")

    def _mend_headings(self) -> None:
        damages = [damage for damage in beside_logs(self.logs, gently=False) if damage.kind == "heading"]
        unsound = sorted({damage.table for damage in damages})
        with closing(connect(self.logs)) as connection:
            connection.executemany('DELETE FROM headings WHERE "table" = ?', [(table,) for table in unsound])
        asyncio.run(self._write_headings(unsound))

    async def _write_headings(self, tables: Sequence[str]) -> None:
        store = SQLiteStore(self.logs)
        try:
            for table in tables:
                written = await store.read(table)
                try:
                    found = Table.replay(decode(written)) if written else None
                except Exception as error:  # what is as it was written can still be of another drlucky
                    self._say(f"table {table} has no heading, as its log cannot be replayed: {error}")
                    continue
                if found is not None:
                    await store.append(heading(found), found.version + 1, [])
                    self._say(f"the heading of table {table} is written anew")
        finally:
            await store.close()

    def _mend_people_and_games(self) -> None:
        damages = [each for each in beside_logs(self.logs, gently=False) if each.kind in ("people", "game")]
        with closing(connect(self.logs)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            if any(damage.kind == "people" for damage in damages):
                connection.execute("DELETE FROM people")
                for table, people in connection.execute('SELECT "table", people FROM headings').fetchall():
                    seated = msgspec.json.decode(people, type=list[str])
                    connection.executemany(ADD_PERSON, [(person, table) for person in seated])
                self._say("who sits where is written anew")
            for table in {damage.table for damage in damages if damage.kind == "game"}:
                connection.execute('DELETE FROM games WHERE "table" = ?', (table,))
                forget = connection.execute('UPDATE headings SET kept = 0 WHERE "table" = ?', (table,))
                if not forget.rowcount:  # whose it was is damaged too
                    connection.execute("UPDATE headings SET kept = 0")
                self._say(f"the finished games of table {table} are found in its log when the server runs")
            connection.execute("COMMIT")

    # What is beside them.

    def _mend_databases(self) -> None:
        for each in DATABASES:
            path = self.folder / each.file
            if not path.exists() or not list(check_database(path)):
                continue
            draft = self.folder / f".{each.file}.rescued"
            remove_database(draft)
            each.make(draft)
            if each.part == RATINGS:
                self._replace(path, draft)
                learned = asyncio.run(rebuild_held(self.folder))
                self._say(f"{each.file}: {learned.games} rated games are counted anew")
                continue
            with closing(connect(draft)) as connection:
                rows = rescue_rows(path, connection)
            self._replace(path, draft)
            self._say(f"{each.file}: {rows} rows could be read; whether these are all nobody knows")

    def _mend_files(self) -> None:
        for path in sorted((self.folder / "analyses").glob("*.json")):
            if not is_json(path):
                self._say(f"{path.name} is put aside, and made anew when someone asks for it")
                path.replace(self._place(path.name))

    # The folder of what is damaged.

    def _place(self, name: str) -> Path:
        """A new one in it."""
        folder = self.folder / DAMAGED
        folder.mkdir(exist_ok=True, mode=0o700)
        return free(folder, time.strftime(f"%Y%m%d-%H%M%S-{name}", time.gmtime()))

    def _replace(self, path: Path, by: Path) -> None:
        """The damaged one is kept, with what was written ahead of it, which must not come to the new one."""
        place = self._place(path.name)
        for end in ("", "-wal"):
            part = path.with_name(path.name + end)
            if part.exists():
                place.with_name(place.name + end).hardlink_to(part)
        for end in ("-wal", "-shm"):
            path.with_name(path.name + end).unlink(missing_ok=True)
        by.replace(path)
        self._say(f"{path.name}: the damaged one is kept as {place}")


def repair(folder: Path, say: Say) -> list[Damage]:
    """Mends what can be, and returns what cannot."""
    if not (folder / LOGS).exists():
        raise DrLuckyError("there are no games in {place}", place=folder)
    with held(folder, "is repaired"):
        return Repair(folder, say).run()


def rows_of(connection: sqlite3.Connection, name: str, columns: Iterable[str], table: str) -> list[dict[str, Any]]:
    """As they are, whatever they are."""
    found = connection.execute(f'SELECT {", ".join(columns)} FROM {name} WHERE "table" = ?', (table,))
    return [dict(zip(columns, row, strict=True)) for row in found]


def safe(name: str) -> str:
    """Of a table whose id may be damaged, a name that a file can have."""
    return "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in name)[:40]


def free(folder: Path, name: str) -> Path:
    place, number = folder / name, 1
    while place.exists():
        number += 1
        place = folder / f"{name}.{number}"
    return place


def remove_database(path: Path) -> None:
    for end in ("-wal", "-shm", ""):
        path.with_name(path.name + end).unlink(missing_ok=True)
