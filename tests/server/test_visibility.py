"""Where nobody may watch, nobody does: over HTTP, on a socket, during a game and after it."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from drlucky.server.client import Client, ServerError
from drlucky.server.run import Server
from drlucky.server.ws.snapshots import snapshot_of
from drlucky.table import Kick, Say, Watch
from server.serving import (
    SHORT,
    Heard,
    ask,
    hear,
    move_either,
    on_loop,
    play_out,
    raw,
    say,
    served,
    two_at_a_table,
    until,
)

PAST = ("", "/1/record", "/1/replay", "/1/statistics", "/1/verify", "/1/board.svg", "/1/analysis?playouts=10")
PRIVATE: dict[str, Any] = {"watchable": False, "listed": False}


@on_loop
async def test_a_stranger_who_asks_to_watch_is_turned_away(tmp_path: Path) -> None:
    async with (
        served(tmp_path) as server,
        two_at_a_table(server, options=SHORT, **PRIVATE) as (ann, bob),
        Client(server.address, "Eve") as eve,
    ):
        await bob.do(Say("nobody hears us"))
        async with eve.sit(ann.table) as seat:
            answer = await seat.do(Watch("Eve"))
            assert (answer.accepted, answer.code) == (False, "by invitation")
            assert seat.sheet
            assert (seat.sheet.game, seat.sheet.lines) == (None, ())
        await asyncio.gather(play_out(ann), play_out(bob))
        await until(bob, lambda sheet: sheet.phase == "over")
        for path in PAST:
            heard = await asked(server, eve, f"/api/games/{ann.table}{path}")
            assert (heard.status, heard.json["code"]) == (403, "not yours"), path
        assert (await asked(server, eve, f"/api/tables/{ann.table}/board.svg")).status == 404
        assert (await asked(server, bob.client, f"/api/games/{ann.table}/1/record")).status == 200


async def asked(server: Server, client: Client, path: str) -> Heard:
    return await ask(server, "GET", path, **dict(client.headers))  # type: ignore[arg-type]


@on_loop
async def test_what_happens_is_not_told_outside_either(tmp_path: Path) -> None:
    """Nobody without a name hears of a move or a line, live or when they ask; nor does one who was sent away."""
    async with served(tmp_path) as server, two_at_a_table(server, options=SHORT, **PRIVATE) as (ann, bob):
        before = ann.sheet
        assert before
        async with raw(server) as stranger, raw(server, bob.client) as kicked:
            await say(stranger, type="hello", table=ann.table)
            await say(kicked, type="hello", table=ann.table)
            assert bob.sheet
            assert bob.sheet.you
            await ann.do(Kick(bob.sheet.you.member))
            await ann.do(Say("are they gone?"))
            await play_out(ann)
            told = [await sheets_until_over(stranger), await sheets_until_over(kicked)]
        past_the_kick = [next(at for at, each in enumerate(sheets) if not knows(each)) for sheets in told]
        assert past_the_kick[0] == 0
        for sheets, first in zip(told, past_the_kick, strict=True):
            assert len(sheets) > first
            for sheet in sheets[first:]:
                assert not knows(sheet)
                assert {each["kind"] for each in sheet["news"]} <= {"started"}
        for client in (Client(server.address), bob.client):
            heard = await asked(server, client, f"/api/tables/{ann.table}?since={before.version}")
            assert not knows(heard.json["sheet"])
            assert {each["kind"] for each in heard.json["sheet"]["news"]} <= {"started"}


@on_loop
async def test_outside_nobody_is_told_when_something_happens(tmp_path: Path) -> None:
    """Not even by a message that says nothing, or by an answer."""
    async with (
        served(tmp_path) as server,
        two_at_a_table(server, options=SHORT, **PRIVATE) as (ann, bob),
        Client(server.address, "Eve") as eve,
        raw(server, eve) as stranger,
    ):
        await say(stranger, type="hello", table=ann.table)
        told = [(await hear(stranger, "table"))["sheet"]]
        for number in range(3):
            await ann.do(Say("one"))
            await move_either(ann, bob)
            await say(stranger, type="do", id=f"{number}", version=10**6, do={"do": "watch", "name": "Eve"})
            while (message := await hear(stranger))["type"] == "table":
                told.append(message["sheet"])
            assert (message["type"], message["code"]) == ("answer", "by invitation")
            assert message["version"] == told[-1]["version"]
        await asyncio.gather(play_out(ann), play_out(bob))
        while told[-1]["phase"] != "over":
            told.append((await hear(stranger, "table"))["sheet"])
        assert [sheet["phase"] for sheet in told] == ["playing", "over"], "that it is over can be seen"


def knows(sheet: dict[str, Any]) -> bool:
    """Is anything on it that only those at the table may see?"""
    return bool(sheet.get("game") or sheet["lines"] or sheet["lines_at"] or sheet.get("tally") or sheet.get("paused"))


async def sheets_until_over(socket: Any) -> list[dict[str, Any]]:
    sheets = [(await hear(socket, "table"))["sheet"]]
    while sheets[-1]["phase"] != "over":
        sheets.append((await hear(socket, "table"))["sheet"])
    return sheets


@on_loop
async def test_one_who_may_not_see_the_game_is_told_nothing_on_demand(tmp_path: Path) -> None:
    async with served(tmp_path) as server, two_at_a_table(server, **PRIVATE) as (ann, _), raw(server) as stranger:
        await say(stranger, type="hello", table=ann.table)
        for question in ({"type": "sight"}, {"type": "why", "action": "draw"}, {"type": "hint"}):
            await say(stranger, id="q", **question)
            heard = await hear(stranger, "error")
            assert (heard["id"], heard["code"]) == ("q", "not yours")


@on_loop
async def test_a_listed_table_at_which_nobody_may_watch_tells_no_result(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        for watchable in (False, True):
            async with two_at_a_table(server, options=SHORT, watchable=watchable) as (ann, bob):
                await asyncio.gather(play_out(ann), play_out(bob))
                await until(ann, lambda sheet: sheet.phase == "over")
                row = await past_row(server, ann.table)
                assert row.get("outcome") is None if not watchable else row["outcome"]


async def past_row(server: Server, code: str) -> dict[str, Any]:
    while True:
        rows = (await ask(server, "GET", "/api/games")).json
        found = [row for row in rows if row["code"] == code]
        if found:
            return dict(found[0])
        await asyncio.sleep(0.01)


@on_loop
async def test_those_who_may_not_see_a_table_are_told_one_message(tmp_path: Path) -> None:
    """It is built once for all of them, and is not what members are told."""
    async with served(tmp_path) as server, two_at_a_table(server, **PRIVATE) as (ann, _):
        live = await server.context.tables.get(ann.table)
        shown = snapshot_of(live)
        first = shown.tell(None, None, None, "en")
        assert shown.tell("person eve", None, None, "de") is first
        host = live.table.host
        assert shown.tell(host, None, None, "en") is not first
        with pytest.raises(ServerError, match="not for you"):
            await Client(server.address).text(f"/api/tables/{ann.table}/board.svg")
