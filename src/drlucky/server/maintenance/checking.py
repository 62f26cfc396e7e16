"""Checking: names everything in a server's folder that is not as it was written. It changes nothing, and may run beside
the server."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec

from drlucky.errors import DrLuckyError
from drlucky.server.auth.keys import read as read_keys
from drlucky.server.maintenance.beside import DATABASES, connect
from drlucky.server.maintenance.places import LOGS
from drlucky.server.notices import vapid
from drlucky.table.store.base import StoreError
from drlucky.table.store.inspection import Damage, beside_logs, doubts, entries, reading

PERSON = range(1, 101)
"""So many characters has a person in the file of those who were given up."""


def check(folder: Path) -> Iterator[Damage]:
    """Everything that is damaged, one after the other."""
    if not (folder / LOGS).exists():
        raise DrLuckyError("there are no games in {place}", place=folder)
    yield from check_logs(folder / LOGS)
    for each in DATABASES:
        if (folder / each.file).exists():
            yield from check_database(folder / each.file)
    yield from check_files(folder)


def check_logs(path: Path) -> Iterator[Damage]:
    damages: list[Damage] = []
    try:
        for damage in beside_logs(path, gently=False):
            damages.append(damage)
            yield damage
        for table in sorted(doubts(path, damages).tables):
            yield Damage("entry", table, f"entries of table {table} are on a damaged page, and may be missing")
        with reading(path) as connection:
            yield from entries(connection)
    except (sqlite3.Error, OverflowError) as error:
        yield Damage("file", "", f"{path.name} cannot be read: {error}")
    except StoreError as error:
        yield Damage("file", "", str(error))


def check_database(path: Path) -> Iterator[Damage]:
    """One without checksums: SQLite knows what is wrong with its pages, and nobody what is wrong with their content."""
    try:
        with closing(connect(path)) as connection:
            for (said,) in connection.execute("PRAGMA integrity_check(100)"):
                if said != "ok":
                    yield Damage("file", "", f"{path.name}: {said}")
    except sqlite3.Error as error:
        yield Damage("file", "", f"{path.name} cannot be read: {error}")


def check_files(folder: Path) -> Iterator[Damage]:
    for name, read in (("secret", read_keys), ("vapid", vapid.read)):
        path = folder / name
        if path.exists():
            try:
                read(path)
            except DrLuckyError as error:
                yield Damage("file", "", str(error))
    yield from check_revoked(folder / "revoked")
    for path in sorted((folder / "analyses").glob("*.json")):
        if not is_json(path):
            yield Damage("file", "", f"{path.relative_to(folder)} is no analysis; it can be made anew")


def check_revoked(path: Path) -> Iterator[Damage]:
    lines = path.read_bytes().splitlines() if path.exists() else []
    for number, line in enumerate(lines, 1):
        until, _, person = line.partition(b" ")
        if not until.isdigit() or not line.isascii() or len(person) not in PERSON:
            about = f"line {number} of {path.name} is damaged: someone who gave up who they were is not known by it"
            yield Damage("file", "", about)


def is_json(path: Path) -> bool:
    try:
        msgspec.json.decode(path.read_bytes(), type=dict[str, object])
    except (msgspec.MsgspecError, UnicodeError, OSError):
        return False
    return True
