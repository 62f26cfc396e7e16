"""The notifier: looks at every table, and has those told who asked for it, are awaited, and are not here."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from drlucky import phrases
from drlucky.cluster.duties import is_ours
from drlucky.cluster.peers import Peers
from drlucky.errors import DrLuckyError
from drlucky.server.config import Config
from drlucky.server.errors import Failed
from drlucky.server.metrics import Metrics
from drlucky.server.notices.calendar import Calendars
from drlucky.server.notices.decisions import Decision, Decisions, seconds_until
from drlucky.server.notices.outbox import Notice, Outbox
from drlucky.server.notices.outside import Outside
from drlucky.server.notices.subscriptions import Subscription, Subscriptions
from drlucky.server.notices.vapid import Vapid
from drlucky.server.notices.whereabouts import Whereabouts
from drlucky.server.rows.base import Rows
from drlucky.table import Tables

AGAIN = 5.0
"""Seconds, at least, after which it is looked again if someone is still here."""
AFTER_DEADLINE = 1.0

log = logging.getLogger(__name__)


class Notifier:
    def __init__(
        self,
        config: Config,
        vapid: Vapid,
        tables: Tables,
        people: Rows,
        whereabouts: Whereabouts,
        metrics: Metrics,
        peers: Peers,
    ) -> None:
        self._config = config
        self._tables = tables
        self._people = people
        self._whereabouts = whereabouts
        self._peers = peers
        self.outside = Outside(config.notice_networks)
        self.vapid = vapid
        self.subscriptions = Subscriptions(people)
        self.calendars = Calendars(people)
        self.outbox = Outbox(self.outside, self.vapid, metrics, self.subscriptions.drop)
        metrics.watch_notices(lambda: len(self.outbox))
        self.decisions = Decisions(people, self.wants, self._due, config.notice_after)
        self._waking: set[asyncio.Task[None]] = set()
        if config.notices:
            self.decisions.begin()
            tables.watch(self.decisions.look)

    def wants(self, person: str, table: str) -> bool:
        return self.subscriptions.has(person) or self.calendars.has(person, table)

    def look_everywhere(self) -> None:
        """Someone wants to be told from now on, and may be awaited already."""
        for live in list(self._tables.live.values()):
            self.decisions.look(live)

    async def drop_unwanted(self) -> None:
        await self.decisions.drop(lambda one: not self.wants(one.person, one.table))

    async def forget(self, person: str) -> None:
        await self.subscriptions.end_all(person)
        await self.calendars.end(person)
        await self.drop_unwanted()
        await self._people.settle()

    async def forget_table(self, person: str, table: str) -> None:
        """What the only one who was there has asked for goes with it."""
        await self.calendars.end(person, table)
        await self.decisions.drop(lambda one: one.table == table)
        await self._people.settle()

    async def forget_device(self, person: str, device: str) -> None:
        """What a browser asked for goes with it; a webhook is not on any device."""
        theirs = [each for each in self.subscriptions.of(person) if each.kind == "push" and each.device == device]
        await self.subscriptions.end(*theirs)
        await self.drop_unwanted()

    def say_hello(self, to: Subscription) -> bool:
        """So that people see what a notice is like, and that it comes."""
        return self.outbox.put(to, self._notice("hello", None, to), always)

    async def _due(self, one: Decision) -> float | None:
        """Tells someone if it is time; says after how many seconds to come again."""
        later = max(AGAIN, self._config.notice_after)
        if not is_ours(one.table, self._peers):
            return later
        if one.deadline is not None and seconds_until(one.deadline) <= 0:
            self._wake(one)
            return later
        if await self._whereabouts.is_here(one.person):
            return later
        is_late = one.remind is not None and seconds_until(one.remind) <= 0
        if is_late and not one.reminded:
            if await self.decisions.claim(one, reminded=True):
                self._tell(one, "reminder")
        elif not one.told and await self.decisions.claim(one):
            self._tell(one, "turn")
        if not one.told:
            return later
        if one.deadline is None:
            return None
        next_at = one.deadline + AFTER_DEADLINE if one.reminded or one.remind is None else one.remind
        return max(0.0, seconds_until(next_at))

    def _tell(self, one: Decision, kind: str) -> None:
        until = one.deadline
        for to in self.subscriptions.of(one.person):
            self.outbox.put(to, self._notice(kind, one, to), self._is_wanted(one, to, until))

    def _is_wanted(self, one: Decision, to: Subscription, until: float | None) -> Callable[[], Awaitable[bool]]:
        """Until it is decided, they are here, it is too late, or they want no more of it."""

        async def is_wanted() -> bool:
            is_in_time = until is None or seconds_until(until) > 0
            is_theirs = self.subscriptions.get(to.id) is not None
            if not (is_in_time and is_theirs and self.decisions.is_open(one)):
                return False
            return not await self._whereabouts.is_here(one.person)

        return is_wanted

    def _notice(self, kind: str, one: Decision | None, to: Subscription) -> Notice:
        title = phrases.edition_title(one.edition, to.language) if one else ""
        said = phrases.notice(kind, title, one.host if one else "", to.language)
        return Notice(
            kind,
            one.table if one else "",
            said.title,
            said.text,
            f"/t/{one.code}" if one else "/me",
            said.open,
            said.off,
            one.deadline if one else None,
        )

    def _wake(self, one: Decision) -> None:
        """The clock of days has run out at a table that may be at rest, where nothing would come of it."""

        async def wake() -> None:
            try:
                await self._tables.get(one.table)
            except DrLuckyError as error:
                log.warning("table %s cannot be woken: %s", one.table, error)
            if self.decisions.is_open(one) and one.table not in self._tables.live:
                with suppress(Failed):  # the store has said so
                    await self.decisions.close(one)

        task = asyncio.get_running_loop().create_task(wake())
        self._waking.add(task)
        task.add_done_callback(self._waking.discard)

    async def close(self) -> None:
        await self.decisions.stop()
        for task in list(self._waking):
            task.cancel()
        await asyncio.gather(*self._waking, return_exceptions=True)
        await self.outbox.close()


async def always() -> bool:
    return True
