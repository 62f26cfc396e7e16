"""A store in memory: for a game in a terminal that nobody wants to keep."""

import asyncio
from collections.abc import Collection, Sequence

from drlucky.table.store.base import Conflict, Heading, Kept, PlayedGame, StoreError

PAST = ("over", "closed")


class MemoryStore:
    failures = 0
    is_failing = False
    is_renewed = False

    def __init__(self) -> None:
        self._logs: dict[str, list[bytes]] = {}
        self._headings: dict[str, Heading] = {}
        self._games: dict[tuple[str, str, int], PlayedGame] = {}
        self._kept: dict[str, int] = {}
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

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        return self._logs.get(table, [])[after:]

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

    def delete(self, table: str) -> "asyncio.Future[None]":
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if self._closed:
            done.set_exception(StoreError("the store is closed"))
        else:
            self._logs.pop(table, None)
            self._headings.pop(table, None)
            self._kept.pop(table, None)
            self._games = {key: each for key, each in self._games.items() if each.table != table}
            done.set_result(None)
        return done

    async def keep_games(self, table: str, finished: int, games: Sequence[PlayedGame]) -> None:
        if table not in self._headings:
            return  # it has been deleted meanwhile
        self._games |= {(each.person, each.table, each.number): each for each in games}
        self._kept[table] = max(finished, self._kept.get(table, 0))

    async def unkept(self, limit: int = 100) -> list[Heading]:
        behind = [each for each in self._headings.values() if each.finished > self._kept.get(each.table, 0)]
        return sorted(behind, key=lambda each: each.table)[:limit]

    async def games_of(
        self, person: str, limit: int = 50, before: tuple[float, str, int] | None = None
    ) -> list[PlayedGame]:
        found = [each for each in self._games.values() if each.person == person]
        if before is not None:
            found = [each for each in found if each.place < before]
        return sorted(found, key=lambda each: each.place, reverse=True)[:limit]

    async def games_at(self, table: str, number: int) -> list[PlayedGame]:
        found = [each for each in self._games.values() if (each.table, each.number) == (table, number)]
        return sorted(found, key=lambda each: each.person)

    async def forget(self, person: str) -> None:
        self._games = {key: each for key, each in self._games.items() if each.person != person}

    async def unsound(self) -> list[str]:
        return []

    async def tables(self, after: str = "", limit: int = 1000) -> list[str]:
        return sorted(each for each in self._logs if each > after)[:limit]

    async def take_out(self, table: str) -> Kept | None:
        if table not in self._headings:
            return None
        games = sorted((each for each in self._games.values() if each.table == table), key=lambda each: each.place)
        return Kept(self._headings[table], list(self._logs[table]), games, self._kept.get(table, 0))

    async def put_in(self, kept: Sequence[Kept]) -> None:
        for each in kept:
            other = self._find(each.heading.code)
            if other is not None and other.table != each.heading.table:
                raise Conflict(f"another table has the code of table {each.heading.table}")
        for each in kept:
            table = each.heading.table
            await self.delete(table)
            self._logs[table], self._headings[table] = list(each.entries), each.heading
            await self.keep_games(table, each.kept, each.games)

    async def close(self) -> None:
        self._closed = True
