"""Connections: all sockets of the server, how many there may be, and who does not read what they are sent."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from drlucky.server.limits.ledger import Counts

LOOK_EVERY = 1.0
FALLEN_BEHIND = 5.0
"""Whoever has not read for so many seconds is told a snapshot next."""
GIVEN_UP = 25.0
"""Whoever has not read for so many seconds is disconnected."""
GOODBYE = 2.0
"""So many seconds may telling all clients to come back take."""


class Connected(Protocol):
    client: str

    @property
    def person(self) -> str | None:
        """Who it is, as tables know them."""

    @property
    def device(self) -> str:
        """Which of their devices it is."""

    @property
    def blocked_since(self) -> float | None:
        """When the message that is being sent, and not taken, was begun."""

    def give_up(self) -> None: ...

    async def come_back(self) -> None:
        """Tells the client that the server is going to stop."""


class Connections:
    def __init__(self, most: int, most_per_client: int, by_client: Counts | None = None) -> None:
        """So many in all at this node, and of each client at all nodes, who are counted together."""
        self._most = most
        self._most_per_client = most_per_client
        self._all: set[Connected] = set()
        self._by_client = by_client or Counts()
        self._by_person: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._all)

    def has_room(self, client: str) -> bool:
        return len(self._all) < self._most and self._by_client.of(client) < self._most_per_client

    @contextmanager
    def keep(self, connection: Connected) -> Iterator[None]:
        self._all.add(connection)
        self._by_client.add(connection.client)
        person = connection.person
        if person is not None:
            self._by_person[person] += 1
        try:
            yield
        finally:
            self._all.discard(connection)
            self._by_client.remove(connection.client)
            if person is not None:
                self._by_person[person] -= 1
                if not self._by_person[person]:
                    del self._by_person[person]

    def is_here(self, person: str) -> bool:
        """Has this person the page of a table open, on any device?"""
        return person in self._by_person

    def let_go(self, person: str, device: str | None = None) -> None:
        """Ends all connections of someone whose identity was given up, or those of a device that was taken off."""
        theirs = [each for each in self._all if each.person == person]
        for each in [each for each in theirs if device is None or each.device == device]:
            each.give_up()

    async def watch(self) -> None:
        """One clock for all: a timer for every message sent would cost more than the messages."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(LOOK_EVERY)
            for each in list(self._all):
                since = each.blocked_since
                if since is not None and loop.time() - since > GIVEN_UP:
                    each.give_up()

    async def close(self) -> None:
        goodbyes = [asyncio.ensure_future(each.come_back()) for each in self._all]
        if goodbyes:
            _, late = await asyncio.wait(goodbyes, timeout=GOODBYE)
            for goodbye in late:
                goodbye.cancel()
