"""Disturbers: readers who stop reading, and clients who send far more than anyone may, beside people who play. They
have a process of their own, python -m drlucky.bench.disturbers, which reads what to do from its input and goes on until
it is ended."""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from ipaddress import ip_network
from itertools import count

import msgspec
from msgspec import Struct

from drlucky.bench.load_socket import LoadError, LoadSocket
from drlucky.loops import loop_factory

LEFT_OVER = 19
"""They take what processor time others leave, as if they were elsewhere."""
LOOKS = 40
"""So often a reader asks for the whole table before it stops reading: more than is kept for it anywhere."""
LOOKS_PER_SECOND = 15
STALLED_FOR = 20.0
FLOOD = 200
"""Messages in one go, at most this often in a second: more than a hundred times what is allowed."""
FLOODS_PER_SECOND = 50
MOST_UNSENT = 256 * 1024
ANEW_AFTER = 0.2
Way = Callable[[LoadSocket], Awaitable[None]]


class Disturbance(Struct, frozen=True):
    address: str
    """Of the server: http://..."""
    tables: tuple[str, ...]
    """Where they look on."""
    stalled: int
    flooders: int
    network: str
    """Each comes from an address of its own in it."""


async def disturb(what: Disturbance) -> None:
    sources = map(str, ip_network(what.network).hosts())
    ways = [stall] * what.stalled + [flood] * what.flooders
    async with asyncio.TaskGroup() as group:
        for number, way, source in zip(count(), ways, sources, strict=False):
            table = what.tables[number % len(what.tables)]
            group.create_task(again_and_again(way, what.address, table, source))
        print("disturbing", flush=True)


async def again_and_again(way: Way, address: str, table: str, source: str) -> None:
    """Whatever the server does to them."""
    while True:
        with suppress(OSError, LoadError):
            socket = await LoadSocket.open(address.replace("http", "ws", 1) + "/api/socket", {}, ignore, source)
            try:
                socket.send(msgspec.json.encode({"type": "hello", "table": table}))
                await way(socket)
            finally:
                socket.close()
        await asyncio.sleep(ANEW_AFTER)


async def stall(socket: LoadSocket) -> None:
    socket.stop_reading()
    for _ in range(LOOKS):
        socket.send(b'{"type": "look"}')
        await asyncio.sleep(1 / LOOKS_PER_SECOND)
    await asyncio.sleep(STALLED_FOR)


async def flood(socket: LoadSocket) -> None:
    while not socket.ended.done():
        for _ in range(FLOOD if socket.unsent < MOST_UNSENT else 0):
            socket.send(b'{"type": "ping"}')
        await asyncio.sleep(1 / FLOODS_PER_SECOND)
    await socket.ended


def ignore(text: bytes) -> None:
    """What the server says is nothing to them."""


def main() -> None:
    os.nice(LEFT_OVER)
    what = msgspec.json.decode(sys.stdin.buffer.readline(), type=Disturbance)
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(disturb(what))


if __name__ == "__main__":
    main()
