"""The WebSocket protocol of uvicorn, read through a turnstile, and with a short way for texts.

An ASGI server is sent a message by awaiting it. That takes several coroutines for each, and for whoever is told of
something a task that waits for it. Nearly always there is room for the text, and then it can be written at once."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN

from drlucky.server.limits.turnstile import PIECE, Turnstile, Turnstiles

EXTENSION = "drlucky.socket"
NO_TEXT = 1007

TEXT_FRAME = 0x81
"""The first byte of a text that is one frame."""

Write = Callable[..., bool]
"""Writes texts in UTF-8, each as a frame; False if they were not written, since there is no room for them or nobody to
read them."""


class SocketProtocol(WebSocketsSansIOProtocol):
    on_lost: Callable[[], None] = staticmethod(lambda: None)
    """Is called when the connection has ended."""
    turnstiles: Turnstiles
    turnstile: Turnstile | None = None
    """None while it is greeted, which the turnstile of the request has let through."""
    _unread: bytearray
    _frames = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._unread = bytearray()

    def read_as(self, client: str) -> None:
        """From now on it is one of this client's sockets."""
        self.turnstile = self.turnstiles.of(client)

    def data_received(self, data: bytes) -> None:
        if self.turnstile is None:
            super().data_received(data)
        elif not self._unread and len(data) <= PIECE and self.turnstile.opens(self.loop):
            self.turnstile.charge(self._read(data) - 1)
        else:
            is_first = not self._unread
            self._unread += data
            self.transport.pause_reading()
            if is_first:
                self.turnstile.wait(self, self.loop)

    def read_piece(self) -> float:
        piece = bytes(self._unread[:PIECE])
        del self._unread[:PIECE]
        if self.disconnected or self.transport.is_closing():
            self._unread.clear()
            return 0
        cost = self._read(piece)
        if not self.read_paused:
            self._read_on()
        return cost

    def _read(self, data: bytes) -> int:
        """The number of frames in it. A piece of one costs as much."""
        self._frames = 0
        super().data_received(data)
        return max(1, self._frames)

    def _read_on(self) -> None:
        if self._unread and self.turnstile is not None:
            self.turnstile.wait(self, self.loop)
        else:
            self.transport.resume_reading()

    def handle_events(self) -> None:
        self._frames += len(self.conn.events)
        super().handle_events()

    async def receive(self) -> ASGIReceiveEvent:
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self._read_on()
        return message

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.on_lost()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: dict[str, Any] = {EXTENSION: {"texts": self.write_texts, "read_as": self.read_as}}
            self.scope["extensions"] = {**(self.scope["extensions"] or {}), **extensions}

    def send_receive_event_to_app(self) -> None:
        """What is no text ends the conversation with a reason, instead of a traceback. Reading stops when something
        waits already: to stop after each message and to go on when it was taken, as is usual, takes two calls of the
        system more for each."""
        data, self.frames = b"".join(self.frames), []
        if self.close_sent:
            return
        if self.curr_msg_data_type == "bytes":
            self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        else:
            try:
                self.queue.put_nowait({"type": "websocket.receive", "text": data.decode()})
            except UnicodeDecodeError:
                self.conn.send_close(NO_TEXT, "a text is UTF-8")
                self.handle_parser_exception()
                return
        if self.queue.qsize() > 1 and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def write_texts(self, *texts: bytes) -> bool:
        if not self.writable.is_set() or not self.handshake_complete or self.close_sent or self.disconnected:
            return False
        if self.conn.state is not OPEN:
            return False
        # Whole, not compressed and not masked, as a server's frames are: the library has nothing to keep track of.
        self.transport.write(b"".join([part for text in texts for part in (frame_head(len(text)), text)]))
        return True


def frame_head(length: int) -> bytes:
    """What comes before a text of so many bytes (RFC 6455, section 5.2)."""
    if length < 126:
        return bytes((TEXT_FRAME, length))
    if length < 65_536:
        return bytes((TEXT_FRAME, 126, length >> 8, length & 255))
    return bytes((TEXT_FRAME, 127)) + length.to_bytes(8, "big")


def read_as(scope: Mapping[str, Any], client: str) -> None:
    """Says whose socket it is: a proxy's are many people's."""
    found: Callable[[str], None] | None = (scope.get("extensions") or {}).get(EXTENSION, {}).get("read_as")
    if found is not None:
        found(client)


def writer(scope: Mapping[str, Any]) -> Write:
    """The short way of a socket, if its server has one."""
    found: Write | None = (scope.get("extensions") or {}).get(EXTENSION, {}).get("texts")
    return found or (lambda *texts: False)
