"""The archive: the finished games of a table, rebuilt from its log."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from drlucky.server.history.byte_cache import ByteCache
from drlucky.table import Refused, Table, Tables
from drlucky.table.log import Entry, decode
from drlucky.table.match import Match
from drlucky.table.played import endings
from drlucky.table.visibility import shown_to

BYTES_KEPT = 4 * 2**20
"""Of logs, some 200 usual ones: the games that are made of them take five times as many."""


class PastMatch(NamedTuple):
    match: Match
    is_open: bool
    """May everyone see everything of it?"""
    seats: Mapping[str, Sequence[int]]
    """By person, the seats in the game that were theirs when it ended."""

    def eyes_of(self, person: str | None) -> Sequence[int]:
        return self.seats.get(person or "", ())


class Archived(NamedTuple):
    """The finished games of a table, by number."""

    games: Mapping[int, PastMatch]
    """One that was played on as the Escape is that game, as soon as all of it is shown."""

    @property
    def open(self) -> list[Match]:
        """Those of which everyone may see everything, each once."""
        shown = {past.match.number: past.match for past in self.games.values() if past.is_open}
        return list(shown.values())


def finished(entries: Iterable[Entry]) -> Archived:
    table = Table()
    games: dict[int, PastMatch] = {}
    for match in endings(table, entries):
        seats: dict[str, list[int]] = {}
        for number, seat in enumerate(table.seats[: match.is_for]):
            if seat.person is not None:
                seats.setdefault(seat.person, []).append(match.plays(number))
        games[match.number] = PastMatch(match, True, seats)
        if match.is_played_on:
            games[match.number - 1] = games[match.number - 1]._replace(match=match)
    held = table.held_game
    if held is not None:
        games[held] = games[held]._replace(is_open=False)
    return Archived(games)


class Archive:
    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._found: ByteCache[tuple[str, int], Archived] = ByteCache(BYTES_KEPT)

    async def games(self, table: str, person: str | None) -> Archived:
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

    def forget(self, table: str) -> None:
        """It has been deleted."""
        self._found.drop(lambda key: key[0] == table)

    async def past(self, table: str, number: int, person: str | None) -> PastMatch:
        """Also one that is held back: whoever asks has to look at `is_open`."""
        past = (await self.games(table, person)).games.get(number)
        if past is None:
            raise not_shown(number)
        return past

    async def game(self, table: str, number: int, person: str | None) -> Match:
        past = await self.past(table, number, person)
        if not past.is_open:
            raise not_shown(number)
        return past.match

    async def record(self, table: str, number: int, person: str | None) -> str:
        return record_of(await self.game(table, number, person))


def not_shown(number: int) -> Refused:
    return Refused(
        "not here",
        "there is no finished game {number} at this table, or not all of it is shown yet",
        number=number,
    )


def record_of(match: Match) -> str:
    if match.record is None:
        raise Refused("not here", "this game went on for too long to have a record")
    return match.record
