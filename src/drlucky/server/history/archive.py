"""The archive: the finished games of a table, rebuilt from its log."""

import asyncio
from collections.abc import Iterable

from drlucky.server.history.byte_cache import ByteCache
from drlucky.table import Refused, Table, Tables
from drlucky.table.log import Entry, Started, decode
from drlucky.table.match import Match
from drlucky.table.visibility import shown_to

BYTES_KEPT = 4 * 2**20
"""Of logs, some 200 usual ones: the games that are made of them take five times as many."""


def finished(entries: Iterable[Entry]) -> dict[int, Match]:
    """By number, the games of a table of which everyone may see everything. One that was played on as the Escape is a
    part of that."""
    table = Table()
    found: list[Match] = []
    for entry in entries:
        if isinstance(entry.fact, Started) and entry.fact.coming != "escape" and table.match is not None:
            found.append(table.match)
        table.apply(entry)
    if table.match is not None and table.is_laid_open:
        found.append(table.match)
    return {match.number: match for match in found}


class Archive:
    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._found: ByteCache[tuple[str, int], dict[int, Match]] = ByteCache(BYTES_KEPT)

    async def games(self, table: str, person: str | None) -> dict[int, Match]:
        """As far as this person may see them."""
        live = await self._tables.get(table)
        if not shown_to(live.table, person).past:
            raise Refused("not yours", "only those who were at this table may see its games")
        key = (live.id, live.version)
        found = self._found.get(key)
        if found is None:
            written = await self._tables.store.read(live.id)
            found = await asyncio.to_thread(lambda: finished(decode(written)))
            self._found.put(key, found, sum(map(len, written)))
        return found

    async def game(self, table: str, number: int, person: str | None) -> Match:
        match = (await self.games(table, person)).get(number)
        if match is None:
            raise Refused(
                "not here",
                "there is no finished game {number} at this table, or not all of it is shown yet",
                number=number,
            )
        return match

    async def record(self, table: str, number: int, person: str | None) -> str:
        record = (await self.game(table, number, person)).record
        if record is None:
            raise Refused("not here", "this game went on for too long to have a record")
        return record
