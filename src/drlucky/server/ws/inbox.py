"""Inbox: what comes over a socket, as messages. What is none, or too much, is answered in words, and in the end ends
the session."""

from collections.abc import Awaitable, Callable

import msgspec
from msgspec import Struct
from starlette.websockets import WebSocket, WebSocketDisconnect

from drlucky.server.rate_limit import BURST, Bucket
from drlucky.server.ws import messages as m
from drlucky.server.ws.ending import End, Rejected

MOST_TURNED_AWAY = 100
MOST_MALFORMED = 10

Reject = Callable[[Rejected], Awaitable[None]]


class Inbox:
    """`of_client` is the budget of all sockets of the same client together."""

    def __init__(self, socket: WebSocket, rate: float, of_client: Bucket, turned_away: Callable[[], None]) -> None:
        self._socket = socket
        self._bucket = Bucket(rate, BURST * rate)
        self._of_client = of_client
        self._tell_turned_away = turned_away
        self._turned_away = 0
        self._malformed = 0

    async def next(self, reject: Reject) -> m.AnyFromClient:
        """The next message that is one."""
        while True:
            received = await self._socket.receive()
            if received["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(received.get("code", 1005))
            text = received.get("text")
            if not (self._bucket.take() and self._of_client.take()):
                await reject(self._too_many(text))
                continue
            self._turned_away = max(0, self._turned_away - 1)
            try:
                message = read(text)
            except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
                await reject(self._none(text, error))
            else:
                self._malformed = 0
                return message

    def _too_many(self, text: str | None) -> Rejected:
        self._tell_turned_away()
        self._turned_away += 1
        if self._turned_away > MOST_TURNED_AWAY:
            raise End("flood", "far too many messages; come back later", again=10.0)
        return Rejected("flood", "too many messages; this one was not followed", id=id_in(text))

    def _none(self, text: str | None, error: Exception) -> Rejected:
        self._malformed += 1
        if self._malformed > MOST_MALFORMED:
            raise End("malformed", "{number} messages in a row were none; see docs/protocol.md", number=MOST_MALFORMED)
        return Rejected("malformed", "this is no message: {problem:.280}", id=id_in(text), problem=str(error))


def read(text: str | None) -> m.AnyFromClient:
    if text is None:
        raise msgspec.DecodeError("frames are text")
    return m.from_client.decode(text)


class WithId(Struct):
    id: str | None = None


with_id = msgspec.json.Decoder(WithId)


def id_in(text: str | None) -> str | None:
    """The id of a message, however little else of it can be understood."""
    try:
        found = with_id.decode(text or "").id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    return found[: m.LONGEST_ID] if found else None
