"""The WebSocket of one of the load's people, as thin as can be: the time that it takes here to hear of a move would be
taken for the server's, and with a library's sockets it is longer than that."""

import asyncio
import os
from base64 import b64encode
from collections.abc import Callable
from typing import Self
from urllib.parse import urlsplit

from drlucky.errors import DrLuckyError

TEXT, PING, PONG = 0x81, 0x89, 0x8A
"""First bytes of frames that are whole messages (RFC 6455, section 5.2)."""
MASKED = 0x80
NO_MASK = bytes(4)
"""A client's frames have a mask; what is masked with zeros stays as it is."""


class LoadError(DrLuckyError):
    """The server did not do what the load needs."""


class LoadSocket(asyncio.Protocol):
    """`heard` is called with every text. Whatever ends the connection is raised from `ended`."""

    def __init__(self, heard: Callable[[bytes], None]) -> None:
        self._heard = heard
        self._unread = b""
        self._is_open = False
        self._transport: asyncio.Transport | None = None
        loop = asyncio.get_running_loop()
        self._opened: asyncio.Future[None] = loop.create_future()
        self.ended: asyncio.Future[None] = loop.create_future()

    @classmethod
    async def open(
        cls, address: str, headers: dict[str, str], heard: Callable[[bytes], None], source: str | None
    ) -> Self:
        """To the address ws://..., from this address of ours; None leaves that to the system."""
        parts = urlsplit(address)
        _, socket = await asyncio.get_running_loop().create_connection(
            lambda: cls(heard), parts.hostname or "", parts.port or 80, local_addr=(source, 0) if source else None
        )
        asked = {
            "Host": parts.netloc,
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": b64encode(os.urandom(16)).decode(),
            **headers,
        }
        lines = "".join(f"{name}: {value}\r\n" for name, value in asked.items())
        socket._write(f"GET {parts.path} HTTP/1.1\r\n{lines}\r\n".encode())
        await socket._opened
        return socket

    def send(self, text: bytes) -> None:
        self._write(frame(TEXT, text))

    @property
    def unsent(self) -> int:
        """Bytes that the other side has not taken."""
        return self._transport.get_write_buffer_size() if self._transport is not None else 0

    def stop_reading(self) -> None:
        assert self._transport is not None
        self._transport.pause_reading()

    def close(self) -> None:
        self.ended.cancel()
        if self._transport is not None:
            self._transport.abort()

    def _write(self, content: bytes) -> None:
        assert self._transport is not None
        self._transport.write(content)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        self._end(LoadError("the server has hung up"))

    def data_received(self, data: bytes) -> None:
        unread = self._unread + data
        try:
            if not self._is_open:
                unread = self._greeted(unread)
            if self._is_open:
                unread = self._hear(unread)
        except Exception as error:  # the loop would only write it down
            self._end(error)
        self._unread = unread

    def _greeted(self, unread: bytes) -> bytes:
        head, end, rest = unread.partition(b"\r\n\r\n")
        if not end:
            return unread
        if not head.startswith(b"HTTP/1.1 101 "):
            raise LoadError(f"the server opens no socket: {head.decode(errors='replace').splitlines()[0]}")
        self._is_open = True
        self._opened.set_result(None)
        return rest

    def _hear(self, unread: bytes) -> bytes:
        """Every frame that has come whole; what is left."""
        at, size = 0, len(unread)
        while size - at >= 2:
            length, begins = unread[at + 1], at + 2
            if length >= 126:
                begins += 2 if length == 126 else 8
                if size < begins:
                    break
                length = int.from_bytes(unread[at + 2 : begins], "big")
            ends = begins + length
            if size < ends:
                break
            self._take(unread[at], unread[begins:ends])
            at = ends
        return unread[at:]

    def _take(self, kind: int, content: bytes) -> None:
        if kind == TEXT:
            self._heard(content)
        elif kind == PING:
            self._write(frame(PONG, content))
        else:
            raise LoadError(f"the server closed a socket: {content[2:].decode(errors='replace')}")

    def _end(self, error: Exception) -> None:
        awaited = self.ended if self._is_open else self._opened
        if not awaited.done():
            awaited.set_exception(error)


def frame(kind: int, content: bytes) -> bytes:
    size = len(content)
    if size < 126:
        return bytes((kind, MASKED | size)) + NO_MASK + content
    return bytes((kind, MASKED | 126)) + size.to_bytes(2, "big") + NO_MASK + content
