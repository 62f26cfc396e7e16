"""Pictures of previews: drawn by a worker, within a budget, and kept for a while."""

import asyncio
from collections import Counter
from functools import partial
from time import monotonic
from typing import NamedTuple

from drlucky.server.errors import Failed
from drlucky.server.history.byte_cache import ByteCache
from drlucky.server.previews.cards import Shown
from drlucky.server.previews.drawing import png
from drlucky.server.rate_limit import Buckets
from drlucky.server.workers import Workers

BYTES_KEPT = 6 * 2**20
"""Some 60 pictures."""
STILL_GOOD = 30.0
"""Seconds for which a picture of a table at which people move is good enough."""
DRAWN_PER_SECOND, DRAWN_AT_ONCE = 0.2, 20.0
"""Pictures that may be drawn for one client; those that are kept cost nothing. Each takes a quarter of a second."""
AT_ONCE_FOR_ONE = 3
"""Of them, so that others need not wait for many."""


class Kept(NamedTuple):
    png: bytes
    version: int
    at: float


class Pictures:
    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._kept: ByteCache[tuple[object, ...], Kept] = ByteCache(BYTES_KEPT)
        self._tasks: dict[tuple[object, ...], asyncio.Task[bytes]] = {}
        self._drawing: Counter[str] = Counter()
        self._budget = Buckets(DRAWN_PER_SECOND, DRAWN_AT_ONCE)

    async def of(self, shown: Shown, client: str) -> bytes:
        kept = self._kept.get(shown.key)
        if kept is not None and (kept.version == shown.version or monotonic() - kept.at < STILL_GOOD):
            return kept.png
        task = self._tasks.get(shown.key)
        if task is None:
            task = self._begin(shown, client)
        # Whoever asked may be gone before it is drawn, and others wait for it too.
        return await asyncio.shield(task)

    def _begin(self, shown: Shown, client: str) -> asyncio.Task[bytes]:
        budget = self._budget.of(client)
        if self._drawing[client] >= AT_ONCE_FOR_ONE or not budget.take():
            raise Failed("too fast", "many pictures were drawn for you lately; wait a moment", wait=budget.wait)
        task = self._tasks[shown.key] = asyncio.get_running_loop().create_task(self._draw(shown))
        self._drawing[client] += 1
        task.add_done_callback(partial(self._end, shown, client))
        return task

    async def _draw(self, shown: Shown) -> bytes:
        drawn = await self._workers.pictures.run(png, shown.drawn)
        self._kept.put(shown.key, Kept(drawn, shown.version, monotonic()), len(drawn))
        return drawn

    def _end(self, shown: Shown, client: str, task: asyncio.Task[bytes]) -> None:
        del self._tasks[shown.key]
        self._drawing[client] -= 1
        if not self._drawing[client]:
            del self._drawing[client]
        if not task.cancelled():
            task.exception()  # nobody may be there any more to hear of it

    def close(self) -> None:
        for task in list(self._tasks.values()):
            task.cancel()
