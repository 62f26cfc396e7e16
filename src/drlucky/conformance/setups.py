"""Every set-up that an edition offers: number of players, board, layout, closed wings, and what else may be chosen."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from drlucky.boards import board
from drlucky.editions import Book, book_of
from drlucky.game.game import Game, new
from drlucky.game.options import SHORTER
from drlucky.game.setup import Setting, setting


class SetUp(NamedTuple):
    edition: str
    players: int
    options: dict[str, Any]

    def __str__(self) -> str:
        return "-".join([self.edition, str(self.players), *(str(value) for value in self.options.values())])

    def setting(self) -> Setting:
        return setting(self.edition, self.players, **self.options)

    def game(self, seed: int) -> Game:
        return new(self.edition, self.players, seed=seed, **self.options)


def setups_of(edition: str) -> Iterator[SetUp]:
    book = book_of(edition)
    for players in book.players:
        for options in houses(book):
            yield SetUp(book.id, players, options | without_strangers(book, players))
    yield from others(book)


def few_setups(edition: str) -> list[SetUp]:
    """A few that stand for all: each number of players as it usually is, and the others."""
    book = book_of(edition)
    usual = [SetUp(edition, players, without_strangers(book, players)) for players in book.players]
    return [*usual, *others(book)]


def without_strangers(book: Book, players: int) -> dict[str, Any]:
    return {"strangers": False} if "strangers" in book.options and players == 2 else {}


def houses(book: Book) -> Iterator[dict[str, Any]]:
    """Every board in each layout, with each of its wings closed, as far as that may be chosen."""
    for name in book.boards:
        the_board = board(name)
        layouts = the_board.layouts if len(the_board.layouts) > 1 and "layout" in book.options else (None,)
        wings = ("none", *the_board.wings, "both") if the_board.wings and "closed" in book.options else (None,)
        for layout in layouts:
            for closed in wings:
                chosen = {"board": name, "layout": layout, "closed": closed}
                yield {option: value for option, value in chosen.items() if value is not None}


def others(book: Book) -> Iterator[SetUp]:
    """With Strangers, pets, the Escape, and shorter games."""
    offered, sizes = book.options, sorted({*book.players} & {3, 4, book.players[-1]})
    if "strangers" in offered and 2 in book.players:
        yield SetUp(book.id, 2, {})
        if "pets" in offered:
            yield SetUp(book.id, 2, {"pets": "both"})
    if "pets" in offered:
        for players in sizes:
            for pets in ("cat", "dog", "both"):
                yield SetUp(book.id, players, {"pets": pets})
    if "escape" in offered:
        for players in sorted({*sizes, book.players[0]}):
            yield SetUp(book.id, players, {"escape": True})
    for option in SHORTER:
        if option in offered:
            yield SetUp(book.id, sizes[0] if sizes else book.players[0], {option: True})
