"""Handover: a node that is going to stop has others lead its tables, one after the other. It follows them from then on,
and hands on what its clients want."""

import asyncio
import logging
from collections import Counter
from collections.abc import Collection, Iterable
from typing import Protocol

from drlucky.cluster.peers import Peers
from drlucky.errors import DrLuckyError
from drlucky.table.cluster import messages as m
from drlucky.table.live import LiveTable
from drlucky.table.store.base import SharedStore

AT_ONCE = 16
"""Tables that are handed over at the same time: each of them wakes at another node."""
AGAIN_AFTER = 0.1

log = logging.getLogger(__name__)


class Owner(Protocol):
    def led(self) -> Iterable[LiveTable]: ...

    def followers(self, table: str) -> Collection[str]:
        """The nodes that follow a table that is led here."""

    def given_up(self, live: LiveTable, leader: str) -> None:
        """The store says that another node leads it now."""

    async def take(self, live: LiveTable) -> None: ...


class Handover:
    def __init__(self, owner: Owner, store: SharedStore, peers: Peers) -> None:
        self._owner = owner
        self._store = store
        self._peers = peers
        self._given = Counter[str]()
        """Tables that each node was given by this one."""
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._hand_over_all())

    @property
    def has_begun(self) -> bool:
        return self._task is not None

    @property
    def is_over(self) -> bool:
        """Is there nothing here that another node could lead?"""
        return self.heir() is None or not any(True for _ in self._owner.led())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def staying(self) -> list[str]:
        """The other nodes that are not going to stop."""
        return [node for node, peer in self._peers.others.items() if not peer.is_draining]

    def heir(self, followers: Collection[str] = ()) -> str | None:
        """Who should lead a table after this node, if it is going to stop: one that follows it already, if possible."""
        staying = self.staying() if self.has_begun else []
        return min(staying, key=lambda node: (node not in followers, self._given[node]), default=None)

    async def pass_on(self, live: LiveTable, heir: str) -> None:
        followers = self._owner.followers(live.id)
        await self._store.hand_over(live.id, heir)
        self._given[heir] += 1
        self._owner.given_up(live, heir)
        for node in {heir, *followers}:
            kind = m.LEAD if node == heir else m.RELEASED
            self._peers.tell(node, kind, m.packed(m.These([live.id])))

    async def _hand_over_all(self) -> None:
        while True:
            led = list(self._owner.led())
            for first in range(0, len(led), AT_ONCE):
                await asyncio.gather(*(self._hand_over(live) for live in led[first : first + AT_ONCE]))
            await asyncio.sleep(AGAIN_AFTER)

    async def _hand_over(self, live: LiveTable) -> None:
        heir = self.heir(self._owner.followers(live.id))
        if heir is None:
            return
        try:
            await live.hand_over(lambda: self.pass_on(live, heir))
            await self._owner.take(live)
        except DrLuckyError as error:
            log.warning("table %s could not be handed over yet: %s", live.id, error)
