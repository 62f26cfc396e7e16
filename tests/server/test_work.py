"""The work of a move, counted in calls of functions: they are the same on any machine, however busy it is."""

import asyncio
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from drlucky.bench.disturbers import Disturbance, disturb
from drlucky.bench.load import Load, Plan
from drlucky.server.config import Config
from drlucky.server.run import running
from server.serving import KILL, on_loop

SECONDS = 2.0
MOVES = 100
"""One after the other, or some more: not all take the same. However long that takes."""
TABLES, STALLED = 200, 20
GROWTH = 1.1
"""So many times as many calls at most. What looks at every table, or at every socket, is far above it."""
CALLS = 1_250
"""At most for a move of one of four people; it was 950 to 1,000 when this was written."""
STALLING = 4.0
NETWORK = "127.2.0.0/16"


class Worker:
    """A server in a thread of its own, of which the calls are counted."""

    def __init__(self, address: str, loop: asyncio.AbstractEventLoop) -> None:
        self.address = address
        self._loop = loop
        self._calls = 0

    async def calls_for_a_move(self, load: Load) -> float:
        before = self._calls
        await self._in_loop(lambda: sys.setprofile(self._note))
        moves = 0
        while moves < MOVES:
            moves += (await load.measure(SECONDS)).moves
        await self._in_loop(lambda: sys.setprofile(None))
        return (self._calls - before) / moves

    def _note(self, frame: FrameType, event: str, of: Any) -> None:
        if event in ("call", "c_call"):
            self._calls += 1

    async def _in_loop(self, do: Any) -> None:
        done: Future[None] = Future()

        def called() -> None:
            do()
            done.set_result(None)

        self._loop.call_soon_threadsafe(called)
        await asyncio.wrap_future(done)


@contextmanager
def at_work(folder: Path) -> Iterator[Worker]:
    """Nobody asks too often."""
    rates: dict[str, Any] = {"requests_per_second": 1e5, "tables_per_minute": 1e5, "messages_per_second": 1e4}
    begun: Future[tuple[str, asyncio.AbstractEventLoop]] = Future()
    ended: Future[asyncio.Event] = Future()

    async def serve() -> None:
        over = asyncio.Event()
        async with running(Config(port=0, data=str(folder), sockets_per_address=1000, **rates)) as server:
            ended.set_result(over)
            begun.set_result((server.address, asyncio.get_running_loop()))
            await over.wait()

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    address, loop = begun.result()
    try:
        yield Worker(address, loop)
    finally:
        loop.call_soon_threadsafe(ended.result().set)
        thread.join()


@pytest.mark.slow
@on_loop
async def test_a_move_is_no_more_work_where_many_tables_are_open(tmp_path: Path) -> None:
    with at_work(tmp_path) as server:
        async with asyncio.TaskGroup() as group:
            load = Load(Plan((server.address,), KILL, 4, 1, None))
            others = Load(Plan((server.address,), KILL, 2, 1, None, idle=TABLES))
            await load.gather(group)
            alone = await server.calls_for_a_move(load)
            await others.gather(group)
            beside_others = await server.calls_for_a_move(load)
            load.disperse()
            others.disperse()
    assert alone < CALLS
    assert beside_others < GROWTH * alone


@pytest.mark.slow
@on_loop
async def test_a_move_is_no_more_work_where_others_have_stopped_reading(tmp_path: Path) -> None:
    with at_work(tmp_path) as server:
        async with asyncio.TaskGroup() as group:
            load = Load(Plan((server.address,), KILL, 4, 1, None))
            watched = Load(Plan((server.address,), KILL, 2, 1, None))
            await load.gather(group)
            await watched.gather(group)
            alone = await server.calls_for_a_move(load)
            tables = tuple(party.table for party in watched.parties)
            stalling = group.create_task(disturb(Disturbance(server.address, tables, STALLED, 0, NETWORK)))
            await load.measure(STALLING)
            beside_others = await server.calls_for_a_move(load)
            stalling.cancel()
            load.disperse()
            watched.disperse()
    assert beside_others < GROWTH * alone
