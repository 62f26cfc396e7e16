"""Membership: this node says again and again that it is alive, and learns which others are."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

from drlucky.cluster.peers import Peer
from drlucky.errors import DrLuckyError

BEAT_EVERY = 0.75
ALIVE_FOR = 3.0
"""Seconds for which a node counts as alive after it said so. When it dies, the others know at most so much and one beat
later."""
BEAT_WITHIN = 2.0

log = logging.getLogger(__name__)


class Roll(Protocol):
    """Where all nodes say that they are alive."""

    async def beat(self, address: str, is_draining: bool, lasting: float) -> list[Peer]:
        """This node is alive for so many seconds more. Returns the others that are."""


class Membership:
    def __init__(self, roll: Roll, address: str, meet: Callable[[list[Peer]], object]) -> None:
        self._roll = roll
        self._address = address
        self._meet = meet
        self.is_draining = False
        self.is_doubtful = False
        """Has this node not been able to say that it is alive, so that others may do its work?"""
        self._known: list[Peer] = []
        self._said_at = 0.0
        self._beating: asyncio.Task[None] | None = None
        self.changed: Callable[[], object] = lambda: None
        """Is called when a node has come or gone."""
        self.doubted: Callable[[], Awaitable[object]] = nothing
        """Is called when this node was not alive in the eyes of the others, and is again."""

    async def begin(self) -> None:
        """Returns when this node is known to the others."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        self._note(await self._roll.beat(self._address, self.is_draining, ALIVE_FOR), began)
        self._beating = loop.create_task(self._beat_on())

    async def drain(self) -> None:
        """Tells the others that this node is going to stop."""
        self.is_draining = True
        await self._beat()

    async def close(self) -> None:
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)

    async def _beat_on(self) -> None:
        while True:
            await asyncio.sleep(BEAT_EVERY)
            await self._beat()

    async def _beat(self) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            async with asyncio.timeout(BEAT_WITHIN):
                others = await self._roll.beat(self._address, self.is_draining, ALIVE_FOR)
        except (TimeoutError, DrLuckyError):
            self.is_doubtful = self.is_doubtful or loop.time() > self._said_at + ALIVE_FOR
            return  # the store has said so
        # A process that was stopped does not know it: it only finds that much time has passed.
        was_doubtful = self.is_doubtful or loop.time() > self._said_at + ALIVE_FOR
        self.is_doubtful = False
        self._note(others, began)
        if was_doubtful:
            log.warning("this node was not heard of for a while: others may lead its tables now")
            try:
                await self.doubted()
            except DrLuckyError:
                self.is_doubtful = True  # once more with the next beat

    def _note(self, others: list[Peer], said_at: float) -> None:
        self._said_at = said_at
        others = sorted(others, key=lambda each: each.node)
        if others != self._known:
            self._known = others
            self._meet(others)
            self.changed()


async def nothing() -> None:
    """Nobody wants to know."""
