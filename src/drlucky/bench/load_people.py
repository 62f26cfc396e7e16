"""People at a table, for the load: each has a socket, and keeps of what it is told only what it needs to move."""

import asyncio
from collections.abc import Callable, Sequence
from itertools import count
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from drlucky.bench.load_socket import LoadError, LoadSocket


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


class Place(NamedTuple):
    """Who somebody is, and by which way they come."""

    identity: str
    node: str
    """The address of the server."""
    source: str | None = None
    """The address that they come from; None leaves it to the system."""


class Person:
    """One socket."""

    def __init__(self, party: "Party", place: Place) -> None:
        self.identity = place.identity
        self.version = 0
        self.legal: tuple[str, ...] = ()
        self.has_seen = 0
        """The last move that was told."""
        self._place = place
        self._party = party
        self._answers: dict[str, asyncio.Future[Answer]] = {}
        self._ids = count(1)
        self._moving = ""
        """The id of the move that is not answered yet."""
        self._socket: LoadSocket | None = None

    async def attend(self) -> None:
        """Is at the table until it is cancelled."""
        address = self._place.node.replace("http", "ws", 1) + "/api/socket"
        headers = {"Authorization": f"Bearer {self.identity}"}
        socket = await LoadSocket.open(address, headers, self._hear, self._place.source)
        try:
            socket.send(encoder.encode({"type": "hello", "table": self._party.table, "language": None}))
            self._socket = socket
            await socket.ended
        finally:
            socket.close()

    def _say(self, deed: str, **more: Any) -> str:
        """The id of the command."""
        command = str(next(self._ids))
        assert self._socket is not None
        said = {"type": "do", "id": command, "version": self.version, "do": {"do": deed} | more}
        self._socket.send(encoder.encode(said))
        return command

    async def must(self, deed: str, **more: Any) -> int:
        """The version that it got."""
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._answers[self._say(deed, **more)] = answered
        answer = await answered
        if answer.at is None:
            raise LoadError(f"the server refused to {deed}: {answer.text}")
        return answer.at

    def act(self, action: str) -> None:
        self._moving = self._say("act", action=action)

    def _hear(self, text: bytes) -> None:
        match decoder.decode(text):
            case Table(sheet):
                self.version = sheet.version
                self.legal = sheet.game.view.legal if sheet.game and sheet.phase == "playing" else ()
                self._party.told(self, sheet.phase)
            case Answer() as answer if answer.id == self._moving:
                self._moving = ""
                self._party.answered(answer)
            case Answer() as answer:
                self._answers.pop(answer.id).set_result(answer)
            case Error() | Bye() as said:
                raise LoadError(f"the server said: {said.text}")


class Party:
    """All people at one table, who play one game after the other. `free` is told whenever they can move: when everyone
    has seen the last move, and the mover has the answer."""

    def __init__(
        self,
        table: str,
        places: Sequence[Place],
        latencies: Latencies,
        choose: Random,
        free: "Callable[[Party], object]",
    ) -> None:
        self.table = table
        self.people = [Person(self, place) for place in places]
        self.moves = 0
        self.refused = 0
        self._latencies = latencies
        self._choose = choose
        self._tell_free = free
        self._is_free = False
        self._awaited = 0
        """How many have not heard of the last move yet, the mover once for the answer and once for the table."""
        self._phase = ""
        self._mover: Person | None = None
        self._made_for = 0
        self._sent_at = 0.0
        self._waiting: dict[asyncio.Future[None], Callable[[], bool]] = {}
        """What somebody waits for."""

    async def sit_down(self, seats: int) -> None:
        """The host sits already. Where there are more seats than people the last one takes what is left."""
        for number in range(2, seats + 1):
            guest = self.people[min(number, len(self.people)) - 1]
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
        if not condition():
            met: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting[met] = condition
            try:
                await met
            finally:
                del self._waiting[met]

    def told(self, person: Person, phase: str) -> None:
        """The clock stops for everyone at the first sheet with the move in it."""
        if person.has_seen < self.moves and person.version > self._made_for:
            person.has_seen = self.moves
            took = perf_counter() - self._sent_at
            (self._latencies.own if person is self._mover else self._latencies.others).append(took)
            self._awaited -= 1
        self._phase = phase
        for met, condition in self._waiting.items():
            if not met.done() and condition():
                met.set_result(None)
        self._look_for_mover()

    def answered(self, answer: Answer) -> None:
        self._latencies.answers.append(perf_counter() - self._sent_at)
        self._awaited -= 1
        if not answer.accepted:
            self.refused += 1
            self._awaited = 0
            for person in self.people:
                person.has_seen = self.moves
        self._look_for_mover()

    def _look_for_mover(self) -> None:
        if self._awaited == 0 and not self._is_free and any(person.legal for person in self.people):
            self._is_free = True
            self._tell_free(self)

    def move(self) -> None:
        """Whoever is asked does something."""
        self._is_free = False
        self._mover = mover = next(person for person in self.people if person.legal)
        self._made_for = mover.version
        self._awaited = len(self.people) + 1
        self.moves += 1
        self._sent_at = perf_counter()
        mover.act(self._choose.choice(mover.legal))
