"""The keeper of ratings: looks at every table, and learns from each rated game once.

What a game teaches is written in one transaction with the game's own row, so that it counts wholly or not at all,
wherever the server is killed, and once, whichever nodes know of it. What was settled and not written by then is found
again at the next start, or when a node is gone, in the logs of the tables that have changed since the keeper last knew
that it had missed nothing."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial

import msgspec

from drlucky.cluster.duties import is_ours
from drlucky.cluster.peers import Peers
from drlucky.errors import DrLuckyError
from drlucky.server.errors import Failed
from drlucky.server.ratings.policy import STILL_FOR, How, Settled, rated_games, settled
from drlucky.server.ratings.standings import BOT, Change, Standing, Update, newcomer, taught
from drlucky.server.ratings.store import GAMES, LOOKED, STANDINGS, UNSETTLED
from drlucky.server.rows import base as rows_base
from drlucky.server.rows.base import Add, Drop, Key, Put, Row, Rows, Taken
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
GAME = '"table" = ? AND number = ?'
THE_ONE = 1
"""The number of the only row that says when it was looked last."""
ALL_PHASES = ("gathering", "playing", "over", "closed")
log = logging.getLogger(__name__)

GameKey = tuple[str, int]
"""A table, and the number of its game."""
read_changes = msgspec.json.Decoder(tuple[Change, ...])


class Counted(msgspec.Struct, frozen=True):
    """A rated game that is settled."""

    how: How
    changes: tuple[Change, ...]
    """By seat."""


class Keeper:
    def __init__(self, rows: Rows, tables: Tables, is_forgotten: Callable[[str], bool], peers: Peers) -> None:
        self._rows = rows
        self._tables = tables
        self._peers = peers
        self._is_forgotten = is_forgotten
        self._queue: asyncio.Queue[Settled] = asyncio.Queue()
        self._seen: dict[GameKey, bool] = {}
        """Games that are known of, and if they are settled; the oldest first."""
        self._tasks: list[asyncio.Task[None]] = []
        self._is_caught_up = False
        self.standings: dict[tuple[str, str], Standing] = {}
        """By person and edition."""
        self.number = 0
        """Grows with every change of a standing."""
        rows.follow(STANDINGS, self._put, self._drop)

    def begin(self) -> None:
        self._tables.watch(self.look)
        self._tasks = [asyncio.create_task(work) for work in (self._learn(), self._look_after())]

    # What is asked.

    def standing(self, person: str, edition: str, name: str = "") -> Standing:
        """Of anyone, also if nothing is known."""
        return self.standings.get((person, edition)) or newcomer(person, edition, name, time.time())

    def bot(self, level: str, edition: str) -> Standing:
        return self.standing(BOT + level, edition)

    async def counted(self, table: str, number: int) -> Counted | None:
        """What a game has changed, when all that is settled has been counted."""
        await self._drained()
        found = await self._rows.find(GAMES, GAME, table, number)
        return Counted(found[0][3], read_changes.decode(found[0][4])) if found else None

    async def forget(self, person: str) -> None:
        await self._rows.change(lambda: [Drop(STANDINGS, key) for key in self.standings if key[0] == person])
        await self._rows.settle()

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
        if match is None or match.participation is None or not live.leads:
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
            row = (*key, match.participation.moved + STILL_FOR)
            self._rows.change_later(lambda: [Put(UNSETTLED, row)])

    def _see(self, key: GameKey, is_settled: bool) -> None:
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
        with suppress(Taken):  # it counts already
            await self._rows.change(lambda: self._learned(game))

    def _learned(self, game: Settled) -> Iterator[rows_base.Change]:
        """What a game changes, from what is known by now; nobody else can learn from another one meanwhile."""
        update = taught(game, self.standings)
        yield Add(GAMES, game_row(game, update))
        yield Drop(UNSETTLED, (game.table, game.number))
        kept = [one for one in update.after if not self._is_forgotten(one.person)]
        yield from dropped(self._in_the_way(sum((one.person, one.edition) not in self.standings for one in kept)))
        for one in kept:
            yield Put(STANDINGS, one.row)

    def _in_the_way(self, newcomers: int) -> list[Standing]:
        """Those who have not been here for longest make room, if little is known of them."""
        if not newcomers or len(self.standings) + newcomers <= MOST:
            return []
        now = time.time()
        provisional = [one for one in self.standings.values() if one.is_provisional(now)]
        return sorted(provisional, key=lambda one: one.at)[:AT_ONCE]

    def _put(self, row: Row) -> None:
        one = Standing(*row)
        if not self._is_forgotten(one.person):
            self.standings[one.person, one.edition] = one
            self.number += 1

    def _drop(self, key: Key) -> None:
        if self.standings.pop((key[0], key[1]), None) is not None:
            self.number += 1

    # What was missed, what stands still, and who does not come back.

    async def _look_after(self) -> None:
        """Finds what was settled when nobody looked; then looks now and then if anything stands still."""
        since = await self._last_look()
        nodes = set(self._peers.others)
        await self._catch_up(since - BEFORE)
        self._is_caught_up = True
        swept = 0.0
        while True:
            looked = time.time()
            if nodes - set(self._peers.others):
                # What a node has not counted that is gone, the others find in the logs.
                await self._catch_up(since - BEFORE)
            nodes, since = set(self._peers.others), looked
            if self._queue.empty():
                self._note_looked()
            if time.time() >= swept + SWEEPS_EVERY:
                swept = time.time()
                if is_ours("ratings", self._peers):
                    await self._settle_what_stands_still(swept)
                    self._fade(swept)
            await asyncio.sleep(LOOKS_EVERY)

    async def _last_look(self) -> float:
        while True:
            try:
                found = await self._rows.find(LOOKED, "id = ?", THE_ONE)
                return float(found[0][1]) if found else time.time()
            except Failed:
                await asyncio.sleep(AGAIN)  # the store has said so

    def _note_looked(self) -> None:
        looked = time.time()
        self._rows.change_later(lambda: [Put(LOOKED, (THE_ONE, looked))])

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
        for table, number, _ in await self._rows.find(UNSETTLED, "due <= ?", now, limit=MOST_DUE):
            await self._read(table)
            # It goes on, or cannot be read; or it is settled, and nothing is to be done any more.
            is_settled = bool(await self._rows.find(GAMES, GAME, table, number))
            await self._rows.change(partial(put_off, table, number, None if is_settled else now + DAY))

    def _fade(self, now: float) -> None:
        def faded() -> list[rows_base.Change]:
            old = (
                one
                for one in self.standings.values()
                if not one.is_bot and now - one.at > (FADES_AFTER if one.is_provisional(now) else ENDS_AFTER)
            )
            return dropped(old)

        self._rows.change_later(faded)


def put_off(table: str, number: int, due: float | None) -> list[rows_base.Change]:
    return [Drop(UNSETTLED, (table, number)) if due is None else Put(UNSETTLED, (table, number, due))]


def game_row(game: Settled, update: Update) -> Row:
    return game.table, game.number, game.at, game.how, msgspec.json.encode(update.changes).decode()


def dropped(some: Iterable[Standing]) -> list[rows_base.Change]:
    return [Drop(STANDINGS, (one.person, one.edition)) for one in some]
