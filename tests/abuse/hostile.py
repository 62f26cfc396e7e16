"""Hostile clients, one of each kind. Each comes from an address of its own, does one harmful thing as often as it can,
and goes on whatever the server does to it. They have a process of their own:

    python -m abuse.hostile ADDRESS CODE KIND ...

CODE is that of a table of others which anyone may watch."""

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress
from itertools import count
from random import Random
from typing import NamedTuple, cast

import drlucky
from abuse.line import GONE, Line, line
from drlucky.loops import loop_factory

NETWORK = "127.2.0."
EXPERTS = {"edition": "kill-2016", "players": 8, "level": "expert"}
LARGE = ("/api/lobby?limit=200", "/api/games?limit=200", "/api/editions", "/api/boards/mansion.svg", "/", "/metrics")
MANY = 250
"""More connections than one client may have sockets."""
LEFT_OVER = 19
"""The lowest priority."""
SMALLEST_FRAME = b"\x89\x80" + bytes(4)
"""A ping without content, with a mask of zeros."""
A_WHILE = 0.02
"""Seconds between two waves. They leave all of them together some of the processor, which is the server's too."""


class Target(NamedTuple):
    address: str
    code: str
    source: str

    def line(self) -> AbstractAsyncContextManager[Line]:
        return line(self.address, self.source)

    async def open_many(self, stack: AsyncExitStack, number: int, identity: str = "") -> list[Line]:
        """Sockets that stay open, as many of so many as the server lets."""
        opened = []
        for _ in range(number):
            with suppress(*GONE):
                each = await stack.enter_async_context(self.line())
                await each.upgrade(identity)
                opened.append(each)
        return opened


async def numbers(at: Target) -> None:
    """Says hello with versions that nobody was ever at, so that caches fill with them."""
    for since in count(10**9):
        async with at.line() as each:
            await each.upgrade()
            each.say(type="hello", table=at.code, since=since)
            await each.swallow()


async def records(at: Target) -> None:
    """Asks for analyses and replays of records that could go on for ever, or are very long."""
    game = drlucky.new("kill-2016", players=["A", "B", "C"], seed="x", turn_limit=9_000)
    short = game.record()
    choose = Random("long")
    for _ in range(20_000):
        if game.outcome is None:
            game.play(choose.choice([each for each in game.legal if not str(each).startswith("attempt")]))
    long = game.record()
    for number in count():
        async with at.line() as each:
            for record in (short, long):
                body = json.dumps({"record": record}).encode()
                await each.ask("POST", f"/api/analysis?playouts={20 + number % 900}", body)
                await each.ask("POST", "/api/replay", body)


async def tables(at: Target) -> None:
    """Opens tables full of experts, who all think at once."""
    async with at.line() as each:
        identity = await each.identity("Eve")
        while True:
            await each.ask("POST", "/api/quick", json.dumps(EXPERTS).encode(), Authorization=f"Bearer {identity}")
            await asyncio.sleep(A_WHILE)


async def silence(at: Target) -> None:
    """Opens connections and says nothing, or begins to speak and does not end."""
    begun = (b"", b"GET / HTTP/1.1\r\nX-Slow: ", b"PUT /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n{")
    async with AsyncExitStack() as stack:
        for number in range(2 * MANY):
            with suppress(*GONE):
                each = await stack.enter_async_context(at.line())
                each.write(begun[number % len(begun)])
        await asyncio.sleep(5)


async def knocking(at: Target) -> None:
    """Connects and is gone again."""
    while True:
        async with at.line():
            await asyncio.sleep(0)


async def streams(at: Target) -> None:
    """Listens as a bot over as many streams as it can get, and takes nothing of what comes."""
    async with at.line() as each, AsyncExitStack() as stack:
        token = (await each.ask_json("POST", "/api/bot/token", {"name": "Mallory"}))["token"]
        opened = await each.ask_json("POST", "/api/quick", EXPERTS, Authorization=f"Bearer {token}")
        for _ in range(MANY):
            with suppress(*GONE):
                stream = await stack.enter_async_context(at.line())
                stream.begin("GET", f"/api/bot/tables/{opened['table']}/events", Authorization=f"Bearer {token}")
        await asyncio.sleep(5)


async def flood(at: Target) -> None:
    """Sends messages over many sockets, as fast as they are taken."""
    async with AsyncExitStack() as stack:
        sockets = await at.open_many(stack, MANY)
        for each in sockets:
            each.say(type="hello", table=at.code, language=None)
        while sockets:
            for each in list(sockets):
                for _ in range(10):
                    each.say(type="ping", id="x" * 500)
                try:
                    async with asyncio.timeout(0.01):
                        await each.swallow()
                except GONE:
                    sockets.remove(each)
            await asyncio.sleep(A_WHILE)


async def trifles(at: Target) -> None:
    """Sends the smallest frames and the smallest parts of a body that there are, thousands at once."""
    async with at.line() as socket, at.line() as asking:
        await socket.upgrade()
        socket.write(SMALLEST_FRAME * 40_000)
        asking.begin("PUT", "/api/me", None, Transfer_Encoding="chunked")
        asking.write(b"1\r\n{\r\n" * 40_000)
        while True:
            await socket.swallow()
            socket.write(SMALLEST_FRAME * 1_000)
            await asyncio.sleep(A_WHILE)


async def scribbling(at: Target) -> None:
    """Fills the log of a table of its own: it is ready, is not, and talks."""
    async with at.line() as each, AsyncExitStack() as stack:
        identity = await each.identity("Mallory")
        wanted = {"settings": {"edition": "kill-2016"}, "seats": 3}
        opened = await each.ask_json("POST", "/api/tables", wanted, Authorization=f"Bearer {identity}")
        sockets = await at.open_many(stack, 5, identity)
        for socket in sockets:
            socket.say(type="hello", table=opened["table"], language=None)
        for number in count():
            deeds = ({"do": "ready", "ready": number % 2 == 0}, {"do": "say", "text": "x" * 400 + str(number)})
            for at_socket, socket in enumerate(sockets):
                for deed in deeds:
                    socket.say(type="do", id=f"{number}-{at_socket}-{deed['do']}", version=10**6, do=deed)
            for socket in sockets:
                async with asyncio.timeout(1):
                    await socket.swallow()


async def crowd(at: Target) -> None:
    """Comes to a table of others as someone new each time, looks, watches, talks, and leaves."""
    for number in count():
        async with at.line() as asking, at.line() as each:
            await each.upgrade(await asking.identity(f"Nobody {number}"))
            each.say(type="hello", table=at.code)
            for deed in ({"do": "watch", "name": f"Nobody {number}"}, {"do": "say", "text": "boo"}, {"do": "leave"}):
                each.say(type="do", id=deed["do"], version=10**6, do=deed)
            await each.swallow()
            await asyncio.sleep(A_WHILE)


async def guessing(at: Target) -> None:
    """Tries codes of tables by every way in."""
    choose = Random("codes")
    while True:
        async with at.line() as each, at.line() as socket:
            await socket.upgrade()
            for _ in range(50):
                code = "".join(choose.choices("ABCDEFGHJKMNPQRSTUVWXYZ23456789", k=6))
                await each.ask("GET", f"/api/tables/{code}")
                await each.ask("GET", f"/api/games/{code}/0")
                socket.say(type="hello", table=code)


async def lists(at: Target) -> None:
    """Asks for everything that can be listed or is large."""
    async with at.line() as each:
        while True:
            for path in LARGE:
                await each.ask("GET", path)


async def noise(at: Target) -> None:
    """Sends what is no request and no message."""
    heads = (b"\x00" * 200, b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\r\nHost: " + b"x" * 4_000 + b"\r\n\r\n")
    origin = b"GET /api/me HTTP/1.1\r\nHost: x\r\nOrigin: http://[\r\nCookie: drlucky=nonsense\r\n\r\n"
    frames = (b"\xff\xfe", b"{" * 8_000, b"[" * 4_000, b'{"type":"hello","table":' + b"9" * 5_000 + b"}")
    while True:
        for head in (*heads, origin):
            async with at.line() as each:
                each.write(head)
                await each.swallow()
        for frame in frames:
            async with at.line() as each:
                await each.upgrade()
                each.frame(frame)
                await each.swallow()


async def deafness(at: Target) -> None:
    """Watches a table of others over many sockets and reads nothing."""
    async with AsyncExitStack() as stack:
        for each in await at.open_many(stack, MANY):
            each.say(type="hello", table=at.code)
            cast(asyncio.Transport, each.writer.transport).pause_reading()
        await asyncio.sleep(10)


async def hints(at: Target) -> None:
    """Plays by itself, as many people at once, and asks for hints all the time."""
    async with at.line() as each, AsyncExitStack() as stack:
        sockets = []
        for number in range(20):
            identity = await each.identity(f"Lost {number}")
            wanted = {"edition": "kill-2016", "players": 3, "level": "easy"}
            opened = await each.ask_json("POST", "/api/quick", wanted, Authorization=f"Bearer {identity}")
            for socket in await at.open_many(stack, 1, identity):
                socket.say(type="hello", table=opened["table"], language=None)
                sockets.append(socket)
        while sockets:
            for number, socket in enumerate(sockets):
                socket.say(type="hint", id=str(number))
                async with asyncio.timeout(1):
                    await socket.swallow()
            await asyncio.sleep(A_WHILE)


async def forgetting(at: Target) -> None:
    """Makes identities and gives them up, each of which has to be remembered."""
    async with at.line() as each:
        for number in count():
            identity = await each.identity(f"Shadow {number}")
            await each.ask("DELETE", "/api/me", Authorization=f"Bearer {identity}")


KINDS: dict[str, Callable[[Target], Awaitable[None]]] = {
    each.__name__: each
    for each in (
        numbers,
        records,
        tables,
        silence,
        knocking,
        streams,
        flood,
        trifles,
        scribbling,
        crowd,
        guessing,
        lists,
        noise,
        deafness,
        hints,
        forgetting,
    )
}


async def again_and_again(kind: str, at: Target) -> None:
    while True:
        # A server that turns it away is what it expects; so is one that does not understand it.
        with suppress(*GONE, KeyError, TypeError):
            await KINDS[kind](at)
        await asyncio.sleep(A_WHILE)


async def attack(address: str, code: str, kinds: list[str]) -> None:
    print("attacking", flush=True)
    async with asyncio.TaskGroup() as group:
        for kind in kinds:
            source = NETWORK + str(1 + list(KINDS).index(kind))
            group.create_task(again_and_again(kind, Target(address, code, source)))


def main() -> None:
    # They have machines of their own, as a rule: what they do here should take no time from the server.
    os.nice(LEFT_OVER)
    address, code, *kinds = sys.argv[1:]
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(attack(address, code, kinds or list(KINDS)))


if __name__ == "__main__":
    main()
