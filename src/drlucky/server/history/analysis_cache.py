"""Analyses of games: made by a worker, while whoever asked is told to ask again, and kept. Those of games that were
played here are kept on disk; of those of records that someone brought the last few stay in memory."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from drlucky import files
from drlucky.server.workers import Workers

AT_ONCE = 1.0
"""Seconds within which an answer is worth waiting for."""
KEPT = 16


class AnalysisCache:
    def __init__(self, workers: Workers, folder: Path) -> None:
        self._workers = workers
        self._folder = folder
        self._tasks: dict[str, asyncio.Task[bytes]] = {}
        self._recent: OrderedDict[str, bytes] = OrderedDict()

    async def of_game(self, game: str, record: str, playouts: int) -> bytes | None:
        """As JSON; None while it is being made."""
        name = f"{game}-{playouts}"
        path = self._folder / f"{name}.json"
        if path.exists():
            return await asyncio.to_thread(path.read_bytes)
        return await self._made(name, partial(self._make_and_keep, record, playouts, path))

    async def of_record(self, record: str, playouts: int, admit: Callable[[], None]) -> bytes | None:
        """The same of one that is not kept here; `admit` may refuse to have it made."""
        name = f"{sha256(record.encode(errors='surrogatepass')).hexdigest()}-{playouts}"
        if name in self._recent:
            return self._recent[name]
        if name not in self._tasks:
            admit()
        return await self._made(name, partial(self._make_and_remember, record, playouts, name))

    async def _made(self, name: str, make: Callable[[], Coroutine[Any, Any, bytes]]) -> bytes | None:
        task = self._tasks.get(name)
        if task is None:
            task = self._tasks[name] = asyncio.get_running_loop().create_task(make())
            task.add_done_callback(partial(self._forget, name))
        done, _ = await asyncio.wait({task}, timeout=AT_ONCE)
        return task.result() if done else None

    def _forget(self, name: str, task: asyncio.Task[bytes]) -> None:
        """Nobody may be there any more to hear that it failed, and then it is made anew when someone asks."""
        self._tasks.pop(name, None)
        if not task.cancelled():
            task.exception()

    async def _make_and_keep(self, record: str, playouts: int, path: Path) -> bytes:
        found = await self._workers.analysis(record, playouts)
        await asyncio.to_thread(keep, path, found)
        return found

    async def _make_and_remember(self, record: str, playouts: int, name: str) -> bytes:
        found = self._recent[name] = await self._workers.analysis(record, playouts)
        if len(self._recent) > KEPT:
            self._recent.popitem(last=False)
        return found

    def close(self) -> None:
        for task in list(self._tasks.values()):
            task.cancel()


def keep(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    files.write(path, content)
