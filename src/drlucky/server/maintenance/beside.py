"""What a server keeps beside the logs of its tables: small databases and files, all of them listed here."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from drlucky import files
from drlucky.errors import DrLuckyError
from drlucky.server.maintenance.places import Place
from drlucky.server.people.store import PEOPLE
from drlucky.server.ratings.store import RATINGS
from drlucky.server.rows.base import Part
from drlucky.server.rows.sqlite import connect as open_rows
from drlucky.table.store.checksums import rows_hash


class Database(NamedTuple):
    part: Part

    @property
    def file(self) -> str:
        return f"{self.part.name}.db"

    def make(self, path: Path) -> None:
        """With everything in it that belongs there."""
        open_rows(self.part, path).close()


DATABASES = (Database(PEOPLE), Database(RATINGS))
FILES = ("secret", "vapid", "revoked")
FOLDERS = ("analyses",)


def paths(folder: Path) -> Iterator[Path]:
    """The files that are there, databases not among them."""
    yield from (folder / name for name in FILES if (folder / name).is_file())
    for name in FOLDERS:
        yield from (path for path in sorted((folder / name).glob("*")) if path.is_file() and not files.is_draft(path))


def check_empty(target: Place) -> None:
    """Refuses a folder where a server has kept something, though it has no games."""
    if target.folder is None:
        return
    found = [path.name for path in paths(target.folder)]
    found += [each.file for each in DATABASES if (target.folder / each.file).exists()]
    if found:
        raise DrLuckyError(
            "{folder} has no games, but {files} of its own: copy to an empty folder",
            folder=target.folder,
            files=", ".join(found[:5]),
        )


def copy(source: Place, target: Place, say: Callable[[str], None]) -> int:
    """Copies what differs, and says how many rows and files that were."""
    if source.folder is None or target.folder is None:
        if source.folder is not None or target.folder is not None:
            say("identities, ratings and all else beside the logs stay where they are")
        return 0
    copied = 0
    for each in DATABASES:
        if (source.folder / each.file).exists():
            copied += copy_database(each, source.folder, target.folder)
    for path in paths(source.folder):
        place = target.folder / path.relative_to(source.folder)
        content = path.read_bytes()
        if not place.is_file() or place.read_bytes() != content:
            place.parent.mkdir(exist_ok=True)
            files.write(place, content, mode=0o600)
            copied += 1
    return copied


def copy_database(database: Database, source: Path, target: Path) -> int:
    copied = 0
    for folder in (source, target):
        database.make(folder / database.file)
    with closing(connect(source / database.file)) as here, closing(connect(target / database.file)) as there:
        for table in tables(here):
            rows = all_rows(here, table)
            if rows_hash(rows) == rows_hash(all_rows(there, table)):
                continue
            replace(there, table, rows)
            if rows_hash(rows) != rows_hash(all_rows(there, table)):
                raise DrLuckyError("{table} of {file} does not come out as it went in", table=table, file=database.file)
            copied += len(rows)
    return copied


def connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def tables(connection: sqlite3.Connection) -> list[str]:
    return [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]


def all_rows(connection: sqlite3.Connection, table: str) -> list[Any]:
    return connection.execute(f'SELECT * FROM "{table}"').fetchall()


def replace(connection: sqlite3.Connection, table: str, rows: Sequence[Sequence[Any]]) -> None:
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(f'DELETE FROM "{table}"')
    if rows:
        connection.executemany(f'INSERT INTO "{table}" VALUES ({", ".join("?" * len(rows[0]))})', rows)
    connection.execute("COMMIT")
