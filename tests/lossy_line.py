"""A line between two programs on which things get lost: what comes to its port goes on to another, until a test says
otherwise.

    async with LossyLine(postgres.port) as line:
        line.lose_at(b"COMMIT\\0", before)"""

import asyncio
from collections.abc import Callable
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit, urlunsplit

HOST = "127.0.0.1"
CHUNK = 65536

Loss = Callable[[asyncio.StreamWriter, asyncio.StreamWriter, bytes], None]
"""What becomes of a piece on its way from one side to the other."""


class LossyLine:
    def __init__(self, to: int) -> None:
        self.port = 0
        self.is_silent = False
        """Does nothing arrive any more, while both sides believe that they are connected?"""
        self.delay = 0.0
        """Seconds that everything takes to arrive."""
        self.lines = 0
        """Connections that there were."""
        self._to = to
        self._loss: tuple[bytes, Loss] | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self._onward: set[asyncio.StreamWriter] = set()
        """Those of them that lead to the other program."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, HOST, 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.close()
        self.cut()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def url(self, direct: str) -> str:
        """The URL of a database, by way of this."""
        parts = urlsplit(direct)
        host = parts.netloc.rpartition(":")[0]
        return urlunsplit(parts._replace(netloc=f"{host}:{self.port}"))

    def cut(self) -> None:
        """All connections that there are are lost; new ones are as good as ever."""
        for writer in self._writers:
            writer.transport.abort()

    def half_close(self) -> None:
        """The other program is told that there is nothing more to come; its answers still arrive."""
        for writer in self._onward:
            writer.write_eof()

    def lose_at(self, sign: bytes, loss: Loss) -> None:
        """The next piece from a client that has this in it is lost in this way, and no other."""
        self._loss = sign, loss

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.lines += 1
        try:
            theirs, onward = await asyncio.open_connection(HOST, self._to)
        except OSError:
            writer.close()
            return
        self._writers |= {writer, onward}
        self._onward.add(onward)
        for work in (self._carry(reader, onward, writer), self._carry(theirs, writer, None)):
            task = asyncio.get_running_loop().create_task(work)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _carry(
        self, reader: asyncio.StreamReader, onward: asyncio.StreamWriter, client: asyncio.StreamWriter | None
    ) -> None:
        try:
            while piece := await reader.read(CHUNK):
                if self._loss is not None and client is not None and self._loss[0] in piece:
                    (_, loss), self._loss = self._loss, None
                    loss(client, onward, piece)
                    return
                if self.delay:
                    await asyncio.sleep(self.delay)
                if not (self.is_silent or onward.transport.is_closing()):
                    onward.write(piece)
        except (OSError, RuntimeError):
            pass  # it was lost, or half closed
        onward.close()
        self._writers.discard(onward)
        self._onward.discard(onward)


def before(client: asyncio.StreamWriter, server: asyncio.StreamWriter, piece: bytes) -> None:
    """The connection is lost before the piece arrives."""
    client.transport.abort()
    server.transport.abort()


def after(client: asyncio.StreamWriter, server: asyncio.StreamWriter, piece: bytes) -> None:
    """The piece arrives, and the answer does not."""
    server.write(piece)
    client.transport.abort()


class Late:
    """The client's side is lost, and the piece arrives later: when a test says so."""

    def __init__(self) -> None:
        self.is_lost = asyncio.Event()
        self._arrive: Callable[[], None] | None = None

    def __call__(self, client: asyncio.StreamWriter, server: asyncio.StreamWriter, piece: bytes) -> None:
        client.transport.abort()
        self._arrive = lambda: server.write(piece)
        self.is_lost.set()

    def arrive(self) -> None:
        assert self._arrive is not None
        self._arrive()
