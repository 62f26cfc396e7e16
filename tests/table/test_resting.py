"""Tables where nobody is: they rest, with their bots and clocks, and go on when someone asks for them."""

import asyncio
from pathlib import Path

import pytest

from drlucky.table import (
    Act,
    Clock,
    Command,
    Join,
    LiveTable,
    MemoryStore,
    PutBot,
    Ready,
    Resign,
    Say,
    Settings,
    SQLiteStore,
    Start,
    Table,
    Tables,
    registry,
)
from drlucky.table.log import StoodIn, decode
from drlucky.table.registry import AWAITED_FOR, GRACE, MOST_OVER, RESTS_AFTER
from patience import NEVER
from reliability.real_tables import OVER, fill
from reliability.real_tables import tables as real_tables
from table.desk import KILL
from table.stores import Opened, tables_on
from table.test_live import against_bots, play

DAY = 86_400.0
ENDLESS = 1e9
"""A pace at which no bot ever answers."""


@pytest.fixture(autouse=True)
def nobody_sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
    """But the tests."""
    monkeypatch.setattr(registry, "SWEEP", NEVER)


class Time:
    def __init__(self) -> None:
        self.now = 1e9

    def __call__(self) -> float:
        return self.now


async def act(live: LiveTable) -> None:
    """Whoever is asked does something, until a bot is asked."""
    while live.table.asked() is None:
        decides = live.table.last_match().to_decide
        assert decides is not None
        person = live.table.seats[decides].person
        assert person is not None
        action = str(live.table.last_match().game.legal[-1])
        assert (await live.do(person, Command(f"{live.version}", live.version, Act(action)))).accepted


async def for_two(tables: Tables, clock: Clock) -> LiveTable:
    """Ann and Bob, and two bots, one of whom is asked."""
    live = await tables.open("ann", "Ann", Settings(KILL, clock=clock), seats=4)
    assert (await live.do("bob", Command("join", live.version, Join("Bob", 2)))).accepted
    for seat in (1, 3):
        assert (await live.do("ann", Command(f"bot {seat}", live.version, PutBot(seat, "normal")))).accepted
    assert (await live.do("bob", Command("ready", live.version, Ready()))).accepted
    assert (await live.do("ann", Command("start", live.version, Start()))).accepted
    await act(live)
    return live


def test_bots_do_not_think_for_someone_who_has_left() -> None:
    async def main() -> None:
        time = Time()
        async with Tables(MemoryStore(), clock=time, pace=ENDLESS) as tables:
            live = await against_bots(tables)
            await act(live)
            time.now += RESTS_AFTER - 1
            await tables.sweep()
            assert live.id in tables.live, "someone may come back at once"
            time.now += 1
            await tables.sweep()
            assert tables.live == {}
            assert not live._tasks, "its bot thinks no more"
            version = live.version
            live = await tables.get(live.id)
            assert live.version == version + 1, "it has woken, and nobody has moved"
            assert live.table.asked() is not None
            assert live._tasks, "its bot goes on"

    asyncio.run(asyncio.wait_for(main(), NEVER))


def test_a_table_stays_awake_for_those_who_are_there_or_ask_for_it() -> None:
    async def main() -> None:
        time = Time()
        async with Tables(MemoryStore(), clock=time, pace=ENDLESS) as tables:
            live = await against_bots(tables)
            sheets = live.follow(None)
            await anext(sheets)
            time.now += 10 * AWAITED_FOR
            await tables.sweep()
            assert live.id in tables.live, "someone watches"
            await sheets.aclose()
            for want in (tables.get(live.id), live.do("ann", Command("say", live.version, Say("brb"))), None):
                await tables.sweep()
                assert live.id in tables.live
                time.now += RESTS_AFTER - 1
                if want is not None:
                    await want
            time.now += 1
            await tables.sweep()
            assert tables.live == {}

    asyncio.run(asyncio.wait_for(main(), NEVER))


def test_where_a_move_has_days_bots_play_on_until_it_is_someone_s_turn() -> None:
    async def main() -> None:
        time = Time()
        async with Tables(MemoryStore(), clock=time, pace=0) as tables:
            live = await for_two(tables, Clock("days", DAY))
            while live.table.asked() is not None:
                time.now += RESTS_AFTER
                await tables.sweep()
                assert live.id in tables.live
                await asyncio.sleep(0.001)
            time.now += RESTS_AFTER
            await tables.sweep()
            assert tables.live == {}, "it is up to someone who is not here"

    asyncio.run(asyncio.wait_for(main(), NEVER))


@pytest.mark.parametrize("why", ["slow", "alone", "no days"])
def test_bots_play_on_for_nobody(why: str) -> None:
    async def main() -> None:
        time = Time()
        async with Tables(MemoryStore(), clock=time, pace=ENDLESS) as tables:
            live = await for_two(tables, Clock("decision", DAY) if why == "no days" else Clock("days", DAY))
            if why == "alone":
                assert (await live.do("bob", Command("resign", live.version, Resign(2)))).accepted
            time.now += AWAITED_FOR if why == "slow" else RESTS_AFTER
            await tables.sweep()
            assert tables.live == {}

    asyncio.run(asyncio.wait_for(main(), NEVER))


def test_a_table_at_rest_goes_on_where_it_was_when_it_is_asked_for(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also while it is just going to rest, with a bot that thinks and a disk that is asked to write."""
    monkeypatch.setattr(registry, "RESTS_AFTER", 0.0)

    async def main() -> None:
        async with tables_on(opened, pace=0.001) as tables:
            live = await against_bots(tables)
            for _ in range(20):
                before, version = live, live.version
                resting = asyncio.ensure_future(tables.sweep())
                await asyncio.sleep(0)
                live = await tables.get(live.table.code)
                await resting
                assert before.is_closed
                assert live is not before
                assert live.version >= version
                legal = live.sheet("ann").game
                if legal and legal.view.legal:
                    act = Act(legal.view.legal[-1])
                    await live.do("ann", Command(f"act {live.version}", live.version, act))
            await asyncio.wait_for(play(live, "ann"), NEVER)
            assert live.table.last_match().is_over
            assert Table.replay(decode(await tables.store.read(live.id))).hash() == live.table.hash()

    asyncio.run(main())


def test_what_was_due_while_a_table_rested_happens_when_it_wakes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "RESTS_AFTER", 0.0)

    async def main() -> None:
        now, day = [1e9], 86_400.0
        async with Tables(MemoryStore(), clock=lambda: now[0], pace=0) as tables:
            live = await against_bots(tables, Settings(KILL, clock=Clock("days", day)))
            while live.table.asked() is not None:
                await asyncio.sleep(0.001)
            await tables.sweep()
            assert tables.live == {}
            now[0] += 2 * day
            live = await tables.get(live.id)
            while not any(isinstance(entry.fact, StoodIn) for entry in decode(await tables.store.read(live.id))):
                await asyncio.sleep(0.001)

    asyncio.run(asyncio.wait_for(main(), NEVER))


def test_after_a_start_the_lobby_has_the_tables_whose_people_may_come_back(tmp_path: Path) -> None:
    """None of them is awake, and whoever asks for one has it at once."""

    async def main() -> None:
        time = Time()
        async with Tables(SQLiteStore(tmp_path / "log.db"), clock=time, pace=ENDLESS) as tables:
            playing = (await against_bots(tables)).id
            waiting = (await tables.open("ann", "Ann", Settings(KILL))).id
            await tables.open("ann", "Ann", Settings(KILL, listed=False))
        async with Tables(SQLiteStore(tmp_path / "log.db"), clock=time, pace=ENDLESS) as tables:
            await tables.settled()
            assert tables.live == {}
            assert [each.heading.table for each in tables.lobby("gathering")] == [waiting]
            assert [each.heading.table for each in tables.lobby("playing")] == [playing]
            assert tables.lobby("gathering", before=time.now) == []
            assert tables.lobby("gathering", limit=0) == []
            live = await tables.get(waiting)
            ((heading, about, awake),) = tables.lobby("gathering")
            assert (heading.table, about.host, awake) == (waiting, "Ann", live)
            time.now += RESTS_AFTER
            assert [each.heading.table for each in tables.lobby("gathering")] == [waiting], "it is awake"
            assert tables.lobby("playing") == [], "nobody has come"

    asyncio.run(asyncio.wait_for(main(), NEVER))


def test_where_people_elsewhere_wait_for_bots_a_start_wakes_the_table() -> None:
    async def main() -> None:
        time, store = Time(), Kept()
        async with Tables(store, clock=time, pace=ENDLESS) as tables:
            awaited = (await for_two(tables, Clock("days", DAY))).id
            await against_bots(tables)
        async with Tables(store, clock=time, pace=ENDLESS) as tables:
            await tables.settled()
            assert list(tables.live) == [awaited]
            assert tables.live[awaited]._tasks, "its bot thinks"

    asyncio.run(asyncio.wait_for(main(), NEVER))


class Kept(MemoryStore):
    """Outlives its server."""

    async def close(self) -> None:
        pass


def test_a_table_whose_game_is_over_rests_soon() -> None:
    async def main() -> None:
        time = Time()
        async with Tables(MemoryStore(), clock=time, pace=0) as tables:
            live = await against_bots(tables)
            assert (await live.do("ann", Command("resign", live.version, Resign(0)))).accepted
            assert live.table.phase == "over"
            time.now += GRACE
            await tables.sweep()
            assert (tables.live, tables.rested) == ({}, 1)

    asyncio.run(asyncio.wait_for(main(), NEVER))


def test_whoever_looks_through_old_games_does_not_fill_the_memory(tmp_path: Path) -> None:
    """Where somebody is a table stays; of the others only the last ones do."""

    async def main() -> None:
        ids = await fill(tmp_path / "log.db", real_tables(2 * MOST_OVER, only=OVER))
        async with Tables(SQLiteStore(tmp_path / "log.db"), clock=Time()) as tables:
            watched = await tables.get(ids[0])
            with watched.listen(lambda: None, "ann"):
                for table in ids:
                    await tables.get(table)
                assert set(tables.live) == {ids[0], *ids[-MOST_OVER:]}
                assert tables.rested == MOST_OVER - 1
            again = await tables.get(ids[1])
            assert again.table.phase == "over"
            assert not again.is_closed

    asyncio.run(asyncio.wait_for(main(), NEVER))
