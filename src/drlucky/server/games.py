"""Games: those that are over, with their records and what turned them."""

from starlette.responses import PlainTextResponse, Response

from drlucky import drawing, phrases
from drlucky.server import bodies as b
from drlucky.server.operations import JSON, Call, Failed, Operation, answered
from drlucky.server.reference import SVG, picture
from drlucky.table import Heading
from drlucky.table.heading import read
from drlucky.table.match import Match

AGAIN_AFTER = 2.0


async def past_tables(call: Call) -> list[b.PastTable]:
    found = await call.site.tables.finished(call.query.limit, call.query.before)
    return [past_table(each) for each in found if read(each).listed and read(each).games]


def past_table(heading: Heading) -> b.PastTable:
    about = read(heading)
    return b.PastTable(
        table=heading.table,
        code=heading.code,
        changed=heading.changed,
        edition=about.edition,
        title=phrases.edition_title(about.edition),
        players=about.players,
        games=about.games,
        escape=about.escape,
        outcome=about.outcome,
    )


async def past_games(call: Call) -> list[b.PastGame]:
    found = await call.site.archive.games(call.path("table"), call.person)
    return [past_game(match) for match in found.values()]


def past_game(match: Match) -> b.PastGame:
    game = match.game
    return b.PastGame(
        number=match.number,
        edition=game.edition.id,
        players=game.players,
        turns=game.state.turn,
        escape=game.setting.escape,
        abandoned=match.abandoned,
        outcome=game.outcome,
    )


def number(call: Call) -> int:
    text = call.path("number")
    if not text.isdecimal() or len(text) > 9:
        raise Failed("not here", "games at a table are numbered from 1")
    return int(text)


async def record(call: Call) -> Response:
    text = await call.site.archive.record(call.path("table"), number(call), call.person)
    return PlainTextResponse(text)


async def final_board(call: Call) -> Response:
    match = await call.site.archive.game(call.path("table"), number(call), call.person)
    return picture(drawing.svg(match.game))


async def analysis(call: Call) -> Response:
    found = await call.site.archive.analysis(call.path("table"), number(call), call.person, call.query.playouts)
    if found is not None:
        return Response(found, media_type=JSON)
    response = answered(b.NotYet(False, AGAIN_AFTER), 202)
    response.headers["retry-after"] = f"{AGAIN_AFTER:.0f}"
    return response


GAME = "/api/games/{table}/{number}"
OPERATIONS = [
    Operation("GET", "/api/games", past_tables, "Tables whose game is over.", list[b.PastTable], b.AskGames),
    Operation("GET", "/api/games/{table}", past_games, "The finished games of a table.", list[b.PastGame]),
    Operation("GET", f"{GAME}/record", record, "The record of a finished game.", "text/plain"),
    Operation("GET", f"{GAME}/board.svg", final_board, "How a game ended, drawn.", SVG),
    Operation("GET", f"{GAME}/analysis", analysis, "What turned a finished game.", b.Analysed, b.AskAnalysis),
]
