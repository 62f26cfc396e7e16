"""The WebSocket protocol of uvicorn, with a short way for texts.

An ASGI server is sent a message by awaiting it. That takes several coroutines for each, and for whoever is told of
something a task that waits for it. Nearly always there is room for the text, and then it can be written at once."""

from collections.abc import Callable, Mapping
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN

EXTENSION = "drlucky.write"
NO_TEXT = 1007

TEXT_FRAME = 0x81
"""The first byte of a text that is one frame."""

Write = Callable[..., bool]
"""Writes texts in UTF-8, each as a frame; False if they were not written, since there is no room for them or nobody to
read them."""


class SocketProtocol(WebSocketsSansIOProtocol):
    on_lost: Callable[[], None] = staticmethod(lambda: None)
    """Is called when the connection has ended."""

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.on_lost()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: dict[str, Any] = {EXTENSION: {"texts": self.write_texts}}
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


def writer(scope: Mapping[str, Any]) -> Write:
    """The short way of a socket, if its server has one."""
    found: Write | None = (scope.get("extensions") or {}).get(EXTENSION, {}).get("texts")
    return found or (lambda *texts: False)
