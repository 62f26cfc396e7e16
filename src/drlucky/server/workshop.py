"""Workshop: hints and analyses are made in processes of their own, so that nobody waits for them who did not ask.

They are handed what they may know and nothing else: a hint the view of a seat, an analysis the record of a game that
is over."""

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from typing import Any, TypeVar

import msgspec

from drlucky.errors import DrLuckyError
from drlucky.game.view import View
from drlucky.hints import Hint, hint
from drlucky.table.bot_runner import step_back

HINT_SECONDS = 1.0
FEW_PLAYOUTS = 20
"""An analysis of so many from each decision takes about as long as a hint."""
MOST_WAITING = 20

T = TypeVar("T")


class Busy(DrLuckyError):
    """So much is being worked on that it would take too long."""


def find_hint(view: View) -> Hint:
    return hint(view, seconds=HINT_SECONDS)


def analysis_of(record: str, playouts: int) -> bytes:
    from drlucky.analysis import analyse

    return msgspec.json.encode(analyse(record, playouts).as_dict())


class Bench:
    """One process, begun when it is first needed, with a short queue before it."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._waiting = 0

    async def work(self, what: Callable[..., T], *given: Any) -> T:
        if self._waiting >= MOST_WAITING:
            raise Busy("many others have asked before you; try again in a while")
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, context, initializer=step_back)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, what, *given)
        except BrokenExecutor:
            self._pool = None
            raise Busy("the process that worked on it has died; try again") from None
        finally:
            self._waiting -= 1

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


class Workshop:
    """Hints and rough analyses take a second, others many: they do not wait for each other."""

    def __init__(self) -> None:
        self._quick = Bench()
        self._thorough = Bench()

    async def hint(self, view: View) -> Hint:
        return await self._quick.work(find_hint, view)

    async def analysis(self, record: str, playouts: int) -> bytes:
        """As JSON."""
        bench = self._quick if playouts <= FEW_PLAYOUTS else self._thorough
        return await bench.work(analysis_of, record, playouts)

    def close(self) -> None:
        self._quick.close()
        self._thorough.close()
