"""The WebSocket protocol of uvicorn, read through a turnstile, and with a short way for texts.

An ASGI server is sent a message by awaiting it. That takes several coroutines for each, and for whoever is told of
something a task that waits for it. Nearly always there is room for the text, and then it can be written at once.

What comes is nearly always a text in a single frame that is there whole, and then it is read at once. All else is left
to the library, which takes several times as long for it."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import OPEN
from websockets.utils import apply_mask

from drlucky.server.limits.turnstile import PIECE, Turnstile, Turnstiles

EXTENSION = "drlucky.socket"
NO_TEXT = 1007

TEXT_FRAME = 0x81
"""The first byte of a text that is one frame."""
PONG_FRAME = 0x8A
MASKED = 0x80
END_OF_HEAD = b"\r\n\r\n"

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
    _heard_at = 0.0
    _is_amid = False
    """May the library have a part of a frame, and wait for the rest?"""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._unread = bytearray()

    def read_as(self, client: str) -> None:
        """From now on it is one of this client's sockets."""
        self.turnstile = self.turnstiles.of(client)

    def data_received(self, data: bytes) -> None:
        if self.turnstile is None:
            self._is_amid = self.handshake_initiated or not data.endswith(END_OF_HEAD)
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
        self._heard_at = self.loop.time()
        if not self._is_amid:
            text = self._text_in(data)
            if text is not None:
                self._hand_over({"type": "websocket.receive", "text": text})
                return 1
            if self._is_awaited_pong(data):
                self.handle_pong(Frame(Opcode.PONG, self.pending_ping_payload or b""))
                return 1
        self._is_amid = self._is_amid or not ends_with_frame(data)
        self._frames = 0
        super().data_received(data)
        return max(1, self._frames)

    def _text_in(self, data: bytes) -> str | None:
        """The text of a frame, if that is all there is."""
        if len(data) < 6 or data[0] != TEXT_FRAME or not data[1] & MASKED or self.conn.state is not OPEN:
            return None
        begins, length = frame_size(data, 0)
        is_whole = begins + length == len(data) and length <= (self.conn.max_message_size or length)
        if not is_whole or self.conn.current_size is not None or self.close_sent:
            return None
        try:
            return apply_mask(data[begins:], data[begins - 4 : begins]).decode()
        except UnicodeDecodeError:
            return None

    def _is_awaited_pong(self, data: bytes) -> bool:
        """Is that all there is? Thousands who look on are pinged now and then."""
        payload = self.pending_ping_payload
        return (
            payload is not None
            and len(data) == 6 + len(payload)
            and data[:2] == bytes((PONG_FRAME, MASKED | len(payload)))
            and apply_mask(data[6:], data[2:6]) == payload
        )

    def send_keepalive_ping(self) -> None:
        """Who has said something of late is there: they are asked that long after it."""
        silent_for = self.loop.time() - self._heard_at
        if self.ping_interval is not None and silent_for < self.ping_interval / 2:
            self.ping_timer = self.loop.call_later(self.ping_interval - silent_for, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def _hand_over(self, message: ASGIReceiveEvent) -> None:
        """Reading stops when something waits already: to stop after each message and to go on when it was taken, as is
        usual, takes two calls of the system more for each."""
        self.queue.put_nowait(message)
        if self.queue.qsize() > 1 and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

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
        """What is no text ends the conversation with a reason, instead of a traceback."""
        data, self.frames = b"".join(self.frames), []
        if self.close_sent:
            return
        if self.curr_msg_data_type == "bytes":
            self._hand_over({"type": "websocket.receive", "bytes": data})
            return
        try:
            self._hand_over({"type": "websocket.receive", "text": data.decode()})
        except UnicodeDecodeError:
            self.conn.send_close(NO_TEXT, "a text is UTF-8")
            self.handle_parser_exception()

    def write_texts(self, *texts: bytes) -> bool:
        if not self.writable.is_set() or not self.handshake_complete or self.close_sent or self.disconnected:
            return False
        if self.conn.state is not OPEN:
            return False
        # Whole, not compressed and not masked, as a server's frames are: the library has nothing to keep track of.
        self.transport.write(b"".join([part for text in texts for part in (frame_head(len(text)), text)]))
        return True


def frame_size(data: bytes, at: int) -> tuple[int, int]:
    """Where the content of a client's frame begins that is here, behind its mask, and its length."""
    length = data[at + 1] & ~MASKED
    if length < 126:
        return at + 6, length
    ends = at + (4 if length == 126 else 10)
    return ends + 4, int.from_bytes(data[at + 2 : ends], "big")


def ends_with_frame(data: bytes) -> bool:
    """Where the first frame begins where this does."""
    at = 0
    while at + 2 <= len(data):
        begins, length = frame_size(data, at)
        at = begins + length
    return at == len(data)


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
