"""Ratings anew, from the logs of all tables: after what was learned is lost, or would be learned otherwise now."""

import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import NamedTuple

from drlucky.errors import DrLuckyError
from drlucky.folder_lock import held
from drlucky.server.auth.revocations import Revocations
from drlucky.server.people.store import Statement
from drlucky.server.ratings.keeper import ALL_PHASES, LOOKED, STATEMENT, UNSETTLED, game_statement
from drlucky.server.ratings.policy import Settled, rated_games
from drlucky.server.ratings.standings import Standing, taught
from drlucky.server.ratings.store import RatingStore
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
    revoked, now = Revocations(folder / "revoked"), time.time()
    logs, unread, games = SQLiteStore(folder / "games.db"), list[str](), list[Settled]()
    written: list[Statement] = [(f"DELETE FROM {each}", ()) for each in ("standings", "games", "unsettled")]
    try:
        async for table, number in rated_tables(logs):
            try:
                games += rated_games(decode(await logs.read(table)), now)
            except DrLuckyError:
                unread.append(table)
            # A server looks soon if its last game stands still, and does not if it is settled.
            written.append((UNSETTLED, (table, number, now)))
    finally:
        await logs.close()
    games.sort(key=lambda game: (game.at, game.table, game.number))
    standings: dict[tuple[str, str], Standing] = {}
    for game in games:
        update = taught(game, standings)
        standings |= {(one.person, one.edition): one for one in update.after if not revoked.is_forgotten(one.person)}
        written.append(game_statement(game, update))
    store = RatingStore(folder / "ratings.db")
    try:
        rows = ((STATEMENT, one.row) for one in standings.values())
        settled = ('DELETE FROM unsettled WHERE ("table", number) IN (SELECT "table", number FROM games)', ())
        await store.write(*written, *rows, settled, (LOOKED, (now,)))
    finally:
        store.close()
    return Rebuilt(len(games), len(standings), unread)


async def rated_tables(logs: Store) -> AsyncIterator[tuple[str, int]]:
    """Each with the number of its last game."""
    before: float | None = None
    while found := await logs.headings(ALL_PHASES, PAGE, before):
        for heading, about in readable(found):
            if about.rated:
                yield heading.table, about.games
        before = found[-1].changed
