"""Operations about tables: the lobby, opening one, commands over HTTP, and invitations."""

from collections.abc import Sequence
from heapq import nlargest
from io import BytesIO

import segno
from starlette.responses import Response

from drlucky import phrases
from drlucky.render.game import svg
from drlucky.server.addresses import bases
from drlucky.server.errors import Failed
from drlucky.server.http.operation import Call, Operation
from drlucky.server.http.responses import SVG, svg_response
from drlucky.server.schemas import common as schemas
from drlucky.server.ws import messages as m
from drlucky.server.ws.queries import follow
from drlucky.server.ws.snapshots import message
from drlucky.table import Answer, Command, Heading, Invite, LiveTable, PutBot, Refused, Settings, Start
from drlucky.table.cluster.elsewhere import turn
from drlucky.table.commands import AnyDeed
from drlucky.table.registry import Listed
from drlucky.table.state import Phase
from drlucky.table.summary import Summary, readable
from drlucky.table.visibility import may_invite


async def lobby(call: Call) -> schemas.Lobby:
    return schemas.Lobby(await in_phase(call, "gathering"), await in_phase(call, "playing"))


async def in_phase(call: Call, phase: Phase) -> tuple[schemas.LobbyTable, ...]:
    asked: schemas.AskLobby = call.query
    if asked.phase not in (None, phase):
        return ()
    tables = call.context.tables
    listed = tables.lobby(phase, asked.limit, asked.before)
    if tables.elsewhere is None:
        return tuple(lobby_table(each, call.language) for each in listed)
    others = {each.heading.table: each for each in await tables.elsewhere.lobby(phase, asked.limit, asked.before)}
    # Whoever leads a table knows best.
    found = [lobby_table(each, call.language) for each in listed if each.heading.table not in others]
    for about, said in readable(each.heading for each in others.values()):
        found.append(described(about, said, call.language, others[about.table].turn))
    return tuple(nlargest(asked.limit, found, key=lambda each: each.changed))


def lobby_table(listed: Listed, language: str) -> schemas.LobbyTable:
    return described(listed.heading, listed.about, language, turn(listed.live) if listed.live else None)


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
        rated=about.rated,
    )


async def open_table(call: Call) -> schemas.Opened:
    wanted: schemas.OpenTable = call.body
    if len(wanted.bots) >= wanted.seats:
        raise Failed("settings", "the first seat is yours: there are more bots than other seats")
    return await opened(call, wanted, wanted.settings, wanted.seats, wanted.bots)


async def quick_game(call: Call) -> schemas.Opened:
    wanted: schemas.QuickGame = call.body
    settings = Settings(wanted.edition, wanted.options, listed=wanted.listed, lesson=wanted.lesson)
    bots = [wanted.level] * (wanted.players - 1)
    return await opened(call, wanted, settings, wanted.players, bots, Start())


async def opened(
    call: Call,
    host: schemas.OpenTable | schemas.QuickGame,
    settings: Settings,
    seats: int,
    bots: Sequence[str],
    *more: AnyDeed,
) -> schemas.Opened:
    """A table with bots in its last seats."""
    context, person = call.context, call.known.person
    bucket = context.openings.of(call.client)
    if not bucket.take():
        raise Failed("too fast", "you have opened many tables in a short time; play at one of them", wait=bucket.wait)
    context.shares.check(call.client)
    if not await context.tables.has_room(context.config.tables):
        raise Failed("full", "there are so many tables already that no other can be opened; come back later")
    called = host.name or call.known.name or "Host"
    live = await context.tables.open(person, called, settings, seats, call.known.robot, host.character)
    context.shares.note(call.client, live)
    deeds = [*(PutBot(seat, level) for seat, level in enumerate(bots, seats - len(bots))), *more]
    for number, deed in enumerate(deeds):
        answer = await live.do(person, Command(f"opening {number}", live.version, deed), call.language)
        if answer.code is not None:
            raise Refused(answer.code, str(answer.text))
    return schemas.Opened(live.id, live.table.code, live.version, link(call, live))


def link(call: Call, live: LiveTable) -> str:
    return f"{call.context.base(call.request)}{path_to(live)}"


def path_to(live: LiveTable, token: str = "") -> str:
    """What is after the # stays with whoever opens the link, and is in no log."""
    return f"/t/{live.table.code}" + (f"#{token}" if token else "")


async def table(call: Call) -> m.Table:
    live = await call.find()
    return message(live, call.person, call.query.since, call.query.seat, call.language)


async def erase(call: Call) -> schemas.Erased:
    live = await call.find()
    bucket = call.context.erasings.of(call.client)
    if not bucket.take():
        raise Failed("too fast", "you have deleted many tables in a short time; wait a while", wait=bucket.wait)
    await call.context.erase(live, call.known.person)
    return schemas.Erased(live.id)


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
    found = ways_to(call, path_to(live, answer.token))
    return schemas.Invitation(found.ways[0].link, answer.token, found.ways[0].qr, found)


def ways_to(call: Call, path: str) -> schemas.Ways:
    """The links to a path of the page by every address that whoever asks may know."""
    found = bases(call.context, call.request)
    links = [f"{base}{path}" for base in found.bases]
    return schemas.Ways(found.reach, tuple(schemas.WayIn(each, qr(each)) for each in links))


async def table_ways(call: Call) -> schemas.Ways:
    """Who is not at the table invites nobody, and is told no more than the address they came by."""
    live = await call.find()
    if may_invite(live.table, call.person):
        return ways_to(call, path_to(live))
    address = link(call, live)
    return schemas.Ways("anywhere", (schemas.WayIn(address, qr(address)),))


def qr(address: str) -> str:
    """Dark on white whatever the page around it, with the quiet edge that cameras need."""
    drawn = BytesIO()
    code = segno.make(address, micro=False)
    code.save(drawn, kind="svg", scale=8, border=4, dark="#000", light="#fff", omitsize=True, xmldecl=False)
    return drawn.getvalue().decode()


async def table_qr(call: Call) -> Response:
    return svg_response((await table_ways(call)).ways[0].qr)


async def table_board(call: Call) -> Response:
    live = await call.find()
    game = live.sheet(call.person).game
    if game is None:
        raise Failed("not here", "there is no game at this table yet, or it is not for you to see")
    return svg_response(svg(game.view))


OPERATIONS = [
    Operation("GET", "/api/lobby", lobby, "Tables that gather and tables that play.", schemas.Lobby, schemas.AskLobby),
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
        "DELETE",
        "/api/tables/{table}",
        erase,
        "Delete a table for good, with its games: for the only one who has ever been there.",
        schemas.Erased,
        known=True,
    ),
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
    Operation("GET", "/api/tables/{table}/ways", table_ways, "Links to a table that others can open.", schemas.Ways),
    Operation("GET", "/api/tables/{table}/qr.svg", table_qr, "The QR code of a table's address.", SVG),
    Operation("GET", "/api/tables/{table}/board.svg", table_board, "The board with everyone on it.", SVG),
]
