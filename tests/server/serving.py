"""A real server on loopback, in the loop of the test, and clients that say what they like."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import wraps
from http.client import HTTPConnection, HTTPMessage
from pathlib import Path
from typing import Any, NamedTuple, ParamSpec
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import ClientConnection, connect

from drlucky.server.client import Client, Seat
from drlucky.server.config import Config
from drlucky.server.run import Server, running
from drlucky.table import Act, Join, Ready, Start, registry
from patience import NEVER

KILL = "kill-1996"
SHORT = {"turn_limit": 12}
"""For games of which the end is wanted."""
P = ParamSpec("P")

usual_store = ""
"""The database of servers of which the test does not say that they have one: see `either_store`."""


def on_loop(test: Callable[P, Awaitable[None]]) -> Callable[P, None]:
    """Runs a test on a loop, and and until it hangs."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(asyncio.wait_for(test(*args, **kwargs), NEVER))

    return run


@asynccontextmanager
async def served(folder: Path, **settings: Any) -> AsyncIterator[Server]:
    """Bots answer at once, nobody asks too often, and no table goes to rest, unless the test is about that."""
    usual: dict[str, Any] = {
        "store": usual_store,
        "pace": 0.0,
        "requests_per_second": 1e5,
        "tables_per_minute": 1e5,
        "messages_per_second": 1e4,
        "drain_for": 0.0,
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "SWEEP", NEVER)
        async with running(Config(port=0, data=str(folder), **(usual | settings))) as server:
            yield server


async def rows_of(server: Server, name: str) -> list[Any]:
    """All that is kept beside the tables under this name."""
    for rows in (server.context.storage.people, server.context.storage.ratings, server.context.storage.offers):
        for relation in rows.part.relations:
            if relation.name == name:
                return [tuple(row) for row in await rows.page(relation, None, 1000)]
    raise AssertionError(f"nothing is called {name}")


class Heard(NamedTuple):
    status: int
    headers: HTTPMessage
    content: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.content)


async def ask(
    server: Server, method: str, path: str, body: Any = None, content: bytes | None = None, **headers: str
) -> Heard:
    """A request with just these headers; underscores in their names are dashes."""
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    if body is not None:
        content = json.dumps(body).encode()
        given.setdefault("Content-Type", "application/json")

    def request() -> Heard:
        connection = HTTPConnection(urlsplit(server.address).netloc, timeout=NEVER)
        try:
            connection.request(method, path, content, given)
            response = connection.getresponse()
            return Heard(response.status, response.headers, response.read())
        finally:
            connection.close()

    return await asyncio.to_thread(request)


@asynccontextmanager
async def raw(server: Server, client: Client | None = None, **headers: str) -> AsyncIterator[ClientConnection]:
    """A socket over which anything can be said."""
    address = "ws" + server.address.removeprefix("http") + "/api/socket"
    known = client.headers if client else {}
    how: dict[str, Any] = {"compression": None, "proxy": None, "max_size": None, "open_timeout": NEVER}
    async with connect(address, additional_headers=known | headers, ping_interval=None, **how) as it:
        yield it


async def say(socket: ClientConnection, **message: Any) -> None:
    await socket.send(json.dumps(message))


async def hear(socket: ClientConnection, kind: str | None = None) -> Any:
    """The next message, or the next of a type."""
    while True:
        message = json.loads(await asyncio.wait_for(socket.recv(), NEVER))
        if kind is None or message["type"] == kind:
            return message


async def eventually(is_so: Callable[[], bool]) -> None:
    """Waits for something of which nobody is told."""
    while not is_so():
        await asyncio.sleep(0.005)


def impossible(phase: str) -> tuple[str, str]:
    """What nobody can do in a phase, whatever was dealt, and the code of the reason."""
    return ("draw", "must answer") if phase == "answer" else ("pass", "no attempt")


async def until(seat: Seat, is_so: Callable[[Any], bool]) -> Any:
    """The first sheet of which something is true."""
    async for sheet in seat.sheets():
        if is_so(sheet):
            return sheet
    raise AssertionError("the table went to rest")


@asynccontextmanager
async def two_at_a_table(
    server: Server, edition: str = KILL, bots: int = 1, **settings: Any
) -> AsyncIterator[tuple[Seat, Seat]]:
    """Ann and Bob, and bots, in a game that has begun."""
    async with Client(server.address, "Ann") as ann, Client(server.address, "Bob") as bob:
        opened = await ann.open(edition, 2 + bots, ("normal",) * bots, **settings)
        async with ann.sit(opened.code, language="en") as first, bob.sit(opened.code, language="de") as second:
            assert (await second.do(Join("Bob"))).accepted
            assert (await second.do(Ready())).accepted
            await until(first, lambda sheet: sheet.seats[1].ready)
            assert (await first.do(Start())).accepted
            for seat in (first, second):
                await until(seat, lambda sheet: sheet.phase == "playing")
            yield first, second


async def move(seat: Seat) -> None:
    """Waits to be asked, and does the first thing there is."""
    sheet = await until(seat, lambda sheet: sheet.game and (sheet.game.view.legal or sheet.phase != "playing"))
    if sheet.phase == "playing":
        await seat.do(Act(sheet.game.view.legal[0], confirmed=True), sheet.version)


async def move_either(one: Seat, other: Seat) -> None:
    """Whoever is asked first moves."""
    moves = {asyncio.ensure_future(move(one)), asyncio.ensure_future(move(other))}
    _, waiting = await asyncio.wait(moves, return_when=asyncio.FIRST_COMPLETED)
    for each in waiting:
        each.cancel()


async def play_out(seat: Seat, choose: Callable[[Any], str] = lambda legal: str(legal[-1])) -> None:
    async for sheet in seat.sheets():
        if sheet.phase != "playing":
            return
        if sheet.game and sheet.game.view.legal:
            await seat.do(Act(choose(sheet.game.view.legal), confirmed=True), sheet.version)
