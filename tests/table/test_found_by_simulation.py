"""What the simulation of whole servers has found in tables, each by itself."""

import asyncio
from collections.abc import Sequence

import pytest

from drlucky.cluster.peers import PeerGone
from drlucky.table import AddSeat, Command, Join, MemoryStore, Options, PutBot, Say, Settings, Start, StoreError, Tables
from drlucky.table import live as live_module
from drlucky.table.log import Woke, decode
from drlucky.table.settings import Clock
from drlucky.table.state import Presence
from drlucky.table.store.base import Heading, Lease
from patience import NEVER
from table.desk import KILL, Desk
from table.nodes import nodes
from table.test_following import until
from table.test_live import ForgetfulStore, SlowStore, against_bots
from table.test_resting import ENDLESS


def test_who_leaves_at_another_node_is_missed() -> None:
    presence = Presence()
    assert presence.report("node", {"ann": 1, "bob": 1}, 1.0) == {"ann", "bob"}
    assert presence.report("node", {"ann": 1}, 2.0) == {"bob"}
    assert presence.away_since("bob") == 2.0
    assert presence.report("node", {"ann": 1}, 3.0) == set()


def test_a_heading_tells_of_everyone_who_sits_down() -> None:
    async def main() -> None:
        store = MemoryStore()
        async with Tables(store) as tables:
            live = await tables.open("ann", "Ann", Settings(KILL))
            await live.do("bob", Command("1", live.version, Join("Bob")))
            await asyncio.sleep(0)
            found = await store.heading(live.id)
            assert found is not None
            assert found.people == ("ann", "bob")

    asyncio.run(main())


def test_a_heading_that_could_not_be_written_comes_with_the_next_entry() -> None:
    async def main() -> None:
        store = SlowStore()
        async with Tables(store) as tables:
            live = await tables.open("ann", "Ann", Settings(KILL))
            await live.do("bob", Command("1", live.version, Join("Bob")))
            store.broken = True
            await asyncio.sleep(0.01)
            store.broken = False
            await live.do("ann", Command("2", live.version, Say("hello")))
            found = await store.heading(live.id)
            assert found is not None
            assert found.people == ("ann", "bob")

    asyncio.run(main())


def test_who_gives_up_on_what_cannot_be_written_is_let_go() -> None:
    async def main() -> None:
        store = SlowStore()
        async with Tables(store) as tables:
            live = await tables.open("ann", "Ann", Settings(KILL))
            store.disk.clear()
            waiting = asyncio.ensure_future(live.do("ann", Command("1", live.version, Say("hello"))))
            await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.sleep(0)
            store.broken = True
            store.disk.set()
            with pytest.raises(asyncio.CancelledError):
                await waiting
            store.broken = False

    asyncio.run(main())


def test_what_was_written_and_not_said_to_be_is_found_out_without_anyone_s_doing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also if the log could not be read for a while: those who look on may want nothing themselves."""
    monkeypatch.setattr(live_module, "PAUSE_AFTER_ERROR", 0.001)

    async def main() -> None:
        store = ForgetfulStore()
        async with Tables(store) as tables:
            live = await tables.open("ann", "Ann", Settings(KILL))
            told = live.follow("bob")
            await anext(told)
            store.fails = store.is_deaf = True
            with pytest.raises(StoreError):
                await live.do("ann", Command("1", live.version, Say("hello")))
            await until(lambda: store.reads > 2)
            assert live.sheet("bob").lines == ()
            store.fails = store.is_deaf = False
            assert [line.text for line in (await asyncio.wait_for(anext(told), NEVER)).lines] == ["hello"]
            await told.aclose()

    asyncio.run(asyncio.wait_for(main(), NEVER))


def test_bots_go_on_at_a_node_that_could_not_write_when_it_began_to_lead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_module, "PAUSE_AFTER_ERROR", 0.001)

    async def main() -> None:
        store = SlowStore()
        async with Tables(store, pace=ENDLESS) as tables:
            live = await against_bots(tables, Settings(KILL, Options(starter=1)))
            live.leads = False
            live._stop_leading()
            store.broken = True
            await live.lead()
            assert live._thinking_about == 0
            store.broken = False
            await until(lambda: live._thinking_about > 0)
            assert isinstance(decode(await store.read(live.id))[-1].fact, Woke)

    asyncio.run(asyncio.wait_for(main(), NEVER))


class LateAndForgetful(MemoryStore):
    """A disk that says late, when it has written something, that it could not."""

    def __init__(self) -> None:
        super().__init__()
        self.late: list[asyncio.Future[None]] | None = None

    def append(self, heading: Heading, first: int, entries: Sequence[bytes]) -> asyncio.Future[None]:
        written = super().append(heading, first, entries)
        if self.late is None:
            return written
        self.late.append(asyncio.get_running_loop().create_future())
        return self.late[-1]


def test_what_somebody_did_who_gave_up_is_found_out_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_module, "PAUSE_AFTER_ERROR", 0.001)

    async def main() -> None:
        store = LateAndForgetful()
        async with Tables(store) as tables:
            live = await tables.open("ann", "Ann", Settings(KILL))
            told = live.follow("bob")
            await anext(told)
            store.late = []
            waiting = asyncio.ensure_future(live.do("ann", Command("1", live.version, Say("hello"))))
            await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.sleep(0)
            store.late[0].set_exception(StoreError("the disk did not say if it has it"))
            with pytest.raises(asyncio.CancelledError):
                await waiting
            store.late = None
            assert [line.text for line in (await anext(told)).lines] == ["hello"]
            await told.aclose()

    asyncio.run(asyncio.wait_for(main(), NEVER))


def test_a_table_that_went_to_rest_while_it_was_waking_writes_nothing_more() -> None:
    """It may have been woken again by then, and be led by that one."""

    async def main() -> None:
        store = ForgetfulStore()
        async with Tables(store, pace=ENDLESS) as tables:
            live = await against_bots(tables)
            heading, goes_on = store.heading, asyncio.Event()

            async def heading_late(table: str) -> Heading | None:
                await goes_on.wait()
                return await heading(table)

            store.heading = heading_late  # type: ignore[assignment, method-assign]
            leading = asyncio.ensure_future(live.lead())
            await asyncio.sleep(0)
            await live.close()
            before = await store.read(live.id)
            goes_on.set()
            await leading
            assert await store.read(live.id) == before
            assert not live._tasks
            store.heading = heading  # type: ignore[method-assign]

    asyncio.run(main())


def test_a_game_that_does_not_fit_its_table_is_refused_in_words() -> None:
    """Strangers join two players; the table has got another seat since that was settled."""
    desk = Desk(Settings("kill-2016", Options(strangers=True)), seats=2)
    desk.ok("ann", AddSeat())
    desk.ok("ann", PutBot(1, "easy"))
    desk.ok("ann", PutBot(2, "easy"))
    assert desk.refused("ann", Start()) == "settings"


def test_clocks_run_on_a_node_that_is_behind_the_one_before() -> None:
    async def main() -> None:
        now, store = [1e9], MemoryStore()
        async with Tables(store, clock=lambda: now[0]) as tables:
            live = await tables.open("ann", "Ann", Settings(KILL, Options(starter=0), Clock("decision", 5)), seats=2)
            await live.do("ann", Command("1", live.version, PutBot(1, "easy")))
            await live.do("ann", Command("2", live.version, Start()))
            table = live.id
            store.close = nothing  # type: ignore[method-assign]
        now[0] -= 4000
        async with Tables(store, clock=lambda: now[0]) as tables:
            live = await tables.get(table)
            due = live.table.due()
            assert due is not None
            assert due - live.clock() <= 5

    asyncio.run(main())


async def nothing() -> None:
    """The store is used once more."""


def test_a_table_that_was_told_to_others_says_so_when_its_leader_changes() -> None:
    """Who was at the node that led it is there no more as far as is known, and that is told."""

    async def main() -> None:
        async with Tables(MemoryStore()) as tables:
            live = await tables.open("ann", "Ann", Settings(KILL))
            live.see_elsewhere("node", {"ann": 1})
            numbers = live.changes()
            before = await anext(numbers)
            await live.lead()
            assert await asyncio.wait_for(anext(numbers), NEVER) > before
            assert [each.present for each in live.sheet(None).people] == [False]

    asyncio.run(main())


def test_nobody_is_at_a_table_that_could_not_be_claimed(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even who asks for it while it is being claimed; and its leader does not take it for followed."""

    async def main() -> None:
        async with nodes(database, "one", "two") as (one, two):
            table = (await one.tables.open("ann", "Ann", Settings(KILL))).id
            claim, ask, claims, is_refused = two.store.claim, two.peers.ask, list[Lease](), asyncio.Event()

            async def claim_once(table: str) -> Lease:
                if claims:
                    await is_refused.wait()
                    raise StoreError("the database is gone")
                claims.append(await claim(table))
                return claims[0]

            async def ask_in_vain(node: str, kind: str, body: bytes = b"") -> bytes:
                await ask(node, kind, body)
                raise PeerGone("the answer is lost")

            with monkeypatch.context() as trouble:
                trouble.setattr(two.store, "claim", claim_once)
                trouble.setattr(two.peers, "ask", ask_in_vain)
                first = asyncio.ensure_future(two.tables.get(table))
                await until(lambda: bool(one.ownership.followers(table)))
                second = asyncio.ensure_future(two.tables.get(table))
                await asyncio.sleep(0)
                is_refused.set()
                for each in (first, second):
                    with pytest.raises(StoreError, match="the database is gone"):
                        await each
            await until(lambda: not one.ownership.followers(table))
            assert (await two.tables.get(table)).version == one.tables.live[table].version

    asyncio.run(asyncio.wait_for(main(), NEVER))
