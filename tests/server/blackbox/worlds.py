"""Worlds: two servers whose tables were dealt from different seeds, such that someone there cannot tell them apart."""

import asyncio
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Self

from msgspec.structs import replace

from drlucky.game.dealer import as_seed, commitment
from drlucky.server.auth import Identity, Signer
from drlucky.table import Command, Join, Kick, Options, PutBot, Ready, Settings, Start, Store, Table
from drlucky.table.commands import AnyDeed
from drlucky.table.log import Entry, Sealed, encode
from drlucky.table.summary import heading
from server.blackbox.house import in_folder
from server.blackbox.player import Player
from server.blackbox.web import Reply, Web

SECRET = b"the secret of both servers, so that a cookie is good in both".hex()
LONG_AGO = 1_700_000_000.0
ADDRESS = "http://lucky.example"
"""By which both are known, wherever they listen."""
PEOPLE = ("Ann", "Bob", "Cleo")
KICKED = "Dan"
"""Was sent away before the game began."""
IDENTITIES = {name: Identity(f"{number:032x}", name) for number, name in enumerate((*PEOPLE, KICKED), 0xABCDEF)}


class Case(NamedTuple):
    """Seeds from which one seat, or nobody, is dealt the same cards."""

    edition: str
    options: dict[str, Any]
    seeds: tuple[int, int]
    seat: int | None
    players: int = 3
    bot: int | None = None
    """The seat of a bot, if there is one."""
    watchable: bool = True
    """May Eve watch? If not, there is Dan too, who has been sent away."""

    def __str__(self) -> str:
        return "-".join([self.edition, *map(str, self.options.values())])

    @property
    def people(self) -> list[str]:
        return [name for seat, name in enumerate(PEOPLE[: self.players]) if seat != self.bot]

    def log(self, table: int, seed: int) -> list[Entry]:
        """A game that has just begun."""
        settings = Settings(self.edition, Options(**self.options), watchable=self.watchable)
        name, code = f"t{table}", f"ABCD{table:02}"
        entries = Table.opening(name, code, person(PEOPLE[0]), PEOPLE[0], settings, self.players, LONG_AGO)
        entries = [replace(e, fact=Sealed(as_seed(seed))) if isinstance(e.fact, Sealed) else e for e in entries]
        began = Table.replay(entries)
        for name, deed in self._deeds():
            verdict = began.judge(person(name), Command(f"{began.version}", began.version, deed), LONG_AGO)
            assert verdict.answer.accepted, verdict.answer
            entries += verdict.entries
            for entry in verdict.entries:
                began.apply(entry)
        return entries

    def _deeds(self) -> list[tuple[str, AnyDeed]]:
        seats: list[tuple[str, AnyDeed]] = [(name, Join(name, PEOPLE.index(name))) for name in self.people[1:]]
        if self.bot is not None:
            seats.append((PEOPLE[0], PutBot(self.bot, "normal")))
        if not self.watchable:
            seats = [(KICKED, Join(KICKED, 1)), (PEOPLE[0], Kick(1)), *seats]
        return [*seats, *((name, Ready()) for name in self.people), (PEOPLE[0], Start())]


def person(name: str) -> str:
    return IDENTITIES[name].person


async def prepare(folder: Path, logs: Sequence[Sequence[Entry]]) -> None:
    """A folder as a server would have left it."""
    hold_secret(folder)
    async with in_folder(folder) as store:
        await fill(store, logs)


def hold_secret(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "secret").write_text(SECRET, encoding="ascii")


async def fill(store: Store, logs: Sequence[Sequence[Entry]]) -> None:
    for log in logs:
        await store.append(heading(Table.replay(log)), 1, encode(log))


class World:
    """One of the two, with everyone at one of its tables, and Eve, who has no name there and watches if she may."""

    def __init__(self, address: str, case: Case, table: int, seed: int) -> None:
        signer = Signer([bytes.fromhex(SECRET)])
        known = case.people if case.watchable else [*case.people, KICKED]
        webs = {name: Web(address, name, signer.sign(IDENTITIES[name])) for name in known}
        webs["Eve"] = Web(address)
        self.players = {name: Player(web, f"t{table}", "en") for name, web in webs.items()}
        self._commitment = commitment(as_seed(seed)).encode()
        self._heard = dict.fromkeys(webs, 0)
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        """One after the other: who comes when is to be the same in both worlds."""
        for number, player in enumerate(self.players.values(), 1):
            self._tasks.append(asyncio.get_running_loop().create_task(player.attend()))
            here = list(self.players.values())[:number]
            await until(partial(is_told, player))
            await until(partial(all_see_present, here, sum(each.web.name in PEOPLE for each in here)))
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def all_see(self, version: int) -> None:
        """Who may not is told nothing of it; if they were, it would be before they are answered."""
        await until(lambda: all(each.version >= version for each in self.players.values() if each.sheet.get("game")))
        for player in self.players.values():
            if not player.sheet.get("game"):
                await player.ask(question="ping")

    def heard(self, name: str) -> list[bytes]:
        """All frames since the last time."""
        frames = [self.plain(frame) for _, _, frame in self.players[name].told[self._heard[name] :]]
        self._heard[name] += len(frames)
        return frames

    async def shown(self, name: str, path: str) -> tuple[int, dict[str, str], bytes]:
        reply: Reply = await self.players[name].web.call("GET", path)
        # How long it is depends on how many digits the time has.
        headers = {name: value for name, value in reply.headers.items() if name not in ("date", "content-length")}
        return reply.status, headers, self.plain(reply.content)

    def plain(self, sent: bytes) -> bytes:
        """Without what may differ: the time, the commitment to the seed, which everyone knew before the game, and which
        copies the cards are that someone may see. Two deals give a seat the same cards, but not the same copies; how
        many numbers there are stays."""
        timeless = re.sub(rb'"(now|at|changed)":\d+\.\d+(?:e\d+)?', rb'"\1":0', sent)
        return without_copies(timeless).replace(self._commitment, b"COMMITMENT")


def without_copies(sent: bytes) -> bytes:
    """Without which copies the cards are."""
    plain = re.sub(rb'"copy":\d+', b'"copy":0', sent)
    return re.sub(rb'"(?:\w+_)?copies":\[[\d,]*\]', lambda found: re.sub(rb"\d+", b"0", found[0]), plain)


def is_told(player: Player) -> bool:
    return player.version > 0


def all_see_present(players: Sequence[Player], present: int) -> bool:
    return all(
        sum(each.get("present", False) for each in player.sheet.get("people", [])) == present
        for player in players
        if player.sheet.get("game")
    )


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.002)
