"""Tables: all tables of a store, the ones that are played at kept ready."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from heapq import nlargest
from itertools import islice
from math import inf
from time import monotonic
from types import TracebackType
from typing import NamedTuple

from drlucky.cluster.peers import Peers
from drlucky.editions import book_of
from drlucky.errors import DrLuckyError, RulesChanged, UnknownEdition
from drlucky.loops import once
from drlucky.table.answers import Refused
from drlucky.table.bot_runner import Thinkers
from drlucky.table.cluster.elsewhere import Elsewhere
from drlucky.table.cluster.ownership import Ownership
from drlucky.table.live import LiveTable, anyone, moved
from drlucky.table.log import Damaged, LogError, decode, encode
from drlucky.table.settings import Settings
from drlucky.table.state import Phase
from drlucky.table.steady_clock import SteadyClock
from drlucky.table.store.base import Conflict, DamagedLog, Heading, SharedStore, Store, StoreError
from drlucky.table.summary import Summary, heading, readable, summary
from drlucky.table.table import Table
from drlucky.table.tokens import CODE_LENGTH, new_code

READY = ("gathering", "playing")
EVERY_ONE = 1_000_000
MOST_WOKEN = 5000
RECENT = 600.0
"""Seconds: tables that have changed since so long before a start are looked at then, one after the other. They wake
when they are asked for, as all others do, unless something goes on there by itself."""
RESTS_AFTER = 20.0
"""Seconds after which a table rests where nobody is and for which nobody asks, whatever goes on there: bots should not
think for someone who opened a table and left. Who loads a page anew is back long before. Where the game is over it is
sooner: there is nothing to wait for, and it takes the most memory."""
AWAITED_FOR = 300.0
"""So many at most where people who are elsewhere wait for its bots."""
MOST_OVER = 32
"""Tables whose game is over that are kept ready at the same time for those who only ask for them: each takes a third of
a megabyte, and whoever looks through old games asks for one after the other. Where somebody is one stays all the
same."""
GRACE = 5.0
"""Seconds for which a table is kept in any case, until whoever asked for it comes."""
SWEEP = 5.0
LONGEST_BREAK = 1.0
TRIES = 5
DAMAGED = "the log of this table is damaged, or a newer drlucky wrote it"

log = logging.getLogger(__name__)


def freely() -> None:
    """Everything is admitted."""


class Listed(NamedTuple):
    """A table of the lobby."""

    heading: Heading
    about: Summary
    live: LiveTable | None
    """None: it is at rest."""


class Tables:
    """`async with Tables(store) as tables`: tables wake when they are asked for, and go to rest at the end; the store
    is closed with them. `pace` stretches the time that bots take, and `clock` gives the time in seconds since 1970.
    `peers` are the other nodes of a shared store."""

    def __init__(
        self,
        store: Store,
        thinkers: Thinkers | None = None,
        *,
        clock: Callable[[], float] | None = None,
        pace: float = 1.0,
        peers: Peers | None = None,
    ) -> None:
        self.store = store
        self.live: dict[str, LiveTable] = {}
        """Those that are kept ready, by id."""
        self.rested = 0
        """How many have gone to rest so far: what they took of memory is free."""
        self.ownership: Ownership | None = None
        """Which of them this node leads, where there may be others."""
        self.elsewhere: Elsewhere | None = None
        """What the others say of the tables that they lead."""
        if peers is not None and isinstance(store, SharedStore):
            self.ownership = Ownership(self, store, peers)
            self.elsewhere = Elsewhere(self.live, peers)
        self._thinkers = thinkers or Thinkers()
        self._clock = clock or SteadyClock()
        self._pace = pace
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._resting: dict[str, asyncio.Task[None]] = {}
        """Those that are going to rest."""
        self._over: dict[str, None] = {}
        """Those whose game was over when they woke, by id, in the order in which they did."""
        self._is_stopping = False
        self._tasks: list[asyncio.Task[None]] = []
        """What goes on beside the tables: the start, until it is over, and sweeping."""
        self._began = self._clock()
        self._recent: dict[str, Heading] = {}
        """Tables in progress of late that have not been awake since the start, by id."""
        self._witnesses: tuple[Callable[[LiveTable], object], ...] = ()
        if self.ownership is not None:
            self._witnesses = (self.ownership.look,)
        self.keeps: Callable[[str], bool] = anyone
        """May finished games be kept with this person?"""

    async def __aenter__(self) -> "Tables":
        self._began = self._clock()
        since = self._began - RECENT
        with suppress(StoreError):  # the store has said so; whoever asks for a table may have it all the same
            if isinstance(self.store, SharedStore):
                self._recent = {each.table: each for each in await self.store.abandoned(since, MOST_WOKEN)}
            else:
                for phase in READY:
                    found = await self.store.headings([phase], MOST_WOKEN)
                    self._recent |= {each.table: each for each in found if each.changed >= since}
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(work) for work in (self._begin(), self._sweep_now_and_then())]
        if self.ownership is not None:
            self.ownership.begin()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._is_stopping = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(live.close() for live in self.live.values()))
        if self.ownership is not None:
            await self.ownership.close()
        self.live.clear()
        self._thinkers.close()
        await self.store.close()

    async def open(
        self,
        person: str,
        name: str,
        settings: Settings,
        seats: int = 4,
        robot: bool = False,
        character: str | None = None,
    ) -> LiveTable:
        """A new table, whose host is this person, or program, in the first seat, as this one of the cast. What does not
        fit is refused in words."""
        for _ in range(TRIES):
            table_id, now = secrets.token_hex(8), self._clock()
            entries = Table.opening(table_id, new_code(), person, name, settings, seats, now, robot, character)
            table = Table.replay(entries, self._pace)
            try:
                await self.store.append(heading(table), 1, encode(entries))
            except Conflict:
                continue  # another table has the code
            return await self._keep(table, is_new=True)
        raise Refused("full", "no free code was found for a new table; try once more")

    async def get(self, table_or_code: str, admit: Callable[[], None] = freely) -> LiveTable:
        """A table by its id, or its code however it is typed. Refused if there is none. `admit` may raise an error
        where the table is at rest, and would have to be woken."""
        if self._is_ready(table_or_code):
            self.live[table_or_code].want()
            return self.live[table_or_code]
        if len(table_or_code.strip()) == CODE_LENGTH:
            table_or_code = table_or_code.strip().upper()
        found = await self.store.heading(table_or_code)
        if found is None:
            raise Refused("not here", "there is no such table")
        if found.table not in self.live:
            admit()
        return await self._load(found.table)

    async def erase(self, live: LiveTable, person: str) -> None:
        """Deletes a table for good, as if it had never been, for the only one who has been there; Refused for anyone
        else. Whoever follows it is let go."""
        if self.ownership is not None and not live.leads:
            await self.ownership.erase(live, person)
        else:
            await live.erase(person)
            if self.ownership is not None:
                self.ownership.erased(live)
        self.live.pop(live.id, None)

    def lobby(self, phase: Phase, limit: int = 100, before: float | None = None) -> list[Listed]:
        """Tables in this phase that wish to be seen and have changed before a time, the latest first: those that are
        awake, and for a while after a start those whose people may come back."""
        until = inf if before is None else before
        awake = (each for each in self.live.values() if each.table.phase == phase and each.table.settings.listed)
        found = [listed(each) for each in nlargest(limit, (each for each in awake if changed(each) < until), changed)]
        if self._clock() < self._began + RESTS_AFTER:
            at_rest = (each for each in self._recent.values() if each.status == phase and each.changed < until)
            latest = sorted(at_rest, key=lambda each: each.changed, reverse=True)
            found += islice((Listed(each, about, None) for each, about in readable(latest) if about.listed), limit)
        return nlargest(limit, found, key=lambda each: each.heading.changed)

    async def finished(self, limit: int = 50, before: float | None = None) -> list[Heading]:
        """Tables whose game is over and that wish to be seen, the latest first; `summary.read` tells more of each."""
        return await self.store.past(limit, before)

    def watch(self, witness: Callable[[LiveTable], object]) -> None:
        """From now on this too is told of every table that wakes, and of every change at one. It must be quick:
        everyone at the table waits for it."""
        self._witnesses += (witness,)
        for live in self.live.values():
            live.witnesses = self._witnesses
            live.be_witnessed()

    async def _load(self, table: str) -> LiveTable:
        """Rebuilds a table, once however many ask for it at the same time."""
        if self._is_ready(table):
            self.live[table].want()
            return self.live[table]
        return await once(self._loading, table, lambda: self._rebuild(table))

    def _is_ready(self, table: str) -> bool:
        """One that is being claimed is not: should that fail, whoever was there would see nothing change any more."""
        return table in self.live and table not in self._loading

    async def _rebuild(self, table: str) -> LiveTable:
        if table in self._resting:
            await asyncio.wait({self._resting[table]})
        live = await self._keep(await self._replayed(table))
        if live.table.phase not in READY:
            self._over[table] = None
            await self._rest_earlier_ones()
        return live

    async def _rest_earlier_ones(self) -> None:
        """Of those whose game is over."""
        while len(self._over) > MOST_OVER:
            first = next(iter(self._over))
            del self._over[first]
            live = self.live.get(first)
            if live is not None and self._is_ready(first) and not live.followers and live.table.phase not in READY:
                await self._rest(live)

    async def _replayed(self, table: str) -> Table:
        try:
            written = await self.store.read(table)
        except DamagedLog as error:
            raise put_aside(table, error) from None
        # A long log takes a while, for which the others at their tables need not wait.
        return await asyncio.to_thread(replayed, table, written, self._pace)

    # After a start.

    async def settled(self) -> None:
        """Returns when all that is to be looked at after a start has been."""
        await asyncio.gather(*self._tasks[:1])

    async def _begin(self) -> None:
        """One after the other, and no more than half of the time: those who come back go first."""
        if self.store.is_renewed:
            # Headings of an earlier form are written anew when their tables wake.
            for each in await self.store.headings(READY, EVERY_ONE):
                await self._begin_with(each.table, self._load)
        for each in list(self._recent.values()):
            await self._begin_with(each.table, self._look_at)
        with suppress(StoreError):  # the store has said so
            for table in await self.store.unsound():
                await self._begin_with(table, self._load)

    async def _begin_with(self, table: str, work: Callable[[str], Awaitable[object]]) -> None:
        began = monotonic()
        try:
            await work(table)
        except Damaged:
            # Said already; the others are played on, and whoever asks for this one is told.
            self._recent.pop(table, None)
        except DrLuckyError as error:
            self._recent.pop(table, None)
            log.error("table %s cannot be woken: %s", table, error)
        await asyncio.sleep(min(LONGEST_BREAK, monotonic() - began))

    async def _look_at(self, table: str) -> None:
        """A table that nobody has asked for yet is woken where people who are elsewhere wait for its bots, or where its
        game ended just before its server did. Otherwise it rests on: its clocks count all the same."""
        said = self._recent.get(table)
        if said is None or table in self._loading:
            return
        found = await self._replayed(table)
        now = heading(found)
        is_as_said = (now.status, now.finished, now.people) == (said.status, said.finished, said.people)
        if found.is_bot_awaited or not is_as_said:
            await self._load(table)

    async def adopt(self) -> None:
        """Looks after tables in progress whose node is gone as after a start: bots go on there."""
        if isinstance(self.store, SharedStore):
            for found in await self.store.abandoned(self._clock() - RECENT, MOST_WOKEN):
                if found.table not in self.live:
                    self._recent[found.table] = found
                    await self._begin_with(found.table, self._look_at)

    async def _keep(self, table: Table, is_new: bool = False) -> LiveTable:
        ours = self.ownership is None or is_new
        live = LiveTable(table, self.store, self._thinkers, self._clock, self.ownership, leads=ours)
        live.keeps = lambda person: self.keeps(person)
        if self.ownership is None or ours:
            await live.wake()
        else:
            await self._follow_or_lead(live, self.ownership)
        live.witnesses = self._witnesses
        live.be_witnessed()
        self.live[table.id] = live
        self._recent.pop(table.id, None)
        return live

    async def _follow_or_lead(self, live: LiveTable, ownership: Ownership) -> None:
        # It is there before it is claimed: what other nodes say of it from then on must be heard.
        self.live[live.id] = live
        try:
            await ownership.take(live)
        except BaseException as error:
            self.live.pop(live.id, None)  # it may be gone with all others, where the server stops
            if isinstance(error, DrLuckyError):
                await self._let_go(live)  # it may be claimed, and others may know that it is followed here
            raise
        if live.is_closed:
            raise moved() if self._is_stopping else Damaged(DAMAGED)

    async def put_aside(self, live: LiveTable, error: Exception) -> None:
        """A table whose log turns out to be damaged while it is awake here. Whoever asks for it is told."""
        if self.live.pop(live.id, None) is not None:
            put_aside(live.id, error)
            await self._let_go(live)

    async def _sweep_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            await self.sweep()

    async def sweep(self) -> None:
        """Tables where nobody is go to rest; whoever asks for one wakes it. Clocks and bots stand still meanwhile, as
        when the server is stopped."""
        for live in list(self.live.values()):
            if live.followers or live.is_closed or not self._is_ready(live.id):
                continue
            alone_for = live.alone_for
            rests_after = RESTS_AFTER if live.table.phase in READY else GRACE
            if alone_for >= AWAITED_FOR or (alone_for >= rests_after and not live.table.is_bot_awaited):
                await self._rest(live)

    async def has_room(self, most: int) -> bool:
        """May one more be awake? Where so many are, the one where nobody is for longest goes to rest for it."""
        while len(self.live) >= most:
            left = [each for each in self.live.values() if not each.followers and self._is_ready(each.id)]
            longest = max(left, key=lambda each: each.alone_for, default=None)
            if longest is None or longest.alone_for < GRACE:
                return False
            await self._rest(longest)
        return True

    async def _rest(self, live: LiveTable) -> None:
        del self.live[live.id]
        self._over.pop(live.id, None)
        self._resting[live.id] = asyncio.get_running_loop().create_task(self._let_go(live))
        try:
            await self._resting[live.id]
        finally:
            del self._resting[live.id]
            self.rested += 1

    async def _let_go(self, live: LiveTable) -> None:
        await live.close()
        if self.ownership is not None:
            with suppress(StoreError):  # the store has said so; the lease ends with this node
                await self.ownership.left(live)


def changed(live: LiveTable) -> float:
    return live.table.now


def listed(live: LiveTable) -> Listed:
    table = live.table
    return Listed(Heading(table.id, table.code, table.phase, table.now, b""), summary(table), live)


def replayed(table: str, written: Sequence[bytes], pace: float) -> Table:
    """A table from its log. What is wrong with one that is damaged could tell what is in it: that is said to whoever
    runs the server, and to nobody else. That a ruling has changed, or an edition is not there, is said to whoever asks
    for the table."""
    try:
        found = Table.replay(decode(written), pace)
        if found.id != table:
            raise LogError("it is the log of no table, or of another one")
        book_of(found.settings.edition)
    except RulesChanged as error:
        log.error("table %s is refused: %s", table, error)
        raise Refused.of("not now", error) from None
    except UnknownEdition as error:
        log.error("table %s is refused: %s", table, error)
        raise Refused(
            "not now",
            "this table plays the edition {edition!r:.40}, which is not installed here",
            edition=error.values["edition"],
        ) from None
    except Exception as error:  # a byte that is another one can be wrong in any way
        raise put_aside(table, error) from None
    return found


def put_aside(table: str, error: Exception) -> Damaged:
    """Says what is wrong to whoever runs the server; others are told that something is."""
    log.error("the log of table %s cannot be replayed: %s: %s", table, type(error).__name__, error)
    return Damaged(DAMAGED)
