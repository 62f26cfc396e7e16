"""What is kept of people is the same at every node: their devices, who is to be told, how strong they are."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from drlucky.cluster.duties import is_ours
from drlucky.cluster.links import TcpPeers
from drlucky.cluster.peers import Alone
from drlucky.postgres import Database
from drlucky.server.client import Client
from drlucky.server.devices.offers import WRONG_TRIES
from drlucky.server.history import analysis_cache, shared_analyses
from drlucky.server.history.shared_analyses import SharedAnalyses
from drlucky.server.notices import notifier as notifier_module
from drlucky.server.ratings import keeper as keeping
from drlucky.server.rows import postgres as in_postgres
from drlucky.server.run import Server
from drlucky.server.workers import Workers
from drlucky.table import Resign
from patience import NEVER
from postgres import Postgres
from server.cluster.test_identities import two_nodes
from server.receiving import PushedBrowser, receiver
from server.serving import KILL, ask, eventually, move_either, on_loop, play_out, rows_of, two_at_a_table, until
from server.test_devices import Browser
from server.test_notices import HERE, fence, kinds, one_is_away, push, until_asked

RATED = "kill-2016"


def at(server: Server, browser: Browser) -> Browser:
    """The same browser, whom a balancer sends there."""
    moved = Browser(server)
    moved.cookies = browser.cookies
    return moved


async def everywhere(is_so: Any, *servers: Server) -> None:
    await eventually(lambda: all(is_so(server.context) for server in servers))


@on_loop
async def test_a_device_is_linked_and_taken_off_by_way_of_any_node(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(in_postgres, "LOOK_EVERY", NEVER)  # they tell each other
    async with two_nodes(tmp_path, database) as (one, other):
        ann, tablet = await Browser(one).called("Ann"), await Browser(other).called("Guest")
        phrase = await ann.offer()
        await everywhere(lambda context: context.offers._open, other)
        claim = (await tablet.claim(phrase)).json["claim"]
        await everywhere(lambda context: any(each.claim for each in context.offers._open.values()), one)
        assert (await ann.agree()).status == 200
        await everywhere(lambda context: any(each.agreed for each in context.offers._open.values()), other)
        assert (await tablet.finish(claim)).json["state"] == "linked"
        assert (await at(one, tablet).finish(claim)).status == 404, "once, at whichever node"
        await everywhere(lambda context: len(context.devices._of) == 1, one, other)
        assert await at(one, tablet).name() == "Ann"
        copied = dict(tablet.cookies)
        second = (await ann.ids())[1]
        assert (await ann.ask("DELETE", f"/api/me/devices/{second}")).status == 200
        (person,) = one.context.devices._of
        await everywhere(lambda context: second not in context.devices._of[person], other)
        tablet.cookies = copied
        assert await tablet.name() == "Guest"


@on_loop
async def test_a_phrase_bears_its_few_wrong_tries_in_all(tmp_path: Path, database: str) -> None:
    async with two_nodes(tmp_path, database) as (one, other):
        ann = await Browser(one).called("Ann")
        phrase = await ann.offer()
        await everywhere(lambda context: context.offers._open, other)
        wrong = " ".join((*phrase.split()[:-1], phrase.split()[0]))
        tries = [Browser(server).claim(wrong) for server in (one, other) for _ in range(WRONG_TRIES)]
        assert {heard.status for heard in await asyncio.gather(*tries)} == {404}
        assert (await Browser(other).claim(phrase)).status == 404, "it is dead"
        assert await rows_of(one, "open") == []


@on_loop
async def test_a_person_is_told_once_by_one_of_the_nodes(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if every node believes that it is the one that does it, and whichever knew first that they are awaited."""
    monkeypatch.setattr(notifier_module, "is_ours", lambda duty, peers: True)
    async with receiver() as service, two_nodes(tmp_path, database, notice_networks=HERE, notice_after=0.0) as pair:
        one, other = pair
        async with one_is_away(one) as (_, first, bob, code):
            browser = PushedBrowser(service.address)
            number = await push(other, bob, browser)
            await everywhere(lambda context: context.notifier.subscriptions.get(number), one)
            await until_asked(one, code, 1, first)
            await everywhere(lambda context: len(context.notifier.decisions._open) == 1, one, other)
            await service.heard(1)
            for server in pair:
                for each in list(server.context.notifier.decisions._open.values()):
                    await server.context.notifier._due(each)
                await fence(server, bob, number, service)
            assert kinds(browser, service.received).count("It's your turn") == 1
            assert one.context.notifier.vapid.public == other.context.notifier.vapid.public


@on_loop
async def test_nobody_is_told_who_has_a_tab_open_at_another_node(tmp_path: Path, database: str) -> None:
    async with receiver() as service, two_nodes(tmp_path, database, notice_networks=HERE, notice_after=0.0) as pair:
        one, other = pair
        async with one_is_away(one) as (_, first, bob, code):
            browser = PushedBrowser(service.address)
            number = await push(one, bob, browser)
            there = Client(other.address, identity=bob.identity)
            elsewhere = await bob.quick(KILL, 3)
            async with there, there.sit(elsewhere.code) as open_tab:
                await until(open_tab, lambda sheet: sheet.phase == "playing")
                await until_asked(one, code, 1, first)
                await everywhere(lambda context: context.notifier.decisions._open, one, other)
                for server in pair:
                    (decision,) = server.context.notifier.decisions._open.values()
                    assert await server.context.notifier._due(decision), "it is looked again later"
                await fence(one, bob, number, service)
                assert kinds(browser, service.received) == ["Notices work"]
                assert not decision.told
            await eventually(lambda: not other.context.connections.is_here(decision.person))
            for server in pair:
                (decision,) = server.context.notifier.decisions._open.values()
                await server.context.notifier._due(decision)
            await service.heard(2)


@on_loop
async def test_a_rated_game_counts_once_and_standings_are_the_same(tmp_path: Path, database: str) -> None:
    async with two_nodes(tmp_path, database) as (one, other):
        async with two_at_a_table(one, RATED, bots=0, rated=True) as (ann, bob):
            for _ in range(12):
                await move_either(ann, bob)
            assert (await bob.do(Resign(1))).accepted
            await everywhere(lambda context: len(context.ratings.standings) == 2, one, other)
        assert one.context.ratings.standings == other.context.ratings.standings
        # Whoever finds the game again in its log finds that it has counted.
        await asyncio.gather(*(each.context.ratings._catch_up(0.0) for each in (one, other)))
        assert {each.games for each in other.context.ratings.standings.values()} == {1}
        assert len(await rows_of(other, "games")) == 1
        assert await rows_of(other, "unsettled") == []


@on_loop
async def test_a_game_that_a_node_did_not_live_to_count_is_counted_by_another(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "LOOKS_EVERY", 0.05)
    async with two_nodes(tmp_path, database) as (one, other):
        gone = one.context.ratings
        for task in gone._tasks:
            task.cancel()
        async with two_at_a_table(one, RATED, bots=0, rated=True) as (ann, bob):
            for _ in range(12):
                await move_either(ann, bob)
            assert (await bob.do(Resign(1))).accepted
            assert not other.context.ratings.standings
        assert one.context.cluster is not None
        assert other.context.cluster is not None
        await one.context.cluster.membership.close()
        await eventually(lambda: len(other.context.ratings.standings) == 2)
        while not gone._queue.empty():
            gone._queue.get_nowait()
            gone._queue.task_done()


@on_loop
async def test_an_analysis_is_made_once_and_found_at_every_node(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis_cache, "LOOK_EVERY", 0.02)
    made: list[str] = []
    make = Workers.analysis

    async def counted(self: Workers, record: str, playouts: int) -> bytes:
        made.append(record)
        return await make(self, record, playouts)

    monkeypatch.setattr(Workers, "analysis", counted)
    async with two_nodes(tmp_path, database) as (one, other):
        async with two_at_a_table(one, options={"turn_limit": 3}) as pair:
            await asyncio.gather(*map(play_out, pair))
            path = f"/api/games/{pair[0].table}/1/analysis?playouts=10"
        record = (await ask(one, "GET", path.replace("/analysis?playouts=10", "/record"))).content.decode()

        async def analysed(server: Server, brought: bool) -> bytes:
            while True:
                how: Any = ("POST", "/api/analysis?playouts=10", {"record": record}) if brought else ("GET", path)
                heard = await ask(server, *how)
                if heard.status == 200:
                    return heard.content
                assert heard.status == 202, heard.json

        for brought in (False, True):
            made.clear()
            found = await asyncio.gather(*(analysed(server, brought) for server in (one, other, other, one)))
            assert len(set(found)) == 1
            assert len(made) == 1
        table = (await one.context.tables.get(path.split("/")[3])).id
        assert (await one.context.analyses.kept(table, 1, 10)) is not None
        await other.context.analyses.forget(table)
        assert (await one.context.analyses.kept(table, 1, 10)) is None


@on_loop
async def test_what_is_told_to_nobody_is_found_out(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TcpPeers, "tell_all", lambda *_: None)
    async with two_nodes(tmp_path, database) as (one, other):
        ann, tablet = await Browser(one).called("Ann"), Browser(one)
        await ann.link(tablet)
        await everywhere(lambda context: context.devices._of, other)
        assert await at(other, tablet).name() == "Ann"


@on_loop
async def test_what_a_node_did_not_live_to_tell_is_told_by_another(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifier_module, "AGAIN", 0.05)
    async with receiver() as service, two_nodes(tmp_path, database, notice_networks=HERE, notice_after=0.0) as pair:
        one, other = pair
        async with one_is_away(one) as (_, first, bob, code):
            table = (await one.context.tables.get(code)).id
            assert one.context.cluster is not None
            assert other.context.cluster is not None
            gone, left = pair if is_ours(table, one.context.cluster.peers) else (other, one)
            await gone.context.notifier.decisions.stop()
            monkeypatch.setattr(gone.context.notifier.decisions, "_come", lambda one: None)
            browser = PushedBrowser(service.address)
            await push(one, bob, browser)
            await everywhere(lambda context: len(context.notifier.subscriptions) == 1, other)
            await until_asked(one, code, 1, first)
            await everywhere(lambda context: len(context.notifier.decisions._open) == 1, one, other)
            assert not service.received
            assert left.context.cluster is not None
            left.context.cluster.peers.know([])
            await service.heard(1)
            assert kinds(browser, service.received) == ["It's your turn"]


@on_loop
async def test_analyses_have_a_bound_and_what_was_brought_is_not_kept(
    postgres: Postgres, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_analyses, "BYTES_KEPT", 250)
    monkeypatch.setattr(shared_analyses, "TIDY_EVERY", 0.0)
    async with await Database.open(database) as opened:
        kept = await SharedAnalyses.open(opened, Alone())
        for number in range(4):
            assert await kept.begin(f"t-{number}", "t")
            assert await kept.keep(f"t-{number}", "t", b"x" * 100)
        assert [bool((await kept.find(f"t-{number}")).content) for number in range(4)] == [False, False, True, True]
        assert await kept.begin("brought", None)
        assert await kept.keep("brought", None, b"y")
        assert (await kept.find("brought")).content == b"y"
        postgres.sql("UPDATE analyses SET at = now() - interval '11 minutes' WHERE name = 'brought'", database)
        await kept.begin("t-9", "t")
        await kept.give_up("t-9", is_too_long=True)
        assert (await kept.find("t-9")).is_too_long
        assert not await kept.begin("t-9", "t"), "it would take too long again"
        await kept.begin("t-8", "t")
        await kept.forget("t")
        assert not await kept.keep("t-8", "t", b"z"), "it was forgotten while it was made"
        assert (await kept.find("brought")).content is None
