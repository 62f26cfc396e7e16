"""The WebSocket protocol of uvicorn, with a short way for texts.

An ASGI server is sent a message by awaiting it. That takes several coroutines for each, and for whoever is told of
something a task that waits for it. Nearly always there is room for the text, and then it can be written at once."""

from collections.abc import Callable, Mapping
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Request

EXTENSION = "drlucky.write"

Write = Callable[[bytes], bool]
"""Writes a text in UTF-8; False if it was not written, since there is no room for it or nobody to read it."""


class SocketProtocol(WebSocketsSansIOProtocol):
    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: dict[str, Any] = {EXTENSION: {"text": self.write_text}}
            self.scope["extensions"] = {**(self.scope["extensions"] or {}), **extensions}

    def write_text(self, text: bytes) -> bool:
        if not self.writable.is_set() or not self.handshake_complete or self.close_sent or self.disconnected:
            return False
        try:
            self.conn.send_text(text)
        except InvalidState:
            return False
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True


def writer(scope: Mapping[str, Any]) -> Write:
    """The short way of a socket, if its server has one."""
    found: Write | None = (scope.get("extensions") or {}).get(EXTENSION, {}).get("text")
    return found or (lambda text: False)
