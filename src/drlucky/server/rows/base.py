"""Rows: what is kept of a part of the server, and told to those who keep it in memory.

Nobody waits for a disk to know something: whoever follows a relation has all its rows in memory. They are changed in
one way only: what is to be changed is decided from what is in memory, written, and then put into memory in the order in
which it was written. Where several nodes share a database this holds for all of them: while one decides, no other
writes, and it knows all that they have written."""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from time import monotonic
from typing import Any, Protocol

from msgspec import Struct

from drlucky.server.errors import Failed

SAID_EVERY = 60.0
"""Seconds after which whoever runs the server is told again that something does not work."""

Row = Sequence[Any]
Key = tuple[Any, ...]

log = logging.getLogger(__name__)


class Relation(Struct, frozen=True):
    """A table of a database; the word is taken here by those that people sit at."""

    name: str
    columns: tuple[str, ...]
    keys: int = 1
    """So many of the columns, from the first on, say which row it is."""
    is_followed: bool = True
    """Is it kept in memory? What is changed in the others is told to nobody."""

    def key(self, row: Row) -> Key:
        return tuple(row[: self.keys])

    @property
    def quoted(self) -> Sequence[str]:
        return [f'"{column}"' for column in self.columns]


class Part(Struct, frozen=True):
    """Relations that are changed together, and how they came to be in either kind of database: what each schema has
    beside the one before it."""

    name: str
    relations: tuple[Relation, ...]
    sqlite: tuple[str, ...]
    postgres: tuple[str, ...]

    def relation(self, name: str) -> Relation:
        return next(each for each in self.relations if each.name == name)


class Put(Struct, frozen=True):
    """In the place of what was there with its key."""

    relation: Relation
    row: Row


class Add(Struct, frozen=True):
    """If there is none with its key: otherwise nothing of what it came with is written, and whoever wanted it has
    Taken."""

    relation: Relation
    row: Row


class Drop(Struct, frozen=True):
    relation: Relation
    key: Key


Change = Put | Add | Drop
Decide = Callable[[], Iterable[Change]]


class Taken(Exception):
    """There is one already."""


class Follower(Struct, frozen=True):
    put: Callable[[Row], object]
    drop: Callable[[Key], object]


class Rows(Protocol):
    """What is kept of one part."""

    part: Part

    def follow(self, relation: Relation, put: Callable[[Row], object], drop: Callable[[Key], object]) -> None:
        """Calls `put` with every row that there is, and from now on with every one that is put in place, and `drop`
        with every key that is gone, perhaps more than once. At the start, before anything is changed."""

    def begin(self) -> None:
        """All follow who want to."""

    async def change(self, decide: Decide) -> None:
        """Writes what `decide` says, all of it or nothing; when this returns it is on disk and in memory. What decide
        has in memory is so, until that is written; the error that it raises is raised here. Failed if it cannot be
        written."""

    def change_later(self, decide: Decide) -> None:
        """What nobody waits for, and can be found out anew if it is lost."""

    async def find(self, relation: Relation, where: str, *values: object, limit: int = 1) -> list[Row]:
        """Rows of a relation that nobody follows; `where` is SQL with a ? for each value."""

    async def settle(self) -> None:
        """Returns when what was deleted is nowhere in the files any more, as far as that is ours to say."""

    async def page(self, relation: Relation, after: Key | None, limit: int) -> list[Row]:
        """All rows, a page after the other, in the order of their keys."""

    async def fill(self, relation: Relation, rows: Sequence[Row]) -> None:
        """Puts rows as they are, before anyone follows."""

    async def close(self) -> None:
        """When what was asked for is written."""


class Followed(ABC):
    """What all kinds have in common: one change after the other, and those who follow."""

    def __init__(self, part: Part, place: str) -> None:
        self.part = part
        self._place = place
        self._followers: dict[str, list[Follower]] = {}
        self._one_at_a_time = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._said = -SAID_EVERY

    async def change(self, decide: Decide) -> None:
        # Whoever waits may be cancelled, and what is on disk has to be in memory all the same.
        await asyncio.shield(self._begun(decide))

    def change_later(self, decide: Decide) -> None:
        self._begun(decide)

    def _begun(self, decide: Decide) -> "asyncio.Task[None]":
        task = asyncio.get_running_loop().create_task(self._change_in_turn(decide))
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Failed | Taken):
            log.error("a change of %s could not be made", self._place, exc_info=error)

    async def _change_in_turn(self, decide: Decide) -> None:
        async with self._one_at_a_time:
            await self._change(decide)

    @abstractmethod
    async def _change(self, decide: Decide) -> None: ...

    def _apply(self, changes: Iterable[Change]) -> None:
        for change in changes:
            for follower in self._followers.get(change.relation.name, ()):
                if isinstance(change, Drop):
                    follower.drop(change.key)
                else:
                    follower.put(change.row)

    def _trouble(self, error: BaseException, what: str = "written") -> Failed:
        now = monotonic()
        if now >= self._said + SAID_EVERY:
            self._said = now
            log.error("%s cannot be %s: %s", self._place, what, error or type(error).__name__)
        if what == "read":
            return Failed("trouble", "this cannot be read at the moment; try again soon")
        return Failed("trouble", "this could not be kept; try again soon")

    async def _finish(self) -> None:
        while self._tasks:
            await asyncio.wait(self._tasks)


def equals(relation: Relation) -> str:
    """The condition that a row has a key."""
    return " AND ".join(f"{column} = ?" for column in relation.quoted[: relation.keys])


def comes_after(relation: Relation) -> str:
    columns = ", ".join(relation.quoted[: relation.keys])
    return f"({columns}) > ({', '.join('?' * relation.keys)})"


def selected(relation: Relation, where: str, prefix: str = "") -> str:
    return f"SELECT {', '.join(relation.quoted)} FROM {prefix}{relation.name} WHERE {where}"


def statement(change: Change, prefix: str = "") -> tuple[str, Row]:
    """As SQL, with a ? for each value."""
    relation = change.relation
    name, columns = f"{prefix}{relation.name}", relation.quoted
    if isinstance(change, Drop):
        return f"DELETE FROM {name} WHERE {equals(relation)}", change.key
    insert = f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
    if isinstance(change, Put):
        others = columns[relation.keys :]
        then = f"UPDATE SET {', '.join(f'{column} = excluded.{column}' for column in others)}" if others else "NOTHING"
        insert += f" ON CONFLICT ({', '.join(columns[: relation.keys])}) DO {then}"
    return insert, change.row
