"""Ratings anew, from the logs of all tables: after what was learned is lost, or would be learned otherwise now."""

import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import NamedTuple

from drlucky.errors import DrLuckyError
from drlucky.folder_lock import held
from drlucky.server.auth.revocations import Revocations
from drlucky.server.ratings.keeper import ALL_PHASES, THE_ONE, game_row
from drlucky.server.ratings.policy import Settled, rated_games
from drlucky.server.ratings.standings import Standing, taught
from drlucky.server.ratings.store import GAMES, LOOKED, RATINGS, STANDINGS, UNSETTLED
from drlucky.server.rows.base import Change, Drop, Put, Relation, Row, Rows
from drlucky.server.rows.copying import all_rows
from drlucky.server.rows.sqlite import SqliteRows
from drlucky.table import SQLiteStore
from drlucky.table.log import decode
from drlucky.table.store.base import Store
from drlucky.table.summary import readable

PAGE = 500


class Rebuilt(NamedTuple):
    games: int
    standings: int
    unread: list[str]
    """Tables whose logs cannot be replayed."""


async def rebuild(folder: Path) -> Rebuilt:
    """Who was forgotten stays so."""
    if not (folder / "games.db").exists():
        raise DrLuckyError(f"there are no games in {folder}")
    with held(folder, "rebuilds ratings"):
        return await rebuild_held(folder)


async def rebuild_held(folder: Path) -> Rebuilt:
    """Of a folder where nobody else writes."""
    revoked = Revocations(folder / "revoked")
    logs, rows = SQLiteStore(folder / "games.db"), SqliteRows(RATINGS, folder / "ratings.db")
    try:
        return await learned_anew(logs, rows, revoked.is_forgotten)
    finally:
        await rows.close()
        await logs.close()


async def learned_anew(logs: Store, rows: Rows, is_forgotten: Callable[[str], bool]) -> Rebuilt:
    now, unread, games, latest = time.time(), list[str](), list[Settled](), set[tuple[str, int]]()
    async for table, number in rated_tables(logs):
        try:
            games += rated_games(decode(await logs.read(table)), now)
        except DrLuckyError:
            unread.append(table)
        latest.add((table, number))
    games.sort(key=lambda game: (game.at, game.table, game.number))
    standings: dict[tuple[str, str], Standing] = {}
    counted: list[Row] = []
    for game in games:
        update = taught(game, standings)
        standings |= {(one.person, one.edition): one for one in update.after if not is_forgotten(one.person)}
        counted.append(game_row(game, update))
    # A server looks soon if the last game of a table stands still, and does not if it is settled.
    open_ones = latest - {(game.table, game.number) for game in games}
    content: dict[Relation, list[Row]] = {
        STANDINGS: [one.row for one in standings.values()],
        GAMES: counted,
        UNSETTLED: [(*key, now) for key in sorted(open_ones)],
        LOOKED: [(THE_ONE, now)],
    }
    before = {each: {each.key(row) async for row in all_rows(rows, each)} for each in content}
    changes: list[Change] = []
    for relation, there in content.items():
        gone = before[relation] - set(map(relation.key, there))
        changes += [*(Drop(relation, key) for key in gone), *(Put(relation, row) for row in there)]
    await rows.change(lambda: changes)
    return Rebuilt(len(games), len(standings), unread)


async def rated_tables(logs: Store) -> AsyncIterator[tuple[str, int]]:
    """Each with the number of its last game."""
    before: float | None = None
    while found := await logs.headings(ALL_PHASES, PAGE, before):
        for heading, about in readable(found):
            if about.rated:
                yield heading.table, about.games
        before = found[-1].changed
