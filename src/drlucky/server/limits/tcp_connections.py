"""TCP connections: how many there may be in all and of one client, how quickly one client may make new ones, and how
long each may take to say what it wants.

A socket or a stream of a table is one of them, and so is a client that has said nothing yet."""

import asyncio
import errno
import logging
import os
from collections.abc import Sequence
from ipaddress import ip_address, ip_network
from typing import Protocol

from drlucky.server.limits.client_address import client_of
from drlucky.server.limits.ledger import Counts, Ledger
from drlucky.server.limits.open_files import MORE
from drlucky.server.limits.turnstile import Turnstile, Turnstiles
from drlucky.server.rate_limit import Buckets
from drlucky.server.security_log import SecurityLog

LOOK_EVERY = 1.0
WORDS_PER_SECOND, WORDS = 10.0, 300.0
"""How often one client is told that it is turned away; after that it is not worth the time."""
BURST = 5.0
"""Seconds' worth of new connections that may come at once: a page opens several, and people share an address."""

log = logging.getLogger(__name__)


class Waiting(Protocol):
    due: float | None
    """When it has to have said what it is about to say, in the loop's time; None if it need not say anything."""

    def give_up(self) -> None: ...


class TcpConnections:
    def __init__(
        self,
        most: int,
        most_per_client: int,
        new_per_second: float,
        turnstiles: Turnstiles,
        proxies: Sequence[str] = (),
        noted: SecurityLog | None = None,
        ledger: Ledger | None = None,
    ) -> None:
        self._most = most
        self._most_per_client = most_per_client
        self._new = Buckets(new_per_second, BURST * new_per_second)
        self._by_client = ledger.counts("connections", most_per_client) if ledger else Counts()
        if ledger is not None:
            ledger.share("new connections", self._new)
        self._words = Buckets(WORDS_PER_SECOND, WORDS)
        self._believed = None if "*" in proxies else [ip_network(each, strict=False) for each in proxies]
        """Networks of proxies; None for everyone."""
        self.turnstiles = turnstiles
        self._noted = noted
        self._has_files = True
        self._all: dict[Waiting, str] = {}
        self.ended = 0
        """How many there were that are gone."""

    def __len__(self) -> int:
        return len(self._all)

    def admits(self, address: str) -> bool:
        """Is there room for a new connection from there?"""
        client = client_of(address)
        if len(self._all) >= self._most:
            log.warning("%d connections are open, and there is no room for more: others are turned away", self._most)
            return False
        if not (self._has_share(client) or self._is_proxy(address)):
            if self._noted is not None:
                self._noted.note("limited", address, "connections")
            return False
        return True

    def tells(self, address: str) -> bool:
        """Is who is turned away told so?"""
        return self._words.of(client_of(address)).take()

    def enter(self, connection: Waiting, address: str) -> Turnstile:
        """What it sends is read by the turnstile's leave."""
        client = client_of(address)
        self._all[connection] = client
        self._by_client.add(client)
        return self.turnstiles.of_proxy() if self._is_proxy(address) else self.turnstiles.of(client)

    def _has_share(self, client: str) -> bool:
        """May this client have another one, and now? One that is turned away counts as new all the same."""
        return self._new.of(client).take() and self._by_client.of(client) < self._most_per_client

    def leave(self, connection: Waiting) -> None:
        client = self._all.pop(connection, None)
        if client is None:
            return
        self.ended += 1
        self._by_client.remove(client)

    def _is_proxy(self, address: str) -> bool:
        """Many come by one address: how many of each the sockets count, by what the proxy says."""
        try:
            return self._believed is None or any(ip_address(address) in network for network in self._believed)
        except ValueError:
            return False

    async def watch(self) -> None:
        """One clock for all, as a timer for each would be set anew with every request."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(LOOK_EVERY)
            now = loop.time()
            for each in [each for each in self._all if each.due is not None and each.due < now]:
                each.give_up()
            self._look_for_files()

    def _look_for_files(self) -> None:
        """Says once that there are none left: a loop that can open none for a connection says nothing, or too much."""
        had, self._has_files = self._has_files, has_files()
        if had and not self._has_files:
            log.error("no more files can be opened, so that nobody can connect: %s", MORE)


def has_files() -> bool:
    try:
        os.close(os.dup(1))
    except OSError as error:
        return error.errno not in (errno.EMFILE, errno.ENFILE)
    return True
