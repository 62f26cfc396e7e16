"""Rows in a file, in memory, and in a database that nodes share: the same to those who use them, and the same at every
node."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from drlucky.cluster.links import TcpPeers
from drlucky.cluster.peers import Alone, Peer, Peers
from drlucky.errors import DrLuckyError
from drlucky.postgres import Database
from drlucky.server.devices.offers import OFFERS
from drlucky.server.errors import Failed
from drlucky.server.people.store import CALENDARS, DEVICES, HIDDEN, PEOPLE
from drlucky.server.ratings.store import RATINGS
from drlucky.server.rows import postgres as in_postgres
from drlucky.server.rows.base import Add, Change, Drop, Put, Relation, Rows, Taken
from drlucky.server.rows.copying import copy
from drlucky.server.rows.postgres import PostgresRows
from drlucky.server.rows.sqlite import SqliteRows
from patience import NEVER
from postgres import Postgres
from server.serving import eventually, on_loop

KEY = b"of these nodes"


class Memory:
    """Someone who follows."""

    def __init__(self, rows: Rows) -> None:
        self.hidden: set[tuple[str, str]] = set()
        self.calendars: dict[str, Any] = {}
        rows.follow(HIDDEN, lambda row: self.hidden.add(tuple(row)), lambda key: self.hidden.discard(key))
        rows.follow(CALENDARS, lambda row: self.calendars.update({row[0]: row}), lambda key: self.calendars.pop(key[0]))


@asynccontextmanager
async def opened(kind: str, folder: Path, request: pytest.FixtureRequest) -> AsyncIterator[tuple[Rows, Memory]]:
    async with AsyncExitStack() as stack:
        if kind == "database":
            database = await stack.enter_async_context(await Database.open(request.getfixturevalue("database")))
            rows: Rows = await PostgresRows.open(PEOPLE, database, Alone())
        else:
            rows = SqliteRows(PEOPLE, folder / "people.db" if kind == "file" else None)
        memory = Memory(rows)
        rows.begin()
        yield rows, memory
        await rows.close()


@pytest.mark.parametrize("kind", ["file", "memory", "database"])
def test_what_is_changed_is_kept_and_in_memory(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    asyncio.run(asyncio.wait_for(change_this_and_that(kind, tmp_path, request), NEVER))


async def change_this_and_that(kind: str, folder: Path, request: pytest.FixtureRequest) -> None:
    tables = {"fg"} | {f"t{number}" for number in range(30)}
    async with opened(kind, folder, request) as (rows, memory):
        await rows.change(lambda: [Put(HIDDEN, ("ann", table)) for table in sorted(tables)])
        await rows.change(lambda: [Put(CALENDARS, ("h", "ann", "t", "en")), Put(CALENDARS, ("h", "ann", "u", "de"))])
        assert memory.hidden == {("ann", table) for table in tables}
        assert memory.calendars == {"h": ("h", "ann", "u", "de")}
        assert await rows.find(CALENDARS, '"table" = ? AND person = ?', "u", "ann") == [("h", "ann", "u", "de")]
        # Page by page, all of them, in order.
        last, paged = None, list[Any]()
        while page := await rows.page(HIDDEN, last, 7):
            last = HIDDEN.key(page[-1])
            paged += page
        assert [table for _, table in paged] == sorted(tables)
        # All or nothing: here there is one already, and here whoever decides finds that they may not.
        with pytest.raises(Taken):
            await rows.change(lambda: [Drop(HIDDEN, ("ann", "fg")), Add(CALENDARS, ("h", "bob", "t", "en"))])

        def refuse() -> Iterator[Change]:
            yield Drop(HIDDEN, ("ann", "fg"))
            raise Failed("not now", "not now")

        with pytest.raises(Failed, match="not now"):
            await rows.change(refuse)
        assert ("ann", "fg") in memory.hidden
        assert ("ann", "fg") in [tuple(row) for row in await rows.page(HIDDEN, None, 100)]
        # Whoever decides knows what was written before.
        for _ in range(3):
            rows.change_later(lambda: [Drop(HIDDEN, max(memory.hidden))])
        await rows.change(lambda: [Drop(HIDDEN, max(memory.hidden))])
        assert len(memory.hidden) == len(tables) - 4
        await rows.fill(DEVICES, [("ann", "", 0), ("ann", "x", 7)])
        assert await rows.page(DEVICES, None, 5) == [("ann", "", 0), ("ann", "x", 7)]
        await rows.settle()
    if kind != "memory":
        async with opened(kind, folder, request) as (_, again):
            assert again.hidden == memory.hidden
            assert again.calendars == memory.calendars


@asynccontextmanager
async def two_nodes(url: str, told: bool = True) -> AsyncIterator[list[tuple[PostgresRows, Memory]]]:
    """On one database, that tell each other or do not."""
    running = len(asyncio.all_tasks())
    async with AsyncExitStack() as stack:
        stack.push_async_callback(eventually, lambda: len(asyncio.all_tasks()) == running)
        talking = [await TcpPeers.listen(name, KEY, "127.0.0.1", 0) for name in ("one", "other")]
        for peers, other in zip(talking, reversed(talking), strict=True):
            peers.know([Peer(other.me, other.address)])
            stack.push_async_callback(peers.close)
        nodes = []
        for each in talking:
            database = await stack.enter_async_context(await Database.open(url))
            peers_of_it: Peers = each if told else Alone()
            rows = await PostgresRows.open(PEOPLE, database, peers_of_it)
            stack.push_async_callback(rows.close)
            nodes.append((rows, Memory(rows)))
            rows.begin()
        yield nodes


@on_loop
async def test_what_one_node_changes_another_knows_at_once(pooled: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Through a pooler, and without looking by itself."""
    monkeypatch.setattr(in_postgres, "LOOK_EVERY", NEVER)
    async with two_nodes(pooled) as [(one, here), (other, there)]:
        await one.change(lambda: [Put(HIDDEN, ("ann", "t"))])
        await eventually(lambda: there.hidden == {("ann", "t")})
        await other.change(lambda: [Drop(HIDDEN, ("ann", "t")), Put(HIDDEN, ("bob", "u"))])
        await eventually(lambda: here.hidden == {("bob", "u")})


@on_loop
async def test_what_nobody_says_is_found_out_and_so_is_what_was_missed(
    postgres: Postgres, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(in_postgres, "LOOK_EVERY", 0.05)
    async with two_nodes(database, told=False) as [(one, _), (other, there)]:
        await one.change(lambda: [Put(HIDDEN, ("ann", "t")), Put(HIDDEN, ("ann", "u"))])
        await eventually(lambda: len(there.hidden) == 2)
        # Away for longer than changes are listed.
        await other._one_at_a_time.acquire()
        await one.change(lambda: [Drop(HIDDEN, ("ann", "t"))])
        await one.change(lambda: [Put(HIDDEN, ("bob", "v"))])
        postgres.sql("DELETE FROM row_changes", database)
        await one.change(lambda: [Put(HIDDEN, ("cleo", "w"))])
        other._one_at_a_time.release()
        await eventually(lambda: there.hidden == {("ann", "u"), ("bob", "v"), ("cleo", "w")})
        postgres.sql("DELETE FROM row_changes", database)
        await eventually(lambda: other._known == one._known)
        # Who decides knows all of it, whether or not there was time to look.
        monkeypatch.setattr(in_postgres, "LOOK_EVERY", NEVER)
        await one.change(lambda: [Drop(HIDDEN, ("cleo", "w"))])
        await other.change(lambda: [Put(HIDDEN, ("dan", str(len(there.hidden))))])
        assert ("dan", "2") in there.hidden


@on_loop
async def test_nobody_decides_by_what_is_not_true_any_more(database: str) -> None:
    """Two nodes add to a number many times, at the same time: as often as they did it is there."""
    async with two_nodes(database) as nodes:

        def one_more(memory: Memory) -> list[Change]:
            number = int(memory.calendars["n"][1]) if "n" in memory.calendars else 0
            return [Put(CALENDARS, ("n", str(number + 1), "t", "en"))]

        adding = [rows.change(partial(one_more, memory)) for rows, memory in nodes for _ in range(20)]
        await asyncio.gather(*adding)
        await eventually(lambda: all(memory.calendars["n"][1] == "40" for _, memory in nodes))


@on_loop
async def test_what_cannot_be_written_is_said_and_has_not_happened(
    database: str, postgres: Postgres, caplog: pytest.LogCaptureFixture
) -> None:
    async with two_nodes(database) as [(one, here), (_, there)]:
        postgres.sql("ALTER TABLE people_hidden RENAME TO people_gone", database)
        for _ in range(2):
            with pytest.raises(Failed, match="could not be kept"):
                await one.change(lambda: [Put(DEVICES, ("ann", "x", 1)), Put(HIDDEN, ("ann", "t"))])
        assert caplog.text.count("cannot be written") == 1, "once a minute is enough"
        assert not here.hidden
        assert await one.page(DEVICES, None, 5) == []
        postgres.sql("ALTER TABLE people_gone RENAME TO people_hidden", database)
        await one.change(lambda: [Put(HIDDEN, ("ann", "t"))])
        assert here.hidden == {("ann", "t")}
        await eventually(lambda: there.hidden == here.hidden)


@on_loop
async def test_parts_are_copied_either_way(tmp_path: Path, database: str) -> None:
    async with await Database.open(database) as opened:
        for part in (PEOPLE, RATINGS, OFFERS):
            first, last = SqliteRows(part, tmp_path / f"{part.name}.db"), SqliteRows(part)
            shared = await PostgresRows.open(part, opened, Alone())
            count = 0
            for relation in part.relations:
                made = some_rows(first, relation)
                await first.fill(relation, made)
                count += len(made)
            assert await copy(first, shared) == count
            assert await copy(shared, last) == count
            assert await copy(last, first) == 0, "they are the same"
            for each in (first, shared, last):
                await each.close()
        other = SqliteRows(PEOPLE)
        await other.fill(HIDDEN, [("eve", "t")])
        with pytest.raises(DrLuckyError, match="copy to an empty store"):
            await copy(other, await PostgresRows.open(PEOPLE, opened, Alone()))
        await other.close()


def some_rows(rows: SqliteRows, relation: Relation) -> list[tuple[Any, ...]]:
    """Several pages of them, with what SQL says each column is."""
    kinds = [kind for _, _, kind, *_ in rows.query(f"PRAGMA table_info({relation.name})")]
    values: dict[str, Callable[[int], Any]] = {
        "TEXT": lambda at: f"Zoë {at:04}",
        "INTEGER": lambda at: at,
        "REAL": lambda at: at + 0.1,
    }
    many = 1 if relation.name == "looked" else 1200
    return [tuple(values[kind](at) for kind in kinds) for at in range(1, many + 1)]
