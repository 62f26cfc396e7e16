"""Reference: what the server is, what can be played on it, its rules, words and boards."""

import hashlib
import re
from base64 import b64encode
from functools import lru_cache
from importlib.metadata import version

from starlette.responses import Response

import drlucky
from drlucky import boards, phrases
from drlucky.boards import Layout
from drlucky.bots import LEVELS
from drlucky.decks import deck
from drlucky.editions import Book
from drlucky.game.dealer import LONGEST_CONTRIBUTION
from drlucky.game.game import LONGEST_NAME
from drlucky.render import game as drawing
from drlucky.server.http import cards as card_facts
from drlucky.server.http import choices as choosing
from drlucky.server.http import plans
from drlucky.server.http.operation import Call, Failed, Operation, answered
from drlucky.server.http.schemas import catalog as board_bodies
from drlucky.server.http.schemas import common as b
from drlucky.server.metrics import CONTENT_TYPE
from drlucky.server.ws.messages import LARGEST_FRAME, PROTOCOL
from drlucky.table import StoreError
from drlucky.table.chat import LONGEST_LINE
from drlucky.table.settings import DAY, LONGEST_CLOCK, SHORTEST_CLOCK

SVG = "image/svg+xml"
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


async def health(call: Call) -> Response:
    """Is the log there, and can it be read?"""
    site = call.site
    try:
        await site.tables.store.headings(("playing",), 1)
        status = 200
    except StoreError:
        status = 503
    ok = b.Health("ok" if status == 200 else "trouble", len(site.tables.live), len(site.connections))
    return answered(ok, status)


async def metrics(call: Call) -> Response:
    return Response(call.site.metrics.exposed(), media_type=CONTENT_TYPE)


async def about(call: Call) -> b.About:
    return b.About(
        version=version("drlucky"),
        protocol=PROTOCOL,
        languages=phrases.languages(),
        levels=tuple(b.Level(level.name, level.seconds) for level in LEVELS.values()),
        largest_frame=LARGEST_FRAME,
        messages_per_second=call.site.config.messages_per_second,
        longest_name=LONGEST_NAME,
        longest_line=LONGEST_LINE,
        longest_contribution=LONGEST_CONTRIBUTION,
        clock=(SHORTEST_CLOCK, LONGEST_CLOCK),
        away=(SHORTEST_CLOCK, DAY),
    )


async def editions(call: Call) -> list[board_bodies.EditionAbout]:
    return [choosing.edition(book.id, call.language) for book in drlucky.editions()]


def edition(call: Call) -> Book:
    wanted = call.path("edition")
    for book in drlucky.editions():
        if book.id == wanted:
            return book
    raise Failed("not here", f"there is no edition {wanted!r:.40}; see /api/editions")


async def rules(call: Call) -> b.Rules:
    book, language = edition(call), call.language
    sections = tuple(b.RulesSection(each.id, each.title, each.text) for each in phrases.rules(book.id, language))
    return b.Rules(book.id, language, phrases.edition_title(book.id, language), sections)


async def vocabulary(call: Call) -> b.Vocabulary:
    book, language = edition(call), call.language
    rooms = [room.name for name in book.boards for room in drlucky.board(name).rooms]
    cards = [card.name for card in deck(book.deck).cards]
    return b.Vocabulary(
        book.id,
        language,
        {name: phrases.room(name, language) for name in rooms},
        {name: phrases.card(name, language) for name in cards},
    )


async def cards(call: Call) -> board_bodies.Cards:
    wanted: board_bodies.AskCards = call.query
    return card_facts.cards(edition(call).id, wanted.weapons_plus_one, wanted.no_threes, call.language)


async def all_boards(call: Call) -> list[b.BoardAbout]:
    return [
        b.BoardAbout(name, tuple(room.name for room in board.rooms), tuple(board.layouts), tuple(board.wings))
        for name in boards.names()
        for board in (drlucky.board(name),)
    ]


async def board_plan(call: Call) -> board_bodies.Plan:
    wanted: board_bodies.AskPlan = call.query
    return plans.printed_plan(call.path("board"), wanted.layout, wanted.closed, call.language)


async def board_picture(call: Call) -> Response:
    wanted: b.BoardPicture = call.query
    return picture(bare_board(plans.layout_of(call.path("board"), wanted.layout, wanted.closed), wanted.room))


@lru_cache(256)
def bare_board(layout: Layout, room: str | None) -> str:
    return drawing.board_svg_of(layout, room)


def picture(svg: str) -> Response:
    """A picture of our own making. Its style is named by its hash, so that it needs no looser policy to be shown."""
    hashes = (b64encode(hashlib.sha256(style.encode()).digest()).decode() for style in STYLE.findall(svg))
    styles = " ".join(f"'sha256-{each}'" for each in hashes) or "'none'"
    policy = f"default-src 'none'; style-src {styles}; frame-ancestors 'none'"
    return Response(svg, media_type=SVG, headers={"content-security-policy": policy, "cache-control": "no-cache"})


OPERATIONS = [
    Operation("GET", "/api/health", health, "Is the server well?", b.Health),
    Operation("GET", "/metrics", metrics, "Figures for Prometheus.", "text/plain"),
    Operation("GET", "/api/server", about, "What the server is and can.", b.About),
    Operation("GET", "/api/editions", editions, "What can be played.", list[board_bodies.EditionAbout], b.InLanguage),
    Operation("GET", "/api/editions/{edition}/rules", rules, "The rules of an edition.", b.Rules, b.InLanguage),
    Operation(
        "GET",
        "/api/editions/{edition}/words",
        vocabulary,
        "The rooms and cards of an edition in a language.",
        b.Vocabulary,
        b.InLanguage,
    ),
    Operation(
        "GET",
        "/api/editions/{edition}/cards",
        cards,
        "The cards of an edition, type by type.",
        board_bodies.Cards,
        board_bodies.AskCards,
    ),
    Operation("GET", "/api/boards", all_boards, "The printed boards.", list[b.BoardAbout]),
    Operation("GET", "/api/boards/{board}.svg", board_picture, "A board, drawn.", SVG, b.BoardPicture),
    Operation(
        "GET",
        "/api/boards/{board}/plan",
        board_plan,
        "A board as a floor plan, to be drawn.",
        board_bodies.Plan,
        board_bodies.AskPlan,
    ),
]
