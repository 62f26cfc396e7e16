"""Decisions that people are awaited to make, of those people who asked to be told. What is told of them is on disk
before it is sent, so that nobody is told twice whatever happens to the server."""

import asyncio
import time
from collections.abc import Callable

from msgspec import Struct

from drlucky.server.people.store import PeopleStore
from drlucky.table import LiveTable
from drlucky.table.table import Table

MOST = 50_000
INSERT = "INSERT OR REPLACE INTO decisions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
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

    @property
    def row(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__struct_fields__)


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
    """`due` is called when someone may have to be told, again and again until that is settled."""

    def __init__(
        self,
        store: PeopleStore,
        wants: Callable[[str, str], bool],
        due: Callable[[Decision], float | None],
        first_after: float,
    ) -> None:
        self._store = store
        self._wants = wants
        self._due = due
        self._first_after = first_after
        self._open: dict[str, Decision] = {}
        """By table."""
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def begin(self) -> None:
        """With those that were open when the server stopped."""
        for row in self._store.rows(f"SELECT {', '.join(fields())} FROM decisions"):
            one = Decision(*row[:-2], *map(bool, row[-2:]))
            self._open[one.table] = one
            self._look_at(one, self._first_after)

    def at(self, table: str, person: str) -> Decision | None:
        one = self._open.get(table)
        return one if one is not None and one.person == person else None

    def is_open(self, one: Decision) -> bool:
        return self._open.get(one.table) is one

    def look(self, live: LiveTable) -> None:
        """After every change at a table: quick, as everyone there waits for it."""
        found, known = awaited(live.table), self._open.get(live.id)
        if found is not None and known is not None and (found.person, found.number) == (known.person, known.number):
            if found.deadline != known.deadline:  # it was paused
                known.deadline, known.remind = found.deadline, found.remind
                self.changed(known)
                self._look_at(known, self._first_after)
            return
        if known is not None:
            self.close(known)
        if found is not None and len(self._open) < MOST and self._wants(found.person, found.table):
            self._open[found.table] = found
            self.changed(found)
            self._look_at(found, self._first_after)

    def changed(self, one: Decision) -> None:
        self._store.write_later((INSERT, one.row))

    def close(self, one: Decision) -> None:
        """It was made, or nobody is to be told of it."""
        del self._open[one.table]
        if (timer := self._timers.pop(one.table, None)) is not None:
            timer.cancel()
        self._store.write_later(('DELETE FROM decisions WHERE "table" = ?', (one.table,)))

    def drop(self, is_unwanted: Callable[[Decision], bool]) -> None:
        for one in [each for each in self._open.values() if is_unwanted(each)]:
            self.close(one)

    def stop(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def _look_at(self, one: Decision, after: float) -> None:
        if (timer := self._timers.pop(one.table, None)) is not None:
            timer.cancel()
        self._timers[one.table] = asyncio.get_running_loop().call_later(max(0.0, after), self._come, one)

    def _come(self, one: Decision) -> None:
        self._timers.pop(one.table, None)
        if self.is_open(one) and (again := self._due(one)) is not None:
            self._look_at(one, again)


def fields() -> list[str]:
    return [f'"{name}"' for name in Decision.__struct_fields__]


def seconds_until(at: float) -> float:
    return at - time.time()
