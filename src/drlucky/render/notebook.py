"""A game in a notebook: its board, and beside it what anyone at the table can see. Nothing hidden is in it."""

from base64 import b64encode
from html import escape

from drlucky import display
from drlucky.game.game import Game
from drlucky.game.view import View
from drlucky.render.game import said_of, svg

WAITING = {
    "turn": "It is {name}'s turn.",
    "walk": "{name} is on a walk.",
    "lay": "{name} is choosing weapons.",
    "answer": "{name} is asked to answer the attempt.",
}
ENDED = {
    "sunk": "The ship has sunk. Nobody has won.",
    "turn limit": "The turn limit has come. Nobody has won.",
}


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
    picture = b64encode(svg(game).encode()).decode()
    board = f'<img alt="The board with everyone on it" style="{BOARD}" src="{SVG}{picture}">'
    told = " ".join(escape(sentence) for sentence in sentences(view))
    table = f'<table style="margin:0">{"".join(rows(view))}</table>'
    return f'<div style="{BESIDE}">{board}<div style="{SIDE}">{table}<p>{told}</p></div></div>'


def rows(view: View) -> list[str]:
    """A line for each player; the one whose turn it is stands out."""
    with_reasons = any(view.reasons)
    head = ["player", "room", "cards", *(["Reasons"] if with_reasons else [])]
    lines = [row("th", head)]
    for seat, name in enumerate(view.players):
        cards = "none" if seat in view.strangers else str(view.hand_sizes[seat])
        cells = [name, view.rooms[seat] or "out of the game", cards]
        if with_reasons:
            cells.append(str(view.reasons[seat]))
        written = [escape(cell) for cell in cells]
        if seat == view.current and view.outcome is None:
            written[0] = f"<b>{written[0]}</b>"
        lines.append(row("td", written))
    return lines


def row(tag: str, cells: list[str]) -> str:
    return "<tr>" + "".join(f'<{tag} style="{CELL}">{cell}</{tag}>' for cell in cells) + "</tr>"


def sentences(view: View) -> list[str]:
    """How things stand, in words."""
    return [sentence for sentence in (status(view), attempt(view), supplies(view), said_of(view)) if sentence]


def status(view: View) -> str:
    outcome = view.outcome
    if outcome is None:
        decider = view.current if view.to_decide is None else view.to_decide
        return f"Turn {view.turn + 1}. {WAITING[view.phase].format(name=view.players[decider])}"
    if outcome.winner is None:
        return ENDED[outcome.how]
    blamed = "" if outcome.loser is None else f" {view.players[outcome.loser]} could have stopped it."
    return f"{view.players[outcome.winner]} has won in turn {view.turn + 1}.{blamed}"


def attempt(view: View) -> str:
    """An attempt under way, once it has its strength."""
    under_way = view.attempt
    if under_way is None or under_way.strength is None or view.outcome is not None:
        return ""
    striker = "Doctor Lucky" if under_way.attacker == "doctor" else view.players[int(under_way.attacker)]
    return f"{striker} has struck with {under_way.strength}; {under_way.luck} has been played against it."


def supplies(view: View) -> str:
    left = sum(view.piles)
    if left == 1:
        return "One card is left to draw."
    return f"{left or 'No'} cards are left to draw."
