"""A store in memory: for a game in a terminal that nobody wants to keep."""

import asyncio
from collections.abc import Collection, Sequence

from drlucky.table.store.base import Conflict, Heading, StoreError

PAST = ("over", "closed")


class MemoryStore:
    failures = 0
    is_failing = False
    is_renewed = False

    def __init__(self) -> None:
        self._logs: dict[str, list[bytes]] = {}
        self._headings: dict[str, Heading] = {}
        self._closed = False

    def append(self, heading: Heading, first: int, entries: Sequence[bytes]) -> "asyncio.Future[None]":
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        log = self._logs.get(heading.table, [])
        other = self._find(heading.code)
        if self._closed:
            done.set_exception(StoreError("the store is closed"))
        elif len(log) != first - 1 or (other is not None and other.table != heading.table):
            done.set_exception(Conflict(f"the log of table {heading.table} does not end at version {first - 1}"))
        else:
            self._logs[heading.table] = [*log, *entries]
            self._headings[heading.table] = heading
            done.set_result(None)
        return done

    async def read(self, table: str) -> list[bytes]:
        return list(self._logs.get(table, ()))

    async def heading(self, table_or_code: str) -> Heading | None:
        return self._find(table_or_code)

    def _find(self, table_or_code: str) -> Heading | None:
        found = (each for each in self._headings.values() if table_or_code in (each.table, each.code))
        return next(found, None)

    async def headings(self, statuses: Collection[str], limit: int = 100, before: float | None = None) -> list[Heading]:
        found = [each for each in self._headings.values() if each.status in statuses]
        if before is not None:
            found = [each for each in found if each.changed < before]
        return sorted(found, key=lambda each: (each.changed, each.table), reverse=True)[:limit]

    async def past(self, limit: int = 50, before: float | None = None) -> list[Heading]:
        return [each for each in await self.headings(PAST, len(self._headings), before) if each.past][:limit]

    async def tables_of(self, person: str, limit: int = 50) -> list[Heading]:
        found = [each for each in self._headings.values() if person in each.people]
        return sorted(found, key=lambda each: (each.changed, each.table), reverse=True)[:limit]

    async def close(self) -> None:
        self._closed = True
