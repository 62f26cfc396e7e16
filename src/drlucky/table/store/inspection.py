"""Inspection of a store in an SQLite file: what in it is not as it was written. It has a connection of its own, so that
nobody waits for it, and changes nothing."""

import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from os import PathLike
from pathlib import Path
from time import monotonic, sleep
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from drlucky.table.store.base import PlayedGame, StoreError
from drlucky.table.store.checksums import game_sum, heading_sum, is_entry
from drlucky.table.store.entry_tree import EntryTree, key_of
from drlucky.table.store.salvage import Pages, nodes
from drlucky.table.store.schema import SCHEMA, connect, heading_of

ENTRIES_FROM = """
SELECT "table", version, entry, sum FROM entries WHERE ("table", version) > (?, ?) ORDER BY "table", version
"""
HEADINGS = """
SELECT "table", code, status, changed, summary, past, people, finished, sum FROM headings
WHERE "table" > ? ORDER BY "table" LIMIT ?
"""
GAMES = """
SELECT person, "table", number, ended, about, sum FROM games
WHERE (person, ended, "table", number) > (?, ?, ?, ?) ORDER BY person, ended, "table", number LIMIT ?
"""
TABLES_AFTER = """
WITH RECURSIVE found (id) AS (
    SELECT MIN("table") FROM entries WHERE "table" > ?1
    UNION ALL SELECT (SELECT MIN("table") FROM entries WHERE "table" > id) FROM found WHERE id IS NOT NULL LIMIT ?2
) SELECT id FROM found WHERE id IS NOT NULL
"""
"""However many entries each has."""
AT_A_TIME = 500
"""Rows, after which others have their turn."""
LARGEST_LOOKED_THROUGH = 2**30
"""Bytes of a file of which every page is looked at when a server starts: a larger one is by `drlucky store check`."""
MOST_SAID = 100
PAGE = re.compile(r"\bpage (\d+)", re.IGNORECASE)
LETTERS = [chr(number) for number in range(128)]
NEVER_BEFORE = -1e300
AFTER_ALL = chr(0x10FFFF)

Kind = Literal["file", "entry", "heading", "people", "game"]


class Damage(NamedTuple):
    """What is wrong, and at which table; "" where that cannot be known."""

    kind: Kind
    table: str
    about: str

    def __str__(self) -> str:
        return self.about


def beside_logs(path: str | PathLike[str], *, gently: bool = True) -> Iterator[Damage]:
    """Whatever is damaged but for entries, which are looked at when they are read. `gently` leaves half of the time to
    others, and a large file's pages to `drlucky store check`."""
    with reading(path) as connection:
        if not gently or Path(path).stat().st_size <= LARGEST_LOOKED_THROUGH:
            yield from structure(connection)
        yield from headings(connection, gently)
        yield from games(connection, gently)


def reading(path: str | PathLike[str]) -> "closing[sqlite3.Connection]":
    connection = connect(path)
    (schema,) = connection.execute("PRAGMA user_version").fetchone()
    if schema != SCHEMA:
        connection.close()
        about = "{path} is no log of this drlucky: its schema is {found}, and not {ours}"
        raise StoreError(about, path=path, found=schema, ours=SCHEMA)
    return closing(connection)


def structure(connection: sqlite3.Connection) -> Iterator[Damage]:
    """What SQLite itself finds wrong with its pages and indexes."""
    try:
        for (said,) in connection.execute(f"PRAGMA integrity_check({MOST_SAID})"):
            for line in "" if said == "ok" else said.splitlines():
                yield Damage("file", "", line)
    except sqlite3.DatabaseError as error:
        yield Damage("file", "", str(error))


def headings(connection: sqlite3.Connection, gently: bool) -> Iterator[Damage]:
    """Those that are damaged or missing, and people whose tables would not be found, or another's would."""
    headed, seated = set[str](), set[tuple[str, str]]()
    unsound = set[str]()
    for rows in pages(connection, HEADINGS, lambda row: (row[0],), ("",), gently):
        for row in rows:
            heading = heading_of(row[:-1])
            headed.add(heading.table)
            if heading_sum(heading) != row[-1]:
                unsound.add(heading.table)
                yield Damage("heading", heading.table, f"the heading of table {heading.table} is damaged")
            seated.update((person, heading.table) for person in heading.people)
    for rows in pages(connection, TABLES_AFTER, lambda row: row, ("",), gently):
        for (table,) in rows:
            if table not in headed:
                unsound.add(table)
                yield Damage("heading", table, f"table {table} has no heading")
            headed.discard(table)
    for table in sorted(headed - unsound):
        yield Damage("entry", table, f"table {table} has a heading, and no entries")
    people = set(connection.execute('SELECT person, "table" FROM people NOT INDEXED'))
    for table in sorted({str(table) for _, table in people ^ seated} - unsound):
        yield Damage("people", table, f"who sits at table {table} is damaged: not everybody finds it")


def games(connection: sqlite3.Connection, gently: bool) -> Iterator[Damage]:
    first = ("", NEVER_BEFORE, "", 0)
    for rows in pages(connection, GAMES, lambda row: (row[0], row[3], row[1], row[2]), first, gently):
        for row in rows:
            game = PlayedGame(*row[:-1])
            if game_sum(game) != row[-1]:
                about = f"a game of table {game.table}, as it is kept for one of its people, is damaged"
                yield Damage("game", str(game.table), about)


def entries(connection: sqlite3.Connection) -> Iterator[Damage]:
    """Of each table the first entry that is damaged."""
    table, version, is_damaged = "", 0, False
    for found, number, entry, checksum in connection.execute(
        'SELECT "table", version, entry, sum FROM entries ORDER BY "table", version'
    ):
        if found != table:
            if table and not is_damaged and number != 1 and not is_end(connection, table, version):
                yield damaged_entry(table, version + 1)
            table, version, is_damaged = found, 0, False
        version += 1
        if not is_damaged and not is_entry(table, version, number, entry, checksum):
            is_damaged = True
            yield damaged_entry(table, version)


def damaged_entry(table: str, version: int) -> Damage:
    return Damage("entry", table, f"entry {version} of table {table} is missing, or not as it was written")


def is_end(connection: sqlite3.Connection, table: str, version: int) -> bool:
    """Does a table end with the entry of this version, though what comes after it is not the first entry of another? It
    may be its next one with a damaged name, and others may be missing."""
    for name, number, entry, checksum in connection.execute(ENTRIES_FROM, (table, version)):
        if number == 1:
            break
        if not has_come_from_elsewhere(table, name, number, entry, checksum):
            return has_first(connection, name)
    return True


def has_come_from_elsewhere(table: str, name: object, number: object, entry: object, checksum: object) -> bool:
    """Is it an entry of another table, with one letter of its name damaged?"""
    if not isinstance(name, str) or not isinstance(number, int):
        return False
    others = (name[:at] + letter + name[at + 1 :] for at in range(len(name)) for letter in LETTERS)
    return any(is_entry(other, number, number, entry, checksum) for other in others if other != table)


def has_first(connection: sqlite3.Connection, table: object) -> bool:
    """Is its first entry there, if only under a damaged number?"""
    found = connection.execute('SELECT entry, sum FROM entries WHERE "table" = ?', (table,))
    return any(is_entry(table, 1, 1, entry, checksum) for entry, checksum in found)


class Doubts(NamedTuple):
    """Where pages are damaged: of which tables entries may be missing without leaving a gap."""

    tables: frozenset[str] = frozenset()
    """With entries on a damaged page, or next to one or to something that is lost."""
    ends: Mapping[str, int] = MappingProxyType({})
    """By table the last entry that is on any page, whether the tree leads there or not."""

    def holds(self, table: str, last: int) -> bool:
        """May there be more of a table than up to this entry?"""
        return table in self.tables or last < self.ends.get(table, 0)


def doubts(path: Path, damages: Iterable[Damage]) -> Doubts:
    about = [damage.about for damage in damages if damage.kind == "file"]
    if not about:
        return Doubts()
    bad = {int(number) for each in about for number in PAGE.findall(each)}
    tree = EntryTree()
    with closing(Pages(path)) as all_pages:
        for node in nodes(all_pages):
            tree.add(node, [key_of(row) for row in node.records])
    return Doubts(frozenset(tree.suspects(bad)), tree.ends)


def pages(
    connection: sqlite3.Connection, query: str, place: Any, after: Sequence[Any], gently: bool
) -> Iterator[list[Any]]:
    """All rows in their order, some at a time. In what is damaged nothing has its order: it ends there all the same."""
    while True:
        began = monotonic()
        rows = connection.execute(query, (*after, AT_A_TIME)).fetchall()
        if not rows:
            return
        yield rows
        last = place(rows[-1])
        if any(type(one) is not type(other) for one, other in zip(last, after, strict=True)) or not last > after:
            return
        after = last
        if gently:
            sleep(monotonic() - began)
