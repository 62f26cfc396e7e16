"""drlucky: the Doctor Lucky games, played by the book."""

from drlucky import interpreted

interpreted.if_wished()

from drlucky.boards import Board, board  # noqa: E402
from drlucky.decks import Deck  # noqa: E402
from drlucky.editions import BOOKS, Book  # noqa: E402
from drlucky.errors import DrLuckyError, InvalidAction, SetUpError  # noqa: E402
from drlucky.game import Game, new  # noqa: E402
from drlucky.game.replay import load  # noqa: E402
from drlucky.game.why_not import IllegalAction  # noqa: E402
from drlucky.plugins import register  # noqa: E402
from drlucky.record import RecordError  # noqa: E402
from drlucky.render import game as _  # noqa: E402, F401


def editions() -> tuple[Book, ...]:
    """The editions, each with its id, title, players and boards."""
    return tuple(BOOKS.values())


__all__ = [
    "Board",
    "Book",
    "Deck",
    "DrLuckyError",
    "Game",
    "IllegalAction",
    "InvalidAction",
    "RecordError",
    "SetUpError",
    "board",
    "editions",
    "load",
    "new",
    "register",
]
