"""Whereabouts: has someone the page of a table open, at this node or another?"""

import asyncio

from drlucky.cluster.peers import PeerGone, PeerRefused, Peers
from drlucky.server.limits.connections import Connections

KIND = "is here"
WITHIN = 2.0
"""Seconds after which a node that does not answer has nobody: who was there comes back elsewhere."""
YES, NO = b"yes", b"no"


class Whereabouts:
    def __init__(self, here: Connections, peers: Peers) -> None:
        self._here = here
        self._peers = peers
        peers.on(KIND, self._answer)

    async def is_here(self, person: str) -> bool:
        if self._here.is_here(person):
            return True
        asked = (self._ask(node, person) for node in list(self._peers.others))
        return any(await asyncio.gather(*asked))

    async def _ask(self, node: str, person: str) -> bool:
        try:
            return await self._peers.ask(node, KIND, person.encode(), WITHIN) == YES
        except (PeerGone, PeerRefused):
            return False

    async def _answer(self, node: str, body: bytes) -> bytes:
        return YES if self._here.is_here(body.decode()) else NO
