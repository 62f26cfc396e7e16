"""Leases of tables in PostgreSQL: who leads a table is checked where it is written, so that a node that slept while
another took over writes nothing, whatever it believes."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from typing import Any

import pytest

from drlucky.table import Conflict, Heading, Refused, Settings, StoreError, Tables, registry
from drlucky.table.store.base import Fenced, Lease
from drlucky.table.store.postgres import PostgresStore
from lossy_line import Late, LossyLine, after, before
from patience import NEVER
from postgres import Postgres
from table.desk import KILL
from table.stores import execute, shared

LONG = 1000.0
"""Seconds for which a node is alive, unless the test says otherwise."""
COMMIT = b"COMMIT\0"
"""As it is on the line, where a transaction that begins is READ COMMITTED as well."""


def heading(table: str = "t1", code: str | None = None) -> Heading:
    return Heading(table, code or table, "playing", 1.0, b"about")


@asynccontextmanager
async def nodes(url: str, *names: str, alive: bool = True) -> AsyncIterator[tuple[PostgresStore, ...]]:
    async with AsyncExitStack() as stack:
        stores = []
        for name in names:
            store = await shared(url, name)
            stack.push_async_callback(store.close)
            if alive:
                await store.beat(f"{name}:1", False, LONG)
            stores.append(store)
        yield tuple(stores)


@pytest.fixture(params=["database", "pooled"])
def url(request: pytest.FixtureRequest) -> str:
    """Of a database, and of the same through a pooler in transaction mode."""
    found: str = request.getfixturevalue(request.param)
    return found


Run = Callable[[Awaitable[None]], None]


@pytest.fixture
def run() -> Run:
    async def patiently(work: Awaitable[None]) -> None:
        await asyncio.wait_for(work, NEVER)

    return lambda work: asyncio.run(patiently(work))


async def die(store: PostgresStore) -> None:
    """As if it had not been heard of for long."""
    await execute(store, "UPDATE nodes SET alive_until = said_at - interval '1 day' WHERE node = ?", store.node)


def test_whoever_opens_a_table_leads_it_until_it_lets_go(url: str, run: Run) -> None:
    async def main() -> None:
        async with nodes(url, "one", "two") as (one, two):
            await one.append(heading(), 1, [b"one"])
            assert await two.claim("t1") == Lease("one", 1)
            with pytest.raises(Fenced):
                await two.append(heading(), 2, [b"two"])
            with pytest.raises(Fenced):
                await two.delete("t1")
            await one.append(heading(), 2, [b"two"])
            assert await one.claim("t1") == Lease("one", 1), "no change of hands"
            await one.release(["t1"])
            with pytest.raises(Fenced):
                await one.append(heading(), 3, [b"three"])
            assert await two.claim("t1") == Lease("two", 2)
            await two.append(heading(), 3, [b"three"])
            await two.release(["t1"])
            assert await one.claim("t1") == Lease("one", 3), "the epoch grows with every change of hands"
            with pytest.raises(Fenced):
                await two.append(heading(), 4, [b"four"])
            assert await one.read("t1") == [b"one", b"two", b"three"]

    run(main())


def test_a_table_that_is_not_there_has_no_lease(url: str, run: Run) -> None:
    async def main() -> None:
        async with nodes(url, "one", "two") as (one, two):
            with pytest.raises(StoreError, match="no such table"):
                await one.claim("t1")
            await one.append(heading(), 1, [b"one"])
            await one.delete("t1")
            with pytest.raises(StoreError, match="no such table"):
                await two.claim("t1")
            await two.delete("t1")
            await two.append(heading(), 1, [b"another"])
            assert await one.claim("t1") == Lease("two", 1)

    run(main())


def test_a_node_that_is_alive_no_more_is_replaced_and_writes_nothing_when_it_wakes(url: str, run: Run) -> None:
    async def main() -> None:
        async with nodes(url, "one", "two") as (one, two):
            await one.append(heading(), 1, [b"one"])
            assert [each.node for each in await two.beat("two:1", False, LONG)] == ["one"]
            await die(one)
            assert await two.beat("two:1", False, LONG) == []
            await one.append(heading(), 2, [b"two"])
            assert [each.table for each in await two.abandoned(0.0)] == ["t1"]
            assert await two.claim("t1") == Lease("two", 2)
            assert await two.abandoned(0.0) == []
            # It wakes, and believes that it leads.
            await one.beat("one:1", False, LONG)
            for first in (2, 3):
                with pytest.raises(Fenced):
                    await one.append(heading(), first, [b"late"])
            with pytest.raises(Fenced):
                await one.delete("t1")
            await two.append(heading(), 3, [b"three"])
            assert await one.claim("t1") == Lease("two", 2)
            assert await one.read("t1") == [b"one", b"two", b"three"]

    run(main())


def test_the_clock_of_the_database_decides(url: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with nodes(url, "one", "two") as (one, two):
            await one.append(heading(), 1, [b"one"])
            monkeypatch.setattr("time.time", lambda: 1e12)
            await one.beat("one:1", False, 0.5)
            assert await two.claim("t1") == Lease("one", 1), "whatever the clock of a node says"
            while (await two.claim("t1")).node == "one":
                await asyncio.sleep(0.02)
            # When the clock of the database is set back nobody is alive who does not say so again.
            await two.beat("two:1", False, LONG)
            await execute(two, "UPDATE nodes SET said_at = said_at + interval '1 day'")
            await execute(two, "UPDATE nodes SET alive_until = alive_until + interval '1 day'")
            assert await one.beat("one:1", False, LONG) == []
            assert (await one.claim("t1")).node == "one"

    run(main())


def test_a_node_that_leaves_leads_nothing(url: str, run: Run) -> None:
    async def main() -> None:
        async with nodes(url, "one", "two") as (one, two):
            for number in range(20):
                await one.append(heading(f"t{number}"), 1, [b"x"])
            await one.leave()
            assert await two.beat("two:1", False, LONG) == []
            assert len(await two.abandoned(0.0)) == 20
            with pytest.raises(Fenced):
                await one.append(heading("t1"), 2, [b"late"])
            claimed = await asyncio.gather(*(two.claim(f"t{number}") for number in range(20)))
            assert set(claimed) == {Lease("two", 2)}

    run(main())


def test_of_many_that_claim_a_table_at_once_one_leads_it(url: str, run: Run) -> None:
    async def main() -> None:
        async with nodes(url, "gone", *"abcdef") as (gone, *others):
            for number in range(5):
                await gone.append(heading(f"t{number}"), 1, [b"x"])
            await die(gone)
            for number in range(5):
                claimed = await asyncio.gather(*(each.claim(f"t{number}") for each in others))
                (lease,) = set(claimed)
                assert lease.epoch == 2
                written = [each.append(heading(f"t{number}"), 2, [each.node.encode()]) for each in others]
                refused = await asyncio.gather(*written, return_exceptions=True)
                assert sum(isinstance(each, Fenced) for each in refused) == len(others) - 1
                assert await gone.read(f"t{number}") == [b"x", lease.node.encode()]

    run(main())


def test_no_two_nodes_give_the_same_code(url: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with nodes(url, *"abcd") as stores:
            written = [each.append(heading(each.node, "CODE22"), 1, [b"x"]) for each in stores]
            refused = await asyncio.gather(*written, return_exceptions=True)
            assert sum(isinstance(each, Conflict) for each in refused) == len(stores) - 1
            found = await stores[0].heading("CODE22")
            assert found is not None
            assert await stores[0].tables() == [found.table]
            # Who opens a table tries another one.
            codes = iter(["CODE22", "CODE23"])
            monkeypatch.setattr(registry, "new_code", lambda: next(codes))
            live = await Tables(stores[1]).open("ann", "Ann", Settings(KILL))
            assert live.table.code == "CODE23"
            monkeypatch.setattr(registry, "new_code", lambda: "CODE22")
            with pytest.raises(Refused, match="no free code"):
                await Tables(stores[1]).open("ann", "Ann", Settings(KILL))
            await live.close()

    run(main())


class Held:
    """Transactions of a store wait, with all that they have locked, before they are committed."""

    def __init__(self, store: PostgresStore) -> None:
        self.is_there = asyncio.Event()
        self.goes_on = asyncio.Event()
        self._transaction = store.database.transaction
        store.database.transaction = self._held  # type: ignore[assignment, method-assign]

    @asynccontextmanager
    async def _held(self, *given: Any) -> AsyncIterator[Any]:
        async with self._transaction(*given) as connection:
            yield connection
            self.is_there.set()
            await self.goes_on.wait()


def test_a_commit_on_its_way_is_waited_for_and_then_no_other_follows(url: str, run: Run) -> None:
    async def main() -> None:
        async with nodes(url, "one", "two") as (one, two):
            await one.append(heading(), 1, [b"one"])
            await die(one)
            held = Held(one)
            writing = one.append(heading(), 2, [b"two"])
            await held.is_there.wait()
            claiming = asyncio.ensure_future(two.claim("t1"))
            await asyncio.wait({claiming}, timeout=0.3)
            assert not claiming.done(), "it has checked its lease, and may still write"
            assert not writing.done()
            held.goes_on.set()
            await writing
            assert await claiming == Lease("two", 2)
            assert await two.read("t1") == [b"one", b"two"]
            with pytest.raises(Fenced):
                await one.append(heading(), 3, [b"late"])

    run(main())


def test_a_lease_that_changes_hands_meanwhile_is_no_lease(url: str, run: Run) -> None:
    """It is asked for when another node has claimed it and has not committed yet."""

    async def main() -> None:
        async with nodes(url, "one", "two") as (one, two):
            await one.append(heading(), 1, [b"one"])
            await die(one)
            held = Held(two)
            claiming = asyncio.ensure_future(two.claim("t1"))
            await held.is_there.wait()
            writing = one.append(heading(), 2, [b"late"])
            await asyncio.wait({writing}, timeout=0.3)
            assert not writing.done()
            held.goes_on.set()
            assert await claiming == Lease("two", 2)
            with pytest.raises(Fenced):
                await writing
            assert await one.read("t1") == [b"one"]

    run(main())


def test_a_table_that_is_deleted_while_it_is_claimed_leaves_no_lease(url: str, run: Run) -> None:
    async def main() -> None:
        async with nodes(url, "one", "two") as (one, two):
            await one.append(heading(), 1, [b"one"])
            await die(one)
            held = Held(one)
            deleting = one.delete("t1")
            await held.is_there.wait()
            claiming = asyncio.ensure_future(two.claim("t1"))
            await asyncio.wait({claiming}, timeout=0.3)
            assert not claiming.done()
            held.goes_on.set()
            await deleting
            with pytest.raises(StoreError, match="no such table"):
                await claiming
            assert await two.database.fetch("SELECT * FROM leases") == []

    run(main())


@pytest.mark.slow
def test_a_node_that_falls_asleep_in_the_middle_of_a_transaction_holds_up_nobody(url: str, run: Run) -> None:
    async def main() -> None:
        async with nodes(url, "one", "two") as (one, two):
            await one.append(heading(), 1, [b"one"])
            await die(one)
            held = Held(one)
            writing = one.append(heading(), 2, [b"late"])
            await held.is_there.wait()
            assert await two.claim("t1") == Lease("two", 2)
            await two.append(heading(), 2, [b"two"])
            held.goes_on.set()
            with pytest.raises(StoreError):
                await writing
            with pytest.raises(Fenced):
                await one.append(heading(), 3, [b"later"])
            assert await one.read("t1") == [b"one", b"two"]

    run(main())


@pytest.mark.parametrize("seed", range(3))
def test_whatever_happens_in_whatever_order_nothing_is_lost_doubled_or_written_by_two(
    url: str, run: Run, seed: int
) -> None:
    """Nodes that come and go, each of which believes what it was told last and writes as fast as it can."""
    chance = Random(seed)
    tables = [f"t{number}" for number in range(4)]
    acknowledged: dict[str, set[bytes]] = {table: set() for table in tables}

    async def live(store: PostgresStore) -> None:
        written = 0
        for _ in range(60):
            table = chance.choice(tables)
            match chance.randrange(8):
                case 0:
                    await store.beat(store.node, False, LONG)
                case 1:
                    await die(store)
                case 2:
                    await store.claim(table)
                case 3:
                    await store.release([table])
                case _:
                    written += 1
                    entry = f"{store.node} {written}".encode()
                    first = len(await store.read(table)) + 1
                    try:
                        await store.append(heading(table), first, [entry])
                    except Conflict:
                        continue
                    acknowledged[table].add(entry)

    async def main() -> None:
        async with nodes(url, *"abcde") as stores:
            for table in tables:
                await stores[0].append(heading(table), 1, [b"begin"])
            await asyncio.gather(*map(live, stores))
            for table in tables:
                log = await stores[0].read(table)
                assert len(log) == len(set(log))
                assert {*log} == {b"begin", *acknowledged[table]}
        assert sum(map(len, acknowledged.values())) > 10

    run(main())


# What becomes of a commit whose end nobody hears.


def test_a_commit_that_was_lost_on_its_way_has_not_happened(postgres: Postgres, database: str, run: Run) -> None:
    async def main() -> None:
        async with LossyLine(postgres.port) as line, nodes(line.url(database), "one") as (one,):
            await one.append(heading(), 1, [b"one"])
            line.lose_at(COMMIT, before)
            with pytest.raises(StoreError, match="cannot write down"):
                await one.append(heading(), 2, [b"two"])
            assert (one.failures, one.is_failing) == (1, True)
            assert await one.read("t1") == [b"one"]
            await one.append(heading(), 2, [b"two"])
            assert not one.is_failing

    run(main())


def test_a_commit_whose_answer_was_lost_is_found_in_the_log(postgres: Postgres, database: str, run: Run) -> None:
    async def main() -> None:
        async with LossyLine(postgres.port) as line, nodes(line.url(database), "one") as (one,):
            await one.append(heading(), 1, [b"one"])
            line.lose_at(COMMIT, after)
            with pytest.raises(StoreError, match="cannot write down"):
                await one.append(heading(), 2, [b"two"])
            assert await one.read("t1") == [b"one", b"two"]
            with pytest.raises(Conflict):
                await one.append(heading(), 2, [b"two"])
            await one.append(heading(), 3, [b"three"])
            assert await one.read("t1") == [b"one", b"two", b"three"]

    run(main())


def test_a_log_is_read_when_the_database_has_decided(postgres: Postgres, database: str, run: Run) -> None:
    """The commit is on its way for longer than its sender waits for it."""

    async def main() -> None:
        async with LossyLine(postgres.port) as line, nodes(line.url(database), "one") as (one,):
            await one.append(heading(), 1, [b"one"])
            late = Late()
            line.lose_at(COMMIT, late)
            with pytest.raises(StoreError, match="cannot write down"):
                await one.append(heading(), 2, [b"two"])
            await late.is_lost.wait()
            reading = asyncio.ensure_future(one.read("t1"))
            await asyncio.wait({reading}, timeout=0.3)
            assert not reading.done(), "nobody knows yet"
            late.arrive()
            assert await reading == [b"one", b"two"]

    run(main())
