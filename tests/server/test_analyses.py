"""What analyses may cost: those of records that someone brings, and of games that are kept."""

import asyncio
import signal
import time
from pathlib import Path

import pytest

import drlucky
from drlucky.boards import read_plan
from drlucky.server import workers
from drlucky.server.client import Client
from drlucky.server.history.analysis_cache import AT_ONCE_FOR_ONE
from drlucky.server.workers import Workers
from patience import NEVER
from server.serving import KILL, SHORT, Heard, ask, eventually, on_loop, play_out, served
from server.test_serving import process

PLAN = """title: One View

plan:
+---------+---------+---------+
|         |         |         |
|    1    .    2    .    3    |
|         |         |         |
+---------+---------+---------+

rooms:
  1  Armory
  2  Foyer
  3  Dining Hall
"""


def begun(turn_limit: int, seed: int = 1) -> str:
    """The record of a game in which nobody has done anything yet, and nobody ever can: everyone sees everyone."""
    board = read_plan(PLAN, "view.txt")
    return drlucky.new(KILL, 3, seed=seed, turn_limit=turn_limit, board=board).record(secret=True)


@on_loop
async def test_a_record_that_could_go_on_for_ever_is_turned_away(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        for path in ("/api/analysis?playouts=10", "/api/replay"):
            heard = await ask(server, "POST", path, {"record": begun(300_000)})
            assert (heard.status, "a turn limit of 10,000 at most" in heard.json["text"]) == (413, True), heard.json
        assert (await ask(server, "POST", "/api/replay", {"record": begun(10_000)})).status == 200
        assert (await ask(server, "POST", "/api/analysis?playouts=10", {"record": begun(1000)})).status in (200, 202)


@on_loop
async def test_a_hint_waits_for_no_analysis() -> None:
    the_workers = Workers()
    try:
        analyses = [asyncio.ensure_future(the_workers.analysis(begun(1_000_000), playouts)) for playouts in (10, 1000)]
        await asyncio.sleep(0)  # they come first
        game = drlucky.new(KILL, 3, seed=1)
        assert game.to_decide is not None
        assert (await the_workers.hint(game.view(game.to_decide), game.past(game.to_decide))).best
        assert not any(analysis.done() for analysis in analyses)
    finally:
        the_workers.close()
        await asyncio.gather(*analyses, return_exceptions=True)


@on_loop
async def test_an_analysis_that_takes_too_long_is_ended_and_not_begun_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "GIVEN_UP_ANALYSIS", 0.1)
    asked = ("POST", "/api/analysis?playouts=1000", {"record": begun(10_000)})
    async with served(tmp_path) as server:
        heard = await ask(server, *asked)
        tasks = server.context.analyses._tasks
        await eventually(lambda: not tasks)
        if heard.status == 202:
            heard = await ask(server, *asked)
        assert (heard.status, "takes too long here" in heard.json["text"]) == (413, True), heard.json
        assert (await ask(server, *asked)).status == 413
        assert not tasks


@on_loop
async def test_one_client_has_few_analyses_made_at_once(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        for seed in range(5):
            heard = await ask(server, "POST", "/api/analysis?playouts=1000", {"record": begun(10_000, seed)})
            assert heard.status == 202
        assert len(server.context.analyses._tasks) == AT_ONCE_FOR_ONE


@on_loop
async def test_a_server_stops_while_an_analysis_is_made(tmp_path: Path) -> None:
    """Long before that is given up."""
    async with process(tmp_path) as (server, address):
        async with Client(address, "Ann") as ann:
            heard = await ann.post("/api/analysis?playouts=1000", {"record": begun(10_000)})
            assert heard == {"ready": False, "again": 2.0}
        began = time.monotonic()
        server.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(server.wait(), NEVER) == 0
        assert time.monotonic() - began < workers.GIVEN_UP_ANALYSIS / 2


@on_loop
async def test_analyses_of_kept_games_are_few_and_have_to_be_admitted(tmp_path: Path) -> None:
    async with served(tmp_path, tables_per_minute=1) as server, Client(server.address, "Ann") as ann:
        opened = await ann.quick(KILL, 3, options=SHORT)
        async with ann.sit(opened.code) as seat:
            await play_out(seat)
        path = f"/api/games/{opened.table}/1/analysis?playouts="
        for playouts in range(11, 100):
            assert (await ask(server, "GET", f"{path}{playouts}")).status == 400
        bucket = server.context.openings.of("127.0.0.1")
        bucket._tokens = 1.0
        heard: Heard = await ask(server, "GET", f"{path}10")
        while heard.status == 202:
            await asyncio.sleep(0.05)
            heard = await ask(server, "GET", f"{path}10")
        assert heard.status == 200
        bucket._tokens = 0.0
        assert (await ask(server, "GET", f"{path}100")).status == 429
        assert (await ask(server, "GET", f"{path}10")).content == heard.content
