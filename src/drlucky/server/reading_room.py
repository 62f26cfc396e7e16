"""The reading room: one thread in which records are replayed, one after the other, while others are served.

It is not that of the log: who reads old games must not hold up those who play."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from drlucky.server.workshop import MOST_WAITING, Busy

T = TypeVar("T")


class ReadingRoom:
    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "reading room")
        self._waiting = 0

    async def work(self, what: Callable[..., T], *given: Any) -> T:
        if self._waiting >= MOST_WAITING:
            raise Busy("many others are reading; try again in a while")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, what, *given)
        finally:
            self._waiting -= 1
