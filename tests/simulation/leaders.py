"""Leaders: what must hold at every moment at the tables of nodes. Where one leads a table what is due is done, also
after something could not be written, and nobody has more time than their clock says; and whatever changes is told."""

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING

from drlucky.table import LiveTable

if TYPE_CHECKING:
    from simulation.nodes import Node
    from simulation.world import World

LOOKS_EVERY = 0.5
ROUNDING = 0.001
SETTLES_WITHIN = 5.0
"""Seconds after which it is known everywhere where someone is."""

UNNOTED = "leads a table, and has not noted that"
UNDECIDED = "leads a table, and no bot is going to decide there"
OVERDUE = "leads a table, and nobody does what time has brought there"
DEPOSED = "believes to lead a table of which another node has the lease"
UNREAD = "leads a table, and does not know what is in its log"
BEHIND = "follows a table, and does not know what is in its log"
LEFT_UNDONE = {UNNOTED: 1.0, UNDECIDED: 1.0, OVERDUE: 1.0, DEPOSED: 5.0, UNREAD: 2.0, BEHIND: 10.0}
"""Seconds for which nobody has been at something that should be done: longer than it takes to begin, or to look, also
where an answer of the database got lost on the way and is waited for, and then another one."""

Idle = tuple[str, int, str]
"""A table as of a version, and what nobody does there."""


class Leaders:
    """The tables of one node. It runs on that one's machine, whose clock they go by, and sleeps when that does."""

    def __init__(self, world: "World", node: "Node") -> None:
        self._world = world
        self._node = node
        self._idle: dict[Idle, float] = {}
        """Since when it is seen: what is so only for a moment is no matter."""
        self._there: dict[LiveTable, tuple[int, set[str]]] = {}
        """Who was at a table, and the number of the last change there."""

    async def look_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(LOOKS_EVERY)
            now = self._world.schedule.now
            self._idle = {each: self._idle.get(each, now) for each in self._looked()}
            for (table, _, what), since in self._idle.items():
                if now >= since + LEFT_UNDONE[what]:
                    self._world.schedule.fail(f"{self._node.name} {what} ({table})")

    def _looked(self) -> Iterator[Idle]:
        for live in self._node.tables.live.values():
            self._check_presence(live)
            is_busy = live._one_at_a_time.locked() or live.id in self._node.ownership._taking
            lease = self._world.server.rows.get(("lease", live.id))
            # One that was cut off may believe to lead what another does.
            leads = live.leads and lease is not None and lease[0] == self._node.name
            if live.is_closed or is_busy:
                continue
            if leads:
                self._check_clock(live)
            what = self._left_undone(live) if leads else self._unnoticed(live, lease)
            if what is not None:
                yield live.id, live.version, what

    def _left_undone(self, live: LiveTable) -> str | None:
        if live._tasks:
            return None
        truth = self._world.truths.tables[live.id]
        if live.version < truth.table.version:
            return UNREAD  # what became of an earlier write has to be found out
        if truth.has_to_wake:
            return UNNOTED
        if live.table.asked() is not None:
            return UNDECIDED
        due = live.table.due()
        # A timer that was set before the clock was put forward goes off when it would have anyway.
        if due is not None and due < live.clock() - ROUNDING and not self._world.truths.counts["clock"]:
            return OVERDUE
        return None

    def _unnoticed(self, live: LiveTable, lease: tuple[str | None, int] | None) -> str | None:
        """Whoever reaches the database finds out what has become of a table."""
        if not self._node.is_heard():
            return None
        if live.leads and lease is not None and lease[0] is not None:
            return DEPOSED
        if self._world.truths.counts["store crash"]:
            return None  # of a database that has stopped one answer may be waited for while others come
        if not live.followers:
            return None  # whoever comes there first is told by the one who leads it
        return BEHIND if live.version < self._world.truths.tables[live.id].table.version else None

    def _check_presence(self, live: LiveTable) -> None:
        presence = live.table.presence
        there = {person for person in presence.everyone if live.table.is_member(person)}
        number, before = self._there.get(live, (0, there))
        self._there[live] = live.number, there
        if number == live.number and before != there:
            self._world.schedule.fail(f"who is at {live.id} has changed at {self._node.name}, and nobody is told")
        for person in self._world.people if self._world.is_quiet else ():
            is_here = person.line is not None and person.line.node is self._node and person.table == live.id
            is_elsewhere = any(person.id in people for people in presence._elsewhere.values())
            # Of strangers who look in it is told now and then only.
            if is_here and is_elsewhere and person.id in there and person.has_been_here(SETTLES_WITHIN):
                self._world.schedule.fail(f"{person.id} is at {self._node.name}, and it believes them elsewhere too")

    def _check_clock(self, live: LiveTable) -> None:
        match = live.table.match
        if live.table.phase != "playing" or match is None or match.to_decide is None:
            return
        deadline, limit = match.clocks.deadline(match.to_decide), match.clocks.limit(match.to_decide)
        if deadline is not None and limit is not None and deadline > live.clock() + limit + ROUNDING:
            self._world.schedule.fail(f"seat {match.to_decide} at {live.id} has more time than its clock says")
