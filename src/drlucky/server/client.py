"""A client: a person or a program at the tables of a server, in asyncio.

    async with Client("http://127.0.0.1:8000", name="Ann") as ann:
        opened = await ann.quick("kill-2016", players=3)
        async with ann.sit(opened.code) as seat:
            async for sheet in seat.sheets():
                if sheet.phase == "over":
                    break
                if sheet.game and sheet.game.view.legal:
                    await seat.do(Act(sheet.game.view.legal[0]))

A seat that loses its connection comes back by itself, asks for what it missed and sends again what was not answered."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from http.client import HTTPConnection, HTTPSConnection
from http.cookies import SimpleCookie
from itertools import count
from secrets import token_hex
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec
from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from drlucky.errors import DrLuckyError
from drlucky.server.auth import cookie_in
from drlucky.server.schemas.common import Opened
from drlucky.server.ws import messages as m
from drlucky.table import Sheet
from drlucky.table.commands import AnyDeed

TIMEOUT = 30.0
COME_BACK_AFTER = 0.2
T = TypeVar("T")


class ServerError(DrLuckyError):
    """What the server refused, with its code and status."""

    def __init__(self, code: str, text: str, status: int = 0) -> None:
        super().__init__(f"{text} ({code})")
        self.code = code
        self.status = status


class Client:
    """Someone at a server. With a name they get an identity, or give one that they have: the value of its cookie, or a
    bot's token. With neither they can only look."""

    def __init__(self, address: str, name: str | None = None, identity: str | None = None) -> None:
        self.address = address.rstrip("/")
        self.name = name
        self.identity = identity

    async def __aenter__(self) -> "Client":
        if self.identity is None and self.name is not None:
            await self.introduce(self.name)
        return self

    async def __aexit__(self, *_: object) -> None:
        pass

    async def introduce(self, name: str, language: str | None = None) -> None:
        """Gets an identity, or a new name for the one there is."""
        _, headers, _ = await self._request("PUT", "/api/me", {"name": name, "language": language})
        self.identity = cookie_in({name: each.value for name, each in SimpleCookie(headers["set-cookie"]).items()})
        self.name = name

    async def get(self, path: str, kind: type[T] | Any = Any) -> Any:
        _, _, content = await self._request("GET", path)
        return msgspec.json.decode(content, type=kind)

    async def text(self, path: str) -> str:
        _, _, content = await self._request("GET", path)
        return content.decode()

    async def post(self, path: str, body: Any, kind: type[T] | Any = Any) -> Any:
        _, _, content = await self._request("POST", path, body)
        return msgspec.json.decode(content, type=kind)

    async def quick(self, edition: str, players: int = 4, level: str = "normal", **more: Any) -> Opened:
        """A game against bots that begins at once."""
        wanted = {"edition": edition, "players": players, "level": level} | more
        opened: Opened = await self.post("/api/quick", wanted, Opened)
        return opened

    async def open(self, edition: str, seats: int = 4, bots: tuple[str, ...] = (), **settings: Any) -> Opened:
        wanted = {"settings": {"edition": edition} | settings, "seats": seats, "bots": bots}
        opened: Opened = await self.post("/api/tables", wanted, Opened)
        return opened

    @asynccontextmanager
    async def sit(
        self, table: str, since: int | None = None, language: str | None = None, seat: int | None = None
    ) -> AsyncIterator["Seat"]:
        """Over the socket, at a table given by its id or code, for as long as it lasts. One who has no seat there
        watches, and may join."""
        the_seat = Seat(self, m.Hello(table, since, seat, language))
        try:
            yield await the_seat.arrive()
        finally:
            await the_seat.go()

    @property
    def socket_address(self) -> str:
        return "ws" + self.address.removeprefix("http") + "/api/socket"

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.identity}"} if self.identity else {}

    async def _request(self, method: str, path: str, body: Any = None) -> tuple[int, dict[str, str], bytes]:
        return await asyncio.to_thread(self._ask, method, path, body)

    def _ask(self, method: str, path: str, body: Any) -> tuple[int, dict[str, str], bytes]:
        parts = urlsplit(self.address)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        connection = kind(parts.netloc, timeout=TIMEOUT)
        try:
            content = None if body is None else msgspec.json.encode(body)
            headers = self.headers | ({} if content is None else {"Content-Type": "application/json"})
            connection.request(method, path, content, headers)
            response = connection.getresponse()
            answered = response.read()
            if response.status >= 400:
                raise problem(response.status, answered)
            return response.status, {name.lower(): value for name, value in response.getheaders()}, answered
        finally:
            connection.close()


def problem(status: int, content: bytes) -> ServerError:
    try:
        said = json.loads(content)
        return ServerError(said["code"], said["text"], status)
    except (ValueError, KeyError, TypeError):
        return ServerError("trouble", f"the server answered with the status {status}", status)


class Seat:
    """A table over a socket. `sheet` is always whole: what came in parts has been put together."""

    def __init__(self, client: Client, hello: m.Hello) -> None:
        self.sheet: Sheet | None = None
        self.words = m.Words()
        """For all events and legal actions of the sheet, if a language was asked for."""
        self.bye: m.Bye | None = None
        """The last farewell of the server."""
        self.updates = 0
        self.client = client
        self._hello = hello
        self._ids = count(1)
        self._session = token_hex(4)
        self._socket: ClientConnection | None = None
        self._asked: dict[str, tuple[m.AnyFromClient, asyncio.Future[Any]]] = {}
        self._changed = asyncio.Event()
        self._listening: asyncio.Task[None] | None = None

    async def arrive(self) -> "Seat":
        """Comes to the table, and returns when it has been seen."""
        self._listening = asyncio.get_running_loop().create_task(self._listen())
        changed = asyncio.ensure_future(self._changed.wait())
        await asyncio.wait({changed, self._listening}, return_when=asyncio.FIRST_COMPLETED)
        if self._listening.done():
            changed.cancel()
            self._listening.result()
        return self

    async def go(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
            with suppress(asyncio.CancelledError, DrLuckyError):
                await self._listening

    @property
    def table(self) -> str:
        """Its id or code."""
        return self._hello.table

    @property
    def version(self) -> int:
        return self.sheet.version if self.sheet else 0

    async def do(self, deed: AnyDeed, version: int | None = None) -> m.Answered:
        """A command for the table as it was last seen. Its answer comes when it is on disk."""
        made_for = self.version if version is None else version
        answer: m.Answered = await self._ask(m.Do(self._new_id(), made_for, deed))
        return answer

    async def why(self, action: str) -> m.Reasoned:
        answer: m.Reasoned = await self._ask(m.AskWhy(self._new_id(), action))
        return answer

    async def sight(self) -> m.Seen:
        answer: m.Seen = await self._ask(m.AskSight(self._new_id()))
        return answer

    async def hint(self) -> m.Hinted:
        answer: m.Hinted = await self._ask(m.AskHint(self._new_id()))
        return answer

    async def ping(self) -> m.Pong:
        answer: m.Pong = await self._ask(m.Ping(self._new_id()))
        return answer

    async def look(self, seat: int | None = None, language: str | None = None) -> None:
        self._hello = replace(self._hello, seat=seat, language=language)
        await self._send(m.Look(seat, language))

    async def sheets(self) -> AsyncIterator[Sheet]:
        """The table now, and after every change that is heard of."""
        while True:
            changed = self._changed
            if self.sheet is not None:
                yield self.sheet
            if changed is self._changed:
                await changed.wait()

    async def drop(self) -> None:
        """Loses the connection, as networks do; the seat comes back by itself."""
        if self._socket is not None:
            await self._socket.close()

    def _new_id(self) -> str:
        return f"{self._session}-{next(self._ids)}"

    async def _ask(self, message: m.Do | m.AskWhy | m.AskSight | m.AskHint | m.Ping) -> Any:
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._asked[message.id] = message, answer
        try:
            await self._send(message)
            return await answer
        finally:
            self._asked.pop(message.id, None)

    async def _send(self, message: m.AnyFromClient) -> None:
        """What cannot be sent now is sent when the connection is there again."""
        if self._socket is not None:
            with suppress(ConnectionClosed):
                await self._socket.send(m.encoder.encode(message).decode())

    async def _listen(self) -> None:
        while True:
            with suppress(OSError, WebSocketException):
                async with connect(
                    self.client.socket_address,
                    additional_headers=self.client.headers,
                    max_size=None,
                    compression=None,
                    proxy=None,
                ) as socket:
                    await self._attend(socket)
            self._socket = None
            await asyncio.sleep(COME_BACK_AFTER)

    async def _attend(self, socket: ClientConnection) -> None:
        since = self.sheet.version if self.sheet else self._hello.since
        await socket.send(m.encoder.encode(replace(self._hello, since=since)).decode())
        async for text in socket:
            message = m.from_server.decode(text)
            if isinstance(message, m.Welcome):
                self._socket = socket
                for asked, _ in list(self._asked.values()):
                    await self._send(asked)
            else:
                self._hear(message)

    def _hear(self, message: m.AnyFromServer) -> None:
        match message:
            case m.Table():
                self.words = said(self.words, message)
                self.sheet = merged(self.sheet, message.sheet)
                self.updates += 1
                self._changed.set()
                self._changed = asyncio.Event()
            case m.Bye():
                self.bye = message
                if message.again is None:
                    raise ServerError(message.code, message.text)
            case m.Error(id=None) if self._socket is None:
                raise ServerError(message.code, message.text)
            case m.Error(code="flood"):
                pass
            case m.Error():
                self._answer(message.id, ServerError(message.code, message.text))
            case m.Answered() | m.Reasoned() | m.Seen() | m.Hinted() | m.Pong():
                self._answer(message.id, message)

    def _answer(self, asked: str | None, answer: Any) -> None:
        _, future = self._asked.get(asked or "", (None, None))
        if future is None or future.done():
            return
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)


def merged(known: Sheet | None, told: Sheet) -> Sheet:
    """The whole sheet after an update: of the two lists that grow, what was known comes first."""
    if told.since is None or known is None:
        return told
    lines = known.lines[: max(0, told.lines_at - known.lines_at)] + told.lines
    game = told.game
    if game is not None and known.game is not None:
        game = replace(game, events_at=0, events=known.game.events[: game.events_at] + game.events)
    return replace(told, lines_at=min(known.lines_at, told.lines_at), lines=lines, game=game)


def said(known: m.Words, told: m.Table) -> m.Words:
    """The words for the whole sheet after an update."""
    words, game = told.words or m.Words(), told.sheet.game
    if told.sheet.since is None or game is None:
        return words
    return replace(words, events=known.events[: game.events_at] + words.events)
