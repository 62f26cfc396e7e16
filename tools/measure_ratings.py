"""What ratings cost after 100,000 games: one more game, a page of the board, and a start. Run it on a quiet machine;
docs/ratings.md has the figures."""

import asyncio
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from msgspec.structs import replace

from drlucky.cluster.peers import Alone
from drlucky.luce import shares
from drlucky.server.ratings.board import Board, Boards
from drlucky.server.ratings.keeper import Keeper, game_row
from drlucky.server.ratings.policy import Played, Settled
from drlucky.server.ratings.standings import Standing, taught
from drlucky.server.ratings.store import GAMES as PAST_GAMES
from drlucky.server.ratings.store import RATINGS, STANDINGS
from drlucky.server.rows.sqlite import SqliteRows
from drlucky.table import Tables
from drlucky.table.store.memory import MemoryStore

GAMES, PEOPLE, EDITION = 100_000, 5_000, "kill-2016"
MORE = 500


def simulated(random: Random, games: int) -> list[Settled]:
    """Of people of known strengths at tables of four, a bot or two among them."""
    truth = [random.gauss(0, 0.8) for _ in range(PEOPLE)]
    found = []
    for number in range(games):
        people = random.sample(range(PEOPLE), random.choice((2, 3, 3)))
        strengths = [truth[one] for one in people] + [0.0] * (4 - len(people))
        won = random.choices(range(4), shares(strengths))[0]
        names = [f"person {one:032x}" for one in people]
        seats = [Played("won" if at == won else "lost", name[-8:], name, None) for at, name in enumerate(names)]
        seats += [Played("won" if at == won else "lost", "", None, "normal") for at in range(len(people), 4)]
        found.append(Settled(f"{number:016x}", 1, EDITION, time.time(), "played", tuple(seats)))
    return found


def milliseconds(work: Callable[[], object], times: int) -> float:
    """Of processor time."""
    begun = time.process_time()
    for _ in range(times):
        work()
    return 1000 * (time.process_time() - begun) / times


async def fill(rows: SqliteRows, keeper: Keeper, like: Settled) -> None:
    """As it is after so many games: a row for each of them, and people of whom nearly everyone has a rank."""
    random, now = Random(2), time.time()
    for number in range(PEOPLE):
        person, mean = f"person {number:032x}", random.gauss(0, 0.8)
        one = Standing(person, EDITION, person[-8:], mean, 0.15, GAMES // PEOPLE, 50, "a b c d", now)
        keeper.standings[person, EDITION] = one
    update = taught(like, keeper.standings)
    await rows.fill(PAST_GAMES, [game_row(replace(like, table=f"{n:016x}"), update) for n in range(MORE, GAMES + MORE)])
    await rows.fill(STANDINGS, [one.row for one in keeper.standings.values()])


def opened(folder: Path) -> tuple[SqliteRows, Keeper]:
    rows = SqliteRows(RATINGS, folder / "ratings.db")
    keeper = Keeper(rows, Tables(MemoryStore()), lambda _: False, Alone())
    rows.begin()
    return rows, keeper


async def measure(folder: Path) -> None:
    rows, keeper = opened(folder)
    games = simulated(Random(1), MORE)
    await fill(rows, keeper, games[0])
    begun, worked = time.perf_counter(), time.process_time()
    for game in games:
        await keeper._count_once(game)
    wall, work = time.perf_counter() - begun, time.process_time() - worked
    print(f"one more game: {1000 * wall / MORE:.2f} ms, of them {1000 * work / MORE:.2f} ms of processor time")
    boards = Boards(keeper)

    def anew() -> Board:
        return boards._made(list(keeper.standings.values()), EDITION, time.time(), 0)

    board = await boards.of(EDITION)
    print(f"{len(keeper.standings):,} ratings, {board.ranked:,} of them with a rank")
    print(f"a board made anew: {milliseconds(anew, 20):.1f} ms")
    await keeper.close()
    await rows.close()
    begun = time.perf_counter()
    rows, again = opened(folder)
    print(f"opened again: {1000 * (time.perf_counter() - begun):.0f} ms")
    await again.close()
    await rows.close()
    size = sum(path.stat().st_size for path in folder.iterdir())
    print(f"on disk: {size / 2**20:.1f} MB")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(asyncio.run(measure(Path(folder))))
