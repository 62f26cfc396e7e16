"""Tables as a server keeps them, with logs of real games: for stores that are copied, damaged, mended and started."""

from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path

from msgspec.structs import replace

from drlucky.table import SQLiteStore, Table
from drlucky.table.log import Created, Entry, decode, encode
from drlucky.table.played import played_in
from drlucky.table.settings import Clock, Settings
from drlucky.table.store.base import Kept, Portable
from drlucky.table.summary import heading
from table.desk import begun, gathered

EDITION = "kill-1996"
PLAYING, OVER = 1, 3
"""Which kind of these is played at, and at which the game is over."""
MOVES = 12
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"


@cache
def logs() -> tuple[tuple[Entry, ...], ...]:
    """Of a table that gathers, two that play, and one whose game is over."""
    waiting = gathered(Settings(EDITION))
    playing = begun(Settings("kill-2016"), people=3)
    slow = begun(Settings(EDITION, clock=Clock("days", 86_400.0)), people=2, bots=1)
    over = begun(Settings(EDITION), people=3, seed=2)
    for desk in (playing, slow):
        for _ in range(MOVES):
            if desk.decider() is not None:
                desk.act()
            else:
                desk.wait(10.0)
    over.play_out()
    return tuple(tuple(decode(desk.log)) for desk in (waiting, playing, slow, over))


def tables(number: int, *, only: int | None = None, since: float | None = None) -> Iterator[Kept]:
    """So many of them in turn, each under its own id and code; `only` those of one kind, and as if they had been played
    at just before a time."""
    kinds = logs() if only is None else (logs()[only],)
    for at, log in zip(range(number), cycled(kinds), strict=False):
        table = f"{at:08x}"
        shift = 0.0 if since is None else since - log[-1].at - at / number
        entries = [renamed(replace(entry, at=entry.at + shift), table, code(at)) for entry in log]
        found = Table.replay(entries)
        games = played_in(entries) if found.phase == "over" else []
        yield Kept(heading(found), encode(entries), games, found.finished)


def cycled(kinds: tuple[tuple[Entry, ...], ...]) -> Iterator[tuple[Entry, ...]]:
    return (kinds[at % len(kinds)] for at in count())


def renamed(entry: Entry, table: str, code: str) -> Entry:
    if not isinstance(entry.fact, Created):
        return entry
    return replace(entry, fact=replace(entry.fact, table=table, code=code))


def code(number: int) -> str:
    found = ""
    for _ in range(6):
        number, letter = divmod(number, len(LETTERS))
        found = LETTERS[letter] + found
    return found


async def fill(path: Path, kept: Iterator[Kept]) -> list[str]:
    """A new store with these; returns their ids."""
    store = SQLiteStore(path)
    ids: list[str] = []
    waiting: list[Kept] = []
    for each in kept:
        waiting.append(each)
        ids.append(each.heading.table)
        if len(waiting) == 500:
            await store.put_in(waiting)
            waiting = []
    if waiting:
        await store.put_in(waiting)
    await store.close()
    return ids


async def content(store: Portable) -> list[Kept]:
    found = [await store.take_out(table) for table in await store.tables(limit=100_000)]
    return [each for each in found if each is not None]
