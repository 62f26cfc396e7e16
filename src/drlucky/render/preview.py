"""Previews: the picture beside a link, where it is posted. A board as a spectator sees it, who plays, and how it
stands; or, where there is nothing to tell, the house by night."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from drlucky.boards import board
from drlucky.boards.model import Layout
from drlucky.cast import people as cast
from drlucky.game.view import View
from drlucky.render.board_labels import TOKEN, Token
from drlucky.render.board_svg import CAPTION, DAY, MARGIN, NIGHT, Picture, style
from drlucky.render.lettering import drawable, shortened, wrapped
from drlucky.render.pawns import Pawn, pawns, picture, token

WIDTH, HEIGHT = 1200, 630
"""What sites that show previews ask for."""
EDGE = 36
BOARD_WIDTH = 748
COLUMN = EDGE + BOARD_WIDTH + 32
ROOM = WIDTH - COLUMN - EDGE
"""For the words beside the board."""
GOLD, IVORY, SOFT = "#f5c560", "#f6efdd", "#c9c7d6"
MOST_PEOPLE = 10
SERIF = "font-family: serif"

HILL = "M0 470q180-60 480-26t720-40v226H0z"
HOUSE = "M690 480V282l58-48 58 48v-48l38-86 38 86v28h174v-36l52-50 52 50v254z"
ROOFS = "M748 234v-38M844 148v-38M1108 176v-36"
WINDOWS = (
    "M730 308h34v50h-34zM730 378h34v50h-34zM944 308h32v46h-32zM1004 308h32v46h-32z"
    "M1090 308h34v50h-34zM1090 378h34v50h-34z"
)
LAMP = "M829 214q15-20 30 0v44h-30z"
HAT = "M0 106q16 20 100 20t100-20q-10-13-45-13l10-94q-65-18-130 0l10 94q-35 0-45 13z"
RIBBON = "M42 71q58 18 116 0l3 21q-61 16-121 0z"
STARS = "M60 40h0M210 60h0M370 30h0M520 66h0M650 36h0M770 80h0M700 150h0M90 90h0M440 100h0"


class Person(NamedTuple):
    """Someone at the table, for the list beside the board."""

    name: str
    plays: str
    """Whom of the cast."""
    is_stranger: bool = False


class Card(NamedTuple):
    """All that is on a picture."""

    kicker: str
    title: str
    text: str
    people: tuple[Person, ...] = ()
    layout: tuple[str, str, tuple[str, ...]] | None = None
    """The board, its layout and the wings that are closed; None: the house by night."""
    view: View | None = None
    """The game on it, as a spectator sees it."""
    language: str = "en"


def draw(card: Card) -> str:
    """The picture as SVG. Its texts are in the family `serif`."""
    parts = background() if card.layout is None else (*sky(), *on_paper(card))
    column = EDGE * 2 if card.layout is None else COLUMN
    room = 620 if card.layout is None else ROOM
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">',
            *parts,
            *words(card, column, room),
            "</svg>",
        )
    )


# The night around it.


def sky() -> Iterator[str]:
    yield (
        '<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#0a0e1f"/>'
        '<stop offset=".65" stop-color="#1a2344"/><stop offset="1" stop-color="#323a68"/></linearGradient>'
        '<radialGradient id="shine"><stop offset="0" stop-color="#fdf3d0" stop-opacity=".8"/>'
        '<stop offset=".3" stop-color="#c8cff0" stop-opacity=".28"/><stop offset="1" stop-color="#c8cff0"'
        ' stop-opacity="0"/></radialGradient></defs>'
    )
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#sky)"/>'


def background() -> Iterator[str]:
    """The house on its hill, a lamp in the tower, and a hat that somebody has lost."""
    yield from sky()
    yield f'<path d="{STARS}" stroke="#fdf3d0" stroke-width="4" stroke-linecap="round" opacity=".8"/>'
    yield '<circle cx="1040" cy="120" r="230" fill="url(#shine)"/><circle cx="1040" cy="120" r="56" fill="#f7eccb"/>'
    yield f'<path d="{HILL}" fill="#0b1020"/><path d="{HOUSE}" fill="#060813"/>'
    yield f'<path d="{ROOFS}" stroke="#060813" stroke-width="6"/>'
    yield f'<path d="{WINDOWS}" fill="{GOLD}" opacity=".28"/><path d="{LAMP}" fill="{GOLD}"/>'
    yield '<g transform="translate(104 462) rotate(-8)">'
    yield f'<path d="{HAT}" fill="#04060c" stroke="#5d678f" stroke-width="2"/>'
    yield f'<path d="{RIBBON}" fill="#8d2420"/></g>'


# The board.


def on_paper(card: Card) -> Iterator[str]:
    """The board on a sheet of paper, as large as there is room for it."""
    assert card.layout is not None
    name, which, closed = card.layout
    view = card.view
    plan = plan_of(board(name).layout(which, closed), card, view)
    palette = plan.palette
    high = HEIGHT - 2 * EDGE
    yield (
        f'<rect x="{EDGE}" y="{EDGE}" width="{BOARD_WIDTH}" height="{high}" rx="14" fill="{palette.paper}"'
        ' stroke="#05070f" stroke-width="2"/>'
    )
    left, above = (MARGIN if plan.board.decks else 0), (CAPTION if len(plan.board.floors) > 1 else 0)
    box = plan.plan_box
    scale = min((BOARD_WIDTH - 40) / (box.wide + left), (high - 40) / (box.high + above))
    x = EDGE + (BOARD_WIDTH - (box.wide - left) * scale) / 2
    y = EDGE + (high - (box.high - above) * scale) / 2 - box.top * scale
    yield f"<style>{style(palette)}</style>"
    yield f'<g class="drlucky" transform="translate({x:.1f} {y:.1f}) scale({scale:.4f})">'
    yield from plan.house()
    yield "</g>"


def plan_of(layout: Layout, card: Card, view: View | None) -> Picture:
    tokens = () if view is None else tuple(tokens_of(view, card.people))
    dark, sunk = (view.lights_out, frozenset(view.sunk)) if view else (False, frozenset[str]())
    return Picture(layout.board, layout, NIGHT if dark else DAY, tokens, None, sunk, card.language)


def tokens_of(view: View, people: Sequence[Person]) -> Iterator[Token]:
    """Everyone who is on the board, as whom they play."""
    for pawn in pawns(view):
        plays = people[pawn.seat].plays if 0 <= pawn.seat < len(people) else pawn.plays
        drawn = pawn._replace(plays=plays or pawn.plays, letter=drawable(pawn.letter))
        yield Token(drawable(pawn.name), picture(drawn, None), pawn.room)


# The words.


def words(card: Card, x: int, room: int) -> Iterator[str]:
    """Who is at the table stands at the foot; the rest has what room is left above."""
    people = card.people[:MOST_PEOPLE]
    row = 40 if len(people) <= 6 else 34
    foot = HEIGHT - EDGE - len(people) * row
    is_alone = card.layout is None
    y = 140 if is_alone else EDGE + 26
    yield text(card.kicker, x, y, 30 if is_alone else 24, GOLD, room, 'font-weight="bold" letter-spacing="2"')
    size = 46 if is_alone else 38
    for line in wrapped(drawable(card.title), size, room, 3):
        y += round(size * 1.18)
        yield text(line, x, y, size, IVORY, room + size, 'font-weight="bold"')
    y += 14
    size = 27 if is_alone else 24
    for line in wrapped(drawable(card.text), size, room, max(1, int((foot - y - 20) // (size * 1.35)))):
        y += round(size * 1.35)
        yield text(line, x, y, size, SOFT, room + size)
    for at, person in enumerate(people):
        yield from listed(person, x, foot + at * row + row / 2, row, room)


def listed(person: Person, x: int, y: float, row: int, room: int) -> Iterator[str]:
    scale = row / (2 * TOKEN + 6)
    pawn = Pawn("stranger" if person.is_stranger else "player", person.name, "", 0, None, person.plays)
    drawn = token(pawn) if person.plays else ""
    yield f'<g transform="translate({x + row / 2:.1f} {y:.1f}) scale({scale:.3f})">{drawn}</g>'
    size = 25 if row == 40 else 22
    yield text(person.name, x + row + 12, round(y + size / 3), size, IVORY, room - row - 12)


def text(said: str, x: float, y: float, size: int, fill: str, room: float, more: str = "") -> str:
    shown = escape(shortened(drawable(said), size, room))
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{fill}" style="{SERIF}" {more}>{shown}</text>'


def of_seats(seats: Sequence[tuple[str, str]]) -> tuple[Person, ...]:
    """Names and characters; who plays nobody that is known has no pawn."""
    return tuple(Person(name, plays if is_known(plays) else "") for name, plays in seats)


def is_known(plays: str) -> bool:
    return any(each.id == plays for each in cast())
