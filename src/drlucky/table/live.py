"""LiveTable: a table on an asyncio loop. Judge, log, apply, tell: nobody is told of anything that is not on disk."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from contextlib import aclosing, contextmanager, suppress
from itertools import islice
from typing import Any, NamedTuple, Protocol

from msgspec.structs import replace

from drlucky.table.answers import Answer, Refused
from drlucky.table.bot_runner import Thinkers
from drlucky.table.commands import Command
from drlucky.table.log import Acted, Entry, LogError, Reacted, Said, Undone, decode, encode
from drlucky.table.pace import release
from drlucky.table.played import played
from drlucky.table.snapshot import Common, Sheet, sheet
from drlucky.table.store.base import DamagedLog, Fenced, Heading, PlayedGame, Store, StoreError
from drlucky.table.summary import heading, phase_after
from drlucky.table.table import Asked, Table

PAUSE_AFTER_ERROR = 1.0
LASTING = 60.0
"""Seconds for which a heading is good enough if nothing but its time has changed: to write it with every entry takes
twice as long as to write the entry alone."""
MOVES = (Acted, Undone, Said, Reacted)
"""What no heading speaks of, unless a game has ended by it: that is written when it is known, after it was applied."""
AT_ONCE = 16
"""So many are told of a change in one turn of the loop, beside those who play: hundreds would hold up other tables."""

log = logging.getLogger(__name__)


class Listener(NamedTuple):
    changed: Callable[[], object]
    person: str | None


def anyone(person: str) -> bool:
    return True


class Leaders(Protocol):
    """What knows which node leads a table."""

    async def do(self, live: "LiveTable", person: str, command: Command, language: str) -> Answer:
        """Hands a command to the node that leads the table."""

    def look(self, live: "LiveTable") -> None:
        """Someone has come or gone."""

    def deposed(self, live: "LiveTable") -> None:
        """The store says that another node leads a table that this one believed to lead."""


class Moved(StoreError):
    """Another node leads the table by now; nothing has been done here."""


def moved() -> Moved:
    return Moved("this table is led by another node by now; try again")


class LiveTable:
    """Use it from one loop only. `table` is always as it is on disk, or was a moment ago where another node leads it;
    look at it, and change nothing."""

    def __init__(
        self,
        table: Table,
        store: Store,
        thinkers: Thinkers,
        clock: Callable[[], float],
        leaders: Leaders | None = None,
        *,
        leads: bool = True,
    ) -> None:
        self.table = table
        self._clock = clock
        self._ahead = max(0.0, table.now - clock())
        """How far the log is ahead of the clock of this machine: its last entries come from one that was ahead."""
        self.sponsor = table.id
        """For whom its bots think: they take turns with those of others."""
        self.leads = leads
        """Does this node judge, log and run clocks and bots here? Otherwise it follows the log that another writes."""
        self.followers_elsewhere = 0
        """Other nodes that follow it."""
        self._leaders = leaders
        self._store = store
        self._thinkers = thinkers
        self._one_at_a_time = asyncio.Lock()
        self.number = 0
        """Grows with every change: whoever sees the same number sees the same table."""
        self.witnesses: tuple[Callable[[LiveTable], object], ...] = ()
        """Are told of every change before anyone else; they do not keep the table from resting."""
        self.keeps: Callable[[str], bool] = anyone
        """May finished games be kept with this person?"""
        self._listeners: dict[object, Listener] = {}
        self._untold: dict[object, None] = {}
        """Listeners whose turn has not come yet."""
        self._common: Common | None = None
        """What the sheets of everyone had in common when somebody last asked."""
        self._common_at = 0
        """The number of the change since which it was so."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._catching_up: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._thinking_about = 0
        self._written: Heading | None = None
        """The heading as the store has it."""
        self._kept = table.finished
        """The number of the last game that is kept with those who played it."""
        self._closed = False
        self.is_erased = False
        """Has it been deleted for good?"""
        self._wanted = clock()
        """When someone last asked for it, or left."""

    @property
    def id(self) -> str:
        return self.table.id

    @property
    def version(self) -> int:
        return self.table.version

    def clock(self) -> float:
        """The time at the table. It goes on from where the log has come to: nobody should have to wait until a clock
        that is behind has caught up."""
        return self._clock() + self._ahead

    def want(self) -> None:
        """Someone asks for it."""
        self._wanted = self._clock()

    @property
    def alone_for(self) -> float:
        """Seconds since someone asked for it, or since the last one left."""
        return self._clock() - self._wanted

    async def do(self, person: str, command: Command, language: str = "en") -> Answer:
        """Judges a command and, if it is accepted, has it on disk before anybody is told; a refusal is in the language.
        Raises StoreError if the log cannot be written: then nothing has happened, or if the log cannot be read either
        nobody knows, and the same command sent again is accepted once. Whoever gives up waiting does not take the
        command back."""
        if self.leads or self._leaders is None:
            try:
                return await self.do_here(person, command, language)
            except Moved:
                if self._leaders is None:
                    raise
        self.want()
        return await self._leaders.do(self, person, command, language)

    async def do_here(self, person: str, command: Command, language: str = "en") -> Answer:
        """The same at the node that leads the table. Raises Moved if another one does by now: nothing has happened."""
        self.want()
        async with self._one_at_a_time:
            if self._closed:
                raise StoreError("the table is at rest; ask for it again")
            if not self.leads:
                raise moved()
            verdict = self.table.judge(person, command, self.clock(), language)
            try:
                await self._log(verdict.entries, verdict.action)
            except StoreError:
                if self.table.receipts.version_of(person, command.id) is None:
                    raise
                # The log has it after all, from now or from an earlier try that was answered with an error.
                return self.table.judge(person, command, self.clock(), language).answer
            return verdict.answer

    @property
    def common(self) -> Common:
        """What the sheets of everyone have in common, until the next change."""
        if self._common is None or self._common_at != self.number:
            self._common, self._common_at = Common(self.table, self._common), self.number
        return self._common

    def sheet(self, person: str | None, since: int | None = None, seat: int | None = None) -> Sheet:
        return sheet(self.table, person, self.clock(), since, seat, self.common)

    async def follow(
        self, person: str | None, since: int | None = None, seat: int | None = None
    ) -> AsyncGenerator[Sheet, None]:
        """The sheet now, and again after every change until the table goes to rest. Changes that come faster than
        they are taken are told as one."""
        async with aclosing(self.changes()) as changes:
            async for _ in changes:
                now = self.sheet(person, since, seat)
                yield now
                since = now.version

    async def changes(self) -> AsyncGenerator[int, None]:
        """The number now and after every change, until the table goes to rest."""
        changed = asyncio.Event()
        with self.listen(changed.set):
            while not self._closed:
                changed.clear()
                yield self.number
                await changed.wait()

    @contextmanager
    def listen(self, changed: Callable[[], object], person: str | None = None) -> Iterator[None]:
        """Calls `changed`, which must not wait for anything, after every change and when the table goes to rest, for as
        long as this lasts. Where many listen, those who play are told first."""
        key = object()
        self._listeners[key] = Listener(changed, person)
        try:
            yield
        finally:
            del self._listeners[key]
            self.want()

    @property
    def followers(self) -> int:
        return len(self._listeners) + self.followers_elsewhere

    @property
    def is_closed(self) -> bool:
        """Has the table gone to rest?"""
        return self._closed

    @contextmanager
    def attend(self, person: str) -> Iterator[None]:
        """The person is present for as long as this lasts. Those at the table are told of each other, and not of
        strangers who look in."""
        self._came_or_went(person, self.table.arrived(person))
        try:
            yield
        finally:
            self._came_or_went(person, self.table.went(person, self.clock()))

    def _came_or_went(self, person: str, is_news: bool) -> None:
        if self.table.is_member(person):
            if is_news:
                self._tell()
            elif self._leaders is not None:
                # Who is at several nodes is missed when they have left all of them.
                self._leaders.look(self)
        self._look_ahead()

    async def wake(self) -> None:
        """Goes on after the table was rebuilt from its log."""
        self._written = await self._store.heading(self.table.id)
        self._kept = self._written.finished if self._written else 0
        async with self._one_at_a_time:
            await self._log(self.table.wake(self.clock()))
        await self._rewrite_heading()
        self._keep_game()
        self._look_ahead()

    # Several nodes.

    async def lead(self) -> None:
        """This node has the lease: it goes on from where the log ends."""
        async with self._one_at_a_time:
            await self._read_on()
            self.leads = True
            self._forget_others()
        try:
            await self.wake()
        except StoreError:
            if not self._closed:
                self._spawn(self._wake_soon())
        # What the node before may have seen, and not noted any more.
        self.be_witnessed()

    async def _wake_soon(self) -> None:
        """Bots and clocks go on when the log can be written again, whether or not anyone asks for anything."""
        while True:
            await asyncio.sleep(PAUSE_AFTER_ERROR)
            if not self.leads:
                return
            with suppress(StoreError):  # the store has said so
                return await self.wake()

    async def follow_leader(self, leaders: Leaders) -> None:
        """Another node has the lease: clocks and bots stop here."""
        if self._leaders is leaders and not self.leads:
            return
        self._leaders, self.leads = leaders, False
        async with self._one_at_a_time:
            self._stop_leading()

    async def hand_over(self, pass_on: Callable[[], Awaitable[object]]) -> None:
        """Another node leads it as soon as `pass_on` has said so: all that was accepted here is on disk by then, and
        what comes afterwards is handed on."""
        await self._rewrite_heading()
        async with self._one_at_a_time:
            if self.leads and not self._closed:
                await pass_on()
                self.leads = False
                self._stop_leading()

    def _stop_leading(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        for task in self._tasks:
            task.cancel()
        self._thinking_about = 0
        self._forget_others()

    def _forget_others(self) -> None:
        """Who is at other nodes is said anew by whoever leads the table, or follows it, from now on."""
        self.followers_elsewhere = 0
        self.table.presence.only_here(self.clock())
        self._tell()

    async def reach(self, version: int) -> None:
        """Reads on in the log until this version is there, if it can be read; otherwise it is tried again soon. Raises
        LogError if it is damaged, as all that follow a log do: then the table here is good for nothing any more."""
        async with self._one_at_a_time:
            if self.version < version and not self.leads and not self._closed:
                try:
                    await self._read_on()
                except DamagedLog:
                    raise
                except StoreError:
                    pass  # the store has said so

    async def extend(self, known: int, written: Sequence[bytes]) -> None:
        """What the log has after a version that was known here when it was read."""
        async with self._one_at_a_time:
            if not self.leads and not self._closed:
                self._follow_on(written[max(0, self.version - known) :])

    async def _read_on(self) -> None:
        self._follow_on(await self._store.read(self.id, self.version))

    def _follow_on(self, written: Sequence[bytes]) -> None:
        try:
            if written:
                self._apply(decode(written))
        except Exception as error:  # a byte that is another one can be wrong in any way
            raise LogError(f"it cannot be followed: {type(error).__name__}: {error}") from None

    def see_elsewhere(self, node: str, people: Mapping[str, int]) -> None:
        """Who is at this table at another node."""
        changed = self.table.presence.report(node, people, self.clock())
        if any(self.table.is_member(person) for person in changed):
            self._tell()
        self._look_ahead()

    def erased_elsewhere(self) -> None:
        """The node that leads it has deleted it for good."""
        self._closed = self.is_erased = True
        self._tell()

    def check_erasable(self, person: str) -> None:
        if not self.table.may_erase(person):
            raise Refused(
                "not yours",
                "only a table where nobody else has ever been, and no game was rated, can be deleted without a trace",
            )

    async def erase(self, person: str) -> None:
        """Deletes the table with its log for good. Refused unless this person is the only one who has ever been here;
        a StoreError if it could not be deleted, and then all is as it was."""
        async with self._one_at_a_time:
            if self._closed:
                raise StoreError("the table is at rest; ask for it again")
            self.check_erasable(person)
            await outlast(self._store.delete(self.table.id))
            self._closed = self.is_erased = True
        await self.close()

    async def close(self) -> None:
        """Goes to rest: followers are let go, timers and bots stop. The log has everything."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        async with self._one_at_a_time:
            for task in self._tasks:
                task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if not self.is_erased and self.leads:
            await self._rewrite_heading()
        self._tell()

    # One after the other.

    async def _log(self, entries: Sequence[Entry], action: int | None = None) -> None:
        """Writes entries, applies them and tells everyone. `action` is the number of the action in them, if there is
        one that has been judged."""
        if not entries:
            return
        if self._closed:
            # It went to rest while this was on its way; it may have been woken again since.
            raise StoreError("the table is at rest; ask for it again")
        about = self._heading(entries)
        try:
            is_given_up = await outlast(self._store.append(about, entries[0].version, encode(entries)))
        except Fenced:
            if self._leaders is not None:
                self._leaders.deposed(self)
            raise moved() from None
        except StoreError:
            await self._catch_up()
            raise
        except asyncio.CancelledError:
            # Whoever gave up is let go at once, and what could not be written may be in the log all the same.
            self._catch_up_later()
            raise
        self._written = about
        self._apply(entries, action)
        self._keep_game()
        if (not are_moves(entries) or self.table.phase != about.status) and self._heading() != about:
            # Should the process end before this is written, the table is found by its old phase, and wakes with it.
            self._spawn(self._rewrite_heading())
        if is_given_up:
            raise asyncio.CancelledError

    def _heading(self, entries: Sequence[Entry] = ()) -> Heading:
        """What the store should have when these entries have been applied; if it has that, the very same."""
        written = self._written
        now = entries[-1].at if entries else self.table.now
        if written is None or now >= written.changed + LASTING:
            return heading(self.table, entries)
        if entries and are_moves(entries) and phase_after(self.table, entries) == written.status:
            return written
        about = heading(self.table, entries)
        return written if replace(about, changed=written.changed) == written else about

    def _apply(self, entries: Sequence[Entry], action: int | None = None) -> None:
        for entry in entries:
            self.table.apply(entry, action)
        self._ahead = max(self._ahead, self.table.now - self._clock())
        self._tell()
        self._look_ahead()

    async def _catch_up(self) -> None:
        """After an error the log knows best what was written."""
        try:
            written = await self._store.read(self.table.id, self.version)
        except DamagedLog:
            return  # the store has said so
        except StoreError:
            self._catch_up_later()
            return
        if written:
            log.warning("the log of table %s was ahead: what was written was not said to be", self.table.id)
            self._follow_on(written)

    def _catch_up_later(self) -> None:
        if self._catching_up is None or self._catching_up.done():
            self._catching_up = self._spawn(self._catch_up_soon())

    async def _catch_up_soon(self) -> None:
        """Where the log cannot be read either it may have what nobody here knows of. Those who wait for it may want
        nothing themselves."""
        await asyncio.sleep(PAUSE_AFTER_ERROR)
        async with self._one_at_a_time:
            self._catching_up = None
            if self.leads and not self._closed:
                await self._catch_up()

    async def _rewrite_heading(self) -> None:
        """A summary follows from the table as it is after its entries, and needs no hurry."""
        try:
            async with self._one_at_a_time:
                current = self._heading()
                if current != self._written:
                    await self._store.append(current, self.table.version + 1, [])
                    self._written = current
        except StoreError:
            self._written = None  # the store has said so, and the next entry brings it

    def _keep_game(self) -> None:
        """A game that has just ended is kept with those who played it. Should that be lost, the store knows that it is
        missing, as soon as the heading says that the game is over."""
        finished, match = self.table.finished, self.table.match
        if finished > self._kept and match is not None and match.is_over:
            self._spawn(self._keep(finished, [game for game in played(self.table) if self.keeps(game.person)]))
        self._kept = finished

    async def _keep(self, finished: int, games: Sequence[PlayedGame]) -> None:
        with suppress(StoreError):  # the store has said so
            await self._store.keep_games(self.table.id, finished, games)

    # Telling, timers and bots.

    def _tell(self) -> None:
        self.number += 1
        self.be_witnessed()
        if len(self._listeners) <= AT_ONCE:
            self._tell_these(tuple(self._listeners))
            return
        seated = {seat.person for seat in self.table.seats if seat.person is not None}
        self._tell_these([key for key, each in self._listeners.items() if each.person in seated])
        is_told_later = bool(self._untold)
        others = [key for key, each in self._listeners.items() if each.person not in seated]
        self._untold = dict.fromkeys((*self._untold, *others))
        if self._untold and not is_told_later:
            asyncio.get_running_loop().call_soon(self._tell_some)

    def be_witnessed(self) -> None:
        for witness in () if self.is_erased else self.witnesses:
            try:
                witness(self)
            except Exception:
                log.exception("what happened at table %s could not be followed", self.table.id)

    def _tell_some(self) -> None:
        some = tuple(islice(self._untold, AT_ONCE))
        for key in some:
            del self._untold[key]
        self._tell_these(some)
        if self._untold:
            asyncio.get_running_loop().call_soon(self._tell_some)

    def _tell_these(self, keys: Iterable[object]) -> None:
        for listener in [self._listeners[key] for key in keys if key in self._listeners]:
            try:
                listener.changed()
            except Exception:
                log.exception("someone at table %s could not be told", self.table.id)

    def _look_ahead(self) -> None:
        """Sets the clock for what time will bring, and asks the bot whose decision it is."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._closed or not self.leads:
            return
        due = self.table.due()
        if due is not None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(0.0, due - self.clock()), lambda: self._spawn(self._tick()))
        asked = self.table.asked()
        if asked is not None and asked.question != self._thinking_about:
            self._thinking_about = asked.question
            self._spawn(self._let_bot_act(asked))

    async def _tick(self) -> None:
        async with self._one_at_a_time:
            try:
                if self.leads:
                    await self._log(self.table.overdue(self.clock()))
            except StoreError:
                await asyncio.sleep(PAUSE_AFTER_ERROR)
        self._look_ahead()

    async def _let_bot_act(self, asked: Asked) -> None:
        action = self.table.by_script(asked)
        if action is None:
            view, legal, past = self.table.bot_sees(asked)
            action = await self._thinkers.choose(asked.level, view, legal, self.sponsor, past)
        now = self.clock()
        # Never longer than its pace: someone may have set the clock back.
        await asyncio.sleep(min(asked.pace, max(0.0, release(asked.at, asked.pace, now) - now)))
        while self.leads:
            try:
                async with self._one_at_a_time:
                    await self._log(*self.table.bot_acts(asked, action, self.clock()))
                return
            except StoreError:
                await asyncio.sleep(PAUSE_AFTER_ERROR)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def are_moves(entries: Sequence[Entry]) -> bool:
    return all(isinstance(entry.fact, MOVES) for entry in entries)


async def outlast(writing: "asyncio.Future[None]") -> bool:
    """Waits until it is written, also if whoever waits is cancelled meanwhile, and says if they were: what is on disk
    has happened, and must be applied before anything else. If it is not written they are cancelled as they wished."""
    is_cancelled = False
    while not writing.done():
        try:
            await asyncio.shield(writing)
        except asyncio.CancelledError:
            is_cancelled = True
        except StoreError:
            break
    if is_cancelled and writing.exception() is not None:
        raise asyncio.CancelledError
    writing.result()
    return is_cancelled
