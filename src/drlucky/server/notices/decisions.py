"""Decisions that people are awaited to make, of those people who asked to be told. What is told of them is on disk
before it is sent, so that nobody is told twice whatever happens to the server."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from drlucky.server.errors import Failed
from drlucky.server.people.store import DECISIONS
from drlucky.server.rows.base import Change, Drop, Key, Put, Row, Rows
from drlucky.table import LiveTable
from drlucky.table.table import Table

MOST = 50_000
AGAIN = 1.0
"""Seconds after which it is tried again to note what could not be written."""
LEAD, LEAD_AT_MOST = 0.25, 12 * 3600.0
"""People are reminded when so much of a clock of days is left."""


class Decision(Struct):
    """That someone has to decide something at a table, and what they were told of it."""

    table: str
    person: str
    number: str
    """Which of the table's decisions it is."""
    code: str
    edition: str
    host: str
    """The name of the table's host."""
    deadline: float | None
    remind: float | None
    """When they are reminded of a clock of days."""
    told: bool = False
    reminded: bool = False

    def is_same(self, other: "Decision") -> bool:
        return (self.person, self.number) == (other.person, other.number)

    @property
    def row(self) -> Row:
        *what, told, reminded = (getattr(self, name) for name in self.__struct_fields__)
        return *what, int(told), int(reminded)


def awaited(table: Table) -> Decision | None:
    """Whose decision others wait for, if it is a person's: who plays against bots alone keeps nobody waiting. Nothing
    here is more than everyone at the table knows."""
    match = table.match
    seat = match.to_decide if match and table.phase == "playing" and match.paused is None else None
    if match is None or seat is None:
        return None
    who, clocks = table.seats[seat], match.clocks
    if who.person is None or who.robot or who.is_played_by_bot:
        return None
    is_slow = clocks.setting.kind == "days"
    if not is_slow and all(each.person in (None, who.person) for each in table.seats):
        return None
    deadline = clocks.deadline(seat) if is_slow else None
    host = table.members.get(table.host or "")
    return Decision(
        table.id,
        who.person,
        f"{match.number}.{clocks.decisions}.{seat}",
        table.code,
        match.game.setting.book.id,
        host.name if host else "",
        deadline,
        None if deadline is None else deadline - min(LEAD_AT_MOST, LEAD * clocks.setting.seconds),
    )


class Decisions:
    """`due` is called when someone may have to be told, again and again until that is settled. The node that leads a
    table notes what is awaited there; all nodes know it, and any may tell."""

    def __init__(
        self,
        rows: Rows,
        wants: Callable[[str, str], bool],
        due: Callable[[Decision], Awaitable[float | None]],
        first_after: float,
    ) -> None:
        self._rows = rows
        self._wants = wants
        self._due = due
        self._first_after = first_after
        self._open: dict[str, Decision] = {}
        """By table."""
        self._awaited: dict[str, Decision | None] = {}
        """By table, what is awaited there by now and is not noted yet."""
        self._noting: asyncio.Task[None] | None = None
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._telling: set[asyncio.Task[None]] = set()

    def begin(self) -> None:
        """With those that were open when the server stopped."""
        self._rows.follow(DECISIONS, self._put, self._drop)

    def at(self, table: str, person: str) -> Decision | None:
        one = self._open.get(table)
        return one if one is not None and one.person == person else None

    def is_open(self, one: Decision) -> bool:
        return self._open.get(one.table) is one

    def look(self, live: LiveTable) -> None:
        """After every change at a table: quick, as everyone there waits for it."""
        if not live.leads:
            return
        found = awaited(live.table)
        known = self._awaited[live.id] if live.id in self._awaited else self._open.get(live.id)
        if found is not None and not (known is not None and known.is_same(found)):
            found = found if self._wants(found.person, found.table) else None
        if found is None and known is None:
            return
        if found is None or known is None or not known.is_same(found) or known.deadline != found.deadline:
            self._awaited[live.id] = found
            if self._noting is None or self._noting.done():
                self._noting = asyncio.get_running_loop().create_task(self._note())

    async def _note(self) -> None:
        """What has been seen by then, at once; again and again if it cannot be written."""
        while self._awaited:
            taken: dict[str, Decision | None] = {}

            def noted() -> list[Change]:
                taken.update(self._awaited)  # noqa: B023
                self._awaited.clear()
                return [change for each in taken.items() for change in self._changes(*each)]  # noqa: B023

            try:
                await self._rows.change(noted)
            except Failed:  # the store has said so
                self._awaited = taken | self._awaited
                await asyncio.sleep(AGAIN)

    def _changes(self, table: str, found: Decision | None) -> Iterator[Change]:
        known = self._open.get(table)
        if found is None:
            if known is not None:
                yield Drop(DECISIONS, (table,))
        elif known is not None and known.is_same(found):
            if known.deadline != found.deadline:  # it was paused
                yield Put(DECISIONS, replace(known, deadline=found.deadline, remind=found.remind).row)
        elif known is not None or len(self._open) < MOST:
            yield Put(DECISIONS, found.row)

    async def settled(self) -> None:
        """Returns when what was seen here is noted, but does not wait for a store that is in trouble."""
        if self._noting is not None:
            await asyncio.wait([self._noting], timeout=AGAIN)

    async def claim(self, one: Decision, *, reminded: bool = False) -> bool:
        """May this node tell someone of it, for the first time or once more? No other one may then, nor this one."""
        claimed: list[bool] = []

        def told() -> Iterator[Change]:
            if self.is_open(one) and not (one.reminded if reminded else one.told):
                claimed.append(True)
                yield Put(DECISIONS, replace(one, told=True, reminded=reminded or one.reminded).row)

        try:
            await self._rows.change(told)
        except Failed:  # the store has said so, and it is tried again
            return False
        return bool(claimed)

    async def close(self, one: Decision) -> None:
        """It was made, or nobody is to be told of it."""
        await self.drop(lambda each: each is one)

    async def drop(self, is_unwanted: Callable[[Decision], bool]) -> None:
        def dropped() -> list[Change]:
            for table in [table for table, each in self._awaited.items() if each is not None and is_unwanted(each)]:
                self._awaited[table] = None
            return [Drop(DECISIONS, (each.table,)) for each in self._open.values() if is_unwanted(each)]

        await self._rows.change(dropped)

    async def stop(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        await self.settled()
        tasks = [*self._telling, *([self._noting] if self._noting is not None else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _put(self, row: Row) -> None:
        one = Decision(*row[:-2], *map(bool, row[-2:]))
        known = self._open.get(one.table)
        if known is not None and known.is_same(one):
            is_timed_anew = known.deadline != one.deadline
            for name in Decision.__struct_fields__:
                setattr(known, name, getattr(one, name))
            if is_timed_anew:
                self._look_at(known, self._first_after)
        else:
            self._open[one.table] = one
            self._look_at(one, self._first_after)

    def _drop(self, key: Key) -> None:
        self._open.pop(key[0], None)
        if (timer := self._timers.pop(key[0], None)) is not None:
            timer.cancel()

    def _look_at(self, one: Decision, after: float) -> None:
        if (timer := self._timers.pop(one.table, None)) is not None:
            timer.cancel()
        self._timers[one.table] = asyncio.get_running_loop().call_later(max(0.0, after), self._come, one)

    def _come(self, one: Decision) -> None:
        self._timers.pop(one.table, None)
        if self.is_open(one):
            task = asyncio.get_running_loop().create_task(self._tell(one))
            self._telling.add(task)
            task.add_done_callback(self._telling.discard)

    async def _tell(self, one: Decision) -> None:
        again = await self._due(one)
        if again is not None and self.is_open(one) and one.table not in self._timers:
            self._look_at(one, again)


def seconds_until(at: float) -> float:
    return at - time.time()
