"""Analyses of games: made by a worker, while whoever asked is told to ask again, and kept. Those of games that were
played here are kept on disk; of those of records that someone brought the last few stay in memory."""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from drlucky import files
from drlucky.jobs import TimedOut
from drlucky.server.errors import Failed
from drlucky.server.history.byte_cache import ByteCache
from drlucky.server.workers import Workers

AT_ONCE = 1.0
"""Seconds within which an answer is worth waiting for."""
BYTES_KEPT = 4 * 2**20
TOO_LONG_KNOWN = 1000
AT_ONCE_FOR_ONE = 3
"""Analyses for one client. The next is begun when it is asked for again and one of these is done."""
Admission = Callable[[], Awaitable[None]]
Made = Callable[[str, int, bytes], Awaitable[None]]
"""Of a table's game with this number."""


class AnalysisCache:
    def __init__(self, workers: Workers, folder: Path, made: Made) -> None:
        """`made` is told of each analysis of a game that is kept."""
        self._workers = workers
        self._told = made
        self._folder = folder
        self._disk = ThreadPoolExecutor(1, "analyses")
        """Writes and deletes, one after the other."""
        self._tasks: dict[str, asyncio.Task[bytes]] = {}
        self._recent: ByteCache[str, bytes] = ByteCache(BYTES_KEPT)
        self._making: Counter[str] = Counter()
        self._too_long: OrderedDict[str, None] = OrderedDict()

    async def of_game(
        self, table: str, number: int, record: str, playouts: int, client: str, admit: Admission
    ) -> bytes | None:
        """As JSON; None while it is being made for a client. `admit` may refuse to have it made."""
        path = self._path(table, number, playouts)
        if path.exists():
            return await asyncio.to_thread(path.read_bytes)
        make = partial(self._make_and_keep, table, number, record, playouts)
        return await self._made(path.stem, make, client, admit)

    async def kept(self, table: str, number: int, playouts: int) -> bytes | None:
        """One that was made already."""
        path = self._path(table, number, playouts)
        return await asyncio.to_thread(path.read_bytes) if path.exists() else None

    def _path(self, table: str, number: int, playouts: int) -> Path:
        return self._folder / f"{table}-{number}-{playouts}.json"

    async def of_record(self, record: str, playouts: int, client: str, admit: Admission) -> bytes | None:
        """The same of one that is not kept here."""
        name = f"{sha256(record.encode(errors='surrogatepass')).hexdigest()}-{playouts}"
        recent = self._recent.get(name)
        if recent is not None:
            return recent
        return await self._made(name, partial(self._make_and_remember, record, playouts, name), client, admit)

    async def _made(
        self, name: str, make: Callable[[], Coroutine[Any, Any, bytes]], client: str, admit: Admission
    ) -> bytes | None:
        if name not in self._tasks:
            self._check(name)
            if self._making[client] < AT_ONCE_FOR_ONE:
                await admit()
            if self._making[client] >= AT_ONCE_FOR_ONE:
                return None
        task = self._tasks.get(name)
        if task is None:
            task = self._tasks[name] = asyncio.get_running_loop().create_task(make())
            task.add_done_callback(partial(self._forget, name, client))
            self._making[client] += 1
        done, _ = await asyncio.wait({task}, timeout=AT_ONCE)
        self._check(name)
        return task.result() if done else None

    def _check(self, name: str) -> None:
        if name in self._too_long:
            raise Failed("too large", "this analysis takes too long here; make it at home with `drlucky analyse`")

    def _forget(self, name: str, client: str, task: asyncio.Task[bytes]) -> None:
        """Nobody may be there any more to hear that it failed, and then it is made anew when someone asks: but for one
        that takes too long, which would be begun again and again."""
        del self._tasks[name]
        self._making[client] -= 1
        if not self._making[client]:
            del self._making[client]
        if not task.cancelled() and isinstance(task.exception(), TimedOut):
            self._too_long[name] = None
            if len(self._too_long) > TOO_LONG_KNOWN:
                self._too_long.popitem(last=False)

    async def _make_and_keep(self, table: str, number: int, record: str, playouts: int) -> bytes:
        found = await self._workers.analysis(record, playouts)
        path = self._path(table, number, playouts)
        await asyncio.get_running_loop().run_in_executor(self._disk, keep, path, found)
        await self._told(table, number, found)
        return found

    async def _make_and_remember(self, record: str, playouts: int, name: str) -> bytes:
        found = await self._workers.analysis(record, playouts)
        self._recent.put(name, found, len(found))
        return found

    async def forget(self, table: str) -> None:
        """Those of its games are deleted, and what is being made of one is not kept."""
        for name, task in self._tasks.items():
            if name.startswith(f"{table}-"):
                task.cancel()
        await asyncio.get_running_loop().run_in_executor(self._disk, discard, self._folder, f"{table}-*.json")

    def close(self) -> None:
        for task in list(self._tasks.values()):
            task.cancel()
        self._disk.shutdown(wait=True)


def keep(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    files.write(path, content)


def discard(folder: Path, names: str) -> None:
    for path in folder.glob(names):
        path.unlink(missing_ok=True)
