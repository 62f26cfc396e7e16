"""Ratings at a real server: each rated game counts once, whatever happens to it, and the boards say who is best."""

import asyncio
import shutil
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from drlucky.cli.main import app
from drlucky.server.client import Client, Seat, ServerError
from drlucky.server.ratings import keeper as keeping
from drlucky.server.ratings.policy import STILL_FOR
from drlucky.server.ratings.standings import Standing
from drlucky.server.ratings.store import GAMES
from drlucky.server.rows.base import Change
from drlucky.server.rows.sqlite import SqliteRows
from drlucky.server.run import Server
from drlucky.table import Act, Clock, Join, Ready, Resign, Start
from patience import NEVER
from server.blackbox.house import QuickHouse
from server.serving import ask, eventually, move, move_either, on_loop, play_out, served, two_at_a_table, until

EDITION = "kill-2016"
EASY = ("easy",) * 3
"""Bots with whom a game is not over after a few moves."""
ROWS = "SELECT person, name, games, sure FROM standings WHERE person NOT LIKE 'bot %' ORDER BY name"


def kept(folder: Path, query: str = ROWS) -> list[Any]:
    with sqlite3.connect(folder / "ratings.db") as store:
        return store.execute(query).fetchall()


async def told(server: Server, code: str) -> Any:
    return (await ask(server, "GET", f"/api/tables/{code}/ratings")).json


def sent_by(client: Client) -> Any:
    return client.headers


async def board(server: Server, client: Client | None = None, edition: str = EDITION) -> Any:
    headers: Any = client.headers if client else {}
    return (await ask(server, "GET", f"/api/ratings?edition={edition}", **headers)).json


async def play_and_resign(seat: Seat) -> None:
    """Someone alone with bots, who may be quicker."""
    assert (await seat.do(Start())).accepted
    for _ in range(4):
        await move(seat)
    answer = await seat.do(Resign(0))
    assert answer.accepted or (seat.sheet and seat.sheet.phase == "over")


async def duel(server: Server, folder: Path) -> str:
    """A rated game of two people that one gives up; its code."""
    async with two_at_a_table(server, EDITION, bots=0, rated=True) as (ann, bob):
        for _ in range(12):
            await move_either(ann, bob)
        assert (await bob.do(Resign(1))).accepted
        await server.context.ratings.counted("", 0)
        return ann.table


@on_loop
async def test_a_rated_game_counts_and_is_told(tmp_path: Path) -> None:
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann:
        opened = await ann.open(EDITION, 3, ("normal", "easy"), rated=True)
        before = await told(server, opened.code)
        assert before["rated"]
        assert [seat["points"] for seat in before["seats"]] == [1500, 1500, 1320]
        assert before["seats"][0]["provisional"]
        assert "provisional" not in before["seats"][1]
        assert before["game"] is None
        mine = (await ask(server, "GET", "/api/me/tables", **sent_by(ann))).json
        assert mine[0]["rated"]
        async with ann.sit(opened.code) as seat:
            assert (await seat.do(Start())).accepted
            await until(seat, lambda sheet: sheet.game and sheet.game.view.legal)
            with pytest.raises(ServerError, match="no hints"):
                await seat.hint()
            await play_out(seat)
        after = await told(server, opened.code)
        counted = after["game"]
        assert counted["how"] == "played"
        assert counted["number"] == 1
        assert sorted(each["result"] for each in counted["changes"]) == ["lost", "lost", "won"]
        assert after["seats"][0]["points"] == counted["changes"][0]["points"]
        assert counted["changes"][0]["points"] - 1500 == counted["changes"][0]["gained"]
        mine = (await board(server, ann))["you"]
        assert mine["provisional"]
        assert mine["games"] == 1
        assert mine["more_games"] == 9
        assert mine["more_opponents"] == 1
        assert "rank" not in mine
        assert (await board(server))["you"] is None
        assert (await board(server, ann, "kill-1996"))["you"] is None
        unknown = await ask(server, "GET", "/api/ratings?edition=kill-1066")
        assert unknown.status == 404


@on_loop
async def test_a_table_that_is_not_rated_tells_nothing(tmp_path: Path) -> None:
    async with served(tmp_path) as server, two_at_a_table(server, EDITION, bots=1) as (ann, bob):
        await move_either(ann, bob)
        answer = await told(server, ann.table)
        assert answer == {"rated": False, "seats": [None, None, None], "game": None}
    assert kept(tmp_path) == []


@on_loop
async def test_where_nobody_may_watch_nobody_is_told_how_it_ended(tmp_path: Path) -> None:
    private: Any = {"rated": True, "watchable": False}
    async with served(tmp_path) as server, two_at_a_table(server, EDITION, bots=0, **private) as (ann, bob):
        for _ in range(12):
            await move_either(ann, bob)
        assert (await bob.do(Resign(1))).accepted
        outside = await told(server, ann.table)
        assert outside == {"rated": True, "seats": [None, None], "game": None}
        inside = (await ask(server, "GET", f"/api/tables/{ann.table}/ratings", **sent_by(ann.client))).json
        assert inside["game"]["how"] == "resigned"


@on_loop
async def test_a_game_counts_once_over_many_starts(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        code = await duel(server, tmp_path)
        first = await told(server, code)
        assert [each["result"] for each in first["game"]["changes"]] == ["won", "lost"]
    rows = kept(tmp_path, "SELECT * FROM standings ORDER BY name")
    assert len(rows) == 2
    for _ in range(3):
        async with served(tmp_path) as server:
            assert await told(server, code) == first
            await server.context.ratings.counted("", 0)
    assert kept(tmp_path, "SELECT * FROM standings ORDER BY name") == rows
    assert kept(tmp_path, "SELECT COUNT(*) FROM games") == [(1,)]
    assert kept(tmp_path, "SELECT COUNT(*) FROM unsettled") == [(0,)]


@on_loop
async def test_what_was_over_and_not_yet_counted_is_found_at_the_next_start(tmp_path: Path) -> None:
    """As if the server had been killed after the end of the game was on disk, and before it was counted."""
    async with served(tmp_path / "one") as server:
        await server.context.ratings.counted("", 0)
    (tmp_path / "two").mkdir()
    shutil.copytree(tmp_path / "one", tmp_path / "two", dirs_exist_ok=True)
    async with served(tmp_path / "two") as server:
        await duel(server, tmp_path / "two")
    assert len(kept(tmp_path / "two")) == 2
    for name in ("ratings.db", "ratings.db-wal", "ratings.db-shm"):
        (tmp_path / "two" / name).unlink(missing_ok=True)
        if (tmp_path / "one" / name).exists():
            shutil.copy(tmp_path / "one" / name, tmp_path / "two" / name)
    assert kept(tmp_path / "two") == []
    async with served(tmp_path / "two") as server:
        while not server.context.ratings._is_caught_up:
            await asyncio.sleep(0.01)
    assert [row[1:] for row in kept(tmp_path / "two")] == [("Ann", 1, 0), ("Bob", 1, 0)]


@on_loop
async def test_logs_are_looked_through_only_as_far_as_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with served(tmp_path) as server:
        await duel(server, tmp_path)
    read: list[str] = []

    async def count(self: keeping.Keeper, table: str) -> None:
        read.append(table)

    monkeypatch.setattr(keeping.Keeper, "_read", count)
    with sqlite3.connect(tmp_path / "ratings.db") as store:
        store.execute("UPDATE looked SET at = ?", (time.time() + keeping.BEFORE + 5,))
    async with served(tmp_path) as server:
        while not server.context.ratings._is_caught_up:
            await asyncio.sleep(0.01)
    assert read == []


@on_loop
async def test_all_is_learned_anew_from_the_logs(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await duel(server, tmp_path)
        await duel(server, tmp_path)
    before = kept(tmp_path, "SELECT person, mean, variance, games FROM standings ORDER BY person")
    assert len(before) == 4
    for name in ("ratings.db", "ratings.db-wal", "ratings.db-shm"):
        (tmp_path / name).unlink(missing_ok=True)
    said = await asyncio.to_thread(CliRunner().invoke, app, ["rebuild-ratings", "--data", str(tmp_path)])
    assert "2 rated games, 4 ratings" in said.output
    after = kept(tmp_path, "SELECT person, mean, variance, games FROM standings ORDER BY person")
    assert [row[0] for row in after] == [row[0] for row in before]
    for now, then in zip(after, before, strict=True):
        assert now[1:] == pytest.approx(then[1:])


@on_loop
async def test_whoever_is_forgotten_is_on_no_board(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        async with Client(server.address, "Ann") as ann:
            opened = await ann.open(EDITION, 4, EASY, rated=True)
            async with ann.sit(opened.code) as seat:
                await play_and_resign(seat)
                await server.context.ratings.counted("", 0)
                assert len(kept(tmp_path)) == 1
                person = kept(tmp_path)[0][0]
            assert (await ask(server, "DELETE", "/api/me", **sent_by(ann))).status == 200
        assert kept(tmp_path) == []
        assert not [one for one, _ in server.context.ratings.standings if not one.startswith("bot ")]
    everything = b"".join(path.read_bytes() for path in tmp_path.glob("ratings.db*"))
    assert person.encode() not in everything
    said = await asyncio.to_thread(CliRunner().invoke, app, ["rebuild-ratings", "--data", str(tmp_path)])
    assert "1 rated games, 0 ratings" in said.output


@on_loop
async def test_a_game_to_which_nobody_comes_back_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann:
        is_over = True
        while is_over:  # bots may be quicker
            opened = await ann.open(EDITION, 4, EASY, rated=True)
            async with ann.sit(opened.code) as seat:
                assert (await seat.do(Start())).accepted
                for _ in range(4):
                    await move(seat)
                assert seat.sheet
                is_over = seat.sheet.phase == "over"
    assert (opened.table,) in kept(tmp_path, 'SELECT "table" FROM unsettled')
    later = time.time() + STILL_FOR + 60
    monkeypatch.setattr("drlucky.server.ratings.keeper.time.time", lambda: later)
    async with served(tmp_path) as server:
        while ("still",) not in (found := kept(tmp_path, "SELECT how FROM games")):
            await asyncio.sleep(0.01)
    assert found.count(("still",)) == 1
    changes = kept(tmp_path, "SELECT changes FROM games WHERE how = 'still'")[0][0]
    assert '"result":"lost"' in changes
    assert '"gained":-' in changes


@on_loop
async def test_a_disk_that_is_full_for_a_while_loses_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "AGAIN", 0.01)
    monkeypatch.setattr(keeping, "PATIENCE", 0.05)
    async with served(tmp_path) as server:
        store = server.context.storage.ratings
        assert isinstance(store, SqliteRows)
        commit, tries = store._commit, 0

        def full(changes: Sequence[Change]) -> None:
            nonlocal tries
            if any(change.relation == GAMES for change in changes):
                tries += 1
                if tries < 4:
                    raise sqlite3.OperationalError("database or disk is full")
            commit(changes)

        monkeypatch.setattr(store, "_commit", full)
        await duel(server, tmp_path)
        while not kept(tmp_path):
            await asyncio.sleep(0.01)
    assert tries == 4
    assert len(kept(tmp_path)) == 2


def someone(name: str, mean: float, **more: Any) -> Standing:
    one = Standing(f"person {name}", EDITION, name, mean, 0.1, 30, 30, "a b c", time.time())
    return replace(one, **more)


@on_loop
async def test_a_board_has_those_who_are_known_and_bots_to_compare(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        known = server.context.ratings.standings
        some = [
            someone("Cleo", 0.5),
            someone("Bob", 1.0),
            someone("Dan", 3.0, sure=3),
            someone("Eve", 3.0, variance=2.0),
            someone("Fay", 3.0, opponents="a"),
            someone("Gus", 1.0, variance=0.35),
            someone("Hal", 2.0, person="robot Hal"),
            someone("Ida", 3.0, edition="kill-1996"),
        ]
        for one in some:
            known[one.person, one.edition] = one
        server.context.ratings.number += 1
        found = await board(server)
        people = [(line.get("rank"), line["name"]) for line in found["lines"] if line["kind"] == "person"]
        assert people == [(1, "Bob"), (2, "Cleo"), (3, "Gus")], "by what is certain of them"
        assert found["ranked"] == 3
        programs = [line for line in found["lines"] if line["kind"] == "program"]
        assert [(line.get("rank"), line["name"]) for line in programs] == [(None, "Hal")]
        levels = [line["level"] for line in found["lines"] if line["kind"] == "bot"]
        assert levels == ["expert", "hard", "normal", "easy"]
        assert "person" not in "".join(str(line.get("name")) for line in found["lines"])
        few = (await ask(server, "GET", f"/api/ratings?edition={EDITION}&limit=1")).json
        assert len(few["lines"]) == 1
        assert (await ask(server, "GET", f"/api/ratings?edition={EDITION}&limit=1000")).status == 400


@on_loop
async def test_there_is_room_for_so_many_and_the_oldest_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "MOST", 12)
    monkeypatch.setattr(keeping, "AT_ONCE", 3)
    async with served(tmp_path) as server:
        ratings = server.context.ratings
        for number in range(10):
            one = someone(f"p{number}", 0.0, sure=number % 2 * 30, at=time.time() - 100 + number)
            ratings.standings[one.person, one.edition] = one
        for _ in range(4):
            await duel(server, tmp_path)
        left = {person for person, _ in ratings.standings}
        assert len(left) <= 12
        assert {f"person p{number}" for number in (1, 3, 5, 7, 9)} <= left, "those who are known stay"
        assert "person p0" not in left


@on_loop
async def test_who_does_not_play_any_more_fades_out(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await duel(server, tmp_path)
        ratings, now = server.context.ratings, time.time()
        ratings._fade(now + keeping.FADES_AFTER - 60)
        assert len(ratings.standings) == 2
        ratings._fade(now + keeping.FADES_AFTER + 60)
        await eventually(lambda: not ratings.standings)
        await server.context.storage.ratings.settle()
        assert kept(tmp_path) == []


def test_killed_at_any_moment_a_game_counts_once(tmp_path: Path) -> None:
    """Games end and the server is killed, sooner or later after that. In the end each has counted, and once."""
    asyncio.run(asyncio.wait_for(kill_after_games(tmp_path), 3 * NEVER))


async def kill_after_games(folder: Path) -> None:
    games = 8
    with QuickHouse(folder / "house", pace=0) as house:
        for number in range(games):
            async with Client(house.address, f"Ann {number}") as ann:
                opened = await ann.open(EDITION, 4, EASY, rated=True)
                async with ann.sit(opened.code) as seat:
                    await play_and_resign(seat)
            # The answer came when the end of the game was on disk. Now, or a few milliseconds later:
            await asyncio.sleep(0.001 * number)
            house.kill()
            house.start()
    async with served(folder / "house") as server:
        while not server.context.ratings._is_caught_up:
            await asyncio.sleep(0.01)
    found = kept(folder / "house")
    assert [row[1] for row in found] == sorted(f"Ann {number}" for number in range(games))
    assert {row[2] for row in found} == {1}
    assert kept(folder / "house", "SELECT COUNT(*) FROM games") == [(games,)]


@on_loop
async def test_a_rated_game_of_days_is_played_like_any_other(tmp_path: Path) -> None:
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann, Client(server.address, "Bob") as bob:
        opened = await ann.open(EDITION, 2, rated=True, clock=Clock("days", 86_400.0))
        async with ann.sit(opened.code) as first, bob.sit(opened.code) as second:
            assert (await second.do(Join("Bob"))).accepted
            refused = await second.do(Join("Bobby"))
            assert refused.code == "not now"
            assert (await second.do(Ready())).accepted
            await until(first, lambda sheet: sheet.seats[1].ready)
            assert (await first.do(Start())).accepted
            sheet = await until(first, lambda sheet: sheet.game)
            if sheet.game.view.legal:
                assert (await first.do(Act(sheet.game.view.legal[0], confirmed=True))).accepted
