"""Hidden tables: those that someone has left out of the list where they can go on. They keep their seats there."""

from collections.abc import Collection, Iterator

from drlucky.server.people.store import HIDDEN
from drlucky.server.rows.base import Change, Drop, Key, Put, Row, Rows

MOST = 200
"""Of one person; what was hidden first is shown again."""


class HiddenTables:
    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._hidden: dict[str, dict[str, None]] = {}
        rows.follow(HIDDEN, self._put, self._drop)

    def of(self, person: str) -> Collection[str]:
        return self._hidden.get(person, {})

    async def hide(self, person: str, table: str) -> None:
        def hidden() -> Iterator[Change]:
            mine = self._hidden.get(person, {})
            if table not in mine:
                yield Put(HIDDEN, (person, table))
                for earlier in list(mine)[: max(0, len(mine) + 1 - MOST)]:
                    yield Drop(HIDDEN, (person, earlier))

        await self._rows.change(hidden)

    async def show(self, person: str, *tables: str) -> None:
        """In the list again, or not there any more."""
        await self._rows.change(lambda: self._dropped(person, tables))

    async def forget(self, person: str) -> None:
        await self._rows.change(lambda: self._dropped(person, self.of(person)))

    def _dropped(self, person: str, tables: Collection[str]) -> list[Change]:
        return [Drop(HIDDEN, (person, table)) for table in tables if table in self.of(person)]

    def _put(self, row: Row) -> None:
        person, table = row
        self._hidden.setdefault(person, {})[table] = None

    def _drop(self, key: Key) -> None:
        person, table = key
        mine = self._hidden.get(person, {})
        mine.pop(table, None)
        if not mine:
            self._hidden.pop(person, None)
