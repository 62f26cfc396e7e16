"""Tables where nobody is: they rest, count for nobody, and wake when someone asks."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from drlucky.server.auth import new_identity
from drlucky.server.client import Client, ServerError
from drlucky.server.limits import table_shares
from drlucky.server.run import Server
from drlucky.table import registry
from server.serving import KILL, SHORT, Heard, ask, eventually, hear, on_loop, play_out, raw, say, served
from server.test_bot_api import Stream, new_bot


@on_loop
async def test_tables_where_nobody_is_take_no_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with served(tmp_path, tables=5) as server, Client(server.address, "Ann") as ann:
        opened = [await ann.quick(KILL, 3, options=SHORT) for _ in range(5)]
        with pytest.raises(ServerError, match="so many tables already"):
            await ann.quick(KILL, 3)
        await server.context.tables.sweep()
        assert len(server.context.tables.live) == 5, "someone may come back at once"
        monkeypatch.setattr(registry, "RESTS_AFTER", 0.0)
        async with ann.sit(opened[0].code):
            await server.context.tables.sweep()
            assert list(server.context.tables.live) == [opened[0].table], "somebody is there"
            opened.append(await ann.quick(KILL, 3, options=SHORT))
            mine = await ann.get("/api/me/tables")
            assert {each["table"] for each in mine} == {each.table for each in opened}
            assert {each["phase"] for each in mine} == {"playing"}
        async with ann.sit(opened[1].code) as seat:
            await play_out(seat)
            assert seat.sheet
            assert seat.sheet.phase == "over"


@on_loop
async def test_a_program_that_listens_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "RESTS_AFTER", 0.0)
    async with served(tmp_path) as server:
        tables, bot = server.context.tables, await new_bot(server)
        opened = await bot.quick(KILL, 3)
        stream = await asyncio.to_thread(Stream, bot, opened.table)
        assert await stream.next()
        await tables.sweep()
        assert list(tables.live) == [opened.table]
        stream.close()
        await eventually(lambda: not tables.live[opened.table].followers)
        await tables.sweep()
        assert tables.live == {}


@on_loop
async def test_a_table_where_nobody_is_makes_room_for_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with served(tmp_path, tables=2) as server, Client(server.address, "Ann") as ann:
        first, second = [await ann.quick(KILL, 3, options=SHORT) for _ in range(2)]
        async with ann.sit(first.code):
            monkeypatch.setattr(registry, "GRACE", 0.0)
            third = await ann.quick(KILL, 3, options=SHORT)
            assert set(server.context.tables.live) == {first.table, third.table}
            async with ann.sit(third.code):
                with pytest.raises(ServerError, match="so many tables already"):
                    await ann.quick(KILL, 3)
                assert await woken(server, second.code, "127.0.0.1") == 200, "it is there when it is asked for"


@on_loop
async def test_a_start_wakes_no_table_and_whoever_asks_for_one_has_it(tmp_path: Path) -> None:
    async with served(tmp_path, tables=5) as server, Client(server.address, "Ann") as ann:
        opened = [await ann.quick(KILL, 3, options=SHORT) for _ in range(5)]
        identity = ann.identity
    async with served(tmp_path, tables=5) as server:
        await server.context.tables.settled()
        assert server.context.tables.live == {}
        mine = await ask(server, "GET", "/api/me/tables", Authorization=f"Bearer {identity}")
        assert {each["table"] for each in mine.json} == {each.table for each in opened}
        assert (await ask(server, "GET", f"/api/tables/{opened[3].code}")).status == 200
        assert list(server.context.tables.live) == [opened[3].table]


@on_loop
async def test_whoever_sat_at_a_table_of_an_earlier_drlucky_finds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its log did not say who sits where: so all tables are woken once."""
    monkeypatch.setattr(registry, "RECENT", -1.0)
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann:
        opened = [await ann.quick(KILL, 3), await ann.open(KILL)]
        identity = ann.identity
    with sqlite3.connect(tmp_path / "games.db") as log:
        log.executescript("""
            DROP INDEX past_by_change;
            DROP INDEX unkept;
            DROP TABLE people;
            DROP TABLE games;
            ALTER TABLE headings DROP COLUMN past;
            ALTER TABLE headings DROP COLUMN people;
            ALTER TABLE headings DROP COLUMN finished;
            ALTER TABLE headings DROP COLUMN kept;
            ALTER TABLE headings DROP COLUMN sum;
            ALTER TABLE entries DROP COLUMN sum;
            PRAGMA user_version = 1;
        """)
    log.close()
    for awake in (2, 0):
        async with served(tmp_path) as server:
            await server.context.tables.settled()
            assert len(server.context.tables.live) == awake
            mine = await ask(server, "GET", "/api/me/tables", Authorization=f"Bearer {identity}")
            assert {each["table"] for each in mine.json} == {each.table for each in opened}


@on_loop
async def test_a_damaged_heading_takes_nobody_s_tables_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "RECENT", -1.0)
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann:
        damaged, good = [(await ann.open(KILL)).table for _ in range(2)]
        identity = ann.identity
    with sqlite3.connect(tmp_path / "games.db") as log:
        log.execute("UPDATE headings SET summary = x'c1' WHERE \"table\" = ?", (damaged,))
    log.close()
    async with served(tmp_path) as server:
        await server.context.tables.settled()
        mine = await ask(server, "GET", "/api/me/tables", Authorization=f"Bearer {identity}")
        assert {each["table"] for each in mine.json} == {damaged, good}, "it was written anew, from its log"


@on_loop
async def test_one_client_has_a_share_of_the_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_shares, "LEAST", 2)
    async with served(tmp_path, tables=20, proxies=("127.0.0.1",)) as server:
        token = f"Bearer {server.context.signer.sign(new_identity('Ann'))}"

        async def opening(address: str) -> Heard:
            body = {"edition": KILL, "players": 3}
            return await ask(server, "POST", "/api/quick", body, Authorization=token, X_Forwarded_For=address)

        opened = [await opening(f"2001:db8::{number}") for number in range(3)]
        assert [each.status for each in opened] == [201, 201, 409]
        assert "2 tables are open for you already" in opened[2].json["text"]
        assert (await opening("2001:db8:0:1::1")).status == 201
        monkeypatch.setattr(registry, "RESTS_AFTER", 0.0)
        await server.context.tables.sweep()
        assert [(await opening("2001:db8::9")).status for _ in range(2)] == [201, 201]
        at_rest = opened[0].json["code"]
        assert await woken(server, at_rest, "2001:db8::9") == 409, "waking one counts as well"
        async with raw(server, None, **{"X-Forwarded-For": "2001:db8::9"}) as socket:
            await say(socket, type="hello", table=at_rest)
            bye = await hear(socket)
            assert (bye["code"], bye["again"], "2 tables are open" in bye["text"]) == ("full", 30.0, True)
        assert await woken(server, at_rest, "192.0.2.1") == 200
        assert await woken(server, at_rest, "2001:db8::9") == 200, "it is awake"


async def woken(server: Server, code: str, address: str) -> int:
    return (await ask(server, "GET", f"/api/tables/{code}", X_Forwarded_For=address)).status
