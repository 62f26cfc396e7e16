"""Previews over HTTP: which one an address has, its picture, and the tags in the head of the page that name it.

Whoever posts a link does not choose who reads it there. So a preview is what someone sees who is not at the table and
has no name, whoever asks for it, and only of tables that are listed and may be watched. All others have the same
neutral one, be they there or not."""

import asyncio
from contextlib import suppress
from html import escape
from typing import Annotated
from urllib.parse import quote

from msgspec import Meta, Struct
from msgspec.structs import replace
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from drlucky import phrases
from drlucky.errors import DrLuckyError
from drlucky.render.preview import HEIGHT, WIDTH
from drlucky.server.context import Context
from drlucky.server.http.games import number
from drlucky.server.http.operation import Call, Operation
from drlucky.server.http.responses import PNG
from drlucky.server.languages import negotiate
from drlucky.server.previews.cards import Moment, Shown, gathering, neutral, on_board
from drlucky.server.schemas.common import InLanguage
from drlucky.table import LiveTable
from drlucky.table.match import Match
from drlucky.table.visibility import is_for_everyone

PATIENCE = 3.0
"""Seconds that a page waits for its preview at most: it is there for those who play."""
LATEST_MOMENT = 1_000_000
LOCALES = {"en": "en_GB", "de": "de_DE"}
KEEP = "public, max-age=300"


class AskMoment(Struct, frozen=True):
    moment: Annotated[int, Meta(ge=0, le=LATEST_MOMENT)] | None = None
    """How many decisions have been made; None: the end."""
    language: str | None = None


async def table_picture(call: Call) -> Response:
    return await picture(call, await of_table(call.context, call.request, call.path("table"), call.language))


async def game_picture(call: Call) -> Response:
    which, moment = number(call), call.query.moment
    found = await of_game(call.context, call.request, call.path("table"), which, moment, call.language)
    return await picture(call, found)


async def picture(call: Call, found: Shown) -> Response:
    """It is the same for everyone, so that other sites may show it too."""
    drawn = await call.context.pictures.of(found, call.client)
    headers = {"cache-control": KEEP, "cross-origin-resource-policy": "cross-origin", "vary": "Accept-Language"}
    return Response(drawn, media_type=PNG, headers=headers)


async def head(context: Context, request: Request) -> str:
    """The tags of the page that is asked for. Who asks for very many is told what anyone is told."""
    language = negotiate(request)
    found = neutral(language)
    if context.previews.of(context.client(request)).take():
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                found = await of_address(context, request, language)
    return tags(found, context.base(request), request, language)


async def of_address(context: Context, request: Request, language: str) -> Shown:
    given = request.path_params
    if "code" in given:
        return await of_table(context, request, given["code"], language)
    which = whole(given["number"])
    if which is None:
        return neutral(language)
    return await of_game(context, request, given["table"], which, moment_in(request), language)


def moment_in(request: Request) -> int | None:
    return whole(request.query_params.get("moment", ""))


def whole(text: str) -> int | None:
    """A number as it stands in an address, if it is one that there can be."""
    is_number = text.isascii() and text.isdecimal() and len(text) < len(str(LATEST_MOMENT))
    return int(text) if is_number else None


def tags(found: Shown, base: str, request: Request, language: str) -> str:
    """Open Graph, and what Twitter has beside it. There are names in them, and names may be anything. The addresses
    follow from the one that is asked for: they tell nothing."""
    given, moment = request.path_params, moment_in(request)
    parts = [quote(str(part), safe="") for part in given.values()]
    at = "tables" if "code" in given else "games"
    which = f"moment={moment}&" if moment is not None and at == "games" else ""
    said = {
        "og:site_name": "Doctor Lucky",
        "og:type": "website",
        "og:locale": LOCALES.get(language, language),
        "og:title": found.says.title,
        "og:description": found.says.text,
        "og:url": f"{base}{quote(request.url.path)}" + (f"?{which[:-1]}" if which else ""),
        "og:image": f"{base}/api/{at}/{'/'.join(parts)}/preview.png?{which}language={language}",
        "og:image:type": PNG,
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": found.says.text,
    }
    meta = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in said.items()]
    return "".join((*meta, '<meta name="twitter:card" content="summary_large_image" />'))


async def of_table(context: Context, connection: HTTPConnection, code: str, language: str) -> Shown:
    live = await public_table(context, connection, code)
    if live is None:
        return neutral(language)
    sheet = live.sheet(None)
    title = phrases.edition_title(sheet.settings.edition, language)
    if sheet.game is None or sheet.phase == "gathering":
        says, card = gathering(sheet, title, language)
    else:
        says = phrases.preview_of_game(title, sheet.game.view, sheet.game.abandoned, language)
        card = on_board(says, sheet.game.view, sheet.game.cast, language)
    return Shown(says, card, ("table", live.id, language), sheet.version)


async def of_game(
    context: Context, connection: HTTPConnection, code: str, number: int, moment: int | None, language: str
) -> Shown:
    live = await public_table(context, connection, code)
    match = await finished(context, live, number) if live is not None else None
    if live is None or match is None:
        return neutral(language)
    view = replace(match.game.view(None), players=match.players)
    title = phrases.edition_title(view.edition, language)
    if moment is None or match.record is None:
        says = phrases.preview_of_game(title, view, match.abandoned, language)
        return Shown(says, on_board(says, view, match.cast, language), ("game", live.id, number, language))
    says = phrases.preview_moment(title, moment, view.players, language)
    drawn = Moment(match.record, moment, match.parts, language)
    return Shown(says, drawn, ("moment", live.id, number, moment, language))


async def public_table(context: Context, connection: HTTPConnection, code: str) -> LiveTable | None:
    """The table, if it is for everyone. To be wrong about one costs as much as anywhere else."""
    try:
        live = await context.find(connection, code, None)
    except DrLuckyError:
        return None
    return live if is_for_everyone(live.table) else None


async def finished(context: Context, live: LiveTable, number: int) -> Match | None:
    try:
        return await context.archive.game(live.id, number, None)
    except DrLuckyError:
        return None


OPERATIONS = [
    Operation(
        "GET",
        "/api/tables/{table}/preview.png",
        table_picture,
        "What anyone may see of a table, as a picture for links.",
        PNG,
        InLanguage,
    ),
    Operation(
        "GET",
        "/api/games/{table}/{number}/preview.png",
        game_picture,
        "The same of a game that is over, or of a moment of it.",
        PNG,
        AskMoment,
    ),
]
