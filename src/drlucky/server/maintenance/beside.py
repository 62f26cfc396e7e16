"""What a server keeps beside the logs of its tables: small databases and files, all of them listed here."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from drlucky import files
from drlucky.errors import DrLuckyError
from drlucky.server.auth import revocations
from drlucky.server.auth.keys import read as read_keys
from drlucky.server.auth.keys import write as write_keys
from drlucky.server.maintenance.places import Place
from drlucky.server.people.store import PEOPLE
from drlucky.server.ratings.store import RATINGS
from drlucky.server.rows.base import Part, selected
from drlucky.server.rows.sqlite import connect as open_rows
from drlucky.table.store.checksums import rows_hash
from drlucky.table.store.schema import Connection


class Database(NamedTuple):
    part: Part

    @property
    def file(self) -> str:
        return f"{self.part.name}.db"

    def make(self, path: Path) -> None:
        """With everything in it that belongs there."""
        open_rows(self.part, path).close()


DATABASES = (Database(PEOPLE), Database(RATINGS))
SECRET, REVOKED = "secret", "revoked"
FILES = (SECRET, "vapid", REVOKED)
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


async def copy(source: Place, target: Place, say: Callable[[str], None]) -> int:
    """Copies what differs, and says how many rows and files that were."""
    if source.folder is not None and target.folder is not None:
        return await asyncio.to_thread(copy_folder, source.folder, target.folder)
    if source.folder is not None and target.is_database:
        say(f"what is only in {source.folder} stays there: {', '.join(left_behind(source.folder))}")
        return await give_identities(source.folder, target) + await give_rows(source.folder, target)
    if source.is_database and target.folder is not None:
        return await take_identities(source, target.folder) + await take_rows(source, target.folder)
    say("only the games are copied: identities, ratings and all else are in the folder of a server")
    return 0


def left_behind(folder: Path) -> list[str]:
    """What a database of nodes has no place for."""
    found = [path.relative_to(folder).parts[0] for path in paths(folder) if path.name not in (SECRET, REVOKED)]
    return sorted({*found, "security.log"})


async def give_identities(folder: Path, target: Place) -> int:
    """Who has an identity keeps it, and who gave it up is not known by it."""
    from drlucky.server.auth import shared_keys, shared_revocations

    gone = list(revocations.read(folder / REVOKED).items())
    ours = read_keys(folder / SECRET) if (folder / SECRET).exists() else ()
    async with target.database() as database:
        found = await shared_keys.load(database, {shared_keys.IDENTITIES: ours} if ours else {})
        await database.migrate(shared_revocations.PART, shared_revocations.STEPS)
        async with database.transaction() as connection:
            await connection.executemany(shared_revocations.ADD, gone)
    if ours and tuple(found[shared_keys.IDENTITIES]) != tuple(ours):
        raise DrLuckyError("{place} has other keys for identities: copy to one that is empty", place=target)
    return len(ours) + len(gone)


async def take_identities(source: Place, folder: Path) -> int:
    """The same the other way round."""
    from drlucky.server.auth import shared_keys, shared_revocations

    async with source.database() as database:
        await database.migrate(shared_keys.PART, shared_keys.STEPS)
        await database.migrate(shared_revocations.PART, shared_revocations.STEPS)
        keys = (await shared_keys.read(database)).get(shared_keys.IDENTITIES, ())
        gone = {row["person"]: row["until"] for row in await database.fetch(shared_revocations.NEW, 0)}
    if keys:
        write_keys(folder / SECRET, list(keys))
    if gone:
        lines = "".join(f"{until} {person}\n" for person, until in gone.items())
        files.write(folder / REVOKED, lines, mode=0o600)
    return len(keys) + len(gone)


async def give_rows(folder: Path, target: Place) -> int:
    copied = 0
    async with target.database() as database:
        for each in DATABASES:
            if not (folder / each.file).exists():
                continue
            each.make(folder / each.file)
            await database.migrate(each.part.name, each.part.postgres)
            for relation in each.part.relations:
                with closing(connect(folder / each.file)) as here:
                    rows = here.execute(selected(relation, "TRUE")).fetchall()
                name = f"{each.part.name}_{relation.name}"
                marks = ", ".join(f"${at}" for at in range(1, len(relation.columns) + 1))
                async with database.transaction() as connection:
                    await connection.execute(f"DELETE FROM {name}")
                    insert = f"INSERT INTO {name} ({', '.join(relation.quoted)}) VALUES ({marks})"
                    await connection.executemany(insert, rows)
                there = await database.fetch(selected(relation, "TRUE", f"{each.part.name}_"))
                check_same_rows(name, rows, [tuple(row) for row in there])
                copied += len(rows)
    return copied


async def take_rows(source: Place, folder: Path) -> int:
    copied = 0
    async with source.database() as database:
        for each in DATABASES:
            await database.migrate(each.part.name, each.part.postgres)
            each.make(folder / each.file)
            for relation in each.part.relations:
                found = await database.fetch(selected(relation, "TRUE", f"{each.part.name}_"))
                rows = [tuple(row) for row in found]
                with closing(connect(folder / each.file)) as here:
                    replace(here, relation.name, rows, relation.quoted)
                    check_same_rows(relation.name, rows, here.execute(selected(relation, "TRUE")).fetchall())
                copied += len(rows)
    return copied


def check_same_rows(name: str, rows: Sequence[Sequence[Any]], there: Sequence[Sequence[Any]]) -> None:
    if rows_hash(rows) != rows_hash(there):
        raise DrLuckyError("{table} does not come out of the copy as it went in", table=name)


def copy_folder(source: Path, target: Path) -> int:
    copied = 0
    for each in DATABASES:
        if (source / each.file).exists():
            copied += copy_database(each, source, target)
    for path in paths(source):
        place = target / path.relative_to(source)
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
    connection = sqlite3.connect(path, isolation_level=None, factory=Connection)
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def tables(connection: sqlite3.Connection) -> list[str]:
    return [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]


def all_rows(connection: sqlite3.Connection, table: str) -> list[Any]:
    return connection.execute(f'SELECT * FROM "{table}"').fetchall()


def replace(
    connection: sqlite3.Connection, table: str, rows: Sequence[Sequence[Any]], columns: Sequence[str] = ()
) -> None:
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(f'DELETE FROM "{table}"')
    named = f" ({', '.join(columns)})" if columns else ""
    if rows:
        connection.executemany(f'INSERT INTO "{table}"{named} VALUES ({", ".join("?" * len(rows[0]))})', rows)
    connection.execute("COMMIT")
