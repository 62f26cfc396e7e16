"""Leaving without a trace: a table at which nobody else has been is deleted, and nothing of it is found any more."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from drlucky.server.client import Client
from drlucky.server.rate_limit import Buckets
from drlucky.server.run import Server
from drlucky.table import Clock, Invite, Redeem, Say, Watch
from server.serving import SHORT, Heard, ask, eventually, hear, on_loop, play_out, raw, rows_of, say, served, until

NAME, WORDS = "Zebedäus Quincy", "rhubarb rhubarb"
OPENING: dict[str, Any] = {"edition": "kill-1996", "players": 3, "level": "easy", "options": SHORT, "listed": True}


async def quick(server: Server, client: Client, **more: Any) -> str:
    heard = await asked(server, client, "POST", "/api/quick", {**OPENING, **more})
    assert heard.status == 201, heard.content
    return str(heard.json["table"])


async def asked(server: Server, client: Client | None, method: str, path: str, body: Any = None) -> Heard:
    headers: dict[str, Any] = dict(client.headers) if client else {}
    return await ask(server, method, path, body, **headers)


def on_disk(folder: Path) -> bytes:
    """Every file of a data folder with its name."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return b"\n".join(str(path).encode() + b"\n" + path.read_bytes() for path in files)


async def played(client: Client, table: str, words: str = "hello") -> None:
    async with client.sit(table) as seat:
        assert (await seat.do(Say(words))).accepted
        await play_out(seat)
        await until(seat, lambda sheet: sheet.phase == "over")


@on_loop
async def test_nothing_of_a_table_is_left_in_the_data_folder(tmp_path: Path) -> None:
    """Where it was played to the end, replayed and analysed, and the table of somebody else stays as it was."""
    async with served(tmp_path) as server, Client(server.address, NAME) as ann, Client(server.address, "Bob") as bob:
        other = await quick(server, bob)
        await played(bob, other)
        table = await quick(server, ann)
        await played(ann, table, WORDS)
        code = (await asked(server, ann, "GET", f"/api/tables/{table}")).json["sheet"]["code"]
        for path in ("replay", "statistics", "verify", "record"):
            assert (await asked(server, ann, "GET", f"/api/games/{table}/1/{path}")).status == 200, path
        record = (await asked(server, ann, "GET", f"/api/games/{table}/1/record")).content
        seed = next(line.split()[-1] for line in record.decode().splitlines() if line.startswith("seed:"))
        await analysed(server, ann, table)
        texts = [each.encode() for each in (table, code, NAME, WORDS, identity(server, ann))]
        traces = [*texts, bytes.fromhex(seed)]
        before = on_disk(tmp_path)
        assert all(trace in before for trace in traces)

        assert (await asked(server, bob, "DELETE", f"/api/tables/{table}")).status == 403
        assert (await asked(server, None, "DELETE", f"/api/tables/{table}")).status == 401
        assert (await asked(server, ann, "DELETE", f"/api/tables/{code}")).json == {"table": table}
        after = on_disk(tmp_path)
        assert [trace for trace in traces if trace in after] == []
        for path in (
            f"/api/tables/{table}",
            f"/api/tables/{code}",
            f"/api/games/{table}",
            f"/api/games/{code}/1/replay",
        ):
            assert (await asked(server, ann, "GET", path)).status == 404, path
        for path in ("/api/games", "/api/lobby", "/api/me/tables"):
            assert table.encode() not in (await asked(server, ann, "GET", path)).content, path
        assert (await asked(server, ann, "DELETE", f"/api/tables/{table}")).status == 404
        assert (await asked(server, bob, "GET", f"/api/games/{other}/1/record")).status == 200
    assert [trace for trace in traces if trace in on_disk(tmp_path)] == [], "nor after a stop"
    async with served(tmp_path) as server:
        assert (await ask(server, "GET", f"/api/tables/{table}")).status == 404
        assert (await ask(server, "GET", f"/api/games/{other}/1/record")).status == 200


def identity(server: Server, client: Client) -> str:
    token = dict(client.headers)["Authorization"].split()[-1]
    found = server.context.signer.verify(token)
    assert found
    return found.person


async def analysed(server: Server, client: Client, table: str) -> None:
    while (await asked(server, client, "GET", f"/api/games/{table}/1/analysis?playouts=10")).status == 202:
        await asyncio.sleep(0.05)
    await eventually(lambda: bool(list((server.context.config.data_folder / "analyses").glob(f"{table}-*"))))


@on_loop
async def test_what_was_asked_for_at_a_table_goes_with_it(tmp_path: Path) -> None:
    """The address of a calendar, and the decision that it tells of."""
    async with served(tmp_path) as server, Client(server.address, NAME) as ann:
        opened = await ann.open("kill-1996", 2, clock=Clock("days", 86_400.0))
        made = await asked(server, ann, "POST", "/api/me/calendars", {"table": opened.code})
        assert made.status == 201, made.content
        assert opened.table.encode() in on_disk(tmp_path)
        assert (await asked(server, ann, "DELETE", f"/api/tables/{opened.table}")).status == 200
        for name in ("calendars", "decisions"):
            assert await rows_of(server, name) == []
        assert opened.table.encode() not in on_disk(tmp_path)
        path = made.json["link"].removeprefix(server.address)
        assert (await ask(server, "GET", path)).status == 404


@on_loop
async def test_a_table_where_somebody_else_has_been_stays(tmp_path: Path) -> None:
    """A guest who only watched, or who had a seat and left."""
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann, Client(server.address, "Bob") as bob:
        watched = await quick(server, ann)
        async with bob.sit(watched) as guest:
            assert (await guest.do(Watch("Bob"))).accepted
        heard = await asked(server, ann, "DELETE", f"/api/tables/{watched}")
        assert (heard.status, heard.json["code"]) == (403, "not yours")
        handed = await ann.open("kill-1996", 2)
        async with ann.sit(handed.code) as host, bob.sit(handed.code) as guest:
            token = (await host.do(Invite(1))).token
            assert token
            assert (await guest.do(Redeem(token, "Bob"))).accepted
            await until(host, lambda sheet: len(sheet.people) == 2)
            assert host.sheet
            assert host.sheet.you
            assert not host.sheet.you.may_erase
        for who in (ann, bob):
            assert (await asked(server, who, "DELETE", f"/api/tables/{handed.table}")).status == 403
            assert (await asked(server, who, "GET", f"/api/tables/{handed.table}")).status == 200


@on_loop
async def test_whoever_looks_on_is_told_that_it_is_gone(tmp_path: Path) -> None:
    """Also someone without a name, in the middle of a game in which a bot thinks; nobody can come back to it."""
    async with served(tmp_path, pace=100.0) as server, Client(server.address, "Ann") as ann:
        table = await quick(server, ann)
        async with raw(server) as stranger, raw(server, ann) as tab:
            for socket in (stranger, tab):
                await say(socket, type="hello", table=table)
                await hear(socket, "table")
            assert (await asked(server, ann, "DELETE", f"/api/tables/{table}")).status == 200
            for socket in (stranger, tab):
                bye = await hear(socket, "bye")
                assert (bye["code"], bye.get("again")) == ("gone", None)
                await socket.wait_closed()
                assert socket.close_code == 4410
        async with raw(server, ann) as again:
            await say(again, type="hello", table=table)
            assert (await hear(again))["code"] == "not here"
        assert table not in server.context.tables.live


@on_loop
async def test_one_client_deletes_so_many_tables_and_no_more(tmp_path: Path) -> None:
    """Each costs the others a moment."""
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann:
        server.context.erasings = Buckets(1 / 3600, 1)
        tables = [await quick(server, ann) for _ in range(2)]
        assert (await asked(server, ann, "DELETE", f"/api/tables/{tables[0]}")).status == 200
        refused = await asked(server, ann, "DELETE", f"/api/tables/{tables[1]}")
        assert (refused.status, refused.json["code"]) == (429, "too fast")
        assert (await asked(server, ann, "GET", f"/api/tables/{tables[1]}")).status == 200


@on_loop
async def test_what_cannot_be_deleted_stays_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann:
        table = await quick(server, ann)
        store = server.context.tables.store
        with monkeypatch.context() as patch:
            patch.setattr("drlucky.table.store.sqlite.DELETE", ("DELETE FROM nowhere WHERE ?",))
            assert (await asked(server, ann, "DELETE", f"/api/tables/{table}")).status == 503
        assert store.failures == 1
        await played(ann, table)
        assert (await asked(server, ann, "GET", f"/api/games/{table}/1/record")).status == 200
