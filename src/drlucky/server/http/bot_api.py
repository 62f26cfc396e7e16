"""The bot API: a token, a stream of what the bot is asked, a line of JSON each, and acting. docs/bot-api.md."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack

from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from drlucky.game.events import Event
from drlucky.server.auth import Identity, new_identity
from drlucky.server.context import Context
from drlucky.server.errors import Failed
from drlucky.server.http.operation import Call, Operation
from drlucky.server.http.responses import encoder
from drlucky.server.schemas import bots as schemas
from drlucky.server.ws.queries import follow
from drlucky.table import Act, Answer, Command, Join, LiveTable, Ready, Redeem, Sheet
from drlucky.table.names import check_name

NDJSON = "application/x-ndjson"
STILL_HERE_EVERY = 10.0


async def new_token(call: Call) -> schemas.BotToken:
    bucket = call.context.openings.of(call.client)
    if not bucket.take():
        raise Failed("too fast", "you have asked for many tokens in a short time; use one of them", wait=bucket.wait)
    identity = new_identity(check_name(call.body.name), robot=True)
    return schemas.BotToken(identity.name, call.context.signer.sign(identity))


def robot(call: Call) -> Identity:
    if not call.known.robot:
        raise Failed("not yours", "this is for programs: POST /api/bot/token gives them a token")
    return call.known


async def join(call: Call) -> Answer:
    """Takes a seat. A bot that has one keeps it: it may ask twice."""
    live, identity = await call.find(), robot(call)
    if live.table.seats_of(identity.person):
        return Answer(id="join", accepted=True, version=live.version)
    wanted: schemas.BotJoins = call.body
    deed: Join | Redeem = Join(identity.name, wanted.seat)
    if wanted.invitation is not None:
        deed = Redeem(wanted.invitation, identity.name)
    return await follow(live, identity, Command(f"join {live.version}", live.version, deed), "en")


async def act(call: Call) -> Answer:
    """The same action for the same version is applied once, however often it is sent."""
    live, identity = await call.find(), robot(call)
    wanted: schemas.BotActs = call.body
    command = Command(wanted.id or f"act {wanted.version}", wanted.version, Act(wanted.action, confirmed=True))
    return await follow(live, identity, command, "en")


async def events(call: Call) -> Response:
    live, identity = await call.find(), robot(call)
    if not live.table.seats_of(identity.person):
        raise Failed("not yours", "join the table first")
    context = call.context
    kept = ExitStack()
    kept.enter_context(context.streams.keep(identity.person, call.client))
    return Stream(lines(context, live, identity), kept)


class Stream(StreamingResponse):
    """One that counts until it has ended."""

    media_type = NDJSON

    def __init__(self, content: AsyncIterator[bytes], kept: ExitStack) -> None:
        super().__init__(content)
        self._kept = kept

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._kept:
            await super().__call__(scope, receive, send)


async def lines(context: Context, live: LiveTable, identity: Identity) -> AsyncIterator[bytes]:
    """What the bot is asked, and an empty line now and then, by which both sides see that the other is there."""
    loop = asyncio.get_running_loop()
    person = identity.person
    listener = Listener(live, person)
    closing = loop.create_task(context.closing.wait())
    sheets = live.follow(person)
    with live.attend(person):
        coming = loop.create_task(anext(sheets, None))
        try:
            while True:
                await asyncio.wait({coming, closing}, timeout=STILL_HERE_EVERY, return_when=asyncio.FIRST_COMPLETED)
                if closing.done():
                    yield line(schemas.ComeBack(context.come_back_after))
                    return
                if identity in context.revoked:
                    yield line(schemas.Gone("the token was given up"))
                    return
                if not coming.done():
                    yield b"\n"
                    continue
                sheet = coming.result()
                coming = loop.create_task(anext(sheets, None))
                told = await listener.hear(sheet) if sheet is not None else schemas.Gone("the table is at rest")
                if told is not None:
                    yield line(told)
                if isinstance(told, schemas.Gone):
                    return
        finally:
            closing.cancel()
            coming.cancel()


def line(told: schemas.AnyBotEvent) -> bytes:
    return encoder.encode(told) + b"\n"


class Listener:
    """Makes of the sheets of a table what a bot has to know: when it is asked, and when it is over."""

    def __init__(self, live: LiveTable, person: str) -> None:
        self._live = live
        self._person = person
        self._events: list[Event] = []
        self._told = 0
        self._last: object = None
        """What the last line was about: nothing is told twice."""

    async def hear(self, sheet: Sheet) -> schemas.AnyBotEvent | None:
        if sheet.you is None or not sheet.you.seats or sheet.phase == "closed":
            return schemas.Gone("the bot has no seat at this table any more")
        if sheet.phase == "gathering":
            await self._be_ready(sheet)
            return schemas.Waiting(sheet.table, sheet.you.seats[0]) if self._is_new("waiting") else None
        game, match = sheet.game, self._live.table.match
        if game is None or match is None:
            return None
        del self._events[game.events_at :]
        self._events += game.events
        self._told = min(self._told, game.events_at) if sheet.since is not None else min(self._told, len(self._events))
        if sheet.phase == "over":
            won = game.view.outcome is not None and game.view.outcome.winner == game.view.seat
            return schemas.Over(won, game.view, self._news()) if self._is_new(("over", game.number)) else None
        if not game.view.legal or not self._is_new(("decide", match.question)):
            return None
        seconds = None if game.deadline is None else max(0.0, game.deadline - sheet.now)
        return schemas.Decide(sheet.version, game.view.legal, game.view, self._news(), seconds)

    async def _be_ready(self, sheet: Sheet) -> None:
        """A bot that listens is ready, whatever is changed."""
        mine = sheet.seats[sheet.you.seats[0]] if sheet.you else None
        if mine is not None and not mine.ready:
            await self._live.do(self._person, Command(f"ready {sheet.version}", sheet.version, Ready()))

    def _is_new(self, about: object) -> bool:
        is_new, self._last = about != self._last, about
        return is_new

    def _news(self) -> tuple[Event, ...]:
        news, self._told = tuple(self._events[self._told :]), len(self._events)
        return news


TABLE = "/api/bot/tables/{table}"
OPERATIONS = [
    Operation(
        "POST", "/api/bot/token", new_token, "A token for a program.", schemas.BotToken, body=schemas.NewBot, status=201
    ),
    Operation("POST", f"{TABLE}/join", join, "Take a seat.", Answer, body=schemas.BotJoins, known=True),
    Operation(
        "GET", f"{TABLE}/events", events, "What the bot is asked, line by line: AnyBotEvent.", NDJSON, known=True
    ),
    Operation("POST", f"{TABLE}/act", act, "Answer.", Answer, body=schemas.BotActs, known=True),
]
