"""Node: this server among those that share its database: what it is called, how it reaches them, and the keys that all
of them have."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from drlucky.cluster.links import TcpPeers
from drlucky.cluster.membership import Membership
from drlucky.database_url import host_towards
from drlucky.postgres import LOST, Database
from drlucky.server.auth import revocations, shared_keys
from drlucky.server.auth.keys import holds_anything
from drlucky.server.auth.keys import read as read_keys
from drlucky.server.auth.shared_keys import IDENTITIES, NODES, Keys
from drlucky.server.auth.shared_revocations import SharedRevocations
from drlucky.server.config import Config
from drlucky.table.cluster.ownership import Ownership
from drlucky.table.store.postgres import PostgresStore

ID_BYTES = 6
LOOK_EVERY = 2.0
"""Seconds between two looks at what all nodes share, and nobody may have told this one."""
HANDED_OVER_WITHIN = 15.0
LOOKED_EVERY = 0.05
EVERYWHERE = ("0.0.0.0", "::")

log = logging.getLogger(__name__)


class Cluster:
    """`async with joined(config, folder) as cluster`."""

    def __init__(
        self,
        database: Database,
        store: PostgresStore,
        peers: TcpPeers,
        membership: Membership,
        keys: Keys,
        revoked: SharedRevocations,
    ) -> None:
        self.database = database
        self.store = store
        self.peers = peers
        self.membership = membership
        self.keys = keys
        self.revoked = revoked
        self._lookers: list[Callable[[], Awaitable[object]]] = [self._look_for_keys, revoked.look]
        self._looking: asyncio.Task[None] | None = None
        self.rekeyed: Callable[[Sequence[bytes]], object] = lambda keys: None
        """Is called with the keys of identities when there are others."""

    @property
    def node(self) -> str:
        """The id of this node: another one after every start."""
        return self.peers.me

    @property
    def identity_keys(self) -> Sequence[bytes]:
        return self.keys[IDENTITIES]

    def serve(self, ownership: Ownership) -> None:
        """From now on it is known which nodes lead which tables."""
        self.membership.changed = ownership.nodes_changed
        self.membership.doubted = ownership.doubt
        self._looking = asyncio.get_running_loop().create_task(self._look_now_and_then())

    def look(self, looker: Callable[[], Awaitable[object]]) -> None:
        """Has this called every two seconds: what other nodes change in the database is found out, whether or not they
        say so. If the database cannot be read it is called again."""
        self._lookers.append(looker)

    @property
    def has_others(self) -> bool:
        """Are there nodes that stay?"""
        return any(not peer.is_draining for peer in self.peers.others.values())

    @property
    def is_first(self) -> bool:
        """Of those that stay, which all agree on but for a moment: what is done twice then has to do no harm."""
        staying = [node for node, peer in self.peers.others.items() if not peer.is_draining]
        return not self.membership.is_draining and all(self.node < node for node in staying)

    async def drain(self, ownership: Ownership, seconds: float, is_hurried: Callable[[], bool]) -> None:
        """Other nodes lead the tables of this one when this returns, and the balancer has had so many seconds to find
        out that nobody should come here any more. Whatever is wanted here meanwhile is done as before."""
        now, handover = asyncio.get_running_loop().time, ownership.handover
        await self.membership.drain()
        handover.begin()
        known, over = now() + seconds, now() + max(seconds, HANDED_OVER_WITHIN)
        while self.has_others and not is_hurried() and (now() < known or (not handover.is_over and now() < over)):
            await asyncio.sleep(LOOKED_EVERY)

    async def leave(self) -> None:
        """This node says no more that it is alive; the others do its work when its tables are given up."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)
        await self.membership.close()

    async def _look_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            for looker in self._lookers:
                try:
                    await looker()
                except LOST:
                    break  # the store says so
                except Exception:
                    log.exception("what other nodes have changed could not be looked at")

    async def _look_for_keys(self) -> None:
        found = await shared_keys.read(self.database)
        if found != self.keys:
            self.keys = found
            self.peers.use(found[NODES])
            self.rekeyed(self.identity_keys)


@asynccontextmanager
async def joined(config: Config, folder: Path) -> AsyncIterator[Cluster]:
    """This node is known to the others for as long as this lasts, or until it leaves."""
    async with await Database.open(config.store) as database:
        with database.in_words():
            keys = await shared_keys.load(database, earlier_keys(folder / "secret"))
            store = await PostgresStore.open(database, secrets.token_hex(ID_BYTES))
        towards = host_towards(config.store)
        peers = await TcpPeers.listen(store.node, keys[NODES][0], config.node_host or towards, config.node_port)
        peers.use(keys[NODES])
        with database.in_words():
            revoked = await SharedRevocations.open(database, peers, revocations.read(folder / "revoked"))
        membership = Membership(store, reached_at(config, peers.address, towards), peers.know)
        try:
            await membership.begin()
            yield Cluster(database, store, peers, membership, keys, revoked)
        finally:
            await membership.close()
            await peers.close()
            await store.close()


def earlier_keys(path: Path) -> Keys:
    """Of a server that had no database: whoever was known to it is known to all nodes."""
    return {IDENTITIES: read_keys(path)} if holds_anything(path) else {}


def reached_at(config: Config, listens: str, towards: str) -> str:
    """The address at which other nodes are told to reach this one."""
    host, _, port = listens.rpartition(":")
    if config.node_address:
        has_port = config.node_address.rpartition("]")[2].count(":") == 1
        return config.node_address if has_port else f"{config.node_address}:{port}"
    if host.strip("[]") in EVERYWHERE:
        return f"[{towards}]:{port}" if ":" in towards else f"{towards}:{port}"
    return listens
