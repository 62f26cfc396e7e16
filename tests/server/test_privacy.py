"""Privacy: what is kept and told of a person is what docs/privacy.md lists, field by field."""

import asyncio
import json
import re
import sqlite3
from base64 import urlsafe_b64decode
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from drlucky.server.client import Client
from drlucky.server.ratings.board import Boards
from drlucky.server.run import Server
from drlucky.table import Clock, Join, React, Ready, Resign, Say, Start
from server.receiving import PushedBrowser, receiver
from server.serving import KILL, SHORT, ask, move, on_loop, play_out, rows_of, served, until
from server.test_devices import Browser
from server.test_notices import HERE, until_asked

PAGE = Path(__file__).parents[2] / "docs" / "privacy.md"
RATED = "kill-2016"
NAME, WORDS, HOOK = "Zebedäus Quincy", "rhubarb rhubarb", "/hook-of-zebedaeus"


class Fields(NamedTuple):
    always: set[str]
    sometimes: set[str]
    """Those with a ?: whether they are there depends on how the game went."""


def listed() -> dict[str, Fields]:
    """The rows of the page's tables: what is in the first column, and the names in the second."""
    found: dict[str, Fields] = {}
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and "---" not in line and cells[1] not in ("fields", ""):
            names = [re.findall(rf"`([\w.]+)`{mark}", cells[1]) for mark in (r"(?!\?)", r"\?")]
            found[cells[0].replace("`", "")] = Fields(*map(set, names))
    return found


def flat(answer: dict[str, Any]) -> set[str]:
    """Names of fields; those of things in a list with the list's."""
    names = set()
    for name, value in answer.items():
        inner = [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
        names |= {f"{name}.{each}" for one in inner for each in one} or {name}
    return names


def held(value: object, secrets: list[str]) -> bool:
    """Is anything about the person in it?"""
    data = value if isinstance(value, bytes) else msgspec.json.encode(value)
    return any(each.encode() in data for each in secrets)


def in_games(path: Path, secrets: list[str]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    with sqlite3.connect(path) as kept:
        kept.row_factory = sqlite3.Row
        for (table,) in kept.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            for row in kept.execute(f'SELECT * FROM "{table}"').fetchall():
                for column in tuple(row.keys()):
                    if column == "entry":
                        entry = msgspec.msgpack.decode(row[column])
                        fact = entry.pop("fact")
                        fields = entry | {f"{fact.get('fact')}.{name}": value for name, value in fact.items()}
                        names = {name for name, value in fields.items() if held(value, secrets)}
                    else:
                        names = {column} if held(row[column], secrets) else set()
                    if names:
                        found.setdefault(f"games.db {table}", set()).update(names)
    return found


def in_tables(path: Path) -> dict[str, set[str]]:
    with sqlite3.connect(path) as kept:
        tables = [name for (name,) in kept.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            f"{path.name} {table}": {row[1] for row in kept.execute(f'PRAGMA table_info("{table}")')}
            for table in tables
        }


def in_cookie(sealed: str) -> set[str]:
    payload = sealed.partition(".")[0]
    return set(json.loads(urlsafe_b64decode(payload + "=" * (-len(payload) % 4))))


@on_loop
async def test_what_is_kept_and_told_of_a_person_is_what_the_page_lists(tmp_path: Path) -> None:
    found: dict[str, set[str]] = {}
    async with receiver() as service, served(tmp_path, notice_networks=HERE, notice_after=0.0) as server:
        one, tablet, other = await Browser(server).called(NAME), await Browser(server).called("Guest"), Browser(server)
        heard = await one.ask("PUT", "/api/me", {"name": NAME, "language": "en"})
        await tablet.ask("PUT", "/api/me", {"name": "Guest", "language": "en"})
        found["GET /api/me"] = flat(heard.json)
        offer = await one.ask("POST", "/api/me/devices/offer")
        found["POST /api/me/devices/offer"] = flat(offer.json)
        claim = (await tablet.claim(offer.json["phrase"])).json["claim"]
        await one.agree()
        await tablet.finish(claim)
        listed_devices = await tablet.ask("GET", "/api/me/devices")
        found["GET /api/me/devices"] = flat(listed_devices.json)
        found["cookie drlucky"] = in_cookie(tablet.cookies["drlucky"])
        found["cookie drlucky-before"] = in_cookie(tablet.cookies["drlucky-before"])
        browser = PushedBrowser(service.address)
        await one.ask("POST", "/api/me/notices/push", browser.subscription)
        hooked = await one.ask("PUT", "/api/me/notices/webhook", {"address": service.address + HOOK})
        found["PUT /api/me/notices/webhook"] = flat(hooked.json)
        person = server.context.signer.verify(one.cookies["drlucky"])
        assert person
        code, sheets = await play(server, one, found)
        rated = await play_rated(server, one, other, found)
        for received in await service.heard(2):
            if received.path == HOOK:
                found["webhook"] = set(json.loads(received.body))
                said: Any = json.loads(received.body)
            else:
                found["push, encrypted for the browser"] = set(browser.read(received))
                said = browser.read(received)
            assert person.id not in json.dumps(said)
        found["GET /api/me/notices"] = flat((await one.ask("GET", "/api/me/notices")).json)
        await finish(server, one)
        games, statistics = [await one.ask("GET", f"/api/me/{what}") for what in ("games", "statistics")]
        # That someone resigned is told only where they did: in the rated game, if it was not over before.
        found["GET /api/me/games"] = flat(games.json) - {"games.resigned"}
        found["GET /api/me/statistics"] = flat(statistics.json)
        await one.ask("DELETE", f"/api/me/tables/{code}")
        others = [
            *sheets,
            games.content.decode(),
            statistics.content.decode(),
            (await other.ask("GET", f"/api/tables/{code}")).content.decode(),
            (await other.ask("GET", "/api/lobby")).content.decode(),
            (await one.ask("GET", "/api/me/tables")).content.decode(),
            (await ask(server, "GET", "/metrics")).content.decode(),
            *rated,
            hooked.content.decode(),
            listed_devices.content.decode(),
        ]
        for answer in others:
            assert person.id not in answer, "nobody is told the number of a person, not even the person"
        for answer in others[:-2]:
            assert HOOK not in answer
            assert browser.endpoint not in answer
        await tablet.ask("DELETE", "/api/me/devices/nonsense")
        await ask(server, "POST", "/api/me/devices/offer", Origin="https://evil.example")
        secrets = [person.id, NAME, WORDS]
    found |= in_games(tmp_path / "games.db", secrets)
    found |= in_tables(tmp_path / "people.db") | in_tables(tmp_path / "ratings.db")
    lines = [json.loads(line) for line in (tmp_path / "security.log").read_text().splitlines()]
    found["security.log"] = {name for line in lines for name in line}
    assert not held((tmp_path / "security.log").read_bytes(), [*secrets, HOOK])
    # What was there of someone who is forgotten is gone, but for the line that says so.
    async with served(tmp_path, notice_networks=HERE) as server:
        one.server = server
        assert (await one.ask("DELETE", "/api/me")).status == 200
        assert await server.context.tables.store.games_of(person.person) == []
        for table in ("devices", "subscriptions", "decisions", "calendars", "hidden"):
            assert await rows_of(server, table) == [], table
        assert not server.context.ratings.standings
        for name in ("people", "ratings"):
            kept = b"".join(path.read_bytes() for path in tmp_path.glob(f"{name}.db*"))
            assert person.id.encode() not in kept, "also between the rows"
            assert NAME.encode() not in kept
    until_when, _, who = (tmp_path / "revoked").read_text().strip().partition(" ")
    assert until_when.isdecimal()
    assert who == person.person
    found["revoked"] = {"until", "person"}
    files = {path.name.removesuffix("-wal").removesuffix("-shm") for path in tmp_path.iterdir()}
    databases, ours = {"games.db", "people.db", "ratings.db"}, {"secret", "vapid", "lock"}
    assert files <= databases | ours | {"revoked", "security.log", "analyses"}
    told = listed()
    assert found.keys() == told.keys()
    for where, names in found.items():
        assert names - told[where].sometimes == told[where].always, where


async def play_rated(server: Server, one: Browser, other: Browser, found: dict[str, set[str]]) -> list[str]:
    """A rated game, and how the person stands on the board when they are well known; with what others are told."""
    async with Client(server.address, NAME, one.cookies["drlucky"]) as person:
        opened = await person.open(RATED, 4, ("easy",) * 3, rated=True)
        async with person.sit(opened.code) as seat:
            assert (await seat.do(Start())).accepted
            for _ in range(4):
                await move(seat)
            assert (await seat.do(Resign(0))).accepted or (seat.sheet and seat.sheet.phase == "over")
    ratings = await other.ask("GET", f"/api/tables/{opened.code}/ratings")
    found["seats of the ratings of a rated table"] = set(ratings.json["seats"][0])
    found["changes of its last game"] = set(ratings.json["game"]["changes"][0])
    own = await one.ask("GET", f"/api/ratings?edition={RATED}")
    found["you of GET /api/ratings"] = set(own.json["you"])
    assert NAME not in own.content.decode(), "who is provisional is on no board"
    keeper = server.context.ratings
    for key, standing in keeper.standings.items():
        keeper.standings[key] = replace(standing, sure=30, opponents="a b c", variance=0.1)
    keeper.number += 1
    server.context.boards = Boards(keeper)
    board = await other.ask("GET", f"/api/ratings?edition={RATED}")
    found["lines of GET /api/ratings"] = set(next(line for line in board.json["lines"] if line["kind"] == "person"))
    return [ratings.content.decode(), own.content.decode(), board.content.decode()]


async def finish(server: Server, one: Browser) -> None:
    """A game against bots, to its end, which the person finds again."""
    async with Client(server.address, NAME, one.cookies["drlucky"]) as person:
        opened = await person.quick(KILL, 3, options=SHORT)
        async with person.sit(opened.code) as seat:
            await play_out(seat)
        while opened.code not in [game["code"] for game in (await person.get("/api/me/games"))["games"]]:
            await asyncio.sleep(0.01)


async def play(server: Server, one: Browser, found: dict[str, set[str]]) -> tuple[str, list[str]]:
    """A game of days with somebody else, in which the person has to decide; with what the other was told."""
    async with Client(server.address, "Bob") as bob, Client(server.address, NAME, one.cookies["drlucky"]) as person:
        opened = await person.open(KILL, 2, clock=Clock("days", 86_400.0))
        async with bob.sit(opened.code) as second:
            async with person.sit(opened.code) as first:
                assert (await second.do(Join("Bob"))).accepted
                assert (await second.do(Ready())).accepted
                assert (await first.do(Say(WORDS))).accepted
                assert (await first.do(React("tea"))).accepted
                await until(first, lambda sheet: sheet.seats[1].ready)
                assert (await first.do(Ready())).accepted
                assert (await first.do(Start())).accepted
                await until(second, lambda sheet: sheet.phase == "playing")
                sheet = msgspec.to_builtins(second.sheet)
                await until_asked(server, opened.code, 1, first)
            made = await one.ask("POST", "/api/me/calendars", {"table": opened.code})
            found["POST /api/me/calendars"] = flat(made.json)
            await until_asked(server, opened.code, 0, second)
            path = made.json["link"].removeprefix(server.address)
            event = (await ask(server, "GET", path)).content.decode().replace("\r\n ", "")
            event = event.partition("BEGIN:VEVENT\r\n")[2].partition("END:VEVENT")[0]
            found["GET /api/calendar/TOKEN.ics"] = {line.partition(":")[0] for line in event.split("\r\n") if line}
            for each, of in (("people", "people"), ("seats", "seats"), ("lines", "lines")):
                mine = [row for row in sheet[of] if row.get("member") == 0]
                found[f"{each} of a sheet"] = {name for row in mine for name in row}
            return opened.code, [json.dumps(msgspec.to_builtins(second.sheet))]
