"""Peers: what a node can say to the others. A server that runs by itself has none, and the same code serves it."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol

from msgspec import Struct

from drlucky.errors import DrLuckyError

ASK_WITHIN = 5.0
"""Seconds after which a peer that has not answered is taken to be gone."""

Handler = Callable[[str, bytes], Awaitable[bytes]]
"""Is given the node that asks and what it says; returns the answer, which is nothing for what is only told."""


class Peer(Struct, frozen=True):
    """Another node that is alive."""

    node: str
    address: str
    """Where nodes reach it, as host:port."""
    is_draining: bool = False
    """Does it hand its work to others, since it is going to stop?"""


class PeerGone(DrLuckyError):
    """The other node did not answer. Nobody knows whether it did what it was asked to do."""


class PeerRefused(DrLuckyError):
    """The other node answered that it cannot do this."""


class Peers(Protocol):
    me: str
    """The id of this node: another one after every start."""
    others: Mapping[str, Peer]
    """By node, those that are alive as far as this node knows."""

    def on(self, kind: str, handler: Handler) -> None:
        """From now on this answers what others ask or tell of this kind."""

    async def ask(self, node: str, kind: str, body: bytes = b"", within: float = ASK_WITHIN) -> bytes:
        """The other node's answer; PeerGone if there is none, PeerRefused if its handler raised an error."""

    def tell(self, node: str, kind: str, body: bytes = b"") -> None:
        """Says something that may get lost: whoever needs it must find it out in another way too."""

    def tell_all(self, kind: str, body: bytes = b"") -> None: ...


class Alone:
    """The peers of a server that runs by itself."""

    me = "alone"
    others: Mapping[str, Peer] = {}

    def on(self, kind: str, handler: Handler) -> None:
        pass

    async def ask(self, node: str, kind: str, body: bytes = b"", within: float = ASK_WITHIN) -> bytes:
        raise PeerGone("there is no other node")

    def tell(self, node: str, kind: str, body: bytes = b"") -> None:
        pass

    def tell_all(self, kind: str, body: bytes = b"") -> None:
        pass
