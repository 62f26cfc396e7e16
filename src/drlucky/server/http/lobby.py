"""Operations about tables: the lobby, opening one, commands over HTTP, and invitations."""

from collections.abc import Sequence
from io import BytesIO

import segno
from starlette.responses import Response

from drlucky import phrases
from drlucky.render.game import svg
from drlucky.server.errors import Failed
from drlucky.server.http.operation import Call, Operation
from drlucky.server.http.responses import SVG, svg_response
from drlucky.server.schemas import common as schemas
from drlucky.server.ws import messages as m
from drlucky.server.ws.queries import follow
from drlucky.server.ws.snapshots import message
from drlucky.table import Answer, Command, Heading, Invite, LiveTable, PutBot, Refused, Settings, Start
from drlucky.table.commands import AnyDeed
from drlucky.table.state import Phase
from drlucky.table.summary import Summary, readable, summary
from drlucky.table.visibility import shown_to


async def lobby(call: Call) -> schemas.Lobby:
    return schemas.Lobby(in_phase(call, "gathering"), in_phase(call, "playing"))


def in_phase(call: Call, phase: Phase) -> tuple[schemas.LobbyTable, ...]:
    asked: schemas.AskLobby = call.query
    if asked.phase not in (None, phase):
        return ()
    found = call.context.tables.lobby(phase, asked.limit, asked.before)
    return tuple(lobby_table(live, call.language) for live in found)


def lobby_table(live: LiveTable, language: str) -> schemas.LobbyTable:
    table = live.table
    match = table.match if table.phase == "playing" and shown_to(table, None).table else None
    about = Heading(table.id, table.code, table.phase, table.now, b"")
    return described(about, summary(table), language, match.game.state.turn if match else None)


def described(heading: Heading, about: Summary, language: str, turn: int | None = None) -> schemas.LobbyTable:
    return schemas.LobbyTable(
        table=heading.table,
        code=heading.code,
        phase=heading.status,
        edition=about.edition,
        title=phrases.edition_title(about.edition, language),
        host=about.host,
        names=about.names,
        bots=about.bots,
        open=about.open,
        clock=about.clock,
        by_invitation=about.by_invitation,
        watchable=about.watchable,
        turn=turn,
        changed=heading.changed,
    )


async def my_tables(call: Call) -> list[schemas.LobbyTable]:
    """Where someone can go on, also when they have closed every window."""
    person = call.known.person
    tables = call.context.tables
    mine = [live for live in tables.live.values() if live.table.seats_of(person)]
    awake = [lobby_table(live, call.language) for live in mine if live.table.phase != "closed"]
    at_rest = [each for each in await tables.store.tables_of(person) if each.table not in tables.live]
    return awake + [described(each, about, call.language) for each, about in readable(at_rest)]


async def open_table(call: Call) -> schemas.Opened:
    wanted: schemas.OpenTable = call.body
    if len(wanted.bots) >= wanted.seats:
        raise Failed("settings", "the first seat is yours: there are more bots than other seats")
    return await opened(call, wanted.name, wanted.settings, wanted.seats, wanted.bots)


async def quick_game(call: Call) -> schemas.Opened:
    wanted: schemas.QuickGame = call.body
    settings = Settings(wanted.edition, wanted.options, listed=wanted.listed)
    bots = [wanted.level] * (wanted.players - 1)
    return await opened(call, wanted.name, settings, wanted.players, bots, Start())


async def opened(
    call: Call, name: str | None, settings: Settings, seats: int, bots: Sequence[str], *more: AnyDeed
) -> schemas.Opened:
    """A table with bots in its last seats."""
    context, person = call.context, call.known.person
    bucket = context.openings.of(call.client)
    if not bucket.take():
        raise Failed("too fast", "you have opened many tables in a short time; play at one of them", wait=bucket.wait)
    context.shares.check(call.client)
    if not await context.tables.has_room(context.config.tables):
        raise Failed("full", "there are so many tables already that no other can be opened; come back later")
    called = name or call.known.name or "Host"
    live = await context.tables.open(person, called, settings, seats, call.known.robot)
    context.shares.note(call.client, live)
    deeds = [*(PutBot(seat, level) for seat, level in enumerate(bots, seats - len(bots))), *more]
    for number, deed in enumerate(deeds):
        answer = await live.do(person, Command(f"opening {number}", live.version, deed), call.language)
        if answer.code is not None:
            raise Refused(answer.code, str(answer.text))
    return schemas.Opened(live.id, live.table.code, live.version, link(call, live))


def link(call: Call, live: LiveTable, token: str = "") -> str:
    """What is after the # stays with whoever opens the link, and is in no log."""
    return f"{call.context.base(call.request)}/t/{live.table.code}" + (f"#{token}" if token else "")


async def table(call: Call) -> m.Table:
    live = await call.find()
    return message(live, call.person, call.query.since, call.query.seat, call.language)


async def command(call: Call) -> Answer:
    live = await call.find()
    answer = await follow(live, call.known, call.body, call.language)
    call.context.security_log.note_answer(call.context.address(call.request), call.body, answer)
    return answer


async def invite(call: Call) -> schemas.Invitation:
    live = await call.find()
    wanted = Command(f"invite {live.version}", live.version, Invite(call.body.seat))
    answer = await live.do(call.known.person, wanted, call.language)
    if answer.token is None:
        raise Refused(answer.code or "not now", str(answer.text))
    address = link(call, live, answer.token)
    return schemas.Invitation(address, answer.token, qr(address))


def qr(address: str) -> str:
    """Dark on white whatever the page around it, with the quiet edge that cameras need."""
    drawn = BytesIO()
    code = segno.make(address, micro=False)
    code.save(drawn, kind="svg", scale=8, border=4, dark="#000", light="#fff", omitsize=True, xmldecl=False)
    return drawn.getvalue().decode()


async def table_qr(call: Call) -> Response:
    return svg_response(qr(link(call, await call.find())))


async def table_board(call: Call) -> Response:
    live = await call.find()
    game = live.sheet(call.person).game
    if game is None:
        raise Failed("not here", "there is no game at this table yet, or it is not for you to see")
    return svg_response(svg(game.view))


OPERATIONS = [
    Operation("GET", "/api/lobby", lobby, "Tables that gather and tables that play.", schemas.Lobby, schemas.AskLobby),
    Operation(
        "GET",
        "/api/me/tables",
        my_tables,
        "Tables at which you sit.",
        list[schemas.LobbyTable],
        schemas.InLanguage,
        known=True,
    ),
    Operation(
        "POST",
        "/api/tables",
        open_table,
        "Open a table.",
        schemas.Opened,
        body=schemas.OpenTable,
        status=201,
        known=True,
    ),
    Operation(
        "POST",
        "/api/quick",
        quick_game,
        "A game against bots, now.",
        schemas.Opened,
        body=schemas.QuickGame,
        status=201,
        known=True,
    ),
    Operation("GET", "/api/tables/{table}", table, "A table as you may see it.", m.Table, schemas.AskSheet),
    Operation(
        "POST", "/api/tables/{table}/commands", command, "A command to a table.", Answer, body=Command, known=True
    ),
    Operation(
        "POST",
        "/api/tables/{table}/invitations",
        invite,
        "A link to a seat, for one use.",
        schemas.Invitation,
        body=schemas.Invited,
        status=201,
        known=True,
    ),
    Operation("GET", "/api/tables/{table}/qr.svg", table_qr, "The QR code of a table's address.", SVG),
    Operation("GET", "/api/tables/{table}/board.svg", table_board, "The board with everyone on it.", SVG),
]
