"""Operations about a server and what can be played on it: editions with their rules, words and cards, and boards."""

from hmac import compare_digest
from importlib.metadata import version
from typing import Literal

from starlette.responses import Response

import drlucky
from drlucky import boards, cast, phrases
from drlucky.bots import LEVELS
from drlucky.decks import deck
from drlucky.editions import Book
from drlucky.game.dealer import LONGEST_CONTRIBUTION
from drlucky.game.game import LONGEST_NAME
from drlucky.server.catalog.boards import bare_board, layout_of, printed_plan
from drlucky.server.catalog.editions import cards_of, describe_edition
from drlucky.server.context import bearer
from drlucky.server.errors import Failed
from drlucky.server.http.operation import Call, Operation
from drlucky.server.http.responses import SVG, json_response, svg_response
from drlucky.server.limits.client_address import is_this_machine
from drlucky.server.metrics import CONTENT_TYPE
from drlucky.server.schemas import catalog as schemas
from drlucky.server.schemas.common import InLanguage
from drlucky.server.ws.messages import LARGEST_FRAME, PROTOCOL
from drlucky.table import StoreError
from drlucky.table.chat import LONGEST_LINE
from drlucky.table.settings import DAY, LONGEST_CLOCK, SHORTEST_CLOCK

FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")


async def health(call: Call) -> Response:
    """Is the log there, can it be read, and could it be written when it was last tried?"""
    context = call.context
    how: Literal["ok", "degraded", "trouble"] = "ok"
    try:
        await context.tables.store.headings(("playing",), 1)
        if context.tables.store.is_failing:
            how = "degraded"
    except StoreError:
        how = "trouble"
    answer = schemas.Health(how, len(context.tables.live), len(context.connections))
    return json_response(answer, 200 if how == "ok" else 503)


async def ready(call: Call) -> Response:
    """Should a balancer send anyone here? A server that starts does not listen yet."""
    context = call.context
    how: Literal["ready", "draining", "failing"] = "ready"
    if context.is_draining:
        how = "draining"
    elif context.cluster is not None and context.cluster.membership.is_doubtful:
        how = "failing"
    else:
        try:
            await context.tables.store.headings(("playing",), 1)
        except StoreError:
            how = "failing"
    return json_response(schemas.Readiness(how), 200 if how == "ready" else 503)


async def metrics(call: Call) -> Response:
    """They would tell a player when another asks for a hint: so they are for whoever runs the server."""
    wanted, given = call.context.config.metrics_token, bearer(call.request) or ""
    has_token = bool(wanted) and compare_digest(given.encode(), wanted.encode())
    if not has_token and not is_of_this_machine(call):
        raise Failed("not yours", "figures are told on this machine, or to whoever has the token for them")
    return Response(call.context.metrics.exposed(), media_type=CONTENT_TYPE)


def is_of_this_machine(call: Call) -> bool:
    """Whoever comes through a proxy may come from anywhere."""
    config, headers = call.context.config, call.request.headers
    has_proxy = config.public or config.proxies or any(name in headers for name in FORWARDED)
    return not has_proxy and is_this_machine(call.context.address(call.request))


async def about(call: Call) -> schemas.About:
    return schemas.About(
        version=version("drlucky"),
        protocol=PROTOCOL,
        languages=phrases.languages(),
        levels=tuple(schemas.Level(level.name, level.seconds) for level in LEVELS.values()),
        largest_frame=LARGEST_FRAME,
        messages_per_second=call.context.config.messages_per_second,
        longest_name=LONGEST_NAME,
        longest_line=LONGEST_LINE,
        longest_contribution=LONGEST_CONTRIBUTION,
        clock=(SHORTEST_CLOCK, LONGEST_CLOCK),
        away=(SHORTEST_CLOCK, DAY),
    )


async def editions(call: Call) -> list[schemas.EditionAbout]:
    return [describe_edition(book.id, call.language) for book in drlucky.editions()]


def edition(call: Call) -> Book:
    wanted = call.path("edition")
    for book in drlucky.editions():
        if book.id == wanted:
            return book
    raise Failed("not here", "there is no edition {edition!r:.40}; see /api/editions", edition=wanted)


async def rules(call: Call) -> schemas.Rules:
    book, language = edition(call), call.language
    sections = tuple(schemas.RulesSection(each.id, each.title, each.text) for each in phrases.rules(book.id, language))
    return schemas.Rules(book.id, language, phrases.edition_title(book.id, language), sections)


async def vocabulary(call: Call) -> schemas.Vocabulary:
    book, language = edition(call), call.language
    rooms = [room.name for name in book.boards for room in drlucky.board(name).rooms]
    cards = [card.name for card in deck(book.deck).cards]
    return schemas.Vocabulary(
        book.id,
        language,
        {name: phrases.room(name, language) for name in rooms},
        {name: phrases.card(name, language) for name in cards},
    )


async def cards(call: Call) -> schemas.Cards:
    wanted: schemas.AskCards = call.query
    return cards_of(edition(call).id, wanted.weapons_plus_one, wanted.no_threes, call.language)


async def the_cast(call: Call) -> schemas.Cast:
    language = call.language
    return schemas.Cast(
        language,
        tuple(described(phrases.character(each, language)) for each in cast.people()),
        about_doctor(phrases.doctor(language)),
    )


def described(one: cast.Character) -> schemas.Character:
    return schemas.Character(
        one.id, one.name, one.about, one.temperament, one.manner, one.grudge, one.vanity, dict(one.lines)
    )


def about_doctor(one: cast.Doctor) -> schemas.DoctorAbout:
    return schemas.DoctorAbout(one.name, one.alive, one.ghost, dict(one.lines))


async def all_boards(call: Call) -> list[schemas.BoardAbout]:
    return [
        schemas.BoardAbout(name, tuple(room.name for room in board.rooms), tuple(board.layouts), tuple(board.wings))
        for name in boards.names()
        for board in (drlucky.board(name),)
    ]


async def board_plan(call: Call) -> schemas.Plan:
    wanted: schemas.AskPlan = call.query
    return printed_plan(call.path("board"), wanted.layout, wanted.closed, call.language)


async def board_picture(call: Call) -> Response:
    wanted: schemas.BoardPicture = call.query
    return svg_response(bare_board(layout_of(call.path("board"), wanted.layout, wanted.closed), wanted.room))


OPERATIONS = [
    Operation("GET", "/api/health", health, "Is the server well?", schemas.Health),
    Operation("GET", "/api/ready", ready, "Does the server take clients? For a balancer.", schemas.Readiness),
    Operation("GET", "/metrics", metrics, "Figures for Prometheus.", "text/plain", has_own_token=True),
    Operation("GET", "/api/server", about, "What the server is and can.", schemas.About),
    Operation("GET", "/api/editions", editions, "What can be played.", list[schemas.EditionAbout], InLanguage),
    Operation("GET", "/api/editions/{edition}/rules", rules, "The rules of an edition.", schemas.Rules, InLanguage),
    Operation(
        "GET",
        "/api/editions/{edition}/words",
        vocabulary,
        "The rooms and cards of an edition in a language.",
        schemas.Vocabulary,
        InLanguage,
    ),
    Operation(
        "GET",
        "/api/editions/{edition}/cards",
        cards,
        "The cards of an edition, type by type.",
        schemas.Cards,
        schemas.AskCards,
    ),
    Operation("GET", "/api/cast", the_cast, "The people who can be played.", schemas.Cast, InLanguage),
    Operation("GET", "/api/boards", all_boards, "The printed boards.", list[schemas.BoardAbout]),
    Operation("GET", "/api/boards/{board}.svg", board_picture, "A board, drawn.", SVG, schemas.BoardPicture),
    Operation(
        "GET",
        "/api/boards/{board}/plan",
        board_plan,
        "A board as a floor plan, to be drawn.",
        schemas.Plan,
        schemas.AskPlan,
    ),
]
