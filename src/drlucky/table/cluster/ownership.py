"""Ownership: which of the tables that are awake here this node leads, and which it follows.

A table is led by the node that has its lease. That one judges, logs and tells, and runs clocks and bots. A node whose
clients are at a table that another leads follows its log, and hands commands on. What nodes tell each other are hints:
that a log has grown is found out by looking as well, and that a node is gone by its lease."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping
from contextlib import suppress
from typing import Any, Protocol

from drlucky.cluster.peers import PeerGone, PeerRefused, Peers
from drlucky.errors import DrLuckyError
from drlucky.loops import once
from drlucky.table.answers import Answer, Refused
from drlucky.table.cluster import messages as m
from drlucky.table.cluster.handover import Handover
from drlucky.table.commands import Command
from drlucky.table.live import LiveTable, Moved
from drlucky.table.log import LogError
from drlucky.table.store.base import DamagedLog, Lease, SharedStore, StoreError

LOOK_EVERY = 1.0
"""Seconds between two looks at the logs of the tables that are followed here."""
REPEAT_EVERY = 5.0
"""Seconds after which the others are told again who is at which table here."""
SILENT_FOR = 20.0
"""Seconds after which a node that has not said so again does not follow a table any more: that it has left may have got
lost, and where somebody is a table does not rest."""
AT_ONCE = 200
"""Tables in one message."""
GIVEN_UP_AFTER = 8.0
"""Seconds after which someone is told that their command cannot be handed on: longer than a node takes to take over."""
FOUND_WITHIN = 2.0
"""Seconds for which a node that should lead a table is asked again and again; after that it is now and then."""
AGAIN_AFTER = 0.1
UPSTREAM = "leader"
"""Under which name a follower keeps who is at the table elsewhere."""

log = logging.getLogger(__name__)


class Registry(Protocol):
    live: dict[str, LiveTable]

    async def erase(self, live: LiveTable, person: str) -> None: ...

    async def get(self, table_or_code: str) -> LiveTable: ...

    async def put_aside(self, live: LiveTable, error: Exception) -> None:
        """Lets go of a table whose log turns out to be damaged."""

    async def adopt(self) -> None:
        """Wakes tables in progress whose node is gone, and at which nobody is who would ask for them."""


class Ownership:
    def __init__(self, tables: Registry, store: SharedStore, peers: Peers) -> None:
        self._tables = tables
        self._store = store
        self._peers = peers
        self._leaders: dict[str, str] = {}
        """Of the tables that are followed here, the node that leads each, as far as it is known."""
        self._followers: dict[str, dict[str, float]] = {}
        """Of the tables that are led here, the nodes that follow each, and when they said so last."""
        self._told_version: dict[str, int] = {}
        self._told_people: dict[tuple[str, str], m.People] = {}
        """Who is at a table, as another node was told last; by table and node."""
        self._nodes: set[str] = set()
        """The others, as they were when it was looked last."""
        self._taking: dict[str, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._looker: asyncio.Task[None] | None = None
        self.handover = Handover(self, store, peers)
        self.takeovers = 0
        """Tables that another node led before, and this one was the first to claim."""
        self.handed_on = 0
        """Commands that were handed to another node."""
        self._answer()

    def led(self) -> list[LiveTable]:
        return [live for live in self._tables.live.values() if live.leads and not live.is_closed]

    def followed(self) -> int:
        """How many are led elsewhere."""
        return len(self._leaders)

    def followers(self, table: str) -> Collection[str]:
        return self._followers.get(table, ())

    def given_up(self, live: LiveTable, leader: str) -> None:
        self._followers.pop(live.id, None)
        self._leaders[live.id] = leader

    def begin(self) -> None:
        self._looker = asyncio.get_running_loop().create_task(self._look_now_and_then())

    async def close(self) -> None:
        """When all tables are closed: whoever follows one of those that were led here takes it over."""
        await self.handover.close()
        tasks = [*self._tasks, *([self._looker] if self._looker else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        try:
            await self._store.leave()
        except StoreError:
            return  # the store has said so; the leases end by themselves
        for node in {node for nodes in self._followers.values() for node in nodes}:
            tables = [table for table, nodes in self._followers.items() if node in nodes]
            self._tell_in_parts(node, m.RELEASED, tables)

    # Leading and following.

    async def take(self, live: LiveTable) -> None:
        """Leads a table if nobody else does, and follows it otherwise. Once, however many want it at the same time."""
        await once(self._taking, live.id, lambda: self._take(live))

    async def _take(self, live: LiveTable) -> None:
        loop = asyncio.get_running_loop()
        until = loop.time() + FOUND_WITHIN
        before = self._leaders.get(live.id)
        while not live.is_closed:
            lease = await self._store.claim(live.id)
            if live.is_closed:
                await self._give_back(live.id, lease)
                return
            is_mine = lease.node == self._peers.me
            heir = self.handover.heir() if is_mine and loop.time() < until else None
            if heir is not None:
                await self.handover.pass_on(live, heir)
                continue
            if is_mine:
                self._leaders.pop(live.id, None)
                self._forget_told(live.id)
                await self._unless_damaged(live, live.lead())
                self.takeovers += before is not None
                return
            self._followers.pop(live.id, None)
            self._leaders[live.id] = lease.node
            await live.follow_leader(self)
            # Whoever has just claimed a table may not have read its log yet.
            if await self._attend(live, lease.node) or loop.time() > until:
                return
            await asyncio.sleep(AGAIN_AFTER)

    async def _give_back(self, table: str, lease: Lease) -> None:
        """Of a table that went to rest while it was claimed; unless it has been woken again by now."""
        if lease.node == self._peers.me and table not in self._tables.live:
            await self._store.release([table])

    async def _attend(self, live: LiveTable, leader: str) -> bool:
        """Tells the node that leads a table who is there. False if it does not lead it, or does not answer."""
        here = live.table.presence.here
        try:
            reply = m.unpacked(
                await self._peers.ask(leader, m.ATTEND, m.packed(m.Attend(live.id, here))),
                m.Attended,
            )
        except (PeerGone, PeerRefused):
            reply = m.Attended()
        if reply.version is None:
            return False
        self._told_people[live.id, leader] = here
        live.see_elsewhere(UPSTREAM, reply.people)
        await self._unless_damaged(live, live.reach(reply.version))
        return True

    async def left(self, live: LiveTable) -> None:
        """A table has gone to rest here."""
        leader = self._leaders.pop(live.id, None)
        self._followers.pop(live.id, None)
        self._forget_told(live.id)
        if leader is not None:
            self._peers.tell(leader, m.LEFT, m.packed(m.These([live.id])))
        elif not live.is_erased:
            await self._store.release([live.id])

    def _forget_told(self, table: str) -> None:
        self._told_version.pop(table, None)
        for key in [key for key in self._told_people if key[0] == table]:
            del self._told_people[key]

    # What clients here want of tables that are led elsewhere.

    async def do(self, live: LiveTable, person: str, command: Command, language: str) -> Answer:
        """Hands a command to the node that leads the table, whichever that is by then. The table accepts it once,
        however often it is handed on."""
        self.handed_on += 1
        wanted = m.packed(m.Do(live.id, person, command, language))
        loop = asyncio.get_running_loop()
        until = loop.time() + GIVEN_UP_AFTER
        while True:
            if live.leads:
                with suppress(Moved):
                    return await live.do_here(person, command, language)
            else:
                done = await self._asked(live, m.DO, wanted)
                if done is not None and done.answer is not None:
                    await self._unless_damaged(live, live.reach(done.answer.at or 0))
                    return done.answer
                if done is not None and done.trouble is not None:
                    raise StoreError(done.trouble)
            await self._look_for_leader(live, until)

    async def erase(self, live: LiveTable, person: str) -> None:
        until = asyncio.get_running_loop().time() + GIVEN_UP_AFTER
        wanted = m.packed(m.Erase(live.id, person))
        while not live.is_erased:
            live.check_erasable(person)
            if live.leads:
                return await self._tables.erase(live, person)
            done = await self._asked(live, m.ERASE, wanted)
            if done is not None and done.answer is not None and done.answer.accepted:
                self._erased_elsewhere(live)
            elif done is not None and done.answer is not None:
                # Others have been there of whom this node does not know yet.
                await self._unless_damaged(live, live.reach(done.answer.version))
                await self._look_for_leader(live, until)
            elif done is not None and done.trouble is not None:
                raise StoreError(done.trouble)
            else:
                await self._look_for_leader(live, until)

    async def _asked(self, live: LiveTable, kind: str, wanted: bytes) -> m.Done | None:
        """None if whoever should lead the table does not, or does not answer."""
        leader = self._leaders.get(live.id)
        if leader is None or leader not in self._peers.others:
            return None
        try:
            done = m.unpacked(await self._peers.ask(leader, kind, wanted), m.Done)
        except (PeerGone, PeerRefused):
            return None
        return done if done.answer is not None or done.trouble is not None else None

    async def _look_for_leader(self, live: LiveTable, until: float) -> None:
        if live.is_closed:
            raise StoreError("the table is at rest; ask for it again")
        await self.take(live)
        if asyncio.get_running_loop().time() > until:
            raise StoreError("the node of this table does not answer at the moment; try again soon")
        if not live.leads:
            await asyncio.sleep(AGAIN_AFTER)

    # What happens at tables here.

    def look(self, live: LiveTable) -> None:
        """After every change at a table. Quick: everyone there waits for it."""
        leader = self._leaders.get(live.id)
        if leader is not None:
            self._tell_people(live, leader, live.table.presence.here)
            return
        nodes = self._followers.get(live.id)
        if not nodes:
            return
        if self._told_version.get(live.id) != live.version:
            self._told_version[live.id] = live.version
            changed = m.packed(m.Changed(live.id, live.version))
            for node in nodes:
                self._peers.tell(node, m.CHANGED, changed)
        for node in nodes:
            self._tell_people(live, node, live.table.presence.but_for(node))

    def _tell_people(self, live: LiveTable, node: str, people: m.People) -> None:
        if self._told_people.get((live.id, node)) != people:
            self._told_people[live.id, node] = people
            self._peers.tell(node, m.PRESENT, m.packed(m.Present(live.id, people)))

    def deposed(self, live: LiveTable) -> None:
        """The store did not let this node write: another one leads the table."""
        self._spawn(self.take(live))

    def erased(self, live: LiveTable) -> None:
        for node in self._followers.pop(live.id, {}):
            self._peers.tell(node, m.ERASED, m.packed(m.These([live.id])))
        self._forget_told(live.id)

    # What becomes of other nodes.

    def nodes_changed(self) -> None:
        """Tables whose node is gone are claimed, and who was there is there no more."""
        others = self._peers.others
        gone, self._nodes = self._nodes - set(others), set(others)
        if gone and not self.handover.has_begun and all(self._peers.me < node for node in self.handover.staying()):
            # One is enough. Those who are at a table claim it first.
            self._spawn(self._tables.adopt())
        for table, leader in list(self._leaders.items()):
            if leader not in others and table in self._tables.live:
                self._spawn(self.take(self._tables.live[table]))
        for table, nodes in list(self._followers.items()):
            for node in [node for node in nodes if node not in others]:
                self._drop_follower(table, node)

    async def doubt(self) -> None:
        """This node was not alive for a while, in the eyes of the others: they may have taken what it leads."""
        for live in list(self._tables.live.values()):
            if live.leads:
                await self.take(live)

    def _drop_follower(self, table: str, node: str) -> None:
        self._followers.get(table, {}).pop(node, None)
        self._told_people.pop((table, node), None)
        live = self._tables.live.get(table)
        if live is not None and live.leads:
            live.followers_elsewhere = len(self._followers.get(table, ()))
            live.see_elsewhere(node, {})

    def _drop_silent_followers(self) -> None:
        since = asyncio.get_running_loop().time() - SILENT_FOR
        silent = [(table, node) for table, nodes in self._followers.items() for node in nodes if nodes[node] < since]
        for table, node in silent:
            self._drop_follower(table, node)

    async def _look_now_and_then(self) -> None:
        now = asyncio.get_running_loop().time
        repeated_at = now()
        while True:
            await asyncio.sleep(LOOK_EVERY)
            self.nodes_changed()
            self._drop_silent_followers()
            with suppress(DrLuckyError):  # the store has said so
                await self._look_at_logs()
            if now() >= repeated_at + REPEAT_EVERY:
                repeated_at = now()
                with suppress(DrLuckyError):
                    await self._look_for_deleted()
                self._repeat()

    async def _look_at_logs(self) -> None:
        live = self._tables.live
        followed = [table for table in self._leaders if table in live]
        for first in range(0, len(followed), AT_ONCE):
            known = {table: live[table].version for table in followed[first : first + AT_ONCE] if table in live}
            for table, entries in (await self._store.read_after(known)).items():
                if table not in live or live[table].leads:
                    continue
                if isinstance(entries, DamagedLog):
                    await self._tables.put_aside(live[table], entries)
                else:
                    await self._unless_damaged(live[table], live[table].extend(known[table], entries))

    async def _look_for_deleted(self) -> None:
        """That a table was deleted may have got lost, and a log that is gone tells nothing."""
        followed = [live for live in self._tables.live.values() if not live.leads and live.version]
        for first in range(0, len(followed), AT_ONCE):
            some = followed[first : first + AT_ONCE]
            there = await self._store.there([live.id for live in some])
            for live in some:
                if live.id not in there and not live.leads and self._tables.live.get(live.id) is live:
                    self._erased_elsewhere(live)

    async def _unless_damaged(self, live: LiveTable, reading: Awaitable[None]) -> None:
        try:
            await reading
        except LogError as error:
            await self._tables.put_aside(live, error)

    def _repeat(self) -> None:
        """Says once more who is at which table here, to those that lead them."""
        people: dict[str, dict[str, m.People]] = {}
        for table, leader in self._leaders.items():
            if table in self._tables.live:
                people.setdefault(leader, {})[table] = self._tables.live[table].table.presence.here
        for leader, tables in people.items():
            ids = list(tables)
            for first in range(0, len(ids), AT_ONCE):
                some = {table: tables[table] for table in ids[first : first + AT_ONCE]}
                self._peers.tell(leader, m.ATTENDING, m.packed(m.Attending(some)))

    def _tell_in_parts(self, node: str, kind: str, tables: list[str]) -> None:
        for first in range(0, len(tables), AT_ONCE):
            self._peers.tell(node, kind, m.packed(m.These(tables[first : first + AT_ONCE])))

    # What other nodes say.

    def _answer(self) -> None:
        handlers: Mapping[str, Callable[[str, bytes], Awaitable[bytes]]] = {
            m.DO: self._on_do,
            m.ERASE: self._on_erase,
            m.ATTEND: self._on_attend,
            m.ATTENDING: self._on_attending,
            m.LEFT: self._on_left,
            m.PRESENT: self._on_present,
            m.CHANGED: self._on_changed,
            m.ERASED: self._on_erased,
            m.LEAD: self._on_lead,
            m.RELEASED: self._on_released,
            m.NOT_LED: self._on_released,
        }
        for kind, handler in handlers.items():
            self._peers.on(kind, handler)

    def _led_here(self, table: str) -> LiveTable | None:
        live = self._tables.live.get(table)
        return live if live is not None and live.leads and not live.is_closed else None

    async def _on_do(self, node: str, body: bytes) -> bytes:
        wanted = m.unpacked(body, m.Do)
        live = self._led_here(wanted.table)
        if live is None:
            return m.packed(m.Done())
        try:
            answer = await live.do_here(wanted.person, wanted.command, wanted.language)
        except Moved:
            return m.packed(m.Done())
        except StoreError as error:
            return m.packed(m.Done(trouble=error.template if live.leads and not live.is_closed else None))
        return m.packed(m.Done(answer))

    async def _on_erase(self, node: str, body: bytes) -> bytes:
        wanted = m.unpacked(body, m.Erase)
        live = self._led_here(wanted.table)
        if live is None:
            return m.packed(m.Done())
        try:
            await self._tables.erase(live, wanted.person)
        except Refused:
            return m.packed(m.Done(Answer(id="erase", accepted=False, version=live.version)))
        except DrLuckyError as error:
            return m.packed(m.Done(trouble=error.template if live.leads else None))
        return m.packed(m.Done(Answer(id="erase", accepted=True, version=0)))

    async def _on_attend(self, node: str, body: bytes) -> bytes:
        said = m.unpacked(body, m.Attend)
        live = self._led_here(said.table)
        if live is None:
            # Whoever asks has it from the store that this node should: perhaps it was not heard here.
            self._spawn(self._lead(said.table))
            return m.packed(m.Attended())
        people = self._add_follower(live, node, said.people)
        return m.packed(m.Attended(live.version, people))

    def _add_follower(self, live: LiveTable, node: str, people: m.People) -> m.People:
        self._followers.setdefault(live.id, {})[node] = asyncio.get_running_loop().time()
        live.followers_elsewhere = len(self._followers[live.id])
        told = self._told_people[live.id, node] = live.table.presence.but_for(node)
        live.see_elsewhere(node, people)
        return told

    async def _on_attending(self, node: str, body: bytes) -> bytes:
        not_led: list[str] = []
        for table, people in m.unpacked(body, m.Attending).people.items():
            live = self._led_here(table)
            if live is None:
                not_led.append(table)
                continue
            told = self._add_follower(live, node, people)
            self._peers.tell(node, m.PRESENT, m.packed(m.Present(table, told)))
        if not_led:
            self._tell_in_parts(node, m.NOT_LED, not_led)
        return b""

    async def _on_left(self, node: str, body: bytes) -> bytes:
        for table in m.unpacked(body, m.These).tables:
            self._drop_follower(table, node)
        return b""

    async def _on_present(self, node: str, body: bytes) -> bytes:
        said = m.unpacked(body, m.Present)
        live = self._tables.live.get(said.table)
        if live is None or live.is_closed:
            return b""
        if live.leads and node in self._followers.get(said.table, ()):
            live.see_elsewhere(node, said.people)
        elif self._leaders.get(said.table) == node:
            live.see_elsewhere(UPSTREAM, said.people)
        return b""

    async def _on_changed(self, node: str, body: bytes) -> bytes:
        said = m.unpacked(body, m.Changed)
        live = self._tables.live.get(said.table)
        if live is not None and not live.leads and not live.is_closed:
            await self._unless_damaged(live, live.reach(said.version))
        return b""

    async def _on_erased(self, node: str, body: bytes) -> bytes:
        for table in m.unpacked(body, m.These).tables:
            live = self._tables.live.get(table)
            if live is not None and self._leaders.get(table) == node:
                self._erased_elsewhere(live)
        return b""

    def _erased_elsewhere(self, live: LiveTable) -> None:
        self._tables.live.pop(live.id, None)
        self._leaders.pop(live.id, None)
        self._forget_told(live.id)
        live.erased_elsewhere()

    async def _on_lead(self, node: str, body: bytes) -> bytes:
        """A node that is going to stop has made this one lead tables."""
        for table in m.unpacked(body, m.These).tables:
            self._spawn(self._lead(table))
        return b""

    async def _lead(self, table: str) -> None:
        """Leads a table if the store lets it."""
        live = self._tables.live.get(table)
        if live is None:
            await self._tables.get(table)
            return
        for _ in range(2):  # the first time may have begun before
            if not live.leads:
                await self.take(live)

    async def _on_released(self, node: str, body: bytes) -> bytes:
        """Whoever follows a table that its node does not lead any more looks for the one that does."""
        for table in m.unpacked(body, m.These).tables:
            live = self._tables.live.get(table)
            if live is not None and self._leaders.get(table) == node:
                self._spawn(self.take(live))
        return b""

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(self._quietly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: work.close())  # it has not begun where the task was cancelled before it did

    async def _quietly(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except DrLuckyError as error:
            # Of a node that is going to stop others take it over.
            if not self.handover.has_begun:
                log.warning("a table could not be taken over yet: %s", error)
