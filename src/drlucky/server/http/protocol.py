"""The HTTP protocol of uvicorn, with bounds for who connects and says nothing, says it too slowly, or says too much at
once."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from drlucky.server.limits.tcp_connections import TcpConnections
from drlucky.server.limits.turnstile import PIECE, Turnstile
from drlucky.server.ws.protocol import SocketProtocol

HEADERS_WITHIN = 10.0
BODY_WITHIN = 30.0
"""Seconds for all of it: a record of 1 MB comes in time over a line of 300 kbit/s."""
KEPT_ALIVE = 5
"""Seconds for which a connection is kept for the next request."""
LARGEST_HEAD = 16 * 1024
BODY_PIECE = 64 * 1024
"""Bytes of a body that are taken in one go: its length is known, so that nothing has to be looked for in them."""
LINES_OF_A_REQUEST = 16
"""That it may have for the usual cost."""
WITHIN = {h11.IDLE: HEADERS_WITHIN, h11.SEND_BODY: BODY_WITHIN}
"""By what the client is about to send."""
ANSWER = "HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: 0\r\nx-content-type-options: nosniff\r\n{more}\r\n"
FULL = ANSWER.format(status="503 Service Unavailable", more="retry-after: 30\r\n").encode()
NO_LENGTH = ANSWER.format(status="411 Length Required", more="").encode()
BAD = ANSWER.format(status="400 Bad Request", more="").encode()
LATE = ANSWER.format(status="408 Request Timeout", more="").encode()


class HttpProtocol(H11Protocol):
    tcp: TcpConnections
    due: float | None = None
    _turnstile: Turnstile
    _unread: bytes = b""
    _state: object = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._turnstile = self.tcp.enter(self, address_of(transport))
        self._look()

    def data_received(self, data: bytes) -> None:
        if not self._unread and len(data) <= self._piece and self._turnstile.opens(self.loop):
            self._turnstile.charge(self._read(data) - 1)
            return
        is_first = not self._unread
        self._unread += data
        self.transport.pause_reading()
        if is_first:
            self._turnstile.wait(self, self.loop)

    def read_piece(self) -> float:
        size = self._piece
        piece, self._unread = self._unread[:size], self._unread[size:]
        if self.transport.is_closing():
            self._unread = b""
            return 0
        cost = self._read(piece)
        if self.transport.get_protocol() is not self:
            # It is a socket's now, and has said nothing yet.
            self.transport.resume_reading()
        elif self._unread:
            self._turnstile.wait(self, self.loop)
        elif not self.flow.read_paused:
            self.transport.resume_reading()
        return cost

    @property
    def _piece(self) -> int:
        return BODY_PIECE if self.conn.their_state is h11.SEND_BODY else PIECE

    def _read(self, data: bytes) -> float:
        is_body = self.conn.their_state is h11.SEND_BODY
        super().data_received(data)
        if self.transport.get_protocol() is self:
            self._look()
        return 1 if is_body else max(1, data.count(b"\n") / LINES_OF_A_REQUEST)

    def _look(self) -> None:
        """What begins has so much time, however often a little of it comes."""
        state = self.conn.their_state
        if state is not self._state:
            self._state = state
            within = WITHIN.get(state)
            self.due = None if within is None else self.loop.time() + within
            if state is h11.SEND_BODY and any(name == b"transfer-encoding" for name, _ in self.headers):
                # In chunks of one byte a small body would be thousands of them.
                self._end(NO_LENGTH)

    def give_up(self) -> None:
        self._end(LATE)

    def _end(self, answer: bytes) -> None:
        self.due = None
        if self.transport.is_closing():
            return
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(answer)
        self.transport.close()

    def send_400_response(self, msg: str) -> None:
        self._end(BAD)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        super().handle_websocket_upgrade(event)
        self.due = None
        protocol = self.transport.get_protocol()
        assert isinstance(protocol, SocketProtocol)
        protocol.on_lost = partial(self.tcp.leave, self)
        protocol.turnstiles, protocol.turnstile = self.tcp.turnstiles, self._turnstile
        if not protocol.handshake_initiated:
            # A head that is one for HTTP and none for a socket: nobody would ever answer it.
            self.transport.write(BAD)
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.tcp.leave(self)


class Doorkeeper(asyncio.Protocol):
    """Turns away whoever there is no room for before anything is made for them, and lets the others in."""

    def __init__(self, tcp: TcpConnections, make: Callable[[], HttpProtocol]) -> None:
        self._tcp = tcp
        self._make = make

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        address = address_of(transport)
        if self._tcp.admits(address):
            protocol = self._make()
            transport.set_protocol(protocol)
            protocol.connection_made(transport)
        elif self._tcp.tells(address):
            transport.write(FULL)
            transport.close()
        else:
            transport.abort()


def address_of(transport: asyncio.BaseTransport) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if peer else ""


def protocol_for(connections: TcpConnections) -> type[asyncio.Protocol]:
    """uvicorn makes one for each connection, and has nothing to give it."""
    counted = type("CountedProtocol", (HttpProtocol,), {"tcp": connections})

    class Counting(Doorkeeper):
        def __init__(self, **given: Any) -> None:
            super().__init__(connections, partial(counted, **given))

    return Counting
