"""Whether finished games slow a server: of two servers one keeps a few of them and the other very many; in turn the
same moves are made at both, and the same is asked of them. What counts is processor time, which other work hardly
changes.

    python -m reliability.finished 100000"""

import asyncio
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple
from urllib.request import Request, urlopen

from msgspec.structs import replace

from drlucky.bench.load import Plan
from drlucky.bench.rig import NO_LIMITS, Crowd, Server, crowd, room_for, served
from drlucky.server.auth import Identity, Signer
from drlucky.server.auth.keys import load_keys
from drlucky.table import Resign, Settings, Table
from drlucky.table.log import decode, encode
from drlucky.table.played import played_in
from drlucky.table.store.base import Kept
from drlucky.table.summary import heading
from reliability.real_tables import code, fill, renamed
from reliability.start import GIVEN_UP
from table.desk import NAMES, begun

EDITION = "kill-2016"
FEW = 100
GAMES_EACH = 100
"""Finished games of each person."""
PLAYERS = list(NAMES)[:3]
ROUNDS = 5
SECONDS = 4.0
"""Of moves in each round."""
ASKED = 200
"""Requests of each kind in each round."""
SOCKETS, TABLES, PACE = 40, 10, 100.0


class House(NamedTuple):
    server: Server
    folder: Path


class Cost(NamedTuple):
    """Of the processor's time, in milliseconds."""

    what: str
    few: float
    many: float

    @property
    def times(self) -> float:
        return self.many / self.few


def finished(number: int, until: float) -> Iterator[Kept]:
    """So many tables at which a game is over, a second apart and the last one just now."""
    desk = begun(Settings(EDITION), people=len(PLAYERS))
    for seat, name in enumerate(PLAYERS):
        desk.ok(name, Resign(seat))
    log = decode(desk.log)
    over = Table.replay(log)
    assert over.phase == "over"
    about, games = heading(over), played_in(log)
    for at in range(number):
        table, shift = f"{at:08x}", until - number + at - log[-1].at
        yield Kept(
            replace(about, table=table, code=code(at), changed=about.changed + shift),
            encode(renamed(replace(entry, at=entry.at + shift), table, code(at)) for entry in log),
            [
                replace(game, table=table, ended=game.ended + shift, person=player(game.person, at).person)
                for game in games
            ],
            over.finished,
        )


def player(name: str, game: int) -> Identity:
    """Who played a game, of all that have one name."""
    return Identity(f"{name} {game // GAMES_EACH}", name)


def questions(now: float) -> dict[str, str]:
    """What people ask of finished games, and of what there is beside them, by its path."""
    return {
        "the lobby": "lobby",
        "the latest games": "games",
        "games of before": f"games?before={now - FEW / 2}",
        "my games": "me/games",
        "my statistics": "me/statistics",
        "where I can go on": "me/tables",
        "what was played at a table": f"games/{FEW // 2:08x}",
    }


def measure(number: int, rounds: int = ROUNDS, seconds: float = SECONDS, asked: int = ASKED) -> Iterator[Cost]:
    now = time.time()
    with ExitStack() as while_it_lasts:
        houses = [while_it_lasts.enter_context(keeping(games, now)) for games in (FEW, number)]
        people = [while_it_lasts.enter_context(playing(house.server)) for house in houses]
        yield in_turn("a move", rounds, [partial(move, each, seconds) for each in people])
        for what, path in questions(now).items():
            yield in_turn(what, rounds, [partial(answer, house, path, asked) for house in houses])


@contextmanager
def keeping(games: int, now: float) -> Iterator[House]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        asyncio.run(fill(folder / "games.db", finished(games, now)))
        with served((*NO_LIMITS, *room_for(SOCKETS), f"--data={folder}")) as server:
            yield House(server, folder)


@contextmanager
def playing(server: Server) -> Iterator[Crowd]:
    with crowd(Plan(server.addresses, EDITION, SOCKETS, TABLES, PACE), server) as people:
        yield people


def in_turn(what: str, rounds: int, costs: Sequence[Callable[[], float]]) -> Cost:
    found = [[cost() for cost in costs] for _ in range(rounds)]
    few, many = (median(each) for each in zip(*found, strict=True))
    return Cost(what, few, many)


def move(people: Crowd, seconds: float) -> float:
    cost = people.measure(seconds).cpu_per_move
    assert cost is not None
    return cost


def answer(house: House, path: str, times: int) -> float:
    """What one answer to somebody costs who has played all that they could."""
    request = Request(
        f"{house.server.addresses[0]}/api/{path}", headers={"Authorization": f"Bearer {me(house.folder)}"}
    )
    before = used(house.server)
    for _ in range(times):
        with urlopen(request, timeout=GIVEN_UP) as found:
            found.read()
    return 1000 * (used(house.server) - before) / times


def me(folder: Path) -> str:
    """By which a server knows the first of those who have played."""
    return Signer(load_keys(folder / "secret")).sign(player(PLAYERS[0], 0))


def used(server: Server) -> float:
    seconds = server.processor_seconds
    assert seconds is not None
    return seconds


def main(number: int) -> None:
    print(f"{'finished games':28}{FEW:12,}{number:12,}")
    for cost in measure(number):
        print(f"{cost.what:28}{cost.few:9.3f} ms{cost.many:9.3f} ms{cost.times:8.2f} times", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
