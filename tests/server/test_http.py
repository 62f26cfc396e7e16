"""Everything that is not live, over HTTP, and its description."""

import asyncio
import re
import sqlite3
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

import drlucky
from drlucky import phrases
from drlucky.cast import guests
from drlucky.server.app import OPERATIONS
from drlucky.server.client import Client, ServerError
from drlucky.server.http.openapi import described
from drlucky.table import Close, Heading, Ready, SQLiteStore
from drlucky.table.summary import Summary, encoder
from server.serving import KILL, SHORT, Heard, ask, on_loop, play_out, served, two_at_a_table, until

DOCS = Path(__file__).parents[2] / "docs"


def test_the_description_is_whole() -> None:
    """Every schema is one, every reference leads somewhere, and every operation is told of with its parameters."""
    described_api = described(OPERATIONS)
    components = described_api["components"]["schemas"]
    for name, schema in components.items():
        Draft202012Validator.check_schema(schema)
        assert re.fullmatch(r"[\w.-]+", name)
    refs = set(re.findall(r"'\$ref': '([^']+)'", repr(described_api)))
    assert {ref.removeprefix("#/components/schemas/") for ref in refs} <= set(components)
    assert {"FromClient", "FromServer", "BotEvent", "Sheet", "View"} <= set(components)
    ids = set()
    for operation in OPERATIONS:
        told = described_api["paths"][operation.path][operation.method.lower()]
        ids.add(told["operationId"])
        assert {each["name"] for each in told["parameters"] if each["in"] == "path"} == set(
            re.findall(r"{(\w+)}", operation.path)
        )
        assert str(operation.status) in told["responses"]
        assert (operation.body is not None) == ("requestBody" in told)
    assert len(ids) == len(OPERATIONS)


def test_every_operation_is_in_the_documentation() -> None:
    page = (DOCS / "protocol.md").read_text(encoding="utf-8") + (DOCS / "bot-api.md").read_text(encoding="utf-8")
    names = {"table": "TABLE", "number": "NUMBER", "edition": "ID", "board": "NAME", "device": "DEVICE"}
    names |= {"id": "ID", "token": "TOKEN"}
    for operation in OPERATIONS:
        path = re.sub(r"{(\w+)}", lambda found: names[found[1]], operation.path)
        assert f"`{operation.method} {path}`" in page, f"{operation.method} {path}"


@on_loop
async def test_what_is_answered_is_what_was_described(tmp_path: Path) -> None:
    """Every GET without a body, of a server where something has happened, against its schema."""
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann:
        opened = await ann.quick(KILL, 3, listed=True, options=SHORT)
        async with ann.sit(opened.code) as seat:
            await play_out(seat)
        gathering = await ann.open(KILL)
        calendar = await ann.post("/api/me/calendars", {"table": gathering.code})
        description = (await ask(server, "GET", "/api/openapi.json")).json
        values = {"table": opened.table, "number": "1", "edition": KILL, "board": "mansion"}
        values["token"] = calendar["link"].rpartition("/")[2].removesuffix(".ics")
        tried = 0
        for path, methods in description["paths"].items():
            if "get" not in methods or "/bot/" in path or path.endswith("analysis"):
                continue
            address = re.sub(r"{(\w+)}", lambda found: values[found[1]], path)
            query = f"?edition={KILL}" if path == "/api/ratings" else ""
            heard = await ask(server, "GET", address + query, Authorization=ann.headers["Authorization"])
            assert heard.status == 200, path
            (content,) = methods["get"]["responses"]["200"]["content"].items()
            assert heard.headers["content-type"].startswith(content[0]), path
            if content[0] == "application/json":
                check(heard.json, content[1]["schema"], description)
            elif content[0] == "image/svg+xml":
                assert ElementTree.fromstring(heard.content).tag == "{http://www.w3.org/2000/svg}svg"
            tried += 1
        assert tried > 15


def check(value: Any, schema: dict[str, Any], description: dict[str, Any]) -> None:
    Draft202012Validator({**schema, "components": description["components"]}).validate(value)


@on_loop
async def test_rules_words_and_titles_are_in_both_languages(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        for book in drlucky.editions():
            heard: dict[str, Any] = {}
            for language in phrases.languages():
                rules = (await ask(server, "GET", f"/api/editions/{book.id}/rules?language={language}")).json
                assert [section["text"] for section in rules["sections"]] == [
                    section.text for section in phrases.rules(book.id, language)
                ]
                heard[language] = (await ask(server, "GET", f"/api/editions/{book.id}/words?language={language}")).json
            assert set(heard["en"]["cards"]) == set(heard["de"]["cards"])
            assert heard["en"]["rooms"] != heard["de"]["rooms"]
        german = await ask(server, "GET", "/api/editions", Accept_Language="de-AT,en;q=0.8")
        assert german.json[0]["title"] == phrases.edition_title(german.json[0]["id"], "de")
        wrong = await ask(server, "GET", "/api/editions?language=xx")
        assert (wrong.status, "en, de" in wrong.json["text"]) == (400, True)
        assert (await ask(server, "GET", "/api/editions/nothing/rules")).status == 404


@on_loop
async def test_boards_are_drawn_as_they_are_asked_for(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        whole = await ask(server, "GET", "/api/boards/mansion.svg")
        closed = await ask(server, "GET", "/api/boards/mansion.svg?closed=west")
        seen = await ask(server, "GET", "/api/boards/mansion.svg?room=Parlor")
        assert len({whole.content, closed.content, seen.content}) == 3
        for path in ("nothing.svg", "..%2Fsecret.svg", "mansion.svg?closed=roof", "mansion.svg?room=Moon"):
            heard = await ask(server, "GET", f"/api/boards/{path}")
            assert heard.status in (400, 404), path
            assert heard.json["text"]


@on_loop
async def test_the_lobby_shows_what_wants_to_be_seen(tmp_path: Path) -> None:
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann, Client(server.address, "Bob") as bob:
        opened = await ann.open(KILL, 4, ("easy",))
        await ann.open(KILL, 3, listed=False)
        await bob.quick(KILL, 3, listed=True)
        lobby = await ann.get("/api/lobby?language=de")
        (gathering,) = lobby["gathering"]
        assert gathering["code"] == opened.code
        assert gathering["names"] == ["Ann", "", "", guests(opened.table)[1].name]
        assert (gathering["open"], gathering["bots"]) == ([1, 2], [3])
        assert gathering["title"] == phrases.edition_title(KILL, "de")
        assert [table["host"] for table in lobby["playing"]] == ["Bob"]
        assert len(await ann.get("/api/me/tables")) == 2
        assert len(await bob.get("/api/me/tables")) == 1


@on_loop
async def test_finished_games_are_listed_with_their_records(tmp_path: Path) -> None:
    async with served(tmp_path) as server, two_at_a_table(server, options=SHORT) as (ann, bob):
        await asyncio.gather(play_out(ann), play_out(bob))
        assert ann.sheet
        version, table = ann.sheet.version, ann.sheet.table
        records = [await bob.client.text(f"/api/games/{table}/1/record")]
        assert drlucky.load(records[0]).outcome
        again = {"id": "again", "version": version, "do": {"do": "again", "what": "rematch"}}
        assert (await ann.client.post(f"/api/tables/{table}/commands", again))["accepted"]
        await until(bob, lambda sheet: sheet.phase == "gathering")
        assert (await bob.do(Ready())).accepted
        sheet = await until(ann, lambda sheet: sheet.seats[1].ready)
        start = {"id": "start", "version": sheet.version, "do": {"do": "start"}}
        assert (await ann.client.post(f"/api/tables/{table}/commands", start))["accepted"]
        with pytest.raises(ServerError, match="no finished game 2"):
            await bob.client.text(f"/api/games/{table}/2/record")
        await until(bob, lambda sheet: sheet.phase == "playing")
        await asyncio.gather(play_out(ann), play_out(bob))
        listed = await bob.client.get(f"/api/games/{table}")
        assert [game["number"] for game in listed] == [1, 2]
        assert await bob.client.text(f"/api/games/{table}/1/record") == records[0], "the first is kept"
        assert await bob.client.text(f"/api/games/{table}/2/record") != records[0]
        await ann.do(Close())
        (past,) = await bob.client.get("/api/games")
        assert (past["table"], past["games"]) == (table, 2)
        assert await bob.client.get(f"/api/games?before={past['changed']}") == []


@on_loop
async def test_tables_that_are_not_listed_leave_no_gap(tmp_path: Path) -> None:
    listed = [number % 100 == 0 for number in range(500)]
    store = SQLiteStore(tmp_path / "games.db")
    await asyncio.gather(*(store.append(over(number, is_listed), 1, [b""]) for number, is_listed in enumerate(listed)))
    await store.close()
    latest_first = [f"{number:016}" for number, is_listed in reversed(list(enumerate(listed))) if is_listed]
    assert len(latest_first) == 5
    async with served(tmp_path) as server, Client(server.address) as client:
        assert [each["table"] for each in await client.get("/api/games")] == latest_first
        page = await client.get("/api/games?limit=2")
        assert [each["table"] for each in page] == latest_first[:2]
        following = await client.get(f"/api/games?limit=2&before={page[-1]['changed']}")
        assert [each["table"] for each in following] == latest_first[2:4]


def over(number: int, is_listed: bool) -> Heading:
    """The heading of a table with a finished game, later than those with lower numbers."""
    about = Summary(KILL, "Ann", ("Ann",), (), (), "none", is_listed, True, False, games=1, players=("Ann",))
    return Heading(f"{number:016}", f"{number:06}", "over", float(number), encoder.encode(about), past=is_listed)


@on_loop
async def test_a_damaged_heading_takes_the_list_from_nobody(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    store = SQLiteStore(tmp_path / "games.db")
    for number in range(5):
        await store.append(over(number, True), 1, [b""])
    await store.close()
    with sqlite3.connect(tmp_path / "games.db") as log:
        (summary,) = log.execute("SELECT summary FROM headings WHERE code = '000001'").fetchone()
        for number, damaged in {
            1: b"\xc1",
            2: summary.replace(b"Ann", b"\xff\xff\xff"),
            3: summary.replace(b"kill", b"kiln"),
        }.items():
            log.execute("UPDATE headings SET summary = ? WHERE code = ?", (damaged, f"{number:06}"))
    log.close()
    async with served(tmp_path) as server, Client(server.address) as client:
        assert [each["code"] for each in await client.get("/api/games")] == ["000004", "000000"]
        assert len([record for record in caplog.records if "is left out" in record.getMessage()]) == 3


@on_loop
async def test_the_lobby_is_told_in_pages(tmp_path: Path) -> None:
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann:
        codes = [(await ann.open(KILL)).code for _ in range(5)]
        await ann.quick(KILL, 3, listed=True)
        page = await ann.get("/api/lobby?limit=3")
        assert [each["code"] for each in page["gathering"]] == codes[:1:-1]
        assert len(page["playing"]) == 1
        following = await ann.get(f"/api/lobby?limit=3&phase=gathering&before={page['gathering'][-1]['changed']}")
        assert [each["code"] for each in following["gathering"]] == codes[1::-1]
        assert following["playing"] == []
        for limit in (0, 201, "all"):
            assert (await ask(server, "GET", f"/api/lobby?limit={limit}")).status == 400


@on_loop
async def test_a_finished_game_is_analysed_once(tmp_path: Path) -> None:
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann:
        opened = await ann.quick(KILL, 3, options=SHORT)
        path = f"/api/games/{opened.table}/1/analysis?playouts=10"
        with pytest.raises(ServerError, match="no finished game"):
            await ann.get(path)
        async with ann.sit(opened.code) as seat:
            await play_out(seat)
        heard: Heard = await ask(server, "GET", path)
        while heard.status == 202:
            assert heard.json == {"ready": False, "again": 2.0}
            await asyncio.sleep(0.2)
            heard = await ask(server, "GET", path)
        assert heard.status == 200
        assert heard.json["playouts"] == 10
        assert heard.json["points"]
        assert len(list((tmp_path / "analyses").iterdir())) == 1
        assert (await ask(server, "GET", path)).content == heard.content
        for playouts in ("1", "1000000", "many"):
            assert (await ask(server, "GET", path.replace("=10", f"={playouts}"))).status == 400


@on_loop
async def test_commands_and_invitations_work_without_a_socket(tmp_path: Path) -> None:
    async with (
        served(tmp_path, public="https://lucky.example") as server,
        Client(server.address, "Ann") as ann,
        Client(server.address, "Bob") as bob,
    ):
        opened = await ann.open(KILL, 3)
        assert opened.link == f"https://lucky.example/t/{opened.code}"
        path = f"/api/tables/{opened.code}"
        invitation = await ann.post(f"{path}/invitations", {"seat": 2})
        assert invitation["link"] == f"{opened.link}#{invitation['token']}"
        assert ElementTree.fromstring(invitation["qr"]).tag.endswith("svg")
        with pytest.raises(ServerError, match="join the table first"):
            await bob.post(f"{path}/invitations", {"seat": 1})
        redeem = {"do": "redeem", "token": invitation["token"], "name": "Bob"}
        answer = await bob.post(f"{path}/commands", {"id": "r", "version": opened.version, "do": redeem})
        assert answer["accepted"]
        told = await bob.get(f"{path}?since={opened.version}")
        assert told["type"] == "table"
        assert told["sheet"]["you"]["seats"] == [2]
        with pytest.raises(ServerError, match="not yours"):
            await bob.post(f"{path}/invitations", {"seat": 0})


@on_loop
async def test_what_cannot_be_opened_is_refused_in_words(tmp_path: Path) -> None:
    async with served(tmp_path, tables=1) as server, Client(server.address, "Ann") as ann:
        for body, words in (
            ({"settings": {"edition": "nothing"}}, "nothing"),
            ({"settings": {"edition": KILL}, "seats": 20}, "players"),
            ({"settings": {"edition": KILL}, "bots": ["easy"] * 4}, "more bots"),
            ({"settings": {"edition": KILL}, "bots": ["genius"]}, "easy"),
            ({"settings": {}}, "edition"),
        ):
            with pytest.raises(ServerError, match=words):
                await ann.post("/api/tables", body)
        with pytest.raises(ServerError, match="so many tables"):
            await ann.open(KILL)


@on_loop
async def test_health_and_metrics(tmp_path: Path) -> None:
    async with served(tmp_path) as server, two_at_a_table(server):
        assert (await ask(server, "GET", "/api/health")).json == {"status": "ok", "tables": 1, "sockets": 2}
        text = (await ask(server, "GET", "/metrics")).content.decode()
        assert "drlucky_sockets 2.0" in text
        assert 'drlucky_tables{phase="playing"} 1.0' in text
        assert re.search(r'drlucky_commands_total\{result="accepted"\} [1-9]', text)
        page = (DOCS / "server.md").read_text(encoding="utf-8")
        for name in re.findall(r"^# TYPE (\w+) (?:counter|gauge|histogram)$", text, re.MULTILINE):
            assert name in page or name.endswith("_created"), name
        assert "Ann" not in text
        await server.context.tables.store.close()
        assert (await ask(server, "GET", "/api/health")).status == 503


@on_loop
async def test_unknown_paths_and_methods_are_answered_in_words(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        nothing = await ask(server, "GET", "/api/nothing")
        assert (nothing.status, nothing.json["code"]) == (404, "not here")
        assert (await ask(server, "DELETE", "/api/lobby")).status == 405
        for path in ("/../secret", "/%2e%2e/secret", "/static/../../config.py", "/games.db"):
            assert (await ask(server, "GET", path)).status == 404, path
