"""The keeper of ratings: looks at every table, and learns from each rated game once.

What a game teaches is written in one transaction with the game's own row, so that it counts wholly or not at all,
wherever the server is killed. What was settled and not written by then is found again at the next start, in the logs of
the tables that have changed since the keeper last knew that it had missed nothing."""

import asyncio
import logging
import time
from collections.abc import Callable

import msgspec

from drlucky.errors import DrLuckyError
from drlucky.server.errors import Failed
from drlucky.server.people.store import Statement
from drlucky.server.ratings.policy import STILL_FOR, How, Settled, rated_games, settled
from drlucky.server.ratings.standings import BOT, Change, Standing, Update, newcomer, taught
from drlucky.server.ratings.store import RatingStore
from drlucky.table import LiveTable, StoreError, Tables
from drlucky.table.log import decode
from drlucky.table.settings import DAY
from drlucky.table.summary import readable

MOST = 50_000
"""Standings that are kept; people who play several editions have several."""
AT_ONCE = 500
"""So many of the oldest provisional ones make room where there are too many."""
FADES_AFTER, ENDS_AFTER = 180 * DAY, 730 * DAY
"""Seconds after which someone is forgotten who has not played: one who is provisional, and anyone."""
LOOKS_EVERY, SWEEPS_EVERY = 60.0, 3600.0
BEFORE = 180.0
"""Seconds before the last look from which on logs are looked through: headings are up to a minute old."""
PAGE, MOST_DUE = 200, 200
AGAIN = 1.0
PATIENCE = 3.0
"""Seconds that someone waits for what is settled to be counted."""
REMEMBERED = 10_000
"""Games of which the keeper knows without looking that they are settled, or that it knows of them."""
AGAIN_LATER = 'UPDATE unsettled SET due = ? WHERE "table" = ? AND number = ?'
SETTLED = """
DELETE FROM unsettled WHERE ("table", number) = (?, ?)
AND EXISTS (SELECT 1 FROM games WHERE games."table" = unsettled."table" AND games.number = unsettled.number)
"""
UNSETTLED = "INSERT OR IGNORE INTO unsettled VALUES (?, ?, ?)"
ALL_PHASES = ("gathering", "playing", "over", "closed")
LOOKED = "INSERT OR REPLACE INTO looked VALUES (1, ?)"
STATEMENT = "INSERT OR REPLACE INTO standings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"

log = logging.getLogger(__name__)

Key = tuple[str, int]
"""A table, and the number of its game."""
read_changes = msgspec.json.Decoder(tuple[Change, ...])


class Counted(msgspec.Struct, frozen=True):
    """A rated game that is settled."""

    how: How
    changes: tuple[Change, ...]
    """By seat."""


class Keeper:
    def __init__(self, store: RatingStore, tables: Tables, is_forgotten: Callable[[str], bool]) -> None:
        self._store = store
        self._tables = tables
        self._is_forgotten = is_forgotten
        self._queue: asyncio.Queue[Settled] = asyncio.Queue()
        self._seen: dict[Key, bool] = {}
        """Games that are known of, and if they are settled; the oldest first."""
        self._tasks: list[asyncio.Task[None]] = []
        self._is_caught_up = False
        self.standings: dict[tuple[str, str], Standing] = {}
        """By person and edition."""
        self.number = 0
        """Grows with every change of a standing."""
        for row in store.rows("SELECT * FROM standings"):
            one = Standing(*row)
            self.standings[one.person, one.edition] = one
        found = store.rows("SELECT at FROM looked")
        self._looked = found[0][0] if found else time.time()

    def begin(self) -> None:
        self._tables.watch(self.look)
        self._tasks = [asyncio.create_task(work) for work in (self._learn(), self._look_after(self._looked))]

    # What is asked.

    def standing(self, person: str, edition: str, name: str = "") -> Standing:
        """Of anyone, also if nothing is known."""
        return self.standings.get((person, edition)) or newcomer(person, edition, name, time.time())

    def bot(self, level: str, edition: str) -> Standing:
        return self.standing(BOT + level, edition)

    async def counted(self, table: str, number: int) -> Counted | None:
        """What a game has changed, when all that is settled has been counted."""
        await self._drained()
        rows = await self._store.find('SELECT how, changes FROM games WHERE "table" = ? AND number = ?', table, number)
        return Counted(rows[0][0], read_changes.decode(rows[0][1])) if rows else None

    async def forget(self, person: str) -> None:
        for key in [each for each in self.standings if each[0] == person]:
            del self.standings[key]
            self.number += 1
        await self._store.write(("DELETE FROM standings WHERE person = ?", (person,)))
        await self._store.settle()

    async def close(self) -> None:
        """What is settled by now is written, unless the disk does not take it: then it is found at the next start."""
        is_done = await self._drained() and self._is_caught_up
        for task in self._tasks:
            task.cancel()
        for result in await asyncio.gather(*self._tasks, return_exceptions=True):
            if isinstance(result, Exception):
                log.error("ratings could not be looked after: %r", result)
        if is_done:
            self._note_looked()
        self._store.close()

    async def _drained(self) -> bool:
        """Waits until all that is settled has been counted, but not for a disk that is full."""
        try:
            await asyncio.wait_for(self._queue.join(), PATIENCE)
        except TimeoutError:
            return False
        return True

    # What happens at tables.

    def look(self, live: LiveTable) -> None:
        """After every change at a table: quick, as everyone there waits for it."""
        match = live.table.match
        if match is None or match.participation is None:
            return
        key = live.id, match.number
        if self._seen.get(key):
            return
        found = settled(live.table, live.clock())
        if found is not None:
            self._see(key, True)
            self._queue.put_nowait(found)
        elif key not in self._seen:
            self._see(key, False)
            self._store.write_later((UNSETTLED, (*key, match.participation.moved + STILL_FOR)))

    def _see(self, key: Key, is_settled: bool) -> None:
        self._seen.pop(key, None)
        self._seen[key] = is_settled
        if len(self._seen) > REMEMBERED:
            del self._seen[next(iter(self._seen))]

    async def _learn(self) -> None:
        """One game after the other, in the order in which they were settled."""
        while True:
            game = await self._queue.get()
            try:
                await self._count(game)
            finally:
                self._queue.task_done()

    async def _count(self, game: Settled) -> None:
        while True:
            try:
                await self._count_once(game)
                return
            except Failed:
                await asyncio.sleep(AGAIN)  # the store has said so

    async def _count_once(self, game: Settled) -> None:
        key = game.table, game.number
        if await self._store.find('SELECT 1 FROM games WHERE "table" = ? AND number = ?', *key):
            return
        update = taught(game, self.standings)
        kept = [one for one in update.after if not self._is_forgotten(one.person)]
        gone = self._make_room(sum((one.person, one.edition) not in self.standings for one in kept))
        await self._store.write(*statements(game, update, kept), *dropped(gone))
        for one in kept:
            if not self._is_forgotten(one.person):
                self.standings[one.person, one.edition] = one
        self.number += 1

    def _make_room(self, newcomers: int) -> list[Standing]:
        """Those who have not been here for longest make room, if little is known of them."""
        if not newcomers or len(self.standings) + newcomers <= MOST:
            return []
        now = time.time()
        provisional = [one for one in self.standings.values() if one.is_provisional(now)]
        return self._drop(sorted(provisional, key=lambda one: one.at)[:AT_ONCE])

    def _drop(self, some: list[Standing]) -> list[Standing]:
        for one in some:
            del self.standings[one.person, one.edition]
        self.number += 1
        return some

    # What was missed, what stands still, and who does not come back.

    async def _look_after(self, since: float) -> None:
        """Finds what was settled when nobody looked; then looks now and then if anything stands still."""
        await self._catch_up(since - BEFORE)
        self._is_caught_up = True
        swept = 0.0
        while True:
            if self._queue.empty():
                self._note_looked()
            if time.time() >= swept + SWEEPS_EVERY:
                swept = time.time()
                await self._settle_what_stands_still(swept)
                self._fade(swept)
            await asyncio.sleep(LOOKS_EVERY)

    def _note_looked(self) -> None:
        self._store.write_later((LOOKED, (time.time(),)))

    async def _catch_up(self, since: float) -> None:
        before: float | None = None
        while True:
            try:
                found = await self._tables.store.headings(ALL_PHASES, PAGE, before)
            except StoreError:
                await asyncio.sleep(AGAIN)
                continue
            recent = [each for each in found if each.changed >= since]
            for heading, about in readable(recent):
                if about.rated:
                    await self._read(heading.table)
            if len(recent) < PAGE:
                return
            before = recent[-1].changed

    async def _read(self, table: str) -> None:
        """Learns from what the log of a table has of rated games."""
        try:
            written = await self._tables.store.read(table)
            games = await asyncio.to_thread(lambda: list(rated_games(decode(written), time.time())))
        except DrLuckyError as error:
            log.warning("rated games at table %s cannot be counted: %s", table, error)
            return
        for game in games:
            self._queue.put_nowait(game)
        await self._queue.join()

    async def _settle_what_stands_still(self, now: float) -> None:
        due = await self._store.find('SELECT "table", number FROM unsettled WHERE due <= ? LIMIT ?', now, MOST_DUE)
        for table, number in due:
            await self._read(table)
            # It goes on, or cannot be read; or it is settled, and this finds nothing.
            await self._store.write((AGAIN_LATER, (now + DAY, table, number)), (SETTLED, (table, number)))

    def _fade(self, now: float) -> None:
        old = [
            one
            for one in self.standings.values()
            if not one.is_bot and now - one.at > (FADES_AFTER if one.is_provisional(now) else ENDS_AFTER)
        ]
        if old:
            self._store.write_later(*dropped(self._drop(old)))


def statements(game: Settled, update: Update, kept: list[Standing]) -> list[Statement]:
    return [
        game_statement(game, update),
        ('DELETE FROM unsettled WHERE "table" = ? AND number = ?', (game.table, game.number)),
        *((STATEMENT, one.row) for one in kept),
    ]


def game_statement(game: Settled, update: Update) -> Statement:
    changes = msgspec.json.encode(update.changes).decode()
    row = (game.table, game.number, game.at, game.how, changes)
    return "INSERT INTO games VALUES (?, ?, ?, ?, ?)", row


def dropped(some: list[Standing]) -> list[Statement]:
    return [("DELETE FROM standings WHERE person = ? AND edition = ?", (one.person, one.edition)) for one in some]
