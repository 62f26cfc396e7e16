"""A balancer: every connection goes to the next server that says it is ready. It knows nothing of who comes, and of
what is said on the line, so that someone who comes again gets to another one."""

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress

from patience import NEVER, wait_until

LOOK_EVERY = 0.2
ANSWER_WITHIN = 2.0
"""Seconds; a node that was stopped takes longer, and is not sent anyone."""
READY = b"GET /api/ready HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
HERE = "127.0.0.1"


class Balancer:
    """`with Balancer(ports) as balancer`, in a thread of its own."""

    def __init__(self, ports: Sequence[int]) -> None:
        self.ports = ports
        self.ready: set[int] = set()
        self.sent = Counter[int]()
        """How many connections each server was given."""
        self.port = 0
        self._turn = 0
        self._is_ending = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._sides: set[Side] = set()
        self._thread = threading.Thread(target=self._run, daemon=True)

    @property
    def address(self) -> str:
        return f"http://{HERE}:{self.port}"

    def __enter__(self) -> "Balancer":
        self._thread.start()
        wait_until(lambda: self.port > 0)
        return self

    def __exit__(self, *error: object) -> None:
        self._is_ending = True
        self._thread.join(NEVER)

    def wait_for(self, *ports: int) -> None:
        """Returns when these servers are ready, as far as it is known here, and no others."""
        wait_until(lambda: self.ready == set(ports))

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        server = await asyncio.get_running_loop().create_server(lambda: Side(self._sides, self._begin), HERE, 0)
        self.port = server.sockets[0].getsockname()[1]
        while not self._is_ending:
            await asyncio.gather(*(self._check(port) for port in self.ports))
            await asyncio.sleep(LOOK_EVERY)
        server.close()
        await asyncio.gather(*self._tasks)
        for side in self._sides:
            side.transport.abort()
        await asyncio.sleep(0)

    def _begin(self, caller: "Side") -> None:
        task = asyncio.get_running_loop().create_task(self._balance(caller))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _check(self, port: int) -> None:
        answer = b""
        with suppress(OSError):
            reader, writer = await asyncio.open_connection(HERE, port)
            try:
                writer.write(READY)
                async with asyncio.timeout(ANSWER_WITHIN):
                    answer = await reader.readline()
            finally:
                writer.close()
                with suppress(OSError):
                    await writer.wait_closed()
        if b" 200 " in answer:
            self.ready.add(port)
        else:
            self.ready.discard(port)

    async def _balance(self, caller: "Side") -> None:
        """Connects someone who has come to the next server that can be reached."""
        loop = asyncio.get_running_loop()
        for port in self._in_turn():
            with suppress(OSError):
                _, other = await loop.create_connection(lambda: Side(self._sides), HERE, port)
                self.sent[port] += 1
                caller.meet(other)
                return
            self.ready.discard(port)
        caller.transport.abort()

    def _in_turn(self) -> list[int]:
        """The servers that are ready, another one first each time."""
        self._turn += 1
        ready = [port for port in self.ports if port in self.ready]
        first = self._turn % len(ready) if ready else 0
        return ready[first:] + ready[:first]


class Side(asyncio.Protocol):
    """One of the two connections that are made one: what comes here goes out there, and so does its end."""

    transport: asyncio.Transport

    def __init__(self, sides: set["Side"], begin: Callable[["Side"], object] | None = None) -> None:
        self._sides = sides
        self._begin = begin
        self._other: Side | None = None
        self._has_ended = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self._sides.add(self)
        if self._begin is not None:
            transport.pause_reading()
            self._begin(self)

    def meet(self, other: "Side") -> None:
        self._other, other._other = other, self
        if self.transport.is_closing():
            other.transport.abort()
        else:
            self.transport.resume_reading()

    def data_received(self, data: bytes) -> None:
        assert self._other is not None
        self._other.transport.write(data)

    def eof_received(self) -> bool:
        """Whoever has nothing more to say may still listen."""
        assert self._other is not None
        self._has_ended = True
        if self._other.transport.is_closing() or self._other._has_ended:
            self._other.transport.close()
            return False
        self._other.transport.write_eof()
        return True

    def connection_lost(self, error: Exception | None) -> None:
        self._sides.discard(self)
        if self._other is None:
            return
        if error is None:
            self._other.transport.close()
        else:
            self._other.transport.abort()

    def pause_writing(self) -> None:
        if self._other is not None:
            self._other.transport.pause_reading()

    def resume_writing(self) -> None:
        if self._other is not None:
            self._other.transport.resume_reading()
