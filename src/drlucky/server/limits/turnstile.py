"""Turnstiles: what one client sends is read a piece at a time, and so many pieces a second, whatever connections it
comes by.

Otherwise two hundred sockets that speak at once, or one that sends ten thousand frames of two bytes, would have the
loop to themselves until all of it is read, and everyone else would wait. Nobody is refused here: what is not read yet
waits on the line, and in the end with whoever sends it."""

import asyncio
from collections import deque
from typing import Protocol
from weakref import WeakValueDictionary

from drlucky.server.rate_limit import Bucket, Buckets

PIECE = 1024
"""Bytes that are looked at in one go where they may be much work: a hundred and seventy frames, or forty headers."""
AT_ONCE = 8
"""Pieces that need not wait for each other. They take half a millisecond if they are messages."""
SECONDS_AT_ONCE = 1.0
"""Seconds' worth of pieces that may come at once."""


class Reader(Protocol):
    def read_piece(self) -> float:
        """Reads the next piece, and waits in the line again if there is more; the cost, of which 1 is usual."""


class Turnstile:
    def __init__(self, budget: Bucket) -> None:
        self._budget = budget
        self._line: deque[Reader] = deque()
        self._now = 0.0
        self._opened = 0
        """How often it has opened now."""

    def opens(self, loop: asyncio.AbstractEventLoop) -> bool:
        """May a piece be read at once? A few in each turn of the loop, whose time is the same until it ends."""
        if self._line:
            return False
        now = loop.time()
        if now != self._now:
            self._now, self._opened = now, 0
        if self._opened == AT_ONCE or not self._budget.take():
            return False
        self._opened += 1
        return True

    def charge(self, cost: float) -> None:
        self._budget.charge(cost)

    def wait(self, reader: Reader, loop: asyncio.AbstractEventLoop) -> None:
        """The reader is told when it is its turn."""
        self._line.append(reader)
        if len(self._line) == 1:
            self._go_on(loop)

    def _go_on(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._budget.has_one:
            loop.call_soon(self._turn, loop)
        else:
            loop.call_later(self._budget.wait, self._turn, loop)

    def _turn(self, loop: asyncio.AbstractEventLoop) -> None:
        # It stays in the line until it has read, so that whoever comes meanwhile waits behind it.
        try:
            self._budget.charge(self._line[0].read_piece())
        finally:
            self._line.popleft()
            if self._line:
                self._go_on(loop)


class Turnstiles:
    """One for each client, for as long as it has connections; its budget is remembered longer."""

    def __init__(self, pieces_per_second: float) -> None:
        self._rate, self._burst = pieces_per_second, SECONDS_AT_ONCE * pieces_per_second
        self._budgets = Buckets(self._rate, self._burst)
        self._turnstiles: WeakValueDictionary[str, Turnstile] = WeakValueDictionary()

    def of(self, client: str) -> Turnstile:
        turnstile = self._turnstiles.get(client)
        if turnstile is None:
            turnstile = self._turnstiles[client] = Turnstile(self._budgets.of(client))
        return turnstile

    def of_proxy(self) -> Turnstile:
        """For one connection of a proxy, over which many may come."""
        return Turnstile(Bucket(self._rate, self._burst))
