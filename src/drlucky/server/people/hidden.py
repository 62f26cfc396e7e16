"""Hidden tables: those that someone has left out of the list where they can go on. They keep their seats there."""

from collections.abc import Collection

from drlucky.server.people.store import PeopleStore

MOST = 200
"""Of one person; what was hidden first is shown again."""


class HiddenTables:
    def __init__(self, people: PeopleStore) -> None:
        self._people = people
        self._hidden: dict[str, dict[str, None]] = {}
        for person, table in people.rows('SELECT person, "table" FROM hidden'):
            self._hidden.setdefault(person, {})[table] = None

    def of(self, person: str) -> Collection[str]:
        return self._hidden.get(person, {})

    async def hide(self, person: str, table: str) -> None:
        mine = self._hidden.setdefault(person, {})
        if table in mine:
            return
        mine[table] = None
        await self._people.write(("INSERT OR IGNORE INTO hidden VALUES (?, ?)", (person, table)))
        while len(mine) > MOST:
            await self.show(person, next(iter(mine)))

    async def show(self, person: str, *tables: str) -> None:
        """In the list again, or not there any more."""
        mine = self._hidden.get(person, {})
        found = [table for table in tables if table in mine]
        for table in found:
            del mine[table]
        if not mine:
            self._hidden.pop(person, None)
        if found:
            gone = [('DELETE FROM hidden WHERE person = ? AND "table" = ?', (person, table)) for table in found]
            await self._people.write(*gone)

    async def forget(self, person: str) -> None:
        if self._hidden.pop(person, None) is not None:
            await self._people.write(("DELETE FROM hidden WHERE person = ?", (person,)))
