"""The store in PostgreSQL: many tables are written in one transaction, what is wrong with one costs the others nothing,
and whatever becomes of the database, what was acknowledged is there once."""

import asyncio

import pytest

from drlucky.table import Heading, StoreError
from drlucky.table.store.base import Conflict, Kept, Portable, SharedStore
from patience import NEVER
from postgres import Postgres
from table.stores import execute, shared

TABLES = 200


def heading(table: str, code: str | None = None) -> Heading:
    return Heading(table, code or table, "playing", 1.0, b"about")


def test_it_is_a_store_that_several_nodes_share_and_that_can_be_copied(database: str) -> None:
    async def main() -> None:
        store = await shared(database)
        portable: Portable = store
        assert isinstance(portable, SharedStore)
        await store.close()

    asyncio.run(main())


def test_what_waits_is_written_together(database: str) -> None:
    """Each of many tables writes again as soon as it may: one commit, and one wait for the disk, serves all of them."""

    async def main() -> None:
        store = await shared(database)
        await asyncio.gather(*(store.append(heading(f"t{number}"), 1, [b"x"]) for number in range(TABLES)))
        opened = store.commits
        assert opened <= 2

        async def play(table: str) -> None:
            for version in range(2, 12):
                await store.append(heading(table), version, [b"move"])

        await asyncio.gather(*(play(f"t{number}") for number in range(TABLES)))
        assert store.commits - opened <= 12, f"for {10 * TABLES} moves"
        assert len(await store.read("t7")) == 11
        await store.close()

    asyncio.run(asyncio.wait_for(main(), NEVER))


def test_what_cannot_be_written_takes_nothing_with_it(database: str, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        store = await shared(database)
        for table in ("t1", "t2", "t3"):
            await store.append(heading(table), 1, [b"x"])
        # The code of another table, and a text that no database of theirs can keep.
        twice, no_text = heading("t2", "t1"), heading("t4", "NUL\0")
        written = [
            store.append(heading("t1"), 2, [b"y"]),
            store.append(twice, 2, [b"y"]),
            store.append(heading("t3"), 2, [b"y"]),
            store.append(no_text, 1, [b"y"]),
        ]
        one, two, three, four = await asyncio.gather(*written, return_exceptions=True)
        assert one is None
        assert three is None
        assert isinstance(two, Conflict)
        assert isinstance(four, StoreError)
        assert [len(await store.read(each)) for each in ("t1", "t2", "t3", "t4")] == [2, 1, 2, 0]
        # Under what is no text there is nothing, and nobody is told of trouble.
        caplog.clear()
        assert await store.heading("NUL\0") is None
        assert await store.read("\ud800") == []
        assert await store.tables_of("\0") == []
        assert caplog.messages == []
        await store.close()

    asyncio.run(asyncio.wait_for(main(), NEVER))


def test_tables_that_a_running_node_leads_are_not_written_over(database: str) -> None:
    async def main() -> None:
        one, two = await shared(database, "one"), await shared(database, "two")
        await one.append(heading("t1"), 1, [b"x"])
        await one.beat("one:1", False, 1000.0)
        with pytest.raises(Conflict, match="a node that is running leads table t1"):
            await two.put_in([Kept(heading("t0"), [b"y"]), Kept(heading("t1"), [b"y"])])
        assert await two.tables() == ["t1"]
        await one.leave()
        await two.put_in([Kept(heading("t0"), [b"y"]), Kept(heading("t1"), [b"y", b"z"])])
        with pytest.raises(Conflict):
            await one.append(heading("t1"), 2, [b"late"])
        assert (await one.claim("t1")).epoch == 3, "it was led, and then set free"
        await one.append(heading("t1"), 3, [b"more"])
        assert await two.read("t1") == [b"y", b"z", b"more"]
        # Codes may be given to each other at once.
        await one.leave()
        await two.put_in([Kept(heading("t0", "t1"), [b"y"]), Kept(heading("t1", "t0"), [b"y"])])
        for store in (one, two):
            await store.close()

    asyncio.run(asyncio.wait_for(main(), NEVER))


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_or_doubled_when_the_database_is_killed_or_restarted() -> None:
    """Tables write on as they do, and look into the log when they do not know what became of an entry."""
    acknowledged: dict[str, list[bytes]] = {f"t{number}": [] for number in range(20)}

    async def main(postgres: Postgres) -> None:
        store = await shared(postgres.url())
        is_over = False

        async def play(table: str) -> None:
            known, number = 0, 0
            while not is_over:
                entry = f"{table} {number}".encode()
                try:
                    await store.append(heading(table), known + 1, [entry])
                except StoreError:
                    try:
                        log = await store.read(table)
                    except StoreError:
                        await asyncio.sleep(0.05)
                        continue
                    assert log[known:] in ([], [entry])
                    if len(log) == known:
                        continue
                acknowledged[table].append(entry)
                known, number = known + 1, number + 1

        playing = [asyncio.ensure_future(play(table)) for table in acknowledged]
        for end in (postgres.kill, postgres.stop, postgres.kill_postmaster):
            before = sum(map(len, acknowledged.values()))
            while sum(map(len, acknowledged.values())) < before + 200:
                await asyncio.sleep(0.01)
                assert not any(each.done() for each in playing)
            await asyncio.to_thread(end)
            await asyncio.to_thread(postgres.start)
        is_over = True
        await asyncio.gather(*playing)
        for table, entries in acknowledged.items():
            assert await store.read(table) == entries
        assert store.failures > 0
        await store.append(heading("t0"), len(acknowledged["t0"]) + 1, [b"on"])
        assert not store.is_failing
        await store.close()

    with Postgres() as postgres:
        asyncio.run(asyncio.wait_for(main(postgres), NEVER))


def test_what_is_damaged_is_found_where_only_what_is_new_is_read(database: str) -> None:
    async def main() -> None:
        store = await shared(database)
        for table in ("t1", "t2", "t3", "t4"):
            await store.append(heading(table), 1, [b"one", b"two", b"three"])
        await execute(store, "UPDATE entries SET entry = ? WHERE \"table\" = 't2' AND version = 3", b"x")
        await execute(store, "DELETE FROM entries WHERE \"table\" = 't3' AND version = 2")
        found = await store.read_after({"t1": 1, "t2": 1, "t3": 1, "t4": 3, "gone": 5})
        assert found.pop("t1") == [b"two", b"three"]
        assert {table: getattr(error, "version", None) for table, error in found.items()} == {"t2": 3, "t3": 2}
        await store.close()

    asyncio.run(main())
