"""Rescue: a new store from the file of one that SQLite cannot read any more. Every row is taken that has its checksum;
and of which tables something may be missing at the end, where no checksum could tell, the tree tells."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from drlucky.table.store.base import PlayedGame
from drlucky.table.store.checksums import entry_sum, game_sum, heading_sum
from drlucky.table.store.salvage import Node, Pages, Value, nodes
from drlucky.table.store.schema import connect, heading_of, prepare

ADD_ENTRY = 'INSERT OR IGNORE INTO entries ("table", version, entry, sum) VALUES (?, ?, ?, ?)'
ADD_HEADING = """
INSERT OR IGNORE INTO headings ("table", code, status, changed, summary, past, people, finished, kept, sum)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?)
"""
"""Which games are kept nobody knows any more: a server that has time looks."""
ADD_GAME = 'INSERT OR IGNORE INTO games (person, ended, "table", number, about, sum) VALUES (?, ?, ?, ?, ?, ?)'
BEFORE = """
SELECT "table" FROM entries WHERE ("table", version) < (?, ?) ORDER BY "table" DESC, version DESC LIMIT 1
"""
ENTRY_COLUMNS, GAME_COLUMNS, HEADING_COLUMNS = 4, 6, 10

ROOT = 2
"""The page where the tree of entries begins: theirs is the first table that was made."""
DEEPEST = 20

Key = tuple[str, int]


class Branch(NamedTuple):
    """A page of the tree of entries, without what is in them."""

    keys: Sequence[Key | None]
    children: Sequence[int]


def rescue(path: Path, into: Path) -> set[str]:
    """Makes a new file. Returns the tables whose last entries may be missing: those that come right before something
    that is lost."""
    into.touch(mode=0o600)
    with closing(connect(into)) as connection, closing(Pages(path)) as pages:
        prepare(connection, into)
        connection.execute("BEGIN")
        tree: dict[int, Branch] = {}
        for node in nodes(pages):
            keys = [keep(connection, row) for row in node.records]
            if any(keys):
                tree[node.number] = Branch(keys, node.children)
        suspects = {table for key in places_before(tree) for table in before(connection, key)}
        connection.execute("COMMIT")
        return suspects | set(torn(tree))


def keep(connection: sqlite3.Connection, row: Sequence[Value] | None) -> Key | None:
    """Writes a row that is as it was written, and returns the key of an entry."""
    if row is None:
        return None
    try:
        if len(row) == ENTRY_COLUMNS:
            return keep_entry(connection, row)
        if len(row) == HEADING_COLUMNS and heading_sum(heading_of(row[:8])) == row[9]:
            connection.execute(ADD_HEADING, (*row[:8], row[9]))
        elif len(row) == GAME_COLUMNS:
            person, ended, table, number, about, checksum = row
            if game_sum(PlayedGame(person, table, number, ended, about)) == checksum:  # type: ignore[arg-type]
                connection.execute(ADD_GAME, row)
    except (sqlite3.IntegrityError, OverflowError):
        pass  # it is the row of something else
    return None


def keep_entry(connection: sqlite3.Connection, row: Sequence[Value]) -> Key | None:
    table, version, entry, checksum = row
    if not isinstance(table, str) or not isinstance(version, int) or not isinstance(entry, bytes):
        return None
    if entry_sum(table, version, entry) != checksum:
        return None
    connection.execute(ADD_ENTRY, row)
    return table, version


def torn(tree: dict[int, Branch]) -> Iterator[str]:
    """Tables after whose last known entry comes one that is unreadable, or a page that is."""
    for branch in tree.values():
        for at, key in enumerate(branch.keys):
            following = branch.keys[at + 1] if at + 1 < len(branch.keys) else None
            is_last = at + 1 == len(branch.keys)
            lost_child = bool(branch.children) and branch.children[at + 1] not in tree
            if key is not None and (lost_child or (following is None and not is_last)):
                yield key[0]
    for number in orphans(tree):
        last = last_key(tree, number)
        if last is not None:
            yield last[0]


def places_before(tree: dict[int, Branch]) -> Iterator[Key]:
    """Keys before which something is lost, so that the end of the table before may be."""
    for branch in tree.values():
        for at, key in enumerate(branch.keys):
            if key is None:
                continue
            is_first_lost = at == 0 and bool(branch.children) and branch.children[0] not in tree
            if is_first_lost or (at > 0 and branch.keys[at - 1] is None):
                yield key
    for number in orphans(tree):
        first = first_key(tree, number)
        if first is not None:
            yield first


def orphans(tree: dict[int, Branch]) -> Iterable[int]:
    """Pages but the root to which none leads."""
    children = {child for branch in tree.values() for child in branch.children}
    return [number for number in tree if number not in children and number != ROOT]


def first_key(tree: dict[int, Branch], number: int) -> Key | None:
    branch = tree[number]
    for _ in range(DEEPEST):
        if branch.children and branch.children[0] in tree:
            branch = tree[branch.children[0]]
    return next((key for key in branch.keys if key is not None), None)


def last_key(tree: dict[int, Branch], number: int) -> Key | None:
    branch = tree[number]
    for _ in range(DEEPEST):
        if branch.children and branch.children[-1] in tree:
            branch = tree[branch.children[-1]]
    return next((key for key in reversed(branch.keys) if key is not None), None)


def before(connection: sqlite3.Connection, key: Key) -> list[str]:
    return [row[0] for row in connection.execute(BEFORE, key)]


def is_row_of(columns: Sequence[str], row: Sequence[Value]) -> bool:
    """Has it the types of these columns?"""
    types = {"TEXT": (str,), "INTEGER": (int,), "REAL": (int, float, type(None)), "BLOB": (bytes,)}
    return len(columns) == len(row) and all(
        isinstance(value, types[kind]) for kind, value in zip(columns, row, strict=True)
    )


def rescue_rows(path: Path, connection: sqlite3.Connection) -> int:
    """Fills the tables of a database without checksums with whatever rows fit them by their types, and says how many
    those were."""
    found = 0
    tables = {name: types(connection, name) for (name,) in connection.execute(TABLES)}
    with closing(Pages(path)) as pages:
        connection.execute("BEGIN")
        for node in nodes(pages):
            for name, row in fitting(node, tables):
                marks = ", ".join("?" * len(row))
                found += connection.execute(f'INSERT OR IGNORE INTO "{name}" VALUES ({marks})', row).rowcount
        connection.execute("COMMIT")
    return found


TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%WITHOUT ROWID%'"


def types(connection: sqlite3.Connection, table: str) -> list[str]:
    return [row[2] for row in connection.execute(f'PRAGMA table_info("{table}")')]


def fitting(node: Node, tables: dict[str, list[str]]) -> Iterator[tuple[str, Sequence[Value]]]:
    for row in node.records:
        names = [name for name, columns in tables.items() if row is not None and is_row_of(columns, row)]
        if row is not None and len(names) == 1:
            yield names[0], row
