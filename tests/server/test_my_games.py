"""My games: those that are over, each for itself, where one can go on, and what all of them come to."""

import asyncio
import json
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

import drlucky
from drlucky.analysis import analyse
from drlucky.game.view import Outcome
from drlucky.server.client import Client
from drlucky.server.history.luck import luck_in
from drlucky.server.http import my_games
from drlucky.server.run import Server
from drlucky.table import Again, Ready, Resign, Start, registry
from drlucky.table.played import Facts, Luck, Stop, encoder, facts_of
from drlucky.table.store.base import Heading, PlayedGame
from server.serving import KILL, SHORT, ask, eventually, on_loop, play_out, rows_of, served, two_at_a_table, until
from server.test_devices import Browser

HELD = {"turn_limit": 12, "closed": "west"}
"""For games that an Escape can follow, and one that is not over before a person was asked."""


async def games_of(client: Client, **query: Any) -> list[Any]:
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    return list((await client.get(f"/api/me/games?{asked}"))["games"])


async def until_kept(client: Client, number: int = 1) -> list[Any]:
    """A moment after a game has ended."""
    while len(found := await games_of(client)) < number:
        await asyncio.sleep(0.01)
    return found


async def finished_game(client: Client, edition: str = KILL, **options: Any) -> str:
    """The table."""
    opened = await client.quick(edition, 3, options=options or SHORT)
    async with client.sit(opened.code) as seat:
        await play_out(seat)
    return opened.table


def person(server: Server, identity: str | None) -> str:
    found = server.context.signer.verify(identity or "")
    assert found
    return found.person


@on_loop
async def test_every_finished_game_is_found_listed_or_not_while_the_table_goes_on(tmp_path: Path) -> None:
    async with served(tmp_path) as server, two_at_a_table(server, listed=False, options=SHORT) as (ann, bob):
        assert ann.sheet
        assert await games_of(ann.client) == []
        await asyncio.gather(play_out(ann), play_out(bob))
        (mine,), (his,) = await until_kept(ann.client), await until_kept(bob.client)
        assert (mine["table"], mine["code"], mine["number"]) == (ann.sheet.table, ann.sheet.code, 1)
        assert (mine["seats"], his["seats"], mine["company"]) == ([0], [1], True)
        winner = mine.get("outcome", {}).get("winner")
        assert mine["result"] == ("won" if winner == 0 else "nobody" if winner is None else "lost")
        # Everything of it can be had at once, though the table goes on.
        assert (await ann.do(Again("rematch"))).accepted
        assert (await bob.do(Ready())).accepted
        await until(ann, lambda sheet: sheet.seats[1].ready)
        assert (await ann.do(Start())).accepted
        path = f"/api/games/{mine['code']}/{mine['number']}"
        assert (await ann.client.get(f"{path}/replay"))["proof"]
        assert (await ann.client.get(f"{path}/verify"))["lines"]
        assert drlucky.load(await ann.client.text(f"{path}/record"))
        await until(bob, lambda sheet: sheet.phase == "playing")
        await asyncio.gather(play_out(ann), play_out(bob))
        assert [each["number"] for each in await until_kept(ann.client, 2)] == [2, 1]


@on_loop
async def test_only_oneself_is_told_of_one_s_games(tmp_path: Path) -> None:
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann, Client(server.address, "Eve") as eve:
        await finished_game(ann)
        await until_kept(ann)
        assert await games_of(eve) == []
        assert (await eve.get("/api/me/statistics"))["games"] == 0
        for path in ("/api/me/games", "/api/me/statistics"):
            assert (await ask(server, "GET", path)).status == 401


@on_loop
async def test_another_device_of_the_same_person_finds_the_same_games(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ann, tablet = await Browser(server).called("Ann"), await Browser(server).called("Guest")
        async with Client(server.address, "Ann", ann.cookies["drlucky"]) as client:
            table = await finished_game(client)
            await until_kept(client)
        await ann.link(tablet)
        assert [each["table"] for each in (await tablet.ask("GET", "/api/me/games")).json["games"]] == [table]
        assert (await tablet.ask("DELETE", "/api/me")).status == 200
        assert (await ann.ask("GET", "/api/me/games")).status == 401


@on_loop
async def test_whoever_is_forgotten_has_no_games_and_gets_none_later(tmp_path: Path) -> None:
    async with served(tmp_path) as server, two_at_a_table(server, options=SHORT) as (ann, bob):
        store = server.context.tables.store
        table = await finished_game(ann.client)
        await until_kept(ann.client)
        who = person(server, ann.client.identity)
        heard = await ask(server, "DELETE", "/api/me", Authorization=f"Bearer {ann.client.identity}")
        assert heard.status == 200
        assert await store.games_of(who) == []
        assert await store.games_at(table, 1) == []
        # The game that went on meanwhile ends, and is kept with the others only.
        assert bob.sheet
        live = server.context.tables.live[bob.sheet.table]
        live.table.seats[0].stand_in = "left"
        live._look_ahead()
        await play_out(bob)
        await until_kept(bob.client)
        assert await store.games_of(who) == []
        await server.context.keeper.catch_up(server.context.analyses)
        assert await store.games_of(who) == []


@on_loop
async def test_a_game_that_was_given_up_and_one_that_was_resigned_say_so(tmp_path: Path) -> None:
    async with served(tmp_path) as server, two_at_a_table(server, options=SHORT) as (ann, bob):
        opened = await ann.client.quick(KILL, 3)
        async with ann.client.sit(opened.code) as alone:
            assert (await alone.do(Resign(0))).accepted
        (given_up,) = await until_kept(ann.client)
        assert given_up["result"] == "abandoned"
        assert (await ann.do(Resign(0))).accepted
        assert await ann.client.get("/api/me/tables") == [], "there is nothing to go on with"
        await play_out(bob)
        resigned, _ = await until_kept(ann.client, 2)
        assert (resigned["resigned"], resigned["result"] in ("lost", "nobody")) == (True, True)


# Going on.


@on_loop
async def test_where_one_can_go_on_says_whose_turn_it_is_and_never_what_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with served(tmp_path) as server, two_at_a_table(server, options=SHORT) as (ann, bob):
        assert ann.sheet
        code = ann.sheet.code
        await until(ann, lambda sheet: sheet.game.to_decide in (0, 1))
        for client, seat in ((ann.client, 0), (bob.client, 1)):
            (mine,) = await client.get("/api/me/tables")
            decides = server.context.tables.live[mine["table"]].table.last_match().to_decide
            assert mine["decides"] == ("Ann", "Bob")[decides or 0]
            assert mine.get("yours", False) == (decides == seat)
            assert time.time() - mine["changed"] < 60
        opened = await ann.client.open(KILL)
        mine = await ann.client.get("/api/me/tables")
        assert {(each["code"], each["phase"]) for each in mine} == {(code, "playing"), (opened.code, "gathering")}
        await asyncio.gather(play_out(ann), play_out(bob))
        assert [each["code"] for each in await ann.client.get("/api/me/tables")] == [opened.code]
        monkeypatch.setattr(registry, "RESTS_AFTER", 0.0)
    monkeypatch.setattr(registry, "RECENT", -1.0)
    async with served(tmp_path) as server, Client(server.address, None, ann.client.identity) as again:
        assert server.context.tables.live == {}
        assert [each["code"] for each in await again.get("/api/me/tables")] == [opened.code]


@on_loop
async def test_a_table_at_rest_says_whose_turn_it_was_left_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann:
        opened = await ann.quick(KILL, 3)
        async with ann.sit(opened.code) as seat:
            await until(seat, lambda sheet: sheet.game and sheet.game.view.legal)
    monkeypatch.setattr(registry, "RECENT", -1.0)
    async with served(tmp_path) as server, Client(server.address, None, ann.identity) as again:
        assert server.context.tables.live == {}
        (mine,) = await again.get("/api/me/tables")
        assert (mine["yours"], mine["decides"]) == (True, "Ann")
        assert person(server, ann.identity) not in json.dumps(mine)


@on_loop
async def test_what_was_left_out_stays_out_until_it_is_wanted_again(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ann, eve = await Browser(server).called("Ann"), await Browser(server).called("Eve")
        one, two = [(await ann.ask("POST", "/api/quick", {"edition": KILL})).json for _ in range(2)]
        assert (await eve.ask("DELETE", f"/api/me/tables/{one['code']}")).status == 404, "it is not in her list"
        left = await ann.ask("DELETE", f"/api/me/tables/{one['code']}")
        assert [each["code"] for each in left.json] == [two["code"]]
        assert (await ann.ask("DELETE", f"/api/me/tables/{one['code']}")).status == 404
    async with served(tmp_path) as server:
        ann.server = server
        assert [each["code"] for each in (await ann.ask("GET", "/api/me/tables")).json] == [two["code"]]
        assert (await ann.ask("GET", f"/api/tables/{one['code']}")).json["sheet"]["you"]["seats"] == [0]
        shown = await ann.ask("PUT", "/api/me/tables")
        assert {each["code"] for each in shown.json} == {one["code"], two["code"]}
        await ann.ask("DELETE", f"/api/me/tables/{one['code']}")
        assert (await ann.ask("DELETE", "/api/me")).status == 200
        assert await rows_of(server, "hidden") == []


# Games that are held back.


@on_loop
async def test_a_game_that_is_held_back_is_replayed_as_one_saw_it(tmp_path: Path) -> None:
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann, Client(server.address, "Eve") as eve:
        table = await finished_game(ann, "kill-2016", **HELD)
        (mine,) = await until_kept(ann)
        assert mine["held_back"]
        path = f"/api/games/{table}/1"
        found = await ann.get(f"{path}/replay")
        assert (found["held_back"], found["eyes"], found["proof"]) == (True, "0", None)
        assert found["outcome"] == mine["outcome"]
        for number, frame in enumerate(found["frames"]):
            assert "hands" not in frame["view"]
            is_own = number > 0 and frame["seat"] == 0
            assert ("action" in frame, "words" in frame) == (is_own, is_own), "of others only what came of it"
        assert found["frames"][0]["view"]["hand"]
        for eyes in ("open", "1", "2", "-1", "nonsense"):
            heard = await ask(server, "GET", f"{path}/replay?eyes={eyes}", Authorization=f"Bearer {ann.identity}")
            assert (heard.status, "not all of it is shown yet" in heard.json["text"]) == (404, True), eyes
        for what in ("record", "statistics", "verify", "analysis", "board.svg"):
            heard = await ask(server, "GET", f"{path}/{what}", Authorization=f"Bearer {ann.identity}")
            assert heard.status == 404, what
        seen = await eve.get(f"{path}/replay")
        assert (seen["eyes"], seen["frames"][0]["view"]["hand"]) == ("spectator", None), "she could watch it"
        for eyes in ("open", "0", "1"):
            heard = await ask(server, "GET", f"{path}/replay?eyes={eyes}", Authorization=f"Bearer {eve.identity}")
            assert heard.status == 404
        # While the Escape is played, too; and when it is over all is shown, under either number.
        async with ann.sit(table) as seat:
            assert (await seat.do(Again("escape"))).accepted
            assert (await seat.do(Start())).accepted
            assert (await ann.get(f"{path}/replay"))["held_back"]
            assert (await games_of(ann))[0]["held_back"]
            await play_out(seat)
        games = await until_kept(ann, 2)
        assert [(each["number"], each.get("escape", False), "held_back" in each) for each in games] == [
            (2, True, False),
            (1, False, False),
        ]
        first, second = await ann.get(f"{path}/replay"), await ann.get(f"/api/games/{table}/2/replay")
        assert first == second
        assert [part["begun"] for part in first["parts"]] == ["new", "escape"]
        assert [each["number"] for each in await ann.get(f"/api/games/{table}")] == [2]


@on_loop
async def test_nobody_may_look_on_at_a_private_game_that_is_held_back(tmp_path: Path) -> None:
    async with (
        served(tmp_path) as server,
        two_at_a_table(server, "kill-2016", watchable=False, options=HELD) as (ann, bob),
        Client(server.address, "Eve") as eve,
    ):
        await asyncio.gather(play_out(ann), play_out(bob))
        assert ann.sheet
        path = f"/api/games/{ann.sheet.table}/1/replay"
        assert (await ann.client.get(path))["eyes"] == "0"
        assert (await bob.client.get(path))["eyes"] == "1"
        for asked in (path, f"{path}?eyes=spectator", f"{path}?eyes=0"):
            heard = await ask(server, "GET", asked, Authorization=f"Bearer {eve.identity}")
            assert (heard.status, "only those who were at this table" in heard.json["text"]) == (403, True)


# Games of before, and games that were lost.


@on_loop
async def test_games_of_before_are_found_in_their_logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without holding up the start; a log that is damaged does not keep the others from being found."""
    monkeypatch.setattr(registry, "RECENT", -1.0)
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann:
        tables = [await finished_game(ann) for _ in range(3)]
        before = await until_kept(ann, 3)
    with sqlite3.connect(tmp_path / "games.db") as kept:
        kept.executescript("""
            DROP INDEX unkept;
            DROP TABLE games;
            ALTER TABLE headings DROP COLUMN finished;
            ALTER TABLE headings DROP COLUMN kept;
            ALTER TABLE headings DROP COLUMN sum;
            ALTER TABLE entries DROP COLUMN sum;
            PRAGMA user_version = 2;
        """)
        kept.execute("UPDATE entries SET entry = x'c1' WHERE \"table\" = ? AND version = 4", (tables[1],))
    kept.close()
    async with served(tmp_path) as server, Client(server.address, None, ann.identity) as again:
        await eventually(lambda: not server.context.keeper.is_behind)
        found = await until_kept(again, 2)
        assert found == [each for each in before if each["table"] != tables[1]]
        assert not (await again.get("/api/me/games"))["filling"]
        assert await server.context.tables.store.unkept() == [], "it is not tried again and again"


@on_loop
async def test_a_game_whose_end_was_not_kept_any_more_is_kept_later(tmp_path: Path) -> None:
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann:
        await finished_game(ann)
        before = await until_kept(ann)
    with sqlite3.connect(tmp_path / "games.db") as kept:
        kept.executescript("DELETE FROM games; UPDATE headings SET kept = 0;")
    kept.close()
    async with served(tmp_path), Client(server.address, None, ann.identity) as _:
        pass
    async with served(tmp_path) as server, Client(server.address, None, ann.identity) as again:
        assert await until_kept(again) == before


# Many games.


def facts(**more: Any) -> Facts:
    usual: dict[str, Any] = {
        "code": "ABC234",
        "edition": KILL,
        "players": ("Ann", "Bob", "Cleo"),
        "seats": (0,),
        "turns": 30,
        "begun": 1.0,
        "outcome": Outcome("success", 0, 1),
        "levels": ("easy",),
    }
    return Facts(**(usual | more))


async def keep(server: Server, who: str, games: list[Facts], first: int = 0) -> None:
    rows = [PlayedGame(who, "t", at, float(at), encoder.encode(each)) for at, each in enumerate(games, first)]
    store = server.context.tables.store
    if await store.heading("t") is None:
        await store.append(Heading("t", "CODE", "closed", 0.0, b""), 1, [b""])
    await store.keep_games("t", 0, rows)


@on_loop
async def test_a_long_list_comes_page_by_page(tmp_path: Path) -> None:
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann:
        await keep(server, person(server, ann.identity), [facts(turns=at) for at in range(45)])
        found: list[int] = []
        after = ""
        for size in (20, 20, 5):
            page = await ann.get(f"/api/me/games?{after}")
            assert len(page["games"]) == size
            found += [each["turns"] for each in page["games"]]
            after = f"after={page['next']}".replace(" ", "%20")
        assert (found, page["next"]) == ([*reversed(range(45))], None)
        for wrong in ("limit=0", "limit=101", "after=x", "after=1%20t", "after=1%20t%20x", f"after={'1' * 81}"):
            heard = await ask(server, "GET", f"/api/me/games?{wrong}", Authorization=f"Bearer {ann.identity}")
            assert heard.status == 400, wrong
        for odd in ("nan%20t%201", "-inf%20t%201", "1%20t%20-" + "9" * 70):
            assert (await ann.get(f"/api/me/games?after={odd}"))["games"] is not None


@on_loop
async def test_what_games_come_to(tmp_path: Path) -> None:
    games = [
        facts(attempts=3, best_strength=5, stops=(Stop("bot", "Bats", 4), Stop("stranger", "Bats", 5)), foiled=2),
        facts(outcome=Outcome("success", 2, 1), place=2, turns=12, luck=Luck(0.1, -0.2, -0.2333)),
        facts(outcome=None, abandoned=True),
        facts(lesson=True),
        facts(seats=(0, 1)),
        facts(edition="save-2000", company=True, outcome=Outcome("sunk", None, None), turns=101),
        facts(escape=True, edition="kill-2016", levels=("easy", "hard"), stand_in="resigned"),
    ]
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann:
        await keep(server, person(server, ann.identity), games)
        found = await ann.get("/api/me/statistics?language=de")
        assert (found["games"], found["won"], found["fair"], found["others"]) == (4, 1, 1.33, 3)
        assert {each["key"]: (each["games"], each["won"]) for each in found["editions"]} == {
            KILL: (2, 1),
            "save-2000": (1, 0),
            "kill-2016 escape": (1, 0),
        }
        assert {each["key"]: each["games"] for each in found["levels"]} == {"easy": 2, "people": 1, "mixed": 1}
        assert [(each["key"], each["games"]) for each in found["places"]] == [("1", 3), ("3", 1)]
        assert (found["lengths"]["shortest"], found["lengths"]["longest"]) == (12, 101)
        assert sum(each["games"] for each in found["lengths"]["spread"]) == 4
        attempts = found["attempts"]
        assert (attempts["made"], attempts["succeeded"], attempts["stopped"], attempts["foiled"]) == (3, 1, 2, 2)
        assert (attempts["by_bots"], attempts["by_strangers"], attempts["by_people"]) == (1, 1, 0)
        assert [(each["card"], each["times"]) for each in attempts["cards"]] == [("Bats", 2)]
        assert found["luck"] == {"games": 1, "cards": 0.1, "own": -0.2, "others": -0.2333, "won": -0.3333}


@on_loop
async def test_statistics_of_very_many_games_have_a_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(my_games, "MOST_COUNTED", 1_200)
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann:
        await keep(server, person(server, ann.identity), [facts() for _ in range(1_200)])
        found = await ann.get("/api/me/statistics")
        assert (found["games"], found["older"]) == (1_200, False)
        await keep(server, person(server, ann.identity), [facts()], 5_000)
        found = await ann.get("/api/me/statistics")
        assert (found["games"], found["older"]) == (1_200, True)


# Luck.


def test_what_an_analysis_says_of_luck_leads_from_the_fair_share_to_the_end() -> None:
    record = (Path(__file__).parents[1] / "records" / "kill-2016-then-escape.txt").read_text(encoding="utf-8")
    analysis = analyse(record, 100)
    found = luck_in(json.dumps(analysis.as_dict()).encode(), 2)
    assert found.keys() == {1, 2}
    for number, part in zip((1, 2), analysis.parts, strict=True):
        assert part.outcome
        for seat, luck in found[number].items():
            won = seat == part.outcome.winner
            assert luck.cards + luck.own + luck.others == pytest.approx(won - 1 / len(part.players), abs=0.001)
    assert luck_in(json.dumps(analyse(record, 10).as_dict()).encode(), 2) == {}, "a rough one does not count"


@on_loop
async def test_an_analysis_that_somebody_asked_for_is_counted(tmp_path: Path) -> None:
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann:
        table = await finished_game(ann, KILL, turn_limit=3)
        await until_kept(ann)
        assert (await ann.get("/api/me/statistics"))["luck"] is None, "none is made for this"
        path = f"/api/games/{table}/1/analysis?playouts=100"
        while (heard := await ask(server, "GET", path)).status == 202:
            await asyncio.sleep(0.05)
        assert heard.status == 200
        while (luck := (await ann.get("/api/me/statistics"))["luck"]) is None:
            await asyncio.sleep(0.02)
        assert luck["games"] == 1
        (kept,) = await server.context.tables.store.games_of(person(server, ann.identity))
        assert facts_of(kept).luck == Luck(luck["cards"], luck["own"], luck["others"])
    # Found again with the game, if that has to be found in its log.
    with sqlite3.connect(tmp_path / "games.db") as db:
        db.executescript("DELETE FROM games; UPDATE headings SET kept = 0;")
    db.close()
    async with served(tmp_path) as server, Client(server.address, None, ann.identity) as again:
        while (await again.get("/api/me/statistics"))["luck"] != luck:
            await asyncio.sleep(0.02)
