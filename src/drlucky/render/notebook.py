"""A game in a notebook: its board, and beside it what anyone at the table can see. Nothing hidden is in it."""

from base64 import b64encode
from html import escape

from drlucky import display, phrases
from drlucky.game.game import Game
from drlucky.game.view import View
from drlucky.render.game import svg

SVG = "data:image/svg+xml;base64,"
BESIDE = "display:flex;flex-wrap:wrap;gap:1.5em;align-items:flex-start"
BOARD = "flex:3 1 24em;min-width:0;max-width:44em"
SIDE = "flex:1 1 14em"
CELL = "text-align:left;padding:.15em 1em .15em 0"


@display.html.register
def page(game: Game, language: str = "en") -> str:
    """The game as a spectator may see it. The board is an image of its own: it takes no style from the page around it
    and gives none to it."""
    view = game.view(None)
    picture = b64encode(svg(game, language=language).encode()).decode()
    alt = escape(phrases.board_alt(language))
    board = f'<img alt="{alt}" style="{BOARD}" src="{SVG}{picture}">'
    told = " ".join(escape(sentence) for sentence in phrases.situation(view, language))
    table = f'<table style="margin:0">{"".join(rows(view, language))}</table>'
    return f'<div style="{BESIDE}">{board}<div style="{SIDE}">{table}<p>{told}</p></div></div>'


def rows(view: View, language: str) -> list[str]:
    """A line for each player; the one whose turn it is stands out."""
    with_reasons = any(view.reasons)
    heads = phrases.headings(language)
    lines = [row("th", heads if with_reasons else heads[:-1])]
    for seat, name in enumerate(view.players):
        cards = "-" if seat in view.strangers else str(view.hand_sizes[seat])
        room = view.rooms[seat]
        called = phrases.pawn("stranger" if seat in view.strangers else "player", name, language)
        cells = [called, phrases.room(room, language) if room else phrases.out_of_the_game(language), cards]
        if with_reasons:
            cells.append(str(view.reasons[seat]))
        written = [escape(cell) for cell in cells]
        if seat == view.current and view.outcome is None:
            written[0] = f"<b>{written[0]}</b>"
        lines.append(row("td", written))
    return lines


def row(tag: str, cells: list[str]) -> str:
    return "<tr>" + "".join(f'<{tag} style="{CELL}">{cell}</{tag}>' for cell in cells) + "</tr>"
