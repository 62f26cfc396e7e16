"""Lists of tables are the same at every node, also of tables that are led elsewhere."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from drlucky.server.client import Client
from drlucky.server.run import Server
from drlucky.table.cluster import elsewhere
from server.cluster.test_identities import two_nodes
from server.serving import KILL, SHORT, ask, move_either, on_loop, play_out, two_at_a_table, until


async def asked(server: Server, path: str, client: Client | None = None) -> Any:
    heard = await ask(server, "GET", path, Cookie=f"drlucky={client.identity}" if client else "")
    assert heard.status == 200, heard.content
    return heard.json


@on_loop
async def test_the_lobby_shows_tables_of_all_nodes(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(elsewhere, "GOOD_FOR", 0.0)
    async with two_nodes(tmp_path, database) as (one, other), Client(other.address, "Eve") as eve:
        await eve.open(KILL, listed=True)
        await eve.open(KILL, listed=False)
        async with two_at_a_table(one, bots=0, listed=True):
            lobby = await asked(one, "/api/lobby")
            assert [len(lobby[phase]) for phase in ("gathering", "playing")] == [1, 1]
            assert lobby["playing"][0]["turn"] is not None
            assert await asked(other, "/api/lobby") == lobby
            assert (await asked(other, "/api/lobby?phase=playing"))["gathering"] == []
            before = lobby["playing"][0]["changed"]
            assert (await asked(other, f"/api/lobby?phase=playing&before={before}"))["playing"] == []
            assert len((await asked(one, "/api/lobby?limit=1"))["gathering"]) == 1


@on_loop
async def test_where_i_can_go_on_says_whose_turn_it_is_at_every_node(tmp_path: Path, database: str) -> None:
    async with two_nodes(tmp_path, database) as (one, other), two_at_a_table(one, bots=0) as (first, second):
        said = set[bool]()
        while len(said) < 2:
            sheet: Any = await until(first, lambda sheet: sheet.game)
            mine, theirs = [await asked(server, "/api/me/tables", first.client) for server in (one, other)]
            is_still_so = first.sheet is sheet
            if is_still_so:
                assert mine == theirs
                assert mine[0].get("yours", False) == bool(sheet.game.view.legal)
                said.add(bool(sheet.game.view.legal))
            await move_either(first, second)


@on_loop
async def test_finished_games_and_what_is_kept_of_them_are_at_every_node(tmp_path: Path, database: str) -> None:
    async with two_nodes(tmp_path, database) as (one, other):
        async with two_at_a_table(one, options=SHORT, listed=True) as (first, second):
            await asyncio.gather(play_out(first), play_out(second))
        while len(await asked(one, "/api/games")) < 1:
            await asyncio.sleep(0.01)
        assert await asked(other, "/api/games") == await asked(one, "/api/games")
