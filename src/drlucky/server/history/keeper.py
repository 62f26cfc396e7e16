"""The keeper of finished games: fills in those that are not kept yet with the people who played them, one after the
other and without haste, and adds what an analysis says of luck.

Games of before there was a list of them are found in their logs; so are those whose server was stopped in the moment
that they ended."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from drlucky.errors import DrLuckyError
from drlucky.server.auth.revocations import GivenUp
from drlucky.server.history.analysis_cache import AnalysisCache
from drlucky.server.history.luck import FEWEST_PLAYOUTS, luck_in
from drlucky.server.workers import Workers
from drlucky.table import Heading, PlayedGame, StoreError, Tables
from drlucky.table.log import decode
from drlucky.table.played import Luck, facts_of, played_in, with_facts

AT_ONCE = 20
AGAIN_AFTER = 60.0
"""Seconds after which it looks whether anything is missing."""

log = logging.getLogger(__name__)


class Found(NamedTuple):
    games: list[PlayedGame]
    problem: str | None = None
    """What is wrong with a log of which nothing can be kept."""


def games_in(written: Sequence[bytes]) -> Found:
    """For a worker: replaying a log takes a while."""
    try:
        return Found(played_in(decode(written)))
    except Exception as error:  # a byte that is another one can be wrong in any way
        return Found([], f"{type(error).__name__}: {error}")


def with_luck(game: PlayedGame, seats: Mapping[int, Luck]) -> PlayedGame:
    """Of someone who played several seats there is none."""
    facts = facts_of(game)
    return with_facts(game, replace(facts, luck=seats.get(facts.seats[0]) if len(facts.seats) == 1 else None))


class GameKeeper:
    def __init__(self, tables: Tables, workers: Workers, revoked: GivenUp, is_mine: Callable[[], bool]) -> None:
        """`is_mine`: is it this server that should look, if there are several nodes?"""
        self._is_mine = is_mine
        self._tables = tables
        self._workers = workers
        self._revoked = revoked
        self.is_behind = False
        """Are there still games to be found in logs?"""
        self._task: asyncio.Task[None] | None = None
        tables.keeps = self._keeps

    def _keeps(self, person: str) -> bool:
        return not self._revoked.is_forgotten(person)

    def begin(self, analyses: AnalysisCache) -> None:
        self._task = asyncio.get_running_loop().create_task(self._go_on(analyses))

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _go_on(self, analyses: AnalysisCache) -> None:
        while True:
            try:
                if self._is_mine():
                    await self.catch_up(analyses)
                else:
                    self.is_behind = bool(await self._tables.store.unkept(1))
            except DrLuckyError as error:
                log.warning("finished games could not be looked through: %s", error)
            await asyncio.sleep(AGAIN_AFTER)

    async def catch_up(self, analyses: AnalysisCache) -> None:
        """Returns when nothing is missing."""
        while behind := await self._tables.store.unkept(AT_ONCE):
            self.is_behind = True
            for heading in behind:
                await self._fill_in(heading, analyses)
        self.is_behind = False

    async def _fill_in(self, heading: Heading, analyses: AnalysisCache) -> None:
        store = self._tables.store
        found = await self._workers.past.run(games_in, await store.read(heading.table))
        if found.problem is not None:
            log.error("the games of table %s cannot be found in its log: %s", heading.table, found.problem)
        games = [each for each in found.games if self._keeps(each.person)]
        await store.keep_games(heading.table, heading.finished, games)
        for number in {each.number for each in games}:
            made = await analyses.kept(heading.table, number, FEWEST_PLAYOUTS)
            if made is not None:
                await self.note_luck(heading.table, number, made)

    async def note_luck(self, table: str, number: int, analysis: bytes) -> None:
        """What an analysis that was made says of luck goes to the games that it is about."""
        store = self._tables.store
        try:
            for game, seats in luck_in(analysis, number).items():
                kept = [each for each in await store.games_at(table, game) if self._keeps(each.person)]
                await store.keep_games(table, 0, [with_luck(each, seats) for each in kept])
        except StoreError as error:
            log.warning("what an analysis says could not be kept: %s", error)
