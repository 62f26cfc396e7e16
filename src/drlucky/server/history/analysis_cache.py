"""Analyses: made in the workers, while whoever asked for one is told to ask again, and kept. Those of games that are
kept here stay beside these; of those of records that someone brought the last few stay in memory."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from drlucky.server.workers import Workers

AT_ONCE = 1.0
"""Seconds within which an answer is worth waiting for."""
KEPT = 16


class Analyses:
    def __init__(self, workers: Workers, folder: Path) -> None:
        self._workers = workers
        self._folder = folder
        self._being_made: dict[str, asyncio.Task[bytes]] = {}
        self._brought: OrderedDict[str, bytes] = OrderedDict()

    async def of_game(self, game: str, record: str, playouts: int) -> bytes | None:
        """As JSON; None while it is being made."""
        name = f"{game}-{playouts}"
        path = self._folder / f"{name}.json"
        if path.exists():
            return await asyncio.to_thread(path.read_bytes)
        return await self._made(name, partial(self._for_the_shelf, record, playouts, path))

    async def of_record(self, record: str, playouts: int, admit: Callable[[], None]) -> bytes | None:
        """The same of one that is not kept here; `admit` may refuse to have it made."""
        name = f"{sha256(record.encode(errors='surrogatepass')).hexdigest()}-{playouts}"
        if name in self._brought:
            return self._brought[name]
        if name not in self._being_made:
            admit()
        return await self._made(name, partial(self._for_a_while, record, playouts, name))

    async def _made(self, name: str, make: Callable[[], Coroutine[Any, Any, bytes]]) -> bytes | None:
        task = self._being_made.get(name)
        if task is None:
            task = self._being_made[name] = asyncio.get_running_loop().create_task(make())
            task.add_done_callback(partial(self._forget, name))
        done, _ = await asyncio.wait({task}, timeout=AT_ONCE)
        return task.result() if done else None

    def _forget(self, name: str, task: asyncio.Task[bytes]) -> None:
        """Nobody may be there any more to hear that it failed, and then it is made anew when someone asks."""
        self._being_made.pop(name, None)
        if not task.cancelled():
            task.exception()

    async def _for_the_shelf(self, record: str, playouts: int, path: Path) -> bytes:
        found = await self._workers.analysis(record, playouts)
        await asyncio.to_thread(keep, path, found)
        return found

    async def _for_a_while(self, record: str, playouts: int, name: str) -> bytes:
        found = self._brought[name] = await self._workers.analysis(record, playouts)
        if len(self._brought) > KEPT:
            self._brought.popitem(last=False)
        return found

    def close(self) -> None:
        for task in list(self._being_made.values()):
            task.cancel()


def keep(path: Path, content: bytes) -> None:
    """All of it or nothing, whenever the server is stopped."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".part")
    draft.write_bytes(content)
    draft.replace(path)
