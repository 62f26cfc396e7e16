"""One flipped bit or byte at a time, anywhere in a store: the server starts, names what is damaged, and serves all the
rest as it was. Nothing that is told is another thing without a word.

    python -m reliability.damage 6000 1   # so many flips, and the seed"""

import asyncio
import logging
import shutil
import sqlite3
import struct
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from drlucky.errors import DrLuckyError
from drlucky.table import SQLiteStore, Tables
from drlucky.table.store.base import StoreError
from reliability.real_tables import fill, tables

TABLES = 8
COLUMNS = {
    "entries": ("table", "version", "entry", "sum"),
    "headings": ("table", "code", "status", "changed", "summary", "past", "people", "finished", "kept", "sum"),
    "games": ("person", "ended", "table", "number", "about", "sum"),
    "people": ("person", "table"),
}
PEOPLE = ("ann", "bob", "cleo", "dan")
PHASES = ("gathering", "playing", "over", "closed")
TO_DO = "drlucky store repair"

Answers = dict[str, Any]


class Flip(NamedTuple):
    """What was changed, and whether it is in a column, of which everything else is sound."""

    about: str
    is_column: bool


class Said(logging.Handler):
    """Whether whoever runs the server is told of anything."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


@contextmanager
def listening() -> Iterator[list[str]]:
    said, root = Said(), logging.getLogger("drlucky")
    root.addHandler(said)
    propagates, root.propagate = root.propagate, False
    try:
        yield said.lines
    finally:
        root.removeHandler(said)
        root.propagate = propagates


def flip_column(path: Path, random: Random) -> Flip:
    """A bit of a value, wherever the result can be stored at all."""
    connection = sqlite3.connect(path)
    connection.text_factory = bytes
    try:
        while True:
            name = random.choice(list(COLUMNS))
            column = random.choice(COLUMNS[name])
            keys = [row[1] for row in connection.execute(f'PRAGMA table_info("{name}")') if row[5]]
            keys = [key.decode() for key in keys]
            found = connection.execute(f'SELECT "{column}", {", ".join(quoted(keys))} FROM {name}').fetchall()
            value, *place = random.choice(found)
            where = " AND ".join(f"{key} = {as_stored(one)}" for key, one in zip(quoted(keys), place, strict=True))
            is_text = isinstance(value, bytes) and is_text_column(connection, name, column)
            flipped = flipped_bit(value, random)
            mark = "CAST(? AS TEXT)" if is_text else "?"
            values = (flipped, *(one for one in place))
            try:
                done = connection.execute(f'UPDATE {name} SET "{column}" = {mark} WHERE {where}', values)
            except (sqlite3.IntegrityError, OverflowError):
                continue
            if done.rowcount == 1:
                connection.commit()
                return Flip(f"{name}.{column} of {place}: {value!r:.60} is {flipped!r:.60}", is_column=True)
    finally:
        connection.close()


def quoted(names: list[str]) -> list[str]:
    return [f'"{name}"' for name in names]


def as_stored(value: object) -> str:
    return "CAST(? AS TEXT)" if isinstance(value, bytes) else "?"


def is_text_column(connection: sqlite3.Connection, name: str, column: str) -> bool:
    types = {row[1].decode(): row[2].decode() for row in connection.execute(f'PRAGMA table_info("{name}")')}
    return bool(types[column] == "TEXT")


def flipped_bit(value: Any, random: Random) -> Any:
    if isinstance(value, int):
        return value ^ 1 << random.randrange(31)
    if isinstance(value, float):
        (number,) = struct.unpack(">d", flipped_bit(struct.pack(">d", value), random))
        return number
    raw = bytearray(value or b"\0")
    raw[random.randrange(len(raw))] ^= 1 << random.randrange(8)
    return bytes(raw)


def flip_byte(path: Path, random: Random) -> Flip:
    content = bytearray(path.read_bytes())
    at = random.randrange(len(content))
    content[at] ^= random.randrange(1, 256)
    path.write_bytes(content)
    return Flip(f"byte {at}, which is {at % 4096} of page {at // 4096 + 1}", is_column=False)


async def told(store: SQLiteStore) -> Answers:
    """What a server tells of its tables, or None where it says that it cannot."""
    answers: Answers = {}

    async def ask(name: str, asked: Any) -> None:
        try:
            answers[name] = await asked
        except DrLuckyError:
            answers[name] = None

    for phase in PHASES:
        await ask(f"headings {phase}", store.headings([phase]))
    await ask("past", store.past())
    for person in PEOPLE:
        await ask(f"tables of {person}", store.tables_of(person))
        await ask(f"games of {person}", store.games_of(person))
    for table in ids():
        await ask(f"heading {table}", store.heading(table))
        await ask(f"games at {table}", store.games_at(table, 1))
        await ask(f"log {table}", store.read(table))
    return answers


def ids() -> list[str]:
    return [f"{at:08x}" for at in range(TABLES)]


async def served(store: SQLiteStore, wanted: list[str]) -> dict[str, bool]:
    """Which of some tables are there to be played at, when a server has looked through what it has."""
    found: dict[str, bool] = {}
    async with Tables(store, pace=1e9) as all_tables:
        await all_tables.settled()
        for table in wanted:
            try:
                found[table] = (await all_tables.get(table)).id == table
            except DrLuckyError:  # it is refused in words
                found[table] = False
    return found


def expect(is_so: object, flip: Flip, about: str) -> None:
    if not is_so:
        raise AssertionError(f"{flip.about}: {about}")


async def look(path: Path, flip: Flip, before: Answers, random: Random) -> str:
    """What comes of one flip: AssertionError if it is anything that should not be."""
    with listening() as said:
        try:
            store = SQLiteStore(path)
        except StoreError as error:
            expect(not flip.is_column and TO_DO in str(error), flip, f"the server does not start: {error}")
            return "refused with what to do"
        after = await told(store)
        changed = [name for name in before if after[name] != before[name]]
        logs = [table for table in ids() if after[f"log {table}"] is None]
        for table in ids():
            expect(after[f"log {table}"] in (None, before[f"log {table}"]), flip, f"another log of {table}")
        some = {*logs, *random.sample(ids(), 2)}
        there = await served(store, sorted(some))
    for table in sorted(some - set(logs)):
        is_headed = after[f"heading {table}"] is not None
        expect(there[table] or (said and not is_headed) or not flip.is_column, flip, f"{table} is not served")
    expect(not any(there[table] for table in logs), flip, "a damaged table is served")
    expect(said or not changed, flip, f"changes {changed} without a word")
    if flip.is_column:
        expect(len(logs) <= 2, flip, f"takes the tables {logs}")
    return "named, and nothing else is changed" if said else "of no matter"


def flips(number: int, seed: int) -> Counter[str]:
    """What came of so many; every other one is of a byte of the file."""
    random = Random(seed)
    counted: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "whole.db"
        asyncio.run(fill(whole, tables(TABLES)))
        before = asyncio.run(answers_of(whole))
        assert all(answer is not None for answer in before.values())
        for at in range(number):
            path = Path(folder) / f"{at}.db"
            shutil.copy(whole, path)
            flip = (flip_column, flip_byte)[at % 2](path, random)
            counted[asyncio.run(look(path, flip, before, random))] += 1
            path.unlink()
    return counted


async def answers_of(path: Path) -> Answers:
    store = SQLiteStore(path)
    found = await told(store)
    await store.close()
    return found


if __name__ == "__main__":
    for what, times in flips(*map(int, sys.argv[1:3])).most_common():
        print(f"{times:6} {what}")
