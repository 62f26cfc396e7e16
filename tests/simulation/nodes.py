"""Nodes: the real store, membership, ownership and tables of a server, each on a machine of its own, and the sessions
of those who are connected to it."""

import asyncio
from collections.abc import Callable, Sequence
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

from drlucky.bots import RandomBot
from drlucky.cluster.membership import BEAT_EVERY, Membership
from drlucky.errors import DrLuckyError
from drlucky.game.actions import Action
from drlucky.game.view import View
from drlucky.postgres import MOST_CONNECTIONS, Database
from drlucky.search.past import Past
from drlucky.server.cluster.node import Cluster
from drlucky.server.ws.snapshots import snapshot_of
from drlucky.table import Command, LiveTable, Refused, StoreError, Tables, Thinkers
from drlucky.table.answers import Answer
from drlucky.table.steady_clock import SteadyClock
from drlucky.table.store.postgres import PostgresStore
from drlucky.table.visibility import shown_to
from simulation.database import Pool
from simulation.leaders import Leaders
from simulation.loops import Loop
from simulation.peers import SimulatedPeers

if TYPE_CHECKING:
    from simulation.world import World

THINKS_FOR = 0.3
SETTLED_AFTER = 12.0
"""Seconds after which nothing is felt any more of what went wrong."""
DRAINS_FOR = 2.0
"""Seconds for which a balancer finds out that a node is going to stop."""


class Told(NamedTuple):
    """The table, as JSON."""

    text: bytes


class Trouble(NamedTuple):
    """Nothing came of a command, or nobody knows what."""

    command: str
    text: str


class Bye(NamedTuple):
    """The node says no more on this line."""

    code: str


Said = Told | Trouble | Bye | Answer


class Erase(NamedTuple):
    """Asks for a table to be deleted for good."""

    id: str


class QuickThinkers(Thinkers):
    """Bots that need no process: they decide at once, by chance, and say so a little later."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    async def choose(
        self, level: str, view: View, legal: Sequence[Action], whose: str = "", past: Past | None = None
    ) -> str:
        await asyncio.sleep(self._chance.random() * THINKS_FOR)
        return str(RandomBot(self._chance.getrandbits(31)).choose(view, legal))

    def close(self) -> None:
        pass


class Node:
    def __init__(self, world: "World", name: str, loop: Loop) -> None:
        self.name = name
        """Its id: another one after every start."""
        self.loop = loop
        self.is_serving = False
        self.is_stopping = False
        self.sessions: dict[Session, None] = {}
        self.peers = SimulatedPeers(name, loop, world.network, world.peers)
        self.world = world
        loop.do(self._start())

    async def _start(self) -> None:
        world = self.world
        pool = Pool(self.name, world.server, world.network, self.loop)
        database = Database("postgresql://database/drlucky", pool, MOST_CONNECTIONS)
        store = PostgresStore(database, self.name)
        membership = Membership(store, self.name, self.peers.know)
        peers: Any = self.peers
        # Identities and their keys are not simulated: nobody looks for others of them.
        revoked: Any = SimpleNamespace(look=None)
        self._cluster = Cluster(database, store, peers, membership, {}, revoked)
        try:
            await membership.begin()
            thinkers = QuickThinkers(self.loop.chance)
            self.tables = Tables(store, thinkers, clock=SteadyClock(), pace=world.plan.pace, peers=self.peers)
            await self.tables.__aenter__()
        except DrLuckyError:
            world.ended(self)  # as a process ends that cannot start; it is started again
            return
        assert self.tables.ownership is not None
        self.ownership = self.tables.ownership
        membership.changed = self.ownership.nodes_changed
        membership.doubted = self.ownership.doubt
        self.is_serving = True
        self.loop.do(Leaders(world, self).look_now_and_then())

    def stop(self) -> None:
        """In order, as before an upgrade."""
        if self.is_serving and not self.is_stopping:
            self.is_stopping = True
            self.loop.do(self._stop())

    async def _stop(self) -> None:
        """As `drlucky.server` does."""
        heirs, led = self._heirs(), self._leases()
        await self._cluster.drain(self.ownership, DRAINS_FOR, lambda: False)
        kept = led & self._leases()
        if kept and heirs & self._heirs() and self.world.has_been_well(SETTLED_AFTER):
            self.world.schedule.fail(f"{self.name} stops, and others do not lead {kept} yet")
        for session in list(self.sessions):
            session.leave("restart")
        self.is_serving = False
        await self._cluster.leave()
        await self.tables.__aexit__(None, None, None)
        self.world.ended(self)

    def is_heard(self) -> bool:
        """Does it reach the database, and know itself alive?"""
        membership = self._cluster.membership
        return not membership.is_doubtful and self.loop.time() < membership._said_at + 2 * BEAT_EVERY

    def _heirs(self) -> "set[Node]":
        """Nodes that could lead its tables."""
        others = [node for node in self.world.nodes if node is not None and node is not self]
        return {node for node in others if node.is_serving and not node.is_stopping}

    def _leases(self) -> set[tuple[str, int]]:
        """The tables that it leads, each with the epoch."""
        leases = ((key[1], self.world.server.rows.get(key)) for key in self.world.server.rows.of("lease"))
        return {(table, lease[1]) for table, lease in leases if lease is not None and lease[0] == self.name}

    def welcome(self, person: str, table: str, since: int | None, say: Callable[[Said], None]) -> "Session":
        session = Session(self, person, table, since, say)
        self.sessions[session] = None
        return session


class Session:
    """Someone who is connected to this node, at one table."""

    def __init__(self, node: Node, person: str, table: str, since: int | None, say: Callable[[Said], None]) -> None:
        self._node = node
        self._person = person
        self._table = table
        self._since = since
        self._told: int | None = None
        self._say = say
        self._is_following = False
        self._inbox: asyncio.Queue[Command | Erase | None] = asyncio.Queue()
        self._task = node.loop.do(self._run())

    def hear(self, message: Command | Erase) -> None:
        self._inbox.put_nowait(message)

    def hang_up(self) -> None:
        self._task.cancel()

    def leave(self, code: str) -> None:
        self._say(Bye(code))
        self._inbox.put_nowait(None)

    async def _run(self) -> None:
        try:
            live = await self._node.tables.get(self._table)
            with live.attend(self._person), live.listen(lambda: self._tell(live), self._person):
                self._tell(live)
                await self._follow(live)
        except Refused as refusal:
            self._say(Bye(refusal.code))
        except DrLuckyError:
            self._say(Bye("trouble"))
        finally:
            self._node.sessions.pop(self, None)

    async def _follow(self, live: LiveTable) -> None:
        while (message := await self._inbox.get()) is not None:
            if isinstance(message, Erase):
                await self._erase(live, message)
                continue
            self._is_following = True
            try:
                said: Said = await live.do(self._person, message)
            except StoreError as error:
                said = Trouble(message.id, str(error))
            finally:
                self._is_following = False
            self._tell(live)
            self._say(said)

    async def _erase(self, live: LiveTable, message: Erase) -> None:
        try:
            await self._node.tables.erase(live, self._person)
        except Refused as refusal:
            self._say(Answer(id=message.id, accepted=False, version=live.version, code=refusal.code))
        except StoreError as error:
            self._say(Trouble(message.id, str(error)))
        else:
            self._node.world.truths.erased(live.id, self._person)
            self._say(Answer(id=message.id, accepted=True, version=live.version))

    def _tell(self, live: LiveTable) -> None:
        """As `drlucky.server.ws.session` does where there is always room on the line."""
        if live.is_closed:
            if not live.is_erased and not self._node.is_stopping:
                self._node.world.schedule.fail(f"{live.id} goes to rest where {self._person} is")
            self.leave("gone" if live.is_erased else "rests")
        elif not self._is_following and live.number != self._told and self._has_news(live):
            self._told, known = live.number, self._since
            text, self._since = snapshot_of(live).tell(self._person, known, None, None)
            self._node.world.truths.told(live, self._person, known, text)
            self._say(Told(text))

    def _has_news(self, live: LiveTable) -> bool:
        is_first = self._told is None or self._since is None
        return is_first or shown_to(live.table, self._person).table or live.table.outside_changed != self._since
