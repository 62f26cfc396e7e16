"""Turnstiles: however much one client sends, and by however many connections, the others have their turn."""

import asyncio
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from time import monotonic

from drlucky.server.client import Client
from drlucky.server.context import MESSAGES_OF_ONE
from drlucky.server.limits.turnstile import PIECE, SECONDS_AT_ONCE, Turnstiles
from drlucky.server.run import PIECES_FOR_A_MESSAGE, Server
from patience import NEVER
from server.serving import KILL, ask, hear, on_loop, raw, say, served

PING, PONG = b"\x89\x80\0\0\0\0", b"\x8a\x00"
"""The smallest frames that there are, of a client and of a server."""
UPGRADE = (
    "GET /api/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {b64encode(bytes(16)).decode()}\r\n\r\n"
)


class Sender:
    """Has a number of pieces to be read, and notes at which turn of the loop each was."""

    def __init__(self, pieces: int, cost: float = 1.0) -> None:
        self.left = pieces
        self.read_at: list[int] = []
        self._cost = cost

    def read_piece(self) -> float:
        self.left -= 1
        self.read_at.append(Turns.now)
        if self.left:
            self.turnstile.wait(self, asyncio.get_running_loop())
        return self._cost

    def send(self, turnstiles: Turnstiles, client: str) -> None:
        self.turnstile = turnstiles.of(client)
        self.turnstile.wait(self, asyncio.get_running_loop())


class Turns:
    """Counts the turns of the loop."""

    now = 0

    @classmethod
    async def until_read(cls, *senders: Sender) -> None:
        while any(each.left for each in senders):
            cls.now += 1
            await asyncio.sleep(0)


@on_loop
async def test_one_piece_of_a_client_is_read_in_a_turn_of_the_loop() -> None:
    turnstiles = Turnstiles(1e6)
    many = [Sender(3) for _ in range(50)]
    other = Sender(3)
    for each in many:
        each.send(turnstiles, "192.0.2.1")
    other.send(turnstiles, "192.0.2.2")
    await Turns.until_read(*many, other)
    read_at = sorted(turn for each in many for turn in each.read_at)
    assert len(set(read_at)) == 150, "never two in one turn"
    assert other.read_at[-1] - other.read_at[0] == 2, "whoever else there is does not wait for them"
    assert [each.read_at[0] for each in many] == sorted(each.read_at[0] for each in many), "one after the other"


@on_loop
async def test_who_has_sent_too_much_waits() -> None:
    turnstiles, began = Turnstiles(20.0), monotonic()
    sender = Sender(30)
    sender.send(turnstiles, "192.0.2.1")
    while sender.left:
        await asyncio.sleep(0.01)
    assert monotonic() - began >= 9 / 20, "20 at once, and the others as time passes"
    costly = Sender(2, cost=10.0)
    began = monotonic()
    costly.send(turnstiles, "192.0.2.2")
    costly.send(turnstiles, "192.0.2.2")
    while len(costly.read_at) < 2:
        await asyncio.sleep(0.01)
    again = turnstiles.of("192.0.2.2")
    assert not again.opens(asyncio.get_running_loop()), "the budget is known after it was used up"


class Faulty:
    def read_piece(self) -> float:
        raise ValueError("what it sent cannot be read")


@on_loop
async def test_one_that_cannot_be_read_holds_up_nobody() -> None:
    loop = asyncio.get_running_loop()
    faults: list[object] = []
    loop.set_exception_handler(lambda _, context: faults.append(context["exception"]))
    turnstiles, sender = Turnstiles(1e6), Sender(3)
    turnstiles.of("192.0.2.1").wait(Faulty(), loop)
    sender.send(turnstiles, "192.0.2.1")
    await asyncio.wait_for(Turns.until_read(sender), NEVER)
    assert len(faults) == 1


@asynccontextmanager
async def line(server: Server, source: str) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    host, port = server.address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port), local_addr=(source, 0))
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


@on_loop
async def test_frames_that_are_no_messages_have_a_budget_too(tmp_path: Path) -> None:
    rate = 2.0
    async with (
        served(tmp_path, messages_per_second=rate) as server,
        line(server, "127.0.0.2") as (reader, writer),
        line(server, "127.0.0.3") as (other_reader, other_writer),
    ):
        writer.write(UPGRADE.encode())
        await reader.readuntil(b"\r\n\r\n")
        began = monotonic()
        writer.write(PING * 10_000)
        pongs = 0
        for _ in range(3):
            other_writer.write(b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            await asyncio.wait_for(other_reader.readuntil(b"}"), NEVER)
            pongs += (await asyncio.wait_for(reader.read(1_000_000), NEVER)).count(PONG)
        allowed = PIECES_FOR_A_MESSAGE * MESSAGES_OF_ONE * rate * (monotonic() - began + SECONDS_AT_ONCE)
        assert 0 < pongs <= allowed + PIECE / len(PING)


@on_loop
async def test_what_is_read_later_is_read(tmp_path: Path) -> None:
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann, AsyncExitStack() as stack:
        code = (await ann.open(KILL)).code
        sockets = [await stack.enter_async_context(raw(server)) for _ in range(20)]
        for socket in sockets:
            await say(socket, type="hello", table=code)
        for number in range(30):
            for socket in sockets:
                await say(socket, type="ping", id=f"{number}" + "x" * 40)
        for socket in sockets:
            heard = [(await hear(socket, "pong"))["id"].rstrip("x") for _ in range(30)]
            assert heard == [str(number) for number in range(30)], "all of it, and in order"
        record = {"record": "x" * 500_000}
        assert (await ask(server, "POST", "/api/replay", record)).status == 400, "a long body, too"


@on_loop
async def test_a_body_says_how_long_it_is(tmp_path: Path) -> None:
    head = "PUT /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    async with served(tmp_path) as server, line(server, "127.0.0.2") as (reader, writer):
        writer.write(head.encode() + b"1\r\n{\r\n" * 10_000)
        assert (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), NEVER)).startswith(b"HTTP/1.1 411 ")
