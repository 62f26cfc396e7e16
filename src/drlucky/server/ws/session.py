"""Session: one client at one table, over a WebSocket.

Nothing is queued. Messages are read one after the other, so that one who sends faster than they are followed waits; and
the table is told as it is when there is room for it, so that one who reads slowly is told less often."""

import asyncio
import logging
from contextlib import ExitStack, suppress
from importlib.metadata import version
from time import perf_counter

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketDisconnected

from drlucky import phrases
from drlucky.errors import DrLuckyError
from drlucky.jobs import JobError
from drlucky.server.context import COME_BACK_AFTER, Context
from drlucky.server.errors import Failed
from drlucky.server.languages import USUAL, negotiate, unknown_language
from drlucky.server.limits.connections import FALLEN_BEHIND
from drlucky.server.ws import messages as m
from drlucky.server.ws.ending import End, Rejected
from drlucky.server.ws.inbox import Inbox
from drlucky.server.ws.protocol import read_as, writer
from drlucky.server.ws.queries import Advice, Asker, answered, follow
from drlucky.server.ws.snapshots import snapshot_of
from drlucky.table import LiveTable, Refused, StoreError
from drlucky.table.visibility import shown_to

HELLO_WITHIN = 10.0
FULL_FOR = 30.0
PING_EVERY, PONG_WITHIN = 20.0, 20.0
VERSION = version("drlucky")
TROUBLES: dict[str, m.Trouble] = {"not yours": "not yours", "not here": "not here"}

log = logging.getLogger(__name__)


class Session:
    def __init__(self, context: Context, socket: WebSocket) -> None:
        self.address = context.address(socket)
        self.client = context.client(socket)
        self.blocked_since: float | None = None
        self._context = context
        self._socket = socket
        self._write = writer(socket.scope)
        read_as(socket.scope, self.client)
        of_client, turned_away = context.messages.of(self.client), context.metrics.turned_away.inc
        self._inbox = Inbox(socket, context.config.messages_per_second, of_client, turned_away)
        self._identity = context.identity(socket)
        self._person = self._identity.person if self._identity else None
        self._language: str | None = None
        self._told_in = negotiate(socket, self._identity)
        """The language of errors, also for one who wants no other words."""
        self._seat: int | None = None
        self._task = asyncio.current_task()
        self._since: int | None = None
        """The version of the table that was told last; None: all of it is told next."""
        self._told: int | None = None
        """The number of the change that was told last."""
        self._listening = ExitStack()
        self._telling: asyncio.Task[None] | None = None
        """Waits until there is room for what is to be told."""
        self._ending: asyncio.Task[None] | None = None
        self._hinting: asyncio.Task[None] | None = None
        self._advice: Advice | None = None
        """The last hint, whose plan the next one goes on with. Whoever connects anew gets a new plan."""
        self._is_following = False
        """Is a command of this client's being followed? What it changes is told with the answer."""
        self._is_given_up = False

    @property
    def person(self) -> str | None:
        return self._person

    @property
    def device(self) -> str:
        return self._identity.device if self._identity else ""

    async def run(self) -> None:
        await self._socket.accept()
        with ExitStack() as while_it_lasts, suppress(WebSocketDisconnect, WebSocketDisconnected):
            try:
                opening = self._context.requests.of(self.client)
                if not opening.take():
                    raise End("full", "you connect too often; come back later", again=opening.wait)
                if not self._context.connections.has_room(self.client):
                    raise End("full", "too many are connected; come back later", again=FULL_FOR)
                while_it_lasts.enter_context(self._context.connections.keep(self))
                while_it_lasts.callback(self._stop)
                live = await self._greet()
                if self._person is not None:
                    while_it_lasts.enter_context(live.attend(self._person))
                await self._talk(live)
            except End as end:
                self._context.security_log.note("limited", self.address, end.code)
                await self._leave(end)
            except asyncio.CancelledError:
                if not self._is_given_up or self._task is None:
                    raise
                self._task.uncancel()

    async def _greet(self) -> LiveTable:
        """The table that the client wants to be at."""
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                while True:
                    hello = await self._inbox.next(self._reject)
                    if not isinstance(hello, m.Hello):
                        await self._reject(Rejected("hello first", "the first message is a hello", id=hello.id_or_none))
                    elif (live := await self._find(hello)) is not None:
                        break
        except TimeoutError:
            raise End("silent", "no hello came within {seconds:g} seconds", again=0.0, seconds=HELLO_WITHIN) from None
        now, heartbeat = live.clock(), PING_EVERY + PONG_WITHIN
        await self._send(m.Welcome(m.PROTOCOL, VERSION, now, self._person is not None, heartbeat))
        await self._look(live, hello.seat, hello.language, hello.since)
        return live

    async def _find(self, hello: m.Hello) -> LiveTable | None:
        if hello.language in phrases.languages():
            self._told_in = hello.language
        try:
            return await self._context.find(self._socket, hello.table, self._person)
        except Failed as failed:
            if failed.code == "full":
                raise End("full", failed.template, again=FULL_FOR, **failed.values) from None
            raise End("flood", failed.template, again=failed.wait, **failed.values) from None
        except Refused as refusal:
            await self._send(self._error("not here", refusal))
        except DrLuckyError as error:
            await self._send(self._error("trouble", error))
        return None

    # What the client says.

    async def _talk(self, live: LiveTable) -> None:
        while True:
            message = await self._inbox.next(self._reject)
            match message:
                case m.Do():
                    await self._answer(live, await self._do(live, message))
                case m.Ping():
                    await self._send(m.Pong(message.id, live.clock()))
                case m.Look():
                    await self._look(live, message.seat, message.language, None)
                case m.Hello():
                    await self._reject(Rejected("not now", "one socket is for one table, and hello was said already"))
                case m.AskWhy() | m.AskSight():
                    await self._send(self._asked(live, message))
                case m.AskHint():
                    await self._hint(live, message)

    async def _do(self, live: LiveTable, message: m.Do) -> m.AnyFromServer:
        if self._identity is None:
            return Rejected("not yours", "say who you are first: PUT /api/me", id=message.id).message(self._told_in)
        began = perf_counter()
        self._is_following = True
        try:
            answer = await follow(live, self._identity, message.command, self._language)
        except StoreError as error:
            return self._error("trouble", error, message.id)
        finally:
            self._is_following = False
        self._context.metrics.command(answer.accepted, perf_counter() - began)
        self._context.security_log.note_answer(self.address, message.command, answer)
        return answered(answer)

    async def _answer(self, live: LiveTable, answer: m.AnyFromServer) -> None:
        """What a command has changed and the answer to it are one piece on the line."""
        if not self._tell(live, m.encoder.encode(answer)):
            await self._send(answer)

    def _asked(self, live: LiveTable, message: m.AskWhy | m.AskSight) -> m.AnyFromServer:
        try:
            asker = Asker(live, self._person, self._seat, self._language)
            return asker.why(message) if isinstance(message, m.AskWhy) else asker.sight(message)
        except DrLuckyError as error:
            return self._trouble(error, message.id)

    async def _hint(self, live: LiveTable, message: m.AskHint) -> None:
        if self._hinting is not None and not self._hinting.done():
            await self._reject(Rejected("busy", "a hint is being found already", id=message.id))
        elif not (self._context.hints.of(self._person or "").take() and self._context.all_hints.of(self.client).take()):
            await self._reject(
                Rejected("busy", "you have asked for many hints; think for yourself for a while", id=message.id)
            )
        else:
            self._hinting = asyncio.get_running_loop().create_task(self._find_hint(live, message))

    async def _find_hint(self, live: LiveTable, message: m.AskHint) -> None:
        with suppress(WebSocketDisconnect, WebSocketDisconnected):
            try:
                asker = Asker(live, self._person, self._seat, self._language)
                told, self._advice = await asker.hint(message, self._context.workers, self._advice)
                await self._send(told)
                self._context.metrics.hints.inc()
            except DrLuckyError as error:
                await self._send(self._trouble(error, message.id))

    async def _look(self, live: LiveTable, seat: int | None, language: str | None, since: int | None) -> None:
        """From now on the table is told so."""
        if language is not None and language not in phrases.languages():
            await self._send(self._error("malformed", unknown_language(language)))
            language = USUAL
        if seat is not None and seat not in live.table.seats_of(self._person):
            await self._reject(Rejected("not yours", "seat {seat} is not yours", seat=seat))
            seat = None
        self._seat, self._language = seat, language
        self._told_in = language or self._told_in
        self._stop_telling()
        self._since, self._told = since, None
        self._listening.enter_context(live.listen(lambda: self._tell(live), self._person))
        # Soon, so that a client who has just come is told once, and not once more when everyone is told of them.
        asyncio.get_running_loop().call_soon(self._tell, live)

    # What the server says.

    def _tell(self, live: LiveTable, *beside: bytes) -> bool:
        """Tells the table as it is now: at once, or if there is no room for it when there is. False if the texts that
        should go with it are still to be sent."""
        if live.is_erased:
            self._end_soon()
        if self._is_following or self._telling is not None or live.is_closed or not self._has_news(live):
            return False
        known = self._since
        try:
            is_told = self._write(self._news(live), *beside)
        except Exception:
            log.exception("table %s could not be told", live.id)
            is_told = False
        if not is_told:
            self._since, self._told = known, None
            self._telling = asyncio.get_running_loop().create_task(self._tell_when_possible(live))
        return is_told

    async def _tell_when_possible(self, live: LiveTable) -> None:
        loop = asyncio.get_running_loop()
        try:
            while not live.is_closed:
                began = loop.time()
                await self._send_text(self._news(live))
                if loop.time() - began > FALLEN_BEHIND:
                    self._since = None
                if not self._has_news(live):
                    break
            self._telling = None
        except (WebSocketDisconnect, WebSocketDisconnected):
            pass
        except Exception:
            log.exception("table %s could not be told", live.id)
            await self._leave(End("trouble", "something went wrong here; come back", again=COME_BACK_AFTER))

    def _has_news(self, live: LiveTable) -> bool:
        """Is there anything to be told that was not? Where nobody may watch, most of what happens is nothing to others,
        and they are not told either that it did."""
        if live.number == self._told:
            return False
        is_first = self._told is None or self._since is None
        return is_first or shown_to(live.table, self._person).table or live.table.outside_changed != self._since

    def _news(self, live: LiveTable) -> bytes:
        """What is to be told of the table, after what was told before."""
        if self._seat is not None and self._seat not in live.table.seats_of(self._person):
            self._seat, self._since = None, None
        self._told = live.number
        text, self._since = snapshot_of(live).tell(self._person, self._since, self._seat, self._language)
        self._context.metrics.updates += 1
        return text

    async def _reject(self, rejected: Rejected) -> None:
        await self._send(rejected.message(self._told_in))

    def _error(self, code: m.Trouble, error: DrLuckyError, asked: str | None = None) -> m.Error:
        return m.Error(code, phrases.error(error, self._told_in), asked)

    def _trouble(self, error: DrLuckyError, asked: str) -> m.Error:
        if isinstance(error, JobError):
            return self._error("busy", error, asked)
        if isinstance(error, Refused):
            return self._error(TROUBLES.get(error.code, "not now"), error, asked)
        return self._error("malformed", error, asked)

    async def _send(self, message: m.AnyFromServer) -> None:
        text = m.encoder.encode(message)
        if not self._write(text):
            await self._send_text(text)

    async def _send_text(self, text: bytes) -> None:
        """Waits until there is room for it."""
        if self.blocked_since is None:
            self.blocked_since = asyncio.get_running_loop().time()
        try:
            await self._socket.send({"type": "websocket.send", "text": text.decode()})
        except RuntimeError as error:
            # What was read meanwhile was no text, and has closed the line below.
            raise WebSocketDisconnected(str(error)) from None
        self.blocked_since = None

    # Going.

    async def come_back(self) -> None:
        await self._leave(
            End("restart", "the server is going to be restarted; come back", again=self._context.come_back_after)
        )

    async def _leave(self, end: End) -> None:
        with suppress(WebSocketDisconnect, WebSocketDisconnected, RuntimeError):
            await self._send(end.message(self._told_in))
            await self._socket.close(m.CLOSE[end.code], end.code)

    def give_up(self) -> None:
        """The client does not read: nothing can be said to it any more."""
        self._context.metrics.dropped.inc()
        self._is_given_up = True
        if self._task is not None:
            self._task.cancel()

    def _end_soon(self) -> None:
        """The table has been deleted."""
        if self._ending is None:
            gone = End("gone", "this table is no more: whoever was there has deleted it")
            self._ending = asyncio.get_running_loop().create_task(self._leave(gone))

    def _stop(self) -> None:
        self._stop_telling()
        if self._hinting is not None:
            self._hinting.cancel()

    def _stop_telling(self) -> None:
        self._listening.close()
        if self._telling is not None:
            self._telling.cancel()
            self._telling = None
