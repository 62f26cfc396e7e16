"""People at a table, for the load: each has a socket, and keeps of what it is told only what it needs to move."""

import asyncio
from collections.abc import Callable, Sequence
from itertools import count
from random import Random
from time import perf_counter
from typing import Any

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect

from drlucky.errors import DrLuckyError


class LoadError(DrLuckyError):
    """The server did not do what the load needs."""


class FromServer(Struct, frozen=True, tag_field="type", tag=str.lower):
    pass


class View(Struct, frozen=True):
    legal: tuple[str, ...]


class Game(Struct, frozen=True):
    view: View


class Sheet(Struct, frozen=True):
    version: int
    phase: str
    game: Game | None = None


class Table(FromServer, frozen=True):
    sheet: Sheet


class Answer(FromServer, frozen=True):
    id: str
    accepted: bool
    at: int | None = None
    text: str | None = None


class Welcome(FromServer, frozen=True):
    pass


class Error(FromServer, frozen=True):
    text: str


class Bye(FromServer, frozen=True):
    text: str


decoder = msgspec.json.Decoder(Table | Answer | Welcome | Error | Bye)
encoder = msgspec.json.Encoder()


class Latencies:
    """In seconds, from the moment a command is sent."""

    def __init__(self) -> None:
        self.answers: list[float] = []
        """To the mover's answer: then the move is on disk."""
        self.own: list[float] = []
        """To the table as the mover sees it after the move."""
        self.others: list[float] = []
        """To the table as each of the others sees it."""

    def clear(self) -> None:
        for kind in (self.answers, self.own, self.others):
            kind.clear()


class Person:
    """One socket."""

    def __init__(self, party: "Party", identity: str, source: str | None) -> None:
        self.identity = identity
        self.source = source
        """The address that they come from; None leaves it to the system."""
        self.version = 0
        self.legal: tuple[str, ...] = ()
        self.has_seen = 0
        """The last move that was told."""
        self._party = party
        self._answers: dict[str, asyncio.Future[Answer]] = {}
        self._ids = count(1)
        self._socket: ClientConnection | None = None

    async def attend(self, address: str) -> None:
        """Is at the table until it is cancelled."""
        headers = {"Authorization": f"Bearer {self.identity}"}
        async with connect(
            address,
            additional_headers=headers,
            max_size=None,
            compression=None,
            proxy=None,
            ping_interval=None,
            local_addr=(self.source, 0) if self.source else None,
        ) as socket:
            await socket.send(
                encoder.encode({"type": "hello", "table": self._party.table, "language": None}), text=True
            )
            self._socket = socket
            while True:
                self._hear(decoder.decode(await socket.recv(decode=False)))

    async def do(self, deed: str, **more: Any) -> Answer:
        command = str(next(self._ids))
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._answers[command] = answer
        said = {"type": "do", "id": command, "version": self.version, "do": {"do": deed} | more}
        assert self._socket is not None
        await self._socket.send(encoder.encode(said), text=True)
        try:
            return await answer
        finally:
            del self._answers[command]

    async def must(self, deed: str, **more: Any) -> int:
        """The version that it got."""
        answer = await self.do(deed, **more)
        if answer.at is None:
            raise LoadError(f"the server refused to {deed}: {answer.text}")
        return answer.at

    def _hear(self, message: Table | Answer | Welcome | Error | Bye) -> None:
        match message:
            case Table(sheet):
                self.version = sheet.version
                self.legal = sheet.game.view.legal if sheet.game and sheet.phase == "playing" else ()
                self._party.told(self, sheet.phase)
            case Answer():
                self._answers[message.id].set_result(message)
            case Error() | Bye():
                raise LoadError(f"the server said: {message.text}")


class Party:
    """All people at one table, who play one game after the other."""

    def __init__(
        self, table: str, people: Sequence[tuple[str, str | None]], latencies: Latencies, choose: Random
    ) -> None:
        self.table = table
        self.people = [Person(self, identity, source) for identity, source in people]
        self.moves = 0
        self.refused = 0
        self._latencies = latencies
        self._choose = choose
        self._phase = ""
        self._mover: Person | None = None
        self._made_for = 0
        self._sent_at = 0.0
        self._changed = asyncio.Event()

    async def sit_down(self) -> None:
        """The host sits already."""
        for number, guest in enumerate(self.people[1:], 2):
            await self._all_see(1)
            await self._all_see(await guest.must("join", name=f"Player {number}"))

    async def begin(self) -> None:
        for person in self.people:
            await self._all_see(await person.must("ready"))
        await self._all_see(await self.people[0].must("start"))

    async def keep_playing(self) -> None:
        """When a game is over the next one begins, until it is cancelled."""
        while True:
            await self._until(lambda: self._phase == "over")
            await self._all_see(await self.people[0].must("again", what="rematch"))
            await self.begin()

    async def _all_see(self, version: int) -> None:
        await self._until(lambda: all(person.version >= version for person in self.people))

    async def _until(self, condition: Callable[[], bool]) -> None:
        while not condition():
            await self._changed.wait()

    def told(self, person: Person, phase: str) -> None:
        """The clock stops for everyone at the first sheet with the move in it."""
        if person.has_seen < self.moves and person.version > self._made_for:
            person.has_seen = self.moves
            took = perf_counter() - self._sent_at
            (self._latencies.own if person is self._mover else self._latencies.others).append(took)
        self._phase = phase
        self._changed.set()
        self._changed = asyncio.Event()

    @property
    def next_mover(self) -> Person | None:
        """Who can move, once everyone has seen the last move."""
        if any(person.has_seen < self.moves for person in self.people):
            return None
        return next((person for person in self.people if person.legal), None)

    async def move(self, mover: Person) -> None:
        self._mover = mover
        self._made_for = mover.version
        self.moves += 1
        self._sent_at = sent_at = perf_counter()
        answer = await mover.do("act", action=self._choose.choice(mover.legal))
        self._latencies.answers.append(perf_counter() - sent_at)
        if not answer.accepted:
            self.refused += 1
            for person in self.people:
                person.has_seen = self.moves
