"""What does not work at the server itself: a full disk, a damaged log. Whoever runs it is told in a line, and others
what they need to know."""

import json
import sqlite3
from pathlib import Path

import pytest

from drlucky.server.client import Client
from drlucky.table import SQLiteStore, live
from drlucky.table.commands import Act, Join, Kick
from server.serving import KILL, ask, eventually, hear, on_loop, raw, say, served, two_at_a_table, until


@on_loop
async def test_a_disk_that_cannot_be_written_is_said_everywhere(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "PAUSE_AFTER_ERROR", 0.01)
    async with served(tmp_path, pace=1.0) as server, Client(server.address, "Ann") as ann:
        store = server.context.tables.store
        assert isinstance(store, SQLiteStore)
        opened = await ann.quick(KILL, 3)
        table = server.context.tables.live[opened.table].table
        async with ann.sit(opened.code) as seat:
            while table.asked() is None:
                sheet = await until(seat, lambda sheet: sheet.game and sheet.game.view.legal)
                assert (await seat.do(Act(sheet.game.view.legal[-1], confirmed=True), sheet.version)).accepted
            store._connection.execute("PRAGMA query_only = ON")
            await eventually(lambda: store.failures >= 3)
            (said,) = [record for record in caplog.records if record.levelname == "ERROR"]
            assert "games.db cannot be written" in said.getMessage()
            assert said.exc_info is None
            health = await ask(server, "GET", "/api/health")
            assert (health.status, health.json["status"]) == (503, "degraded")
            figures = (await ask(server, "GET", "/metrics")).content.decode()
            assert "drlucky_failed_writes_total 0.0" not in figures
            command = {"id": "c", "version": table.version, "do": {"do": "say", "text": "hello"}}
            refused = await ask(
                server, "POST", f"/api/tables/{opened.table}/commands", command, Authorization=f"Bearer {ann.identity}"
            )
            assert (refused.status, refused.json["code"]) == (503, "trouble")
            assert "cannot write down" in refused.json["text"]
            async with raw(server, ann) as socket:
                await say(socket, type="hello", table=opened.code)
                await say(socket, type="do", **command)
                trouble = await hear(socket, "error")
                assert (trouble["code"], trouble["text"]) == ("trouble", refused.json["text"])
            assert str(tmp_path) not in refused.content.decode() + json.dumps(trouble)
            store._connection.execute("PRAGMA query_only = OFF")
            await eventually(lambda: not store.is_failing)
            assert (await ask(server, "GET", "/api/health")).json["status"] == "ok"
            assert "can be written again" in caplog.messages[-1]


@on_loop
async def test_a_damaged_log_is_the_servers_fault_and_holds_up_nobody_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann:
        bare, broken, no_text, good = [(await ann.open(KILL)).table for _ in range(4)]
    with sqlite3.connect(tmp_path / "games.db") as log:
        log.execute('DELETE FROM entries WHERE "table" = ?', (bare,))
        log.execute("UPDATE entries SET entry = x'c1' WHERE \"table\" = ?", (broken,))
        (entry,) = log.execute('SELECT entry FROM entries WHERE "table" = ? AND version = 1', (no_text,)).fetchone()
        at = entry.index(no_text.encode())
        damaged = entry[:at] + b"\xff" + entry[at + 1 :]
        log.execute('UPDATE entries SET entry = ? WHERE "table" = ? AND version = 1', (damaged, no_text))
    log.close()
    caplog.clear()
    async with served(tmp_path) as server:
        await server.context.tables.settled()
        for table in (bare, broken, no_text):
            assert any(table in record.getMessage() and record.name.endswith("registry") for record in caplog.records)
        assert not any(record.exc_info for record in caplog.records)
        lobby = await ask(server, "GET", "/api/lobby")
        assert lobby.status == 200
        assert [each["table"] for each in lobby.json["gathering"]] == [good]
        for table in (bare, broken, no_text):
            heard = await ask(server, "GET", f"/api/tables/{table}")
            assert (heard.status, heard.json["code"]) == (500, "trouble")
            async with raw(server) as socket:
                await say(socket, type="hello", table=table)
                assert (await hear(socket))["code"] == "trouble"
        assert (await ask(server, "GET", f"/api/tables/{good}")).status == 200


@on_loop
async def test_whom_a_host_sends_away_is_noted(tmp_path: Path) -> None:
    async with served(tmp_path) as server, two_at_a_table(server) as (ann, bob):
        member = bob.sheet.you.member if bob.sheet and bob.sheet.you else -1
        assert (await ann.do(Kick(member))).accepted
        assert not (await bob.do(Join("Bob"))).accepted
        lines = [json.loads(line) for line in (tmp_path / "security.log").read_text().splitlines()]
        assert lines[0]["what"] == "kicked"
        assert "Bob" not in json.dumps(lines)
