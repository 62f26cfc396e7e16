"""However many games are finished, the work for a move and for an answer is the same: it is counted in steps of the
database's machine and in calls of functions, which are the same on any machine, however busy it is. The short form of
`python -m reliability.finished`."""

import sqlite3
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from drlucky.table.store import sqlite, sqlite_reader
from drlucky.table.store.schema import connect
from reliability.finished import FEW, finished, me, questions
from reliability.real_tables import fill
from server.serving import ask, move_either, on_loop, served, two_at_a_table

MANY = 3_000
MOVES = 40
GROWTH = 1.3
"""So many times as much work at most. What looks at all that are finished does thirty times as much."""


class Work:
    """What the server does, as long as it is counted."""

    def __init__(self) -> None:
        self._done = Counter[str]()

    def connect(self, path: Path) -> sqlite3.Connection:
        connection = connect(path)
        connection.set_progress_handler(self._step, 1)
        return connection

    @contextmanager
    def counted(self, found: Counter[str]) -> Iterator[None]:
        before = self._done.copy()
        sys.setprofile(self._call)
        try:
            yield
        finally:
            sys.setprofile(None)
            found.update(self._done - before)

    def _step(self) -> None:
        self._done["steps"] += 1

    def _call(self, frame: FrameType, event: str, of: Any) -> None:
        if event in ("call", "c_call"):
            self._done["calls"] += 1


async def work_beside(games: int, folder: Path, now: float) -> dict[str, Counter[str]]:
    """For some moves, and for each question, of a server that keeps so many finished games."""
    work = Work()
    done = {what: Counter[str]() for what in ("moves", *questions(now))}
    folder.mkdir()
    await fill(folder / "games.db", finished(games, now))
    with pytest.MonkeyPatch.context() as patch:
        for module in (sqlite, sqlite_reader):
            patch.setattr(module, "connect", work.connect)
        async with served(folder) as server:
            await server.context.tables.settled()
            for what, path in questions(now).items():
                with work.counted(done[what]):
                    heard = await ask(server, "GET", f"/api/{path}", Authorization=f"Bearer {me(folder)}")
                assert heard.status == 200, heard.content
            async with two_at_a_table(server, bots=0) as (ann, bob):
                with work.counted(done["moves"]):
                    for _ in range(MOVES):
                        await move_either(ann, bob)
    return done


@pytest.mark.slow
@on_loop
async def test_however_many_games_are_finished_a_move_and_an_answer_are_no_more_work(tmp_path: Path) -> None:
    now = time.time()
    # What is done once in a process is done before it counts.
    servers = {"first": FEW, "few": FEW, "many": MANY}
    _, few, many = [await work_beside(games, tmp_path / name, now) for name, games in servers.items()]
    for what, before in few.items():
        for kind, count in before.items():
            assert many[what][kind] <= GROWTH * count, f"{what}: {kind} {before} {many[what]}"
    asked_of_the_database = {what for what, before in few.items() if before["steps"]}
    assert asked_of_the_database == {*few} - {"the lobby"}
    assert all(before["calls"] for before in few.values())
