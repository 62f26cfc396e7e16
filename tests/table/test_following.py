"""Several nodes on one database: a table has one that leads it, wherever its people are. The others follow its log,
hand commands on, and take over when it is gone."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import ExitStack
from itertools import count, islice
from typing import NoReturn

import pytest

from drlucky.table import (
    Answer,
    Clock,
    Command,
    Join,
    LiveTable,
    PutBot,
    Ready,
    Refused,
    Say,
    Settings,
    Start,
    StoreError,
    Table,
)
from drlucky.table.cluster import ownership as ownerships
from drlucky.table.cluster.messages import ATTENDING
from drlucky.table.commands import AnyDeed
from drlucky.table.live import Moved
from drlucky.table.log import Damaged, StoodIn, decode
from drlucky.table.store.base import Lease
from patience import NEVER
from table.desk import KILL
from table.nodes import Node, nodes
from table.stores import execute
from table.test_live import against_bots, play
from table.test_resting import DAY
from table.test_resting import for_two as days_with_bots

ENDLESS = 1e9
"""A pace at which no bot ever answers."""
numbers = count()


def run(work: Awaitable[None]) -> None:
    async def patiently() -> None:
        await asyncio.wait_for(work, NEVER)

    asyncio.run(patiently())


async def until(happened: Callable[[], bool]) -> None:
    while not happened():
        await asyncio.sleep(0.005)


async def do(live: LiveTable, person: str, deed: AnyDeed) -> Answer:
    answer = await live.do(person, Command(f"c{next(numbers)}", live.version, deed))
    assert answer.accepted, answer.text
    return answer


def same(tables: Iterable[LiveTable]) -> bool:
    """Is the same table seen everywhere?"""
    return len({each.table.hash() for each in tables}) == 1


async def for_two(one: Node, two: Node, settings: Settings | None = None, bots: int = 1) -> tuple[LiveTable, LiveTable]:
    """Ann at one node, Bob at another, and bots: a game that has begun."""
    anns = await one.tables.open("ann", "Ann", settings or Settings(KILL), seats=2 + bots)
    bobs = await two.tables.get(anns.table.code)
    await do(bobs, "bob", Join("Bob"))
    for seat in range(2, 2 + bots):
        await do(anns, "ann", PutBot(seat, "normal"))
    await do(bobs, "bob", Ready())
    await do(anns, "ann", Start())
    await bobs.reach(anns.version)
    return anns, bobs


def present(live: LiveTable) -> dict[str, bool]:
    return {each.name: each.present for each in live.sheet(None).people}


async def check_log(live: LiveTable, node: Node) -> None:
    """It comes to the table as it is, and every command is in it once."""
    log = decode(await node.store.read(live.id))
    assert Table.replay(log).hash() == live.table.hash()
    commands = [(entry.by, entry.command) for entry in log if entry.command]
    assert len(commands) == len(set(commands))


@pytest.mark.parametrize("way", ["database", "pooled"])
def test_players_at_different_nodes_play_one_game(way: str, request: pytest.FixtureRequest) -> None:
    url: str = request.getfixturevalue(way)

    async def main() -> None:
        async with nodes(url, "one", "two", "three") as (one, two, three):
            anns, bobs = await for_two(one, two)
            seen = await three.get(anns)
            assert (anns.leads, bobs.leads, seen.leads) == (True, False, False)
            await asyncio.gather(play(anns, "ann"), play(bobs, "bob"))
            await until(lambda: seen.version == anns.version == bobs.version)
            assert anns.table.last_match().is_over
            assert same((anns, bobs, seen))
            await check_log(anns, three)
            assert two.ownership.handed_on > 3
            assert (len(one.ownership.led()), one.ownership.followed()) == (1, 0)
            assert (len(two.ownership.led()), two.ownership.followed()) == (0, 1)

    run(main())


def test_people_at_different_nodes_know_of_each_other(database: str) -> None:
    async def main() -> None:
        async with nodes(database, "one", "two", "three", pace=ENDLESS) as (one, two, three):
            anns, bobs = await for_two(one, two)
            seen = await three.get(anns)
            everywhere = [anns, bobs, seen]

            async def all_see(*expected: bool) -> None:
                await until(lambda: all(list(present(each).values()) == list(expected) for each in everywhere))

            with anns.attend("ann"):
                await all_see(True, False)
                with bobs.attend("bob"), seen.attend("bob"):
                    await all_see(True, True)
                await all_see(True, False)
                with seen.attend("bob"):
                    await all_see(True, True)
                    # Whoever comes later is told of those who are there.
                    late = await Node.start(database, "late", ENDLESS)
                    assert list(present(await late.get(anns)).values()) == [True, True]
                    await late.stop()
            await all_see(False, False)
            with bobs.attend("bob"):
                await all_see(False, True)
                await two.die()
                everywhere.remove(bobs)
                await all_see(False, False)

    run(main())


def test_a_command_is_accepted_once_wherever_it_is_sent(database: str) -> None:
    async def main() -> None:
        async with nodes(database, "one", "two", "three") as all_nodes:
            live = await all_nodes[0].tables.open("ann", "Ann", Settings(KILL))
            everywhere = [await each.get(live) for each in all_nodes]
            command = Command("once", live.version, Say("hello"))
            answers = await asyncio.gather(*(each.do("ann", command) for each in everywhere * 5))
            assert {(each.accepted, each.at) for each in answers} == {(True, live.version)}
            assert sorted(str(each.code) for each in answers) == ["None"] + ["repeated"] * 14
            assert same(everywhere), "whoever has an answer sees what it speaks of"
            assert len(live.sheet("ann").lines) == 1
            # Refusals are handed back as well, in the language of whoever asks.
            refused = await everywhere[1].do("eve", Command("1", live.version, Start()), "de")
            assert refused == await live.do("eve", Command("1", live.version, Start()), "de")
            assert not refused.accepted

    run(main())


@pytest.mark.parametrize("way", ["database", "pooled"])
def test_when_the_node_of_a_table_dies_another_goes_on(
    way: str, request: pytest.FixtureRequest, record_property: Callable[[str, object], None]
) -> None:
    url: str = request.getfixturevalue(way)

    async def main() -> None:
        loop = asyncio.get_running_loop()
        async with nodes(url, "one", "two", "three") as (one, two, three):
            anns, bobs = await for_two(one, two)
            anns_elsewhere = await three.get(anns)
            with bobs.attend("bob"), anns_elsewhere.attend("ann"):
                await one.die()
                died = loop.time()
                # What is wanted in the meantime is done when there is a node to do it.
                answer = await bobs.do("bob", Command("meanwhile", bobs.version, Say("is anyone there?")))
                record_property("seconds until play goes on", round(loop.time() - died, 2))
                assert answer.accepted
                assert {bobs.leads, anns_elsewhere.leads} == {True, False}
                await asyncio.gather(play(bobs, "bob"), play(anns_elsewhere, "ann"))
                assert bobs.table.last_match().is_over
                await until(lambda: same((bobs, anns_elsewhere)))
                assert two.ownership.takeovers + three.ownership.takeovers == 1
            await check_log(bobs, two)

    run(main())


def test_clocks_and_bots_go_on_at_the_next_node(database: str) -> None:
    """Ann does nothing, and has five seconds; all others are bots."""

    async def main() -> None:
        async with nodes(database, "one", "two") as (one, two):
            live = await against_bots(one.tables, Settings(KILL, clock=Clock("decision", 5)))
            here = await two.get(live)
            with here.attend("ann"):
                await one.die()
                await until(lambda: here.leads)
                while not any(isinstance(entry.fact, StoodIn) for entry in decode(await two.store.read(live.id))):
                    await asyncio.sleep(0.05)

    run(main())


def test_a_table_where_nobody_is_elsewhere_is_adopted(database: str) -> None:
    async def main() -> None:
        async with nodes(database, "one", "two", "three", pace=ENDLESS) as (one, two, three):
            live = await days_with_bots(one.tables, Clock("days", DAY))
            await one.die()
            await until(lambda: live.id in two.tables.live or live.id in three.tables.live)
            adopted = [each.tables.live[live.id] for each in (two, three) if live.id in each.tables.live]
            assert len(adopted) == 1
            await until(lambda: adopted[0].leads)

    run(main())


def test_when_a_node_stops_in_order_the_next_leads_at_once(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not only when somebody looks whether it is still there."""
    monkeypatch.setattr(ownerships, "LOOK_EVERY", NEVER)
    monkeypatch.setattr("drlucky.cluster.membership.BEAT_EVERY", 0.1)
    monkeypatch.setattr("drlucky.cluster.membership.ALIVE_FOR", NEVER)

    async def main() -> None:
        async with nodes(database, "one", "two") as (one, two):
            anns, bobs = await for_two(one, two)
            with bobs.attend("bob"):
                await one.stop()
                await until(lambda: bobs.leads)
                assert anns.is_closed
                assert (await do(bobs, "bob", Say("hello"))).accepted
            await check_log(bobs, two)

    run(main())


def test_a_node_that_was_asleep_follows_when_it_wakes(database: str) -> None:
    async def main() -> None:
        async with nodes(database, "one", "two", pace=ENDLESS) as (one, two):
            anns, bobs = await for_two(one, two)
            with anns.attend("ann"), bobs.attend("bob"):
                await one.sleep()
                await until(lambda: bobs.leads)
                await do(bobs, "bob", Say("where are you?"))
                assert anns.leads, "it does not know yet"
                # What it is asked to write meanwhile the other one writes.
                answer = await anns.do("ann", Command("late", anns.version, Say("here!")))
                assert answer.accepted
                assert not anns.leads
                assert same((anns, bobs))
                await one.wake()
                await until(lambda: list(present(bobs).values()) == [True, True] == list(present(anns).values()))
            await check_log(bobs, two)

    run(main())


def test_a_node_that_hears_that_it_was_asleep_follows_before_anyone_asks(database: str) -> None:
    async def main() -> None:
        async with nodes(database, "one", "two", pace=ENDLESS) as (one, two):
            anns, bobs = await for_two(one, two)
            with bobs.attend("bob"):
                await one.sleep()
                await until(lambda: bobs.leads)
                await do(bobs, "bob", Say("where are you?"))
                await one.wake()
                await until(lambda: not anns.leads and same((anns, bobs)))

    run(main())


def test_a_table_is_erased_everywhere_from_anywhere(database: str) -> None:
    async def main() -> None:
        async with nodes(database, "one", "two", "three") as (one, two, three):
            live = await one.tables.open("ann", "Ann", Settings(KILL))
            here, there = await two.get(live), await three.get(live)
            with pytest.raises(Refused, match="only a table where nobody else has ever been"):
                await two.tables.erase(here, "eve")
            with there.listen(lambda: None):
                await two.tables.erase(here, "ann")
                assert live.is_erased
                await until(lambda: there.is_erased)
            assert await one.store.tables() == []
            for node in (one, two, three):
                with pytest.raises(Refused, match="no such table"):
                    await node.get(live)

    run(main())


def test_a_table_that_was_deleted_is_gone_also_where_nobody_said_so(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A node that is cut off while it happens does not hear of it, and nothing comes after it in a log that is gone."""
    monkeypatch.setattr(ownerships, "LOOK_EVERY", 0.01)
    monkeypatch.setattr(ownerships, "REPEAT_EVERY", 0.01)

    async def main() -> None:
        async with nodes(database, "one", "two") as (one, two):
            live = await one.tables.open("ann", "Ann", Settings(KILL))
            kept = await one.tables.open("ann", "Ann", Settings(KILL))
            there, still_there = await two.get(live), await two.get(kept)
            monkeypatch.setattr(one.peers, "tell", lambda *said: None)
            with there.listen(lambda: None), still_there.listen(lambda: None):
                await one.tables.erase(live, "ann")
                await until(lambda: there.is_erased)
                assert not still_there.is_erased
            with pytest.raises(Refused, match="no such table"):
                await two.get(live)

    run(main())


def test_a_table_where_others_have_been_of_whom_a_node_has_not_heard_is_not_erased_by_it(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ownerships, "LOOK_EVERY", NEVER)

    async def main() -> None:
        async with nodes(database, "one", "two") as (one, two):
            live = await one.tables.open("ann", "Ann", Settings(KILL))
            here = await two.get(live)
            with monkeypatch.context() as trouble:
                trouble.setattr(one.peers, "tell", lambda *words: None)
                assert (await do(live, "bob", Join("Bob"))).accepted
                assert here.version < live.version
                with pytest.raises(Refused, match="only a table where nobody else has ever been"):
                    await two.tables.erase(here, "ann")
            assert not live.is_erased

    run(main())


def test_a_crowd_at_all_nodes_is_told_of_everything(database: str) -> None:
    async def main() -> None:
        async with nodes(database, "one", "two", "three") as all_nodes:
            live = await all_nodes[0].tables.open("ann", "Ann", Settings(KILL))
            everywhere = [await each.get(live) for each in all_nodes]
            told = [0] * 300

            def tell(number: int) -> None:
                told[number] = everywhere[number % 3].version

            with ExitStack() as stack:
                for number in range(300):
                    there = everywhere[number % 3]
                    stack.enter_context(there.attend(f"visitor {number}"))
                    stack.enter_context(there.listen(lambda number=number: tell(number)))  # type: ignore[misc]
                for _ in range(7):
                    await do(everywhere[2], "ann", Say("hello"))
                await until(lambda: set(told) == {live.version})
                assert same(everywhere)

    run(main())


def test_where_every_word_is_lost_it_is_found_out_by_looking(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ownerships, "LOOK_EVERY", 0.05)

    async def main() -> None:
        async with nodes(database, "one", "two") as (one, two):
            for node in (one, two):
                monkeypatch.setattr(node.peers, "tell", lambda node, kind, body=b"": None)
            live = await one.tables.open("ann", "Ann", Settings(KILL))
            here = await two.get(live)
            for _ in range(3):
                await do(live, "ann", Say("hello"))
                await until(lambda: same((live, here)))
            # That a node has stopped is found out too.
            with here.listen(lambda: None):
                await one.stop()
                await until(lambda: here.leads)

    run(main())


@pytest.mark.parametrize("how", ["looking", "asked"])
def test_a_table_that_is_damaged_is_put_aside_where_it_is_followed(
    database: str, how: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        async with nodes(database, "one", "two") as (one, two):
            good, bad = [await one.tables.open("ann", "Ann", Settings(KILL)) for _ in range(2)]
            followed, damaged = await two.get(good), await two.get(bad)
            if how == "looking":
                monkeypatch.setattr(one.peers, "tell", lambda node, kind, body=b"": None)
            with damaged.listen(lambda: None), followed.listen(lambda: None):
                async with damaged._one_at_a_time:
                    await do(bad, "ann", Say("hello"))
                    damage = 'UPDATE entries SET entry = ? WHERE "table" = ? AND version = ?'
                    await execute(two.store, damage, b"x", bad.id, bad.version)
                await until(lambda: damaged.is_closed)
                await do(good, "ann", Say("hello"))
                await until(lambda: same((good, followed)))
            with pytest.raises(Damaged, match="damaged"):
                await two.get(bad)
            assert f"the log of table {bad.id} cannot be replayed" in caplog.text
            assert (await do(bad, "ann", Say("still here"))).accepted, "who leads it knows what was there"

    run(main())


def test_a_table_rests_when_nobody_is_at_any_node(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drlucky.table.registry.RESTS_AFTER", 0.0)
    monkeypatch.setattr("drlucky.table.registry.SWEEP", NEVER)

    async def main() -> None:
        async with nodes(database, "one", "two", pace=ENDLESS) as (one, two):
            live = await against_bots(one.tables)
            here = await two.get(live)
            with here.listen(lambda: None):
                await one.tables.sweep()
                await two.tables.sweep()
                assert live.id in one.tables.live
                assert live.id in two.tables.live
            await two.tables.sweep()
            assert two.tables.live == {}
            await until(lambda: not live.followers)
            await one.tables.sweep()
            assert one.tables.live == {}
            # Whoever asks for it leads it, wherever that is.
            woken = await two.get(live)
            assert woken.leads
            assert not (await one.get(live)).leads

    run(main())


def test_a_node_that_stops_takes_no_log_for_damaged(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with nodes(database, "one", "two") as (one, two):
            table = (await one.tables.open("ann", "Ann", Settings(KILL))).id
            claim, claiming, is_stopped = two.store.claim, asyncio.Event(), asyncio.Event()

            async def claim_late(table: str) -> Lease:
                lease = await claim(table)
                claiming.set()
                await is_stopped.wait()
                return lease

            monkeypatch.setattr(two.store, "claim", claim_late)
            waiting = asyncio.ensure_future(two.tables.get(table))
            await claiming.wait()
            live = two.tables.live[table]
            stopping = asyncio.ensure_future(two.stop())
            await until(lambda: live.is_closed)
            is_stopped.set()
            with pytest.raises(Moved):
                await waiting
            await stopping

    run(main())


def test_who_is_there_is_said_again_also_where_the_logs_cannot_be_read(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ownerships, "LOOK_EVERY", 0.01)
    monkeypatch.setattr(ownerships, "REPEAT_EVERY", 0.01)

    async def main() -> None:
        async with nodes(database, "one", "two", pace=ENDLESS) as (one, two):
            live = await against_bots(one.tables)
            await two.get(live)
            said, tell = list[str](), two.peers.tell

            async def read_after(known: object) -> NoReturn:
                raise StoreError("the database is gone")

            def tell_and_note(node: str, kind: str, body: bytes = b"") -> None:
                said.append(kind)
                tell(node, kind, body)

            with monkeypatch.context() as trouble:
                trouble.setattr(two.store, "read_after", read_after)
                trouble.setattr(two.peers, "tell", tell_and_note)
                await until(lambda: said.count(ATTENDING) > 2)

    run(main())


def test_a_table_that_goes_to_rest_while_it_is_claimed_is_led_by_nobody(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with nodes(database, "one", pace=ENDLESS) as (one,):
            live = await one.tables.open("ann", "Ann", Settings(KILL))
            claim, claiming, goes_on = one.store.claim, asyncio.Event(), asyncio.Event()

            async def claim_late(table: str) -> Lease:
                claiming.set()
                await goes_on.wait()
                return await claim(table)

            monkeypatch.setattr(one.store, "claim", claim_late)
            taking = asyncio.ensure_future(one.ownership.take(live))
            await claiming.wait()
            await one.tables._rest(live)
            goes_on.set()
            await taking
            assert [row["node"] for row in await one.store.database.fetch("SELECT node FROM leases")] == [None]

    run(main())


def test_a_node_that_has_left_is_forgotten_though_its_word_was_lost(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("drlucky.table.registry.RESTS_AFTER", 0.0)
    monkeypatch.setattr("drlucky.table.registry.SWEEP", NEVER)
    monkeypatch.setattr(ownerships, "LOOK_EVERY", 0.01)
    monkeypatch.setattr(ownerships, "SILENT_FOR", 1.0)

    async def main() -> None:
        async with nodes(database, "one", "two", pace=ENDLESS) as (one, two):
            live = await against_bots(one.tables)
            await two.get(live)
            with monkeypatch.context() as trouble:
                trouble.setattr(two.peers, "tell", lambda *words: None)
                await two.tables.sweep()
            assert two.tables.live == {}
            assert live.followers
            await until(lambda: not live.followers)

    run(main())


async def say_on(live: LiveTable, person: str, acknowledged: dict[str, int], words: Iterator[int]) -> None:
    """Says something every now and then, and again if there was no answer, as a client does."""
    for number in islice(words, 4):
        text = f"{person} {number}"
        command = Command(text, live.version, Say(text))
        while text not in acknowledged:
            try:
                answer = await live.do(person, command)
            except StoreError:
                answer = None
            if answer is not None and answer.accepted:
                assert answer.at is not None
                acknowledged[text] = answer.at
            elif live.is_closed:
                return
            await asyncio.sleep(0.1)


@pytest.mark.slow
def test_nodes_come_and_go_and_every_word_is_there_once(database: str) -> None:
    """Three nodes, one of which dies or stops now and then, and another one comes in its place."""

    async def main() -> None:
        names, words, acknowledged = count(), count(), dict[str, int]()
        running = [await Node.start(database, f"node {next(names)}", ENDLESS) for _ in range(3)]
        table = await running[0].tables.open("ann", "Ann", Settings(KILL))
        for person in ("bob", "cleo"):
            await do(table, person, Join(person))
        for round_ in range(6):
            here = {person: await node.get(table) for person, node in zip(("ann", "bob", "cleo"), running, strict=True)}
            with ExitStack() as stack:
                for person, live in here.items():
                    stack.enter_context(live.attend(person))
                    stack.enter_context(live.listen(lambda: None))
                saying = [
                    asyncio.ensure_future(say_on(live, person, acknowledged, words)) for person, live in here.items()
                ]
                await asyncio.sleep(0.3)
                leader = next((node for node in running if node.tables.live[table.id].leads), running[0])
                await (leader.die() if round_ % 2 else leader.stop())
                left = [live for node in running if node is not leader for live in [node.tables.live[table.id]]]
                await asyncio.gather(*saying)
                await until(lambda left=left: same(left) and any(each.leads for each in left))  # type: ignore[misc]
            running.remove(leader)
            running.append(await Node.start(database, f"node {next(names)}", ENDLESS))
        live = await running[0].get(table)
        await check_log(live, running[1])
        log = decode(await running[0].store.read(table.id))
        said = [entry.command for entry in log if entry.command in acknowledged]
        assert sorted(said) == sorted(acknowledged)
        assert {entry.command: entry.version for entry in log if entry.command in acknowledged} == acknowledged
        assert len(acknowledged) > 30
        for node in running:
            await node.stop()

    run(main())
