"""Analyses of games: made by a worker, while whoever asked is told to ask again, and kept. Each is made once, however
many ask for it, and whichever nodes they ask."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from hashlib import sha256

from drlucky.jobs import TimedOut
from drlucky.server.errors import Failed
from drlucky.server.history.analysis_store import AnalysisStore, Found
from drlucky.server.workers import Workers

FORM = 2
"""Of what is kept. Analyses of another form are not found, and made anew when someone asks."""
AT_ONCE = 1.0
"""Seconds within which an answer is worth waiting for."""
LOOK_EVERY = 0.5
"""Seconds between two looks if another node has made what is waited for."""
AT_ONCE_FOR_ONE = 3
"""Analyses for one client. The next is begun when it is asked for again and one of these is done."""
Admission = Callable[[], Awaitable[None]]
Made = Callable[[str, int, bytes], Awaitable[None]]
"""Of a table's game with this number."""


class AnalysisCache:
    def __init__(self, workers: Workers, store: AnalysisStore, made: Made) -> None:
        """`made` is told of each analysis of a game that is kept."""
        self._workers = workers
        self._told = made
        self._store = store
        self._tasks: dict[str, asyncio.Task[bytes]] = {}
        self._making: Counter[str] = Counter()

    async def of_game(
        self, table: str, number: int, record: str, playouts: int, client: str, admit: Admission
    ) -> bytes | None:
        """As JSON; None while it is being made for a client. `admit` may refuse to have it made."""
        name = name_of(table, number, playouts)

        async def keep(found: bytes) -> None:
            if await self._store.keep(name, table, found):
                await self._told(table, number, found)

        return await self._made(name, table, record, playouts, keep, client, admit)

    async def kept(self, table: str, number: int, playouts: int) -> bytes | None:
        """One that was made already."""
        return (await self._store.find(name_of(table, number, playouts))).content

    async def of_record(self, record: str, playouts: int, client: str, admit: Admission) -> bytes | None:
        """The same of one that is not kept here."""
        name = f"{sha256(record.encode(errors='surrogatepass')).hexdigest()}-{playouts}-{FORM}"

        async def keep(found: bytes) -> None:
            await self._store.keep(name, None, found)

        return await self._made(name, None, record, playouts, keep, client, admit)

    async def _made(
        self,
        name: str,
        table: str | None,
        record: str,
        playouts: int,
        keep: Callable[[bytes], Awaitable[None]],
        client: str,
        admit: Admission,
    ) -> bytes | None:
        if name not in self._tasks:
            known = checked(await self._store.find(name))
            if known.content is not None:
                return known.content
            if self._making[client] < AT_ONCE_FOR_ONE and not known.is_begun:
                await admit()
            if self._making[client] >= AT_ONCE_FOR_ONE:
                return None
        task = self._tasks.get(name)
        if task is None:
            make = self._make(name, table, record, playouts, keep)
            task = self._tasks[name] = asyncio.get_running_loop().create_task(make)
            task.add_done_callback(partial(self._forget, name, client))
            self._making[client] += 1
        done, _ = await asyncio.wait({task}, timeout=AT_ONCE)
        return task.result() if done else None

    def _forget(self, name: str, client: str, task: asyncio.Task[bytes]) -> None:
        del self._tasks[name]
        self._making[client] -= 1
        if not self._making[client]:
            del self._making[client]
        if not task.cancelled():
            # Nobody may be there any more to hear that it failed, and then it is made anew when someone asks.
            task.exception()

    async def _make(
        self, name: str, table: str | None, record: str, playouts: int, keep: Callable[[bytes], Awaitable[None]]
    ) -> bytes:
        while not await self._store.begin(name, table):
            known = checked(await self._store.find(name))
            if known.content is not None:
                return known.content
            await asyncio.sleep(LOOK_EVERY)
        try:
            found = await self._workers.analysis(record, playouts)
            await keep(found)
        except TimedOut:
            # It would be begun again and again.
            await self._store.give_up(name, is_too_long=True)
            raise too_long() from None
        except BaseException:
            await self._store.give_up(name, is_too_long=False)
            raise
        return found

    async def forget(self, table: str) -> None:
        """Those of its games are deleted, and what is being made of one is not kept."""
        for name, task in self._tasks.items():
            if name.startswith(f"{table}-"):
                task.cancel()
        await self._store.forget(table)

    async def close(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._store.close()


def name_of(table: str, number: int, playouts: int) -> str:
    return f"{table}-{number}-{playouts}-{FORM}"


def checked(found: Found) -> Found:
    if found.is_too_long:
        raise too_long()
    return found


def too_long() -> Failed:
    return Failed("too large", "this analysis takes too long here; make it at home with `drlucky analyse`")
