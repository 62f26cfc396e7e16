"""Peers over the simulated network. They do what `drlucky.cluster.links.TcpPeers` does."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from functools import partial

from drlucky.cluster.peers import ASK_WITHIN, Handler, Peer, PeerGone, PeerRefused
from drlucky.errors import DrLuckyError
from simulation.loops import Loop
from simulation.network import Network

log = logging.getLogger("drlucky.simulation")

Reply = bytes | DrLuckyError


class SimulatedPeers:
    def __init__(self, me: str, loop: Loop, network: Network, nodes: "Mapping[str, SimulatedPeers]") -> None:
        self.me = me
        self.others: Mapping[str, Peer] = {}
        self._loop = loop
        self._network = network
        self._nodes = nodes
        """All that there are, by id, so that what is said can be handed to them."""
        self._handlers: dict[str, Handler] = {}

    def know(self, others: list[Peer]) -> None:
        self.others = {each.node: each for each in others}

    def on(self, kind: str, handler: Handler) -> None:
        self._handlers[kind] = handler

    async def ask(self, node: str, kind: str, body: bytes = b"", within: float = ASK_WITHIN) -> bytes:
        if node not in self.others:
            raise PeerGone("there is no such node any more")
        reply: asyncio.Future[Reply] = self._loop.create_future()

        def settle(found: Reply) -> None:
            if not reply.done():
                reply.set_result(found)

        gone = partial(settle, PeerGone(f"node {node} cannot be reached"))

        def answer(found: Reply) -> None:
            self._network.say(node, self.me, partial(settle, found), what=f"answer {kind}")

        self._say(node, kind, body, answer, gone)
        try:
            async with asyncio.timeout(within):
                found = await reply
        except TimeoutError:
            raise PeerGone("a node does not answer") from None
        if isinstance(found, DrLuckyError):
            raise found
        return found

    def tell(self, node: str, kind: str, body: bytes = b"") -> None:
        if node in self.others:
            self._say(node, kind, body, nobody_waits)

    def tell_all(self, kind: str, body: bytes = b"") -> None:
        for node in self.others:
            self.tell(node, kind, body)

    def _say(
        self,
        node: str,
        kind: str,
        body: bytes,
        answer: Callable[[Reply], object],
        lost: Callable[[], object] | None = None,
    ) -> None:
        def arrive() -> None:
            self._nodes[node].hear(self.me, kind, body, answer)

        self._network.say(self.me, node, arrive, lost, f"{kind} {len(body)}", twice=True)

    def hear(self, node: str, kind: str, body: bytes, answer: Callable[[Reply], object]) -> None:
        self._loop.do(self._handle(node, kind, body, answer))

    async def _handle(self, node: str, kind: str, body: bytes, answer: Callable[[Reply], object]) -> None:
        try:
            answer(await self._handlers[kind](node, body))
        except DrLuckyError as error:
            answer(PeerRefused(str(error)))
        except Exception:
            log.exception("what node %s said (%s) could not be followed", node, kind)
            answer(PeerRefused("something went wrong at the other node"))


def nobody_waits(reply: Reply) -> None:
    """It was only told."""
