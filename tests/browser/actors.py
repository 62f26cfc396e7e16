"""Those at a table who are at no browser of a test: they do what they are told to, at once."""

import asyncio
from collections.abc import Coroutine, Sequence
from contextlib import AsyncExitStack
from threading import Thread
from types import TracebackType
from typing import Any, Self, TypeVar

from browser.positions import Prepared
from drlucky.server.client import Client, Seat
from drlucky.table.commands import Act
from patience import NEVER
from server.blackbox.house import House

T = TypeVar("T")
Line = tuple[str, str]
"""Who does what."""


class Actors:
    """`with Actors(house, ready) as actors: actors.play(lines)`. Their loop has a thread of its own: that of the
    browser has one already."""

    def __init__(self, house: House, ready: Prepared) -> None:
        self._house = house
        self._ready = ready
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._sitting = AsyncExitStack()
        self._seats: dict[str, Seat] = {}

    def __enter__(self) -> Self:
        self._thread.start()
        self._wait(self._sit())
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self._wait(self._sitting.aclose())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def play(self, lines: Sequence[Line]) -> None:
        """These actions, one after the other, as fast as the server takes them."""
        for name, action in lines:
            self._wait(self._act(self._seats[name], action))

    async def _sit(self) -> None:
        for name, cookie in self._ready.cookies.items():
            client = Client(self._house.address, identity=cookie)
            self._seats[name] = await self._sitting.enter_async_context(client.sit(self._ready.code))

    async def _act(self, seat: Seat, action: str) -> None:
        async for sheet in seat.sheets():
            if sheet.game is not None and action in sheet.game.view.legal:
                break
        answer = await seat.do(Act(action))
        assert answer.accepted, (action, answer)

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(NEVER)


def act(house: House, ready: Prepared, lines: Sequence[Line]) -> None:
    with Actors(house, ready) as actors:
        actors.play(lines)
