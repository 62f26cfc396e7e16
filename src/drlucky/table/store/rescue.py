"""Rescue: a new store from the file of one that SQLite cannot read any more. Every row is taken that has its checksum;
and of which tables something may be missing at the end, where no checksum could tell, the tree tells."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from drlucky.table.store.base import PlayedGame
from drlucky.table.store.checksums import game_sum, heading_sum
from drlucky.table.store.entry_tree import EntryTree, Key, key_of
from drlucky.table.store.salvage import Node, Pages, Value, nodes
from drlucky.table.store.schema import connect, heading_of, prepare

ADD_ENTRY = 'INSERT OR IGNORE INTO entries ("table", version, entry, sum) VALUES (?, ?, ?, ?)'
ADD_HEADING = """
INSERT OR IGNORE INTO headings ("table", code, status, changed, summary, past, people, finished, kept, sum)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?)
"""
"""Which games are kept nobody knows any more: a server that has time looks."""
ADD_GAME = 'INSERT OR IGNORE INTO games (person, ended, "table", number, about, sum) VALUES (?, ?, ?, ?, ?, ?)'
GAME_COLUMNS, HEADING_COLUMNS = 6, 10


def rescue(path: Path, into: Path) -> set[str]:
    """Makes a new file. Returns the tables whose last entries may be missing: those that come right before something
    that is lost."""
    into.touch(mode=0o600)
    with closing(connect(into)) as connection, closing(Pages(path)) as pages:
        prepare(connection, into)
        connection.execute("BEGIN")
        tree = EntryTree()
        for node in nodes(pages):
            tree.add(node, [keep(connection, row) for row in node.records])
        connection.execute("COMMIT")
        return tree.suspects()


def keep(connection: sqlite3.Connection, row: Sequence[Value] | None) -> Key | None:
    """Writes a row that is as it was written, and returns the key of an entry."""
    if row is None:
        return None
    try:
        key = key_of(row)
        if key is not None:
            connection.execute(ADD_ENTRY, row)
            return key
        if len(row) == HEADING_COLUMNS and heading_sum(heading_of(row[:8])) == row[9]:
            connection.execute(ADD_HEADING, (*row[:8], row[9]))
        elif len(row) == GAME_COLUMNS:
            person, ended, table, number, about, checksum = row
            if game_sum(PlayedGame(person, table, number, ended, about)) == checksum:  # type: ignore[arg-type]
                connection.execute(ADD_GAME, row)
    except (sqlite3.IntegrityError, OverflowError):
        pass  # it is the row of something else
    return None


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
