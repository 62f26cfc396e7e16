"""Choosing: everything that a new table can be set to, as the book of an edition has it.

What is usual is asked of the functions that set up games, so that it is what they do when they are told nothing."""

from collections.abc import Iterator
from functools import cache

import drlucky
from drlucky import phrases
from drlucky.boards import Layout
from drlucky.decks import deck
from drlucky.editions import Book, book_of
from drlucky.game.setup import ESCAPE_HAND, PETS, find_layout, find_pets, setting, with_strangers
from drlucky.server.http.schemas import catalog as b

SHORTER = frozenset({"no_threes", "weapons_plus_one"})


@cache
def edition(name: str, language: str) -> b.EditionAbout:
    book = book_of(name)
    return b.EditionAbout(
        id=book.id,
        title=phrases.edition_title(book.id, language),
        about=phrases.edition_about(book.id, language),
        saving=phrases.saves(book.id),
        players=(book.players[0], book.players[-1]),
        boards=book.boards,
        options=tuple(sorted(book.options)),
        shorter=tuple(sorted(book.options & SHORTER)),
        escape_may_follow=book.escape is not None,
        stages=book.stages,
        penalties=book.penalties,
        cards=deck(book.deck).size,
        choices=tuple(b.Choices(players, tuple(ways(book, players, language))) for players in book.players),
    )


def ways(book: Book, players: int, language: str) -> Iterator[b.Way]:
    """As the book says first of all, without Strangers where they would come, and as an Escape by itself."""
    has_strangers = "strangers" in book.options
    meets_strangers = with_strangers(book, players, None, escape=False)
    yield way(book, players, meets_strangers if has_strangers else None, escape=False, language=language)
    if meets_strangers:
        yield way(book, players, False, escape=False, language=language)
    if "escape" in book.options:
        yield way(book, players, False if has_strangers else None, escape=True, language=language)


def way(book: Book, players: int, strangers: bool | None, *, escape: bool, language: str) -> b.Way:
    seats = setting(book.id, players, strangers=True).seats if strangers else players
    hand = ESCAPE_HAND if escape else book.hand(seats)
    boards = tuple(board_choice(book, name, seats, escape, language) for name in book.boards)
    return b.Way(strangers, escape, seats, hand, boards)


def board_choice(book: Book, name: str, seats: int, escape: bool, language: str) -> b.BoardChoice:
    board = drlucky.board(name)
    usual = find_layout(book, seats, name, None, None).name
    layouts = board.layouts if "layout" in book.options else (usual,)
    found = (find_layout(book, seats, name, layout, None) for layout in layouts)
    choices = tuple(layout_choice(book, each, seats, escape) for each in found)
    return b.BoardChoice(name, phrases.board_title(board.title, language), usual, choices)


def layout_choice(book: Book, layout: Layout, seats: int, escape: bool) -> b.LayoutChoice:
    return b.LayoutChoice(layout.name, closed_wings(book, layout), pets(book, layout, seats, escape))


def closed_wings(book: Book, usual: Layout) -> b.Choice:
    wings = tuple(usual.board.wings)
    closed = "both" if len(wings) > 1 and usual.closed == wings else "".join(usual.closed) or "none"
    may_choose = "closed" in book.options and wings
    return b.Choice(closed, ("none", *wings, "both") if may_choose else (closed,))


def pets(book: Book, layout: Layout, seats: int, escape: bool) -> b.Choice:
    found = find_pets(book, layout, seats, None, escape)
    usual = next(name for name, these in PETS.items() if these == found)
    may_choose = "pets" in book.options and not escape
    return b.Choice(usual, tuple(PETS) if may_choose else (usual,))
