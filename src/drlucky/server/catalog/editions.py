"""An edition for those who choose a game: everything that a new table can be set to, and every card of its deck.

What is usual is asked of the functions that set up games, so that it is what they do when they are told nothing."""

from collections.abc import Iterator
from functools import cache, lru_cache

import drlucky
from drlucky import phrases
from drlucky.boards import Layout
from drlucky.decks import Card, deck
from drlucky.editions import Book, book_of
from drlucky.game.setup import ESCAPE_HAND, PETS, find_layout, find_pets, setting, with_strangers
from drlucky.puzzle import has_clues
from drlucky.server.errors import Failed
from drlucky.server.schemas import catalog as schemas

SHORTER = frozenset({"no_threes", "weapons_plus_one"})


@cache
def describe_edition(name: str, language: str) -> schemas.EditionAbout:
    book = book_of(name)
    return schemas.EditionAbout(
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
        choices=tuple(schemas.Choices(players, tuple(ways(book, players, language))) for players in book.players),
        deck=book.deck,
        deck_title=phrases.deck_title(deck(book.deck).title, language),
    )


def ways(book: Book, players: int, language: str) -> Iterator[schemas.Way]:
    """As the book says first of all, without Strangers where they would come, and as an Escape by itself."""
    has_strangers = "strangers" in book.options
    meets_strangers = with_strangers(book, players, None, escape=False)
    yield way(book, players, meets_strangers if has_strangers else None, escape=False, language=language)
    if meets_strangers:
        yield way(book, players, False, escape=False, language=language)
    if "escape" in book.options:
        yield way(book, players, False if has_strangers else None, escape=True, language=language)


def way(book: Book, players: int, strangers: bool | None, *, escape: bool, language: str) -> schemas.Way:
    seats = setting(book.id, players, strangers=True).seats if strangers else players
    hand = ESCAPE_HAND if escape else book.hand(seats)
    boards = tuple(board_choice(book, name, seats, escape, language) for name in book.boards)
    return schemas.Way(strangers, escape, seats, hand, boards)


def board_choice(book: Book, name: str, seats: int, escape: bool, language: str) -> schemas.BoardChoice:
    board = drlucky.board(name)
    usual = find_layout(book, seats, name, None, None).name
    layouts = board.layouts if "layout" in book.options else (usual,)
    found = (find_layout(book, seats, name, layout, None) for layout in layouts)
    choices = tuple(layout_choice(book, each, seats, escape) for each in found)
    return schemas.BoardChoice(name, phrases.board_title(board.title, language), usual, choices)


def layout_choice(book: Book, layout: Layout, seats: int, escape: bool) -> schemas.LayoutChoice:
    return schemas.LayoutChoice(layout.name, closed_wings(book, layout), pets(book, layout, seats, escape))


def closed_wings(book: Book, usual: Layout) -> schemas.Choice:
    wings = tuple(usual.board.wings)
    closed = "both" if len(wings) > 1 and usual.closed == wings else "".join(usual.closed) or "none"
    may_choose = "closed" in book.options and wings
    return schemas.Choice(closed, ("none", *wings, "both") if may_choose else (closed,))


def pets(book: Book, layout: Layout, seats: int, escape: bool) -> schemas.Choice:
    found = find_pets(book, layout, seats, None, escape)
    usual = next(name for name, these in PETS.items() if these == found)
    may_choose = "pets" in book.options and not escape
    return schemas.Choice(usual, tuple(PETS) if may_choose else (usual,))


@lru_cache(64)
def cards_of(edition: str, weapons_plus_one: bool, no_threes: bool, language: str) -> schemas.Cards:
    """With the options of a shorter game the deck is another one."""
    book = book_of(edition)
    the_deck = deck(book.deck)
    for option, is_chosen in (("weapons_plus_one", weapons_plus_one), ("no_threes", no_threes)):
        if is_chosen and option not in book.options:
            raise Failed("settings", "{edition} has no option {option!r}", edition=book.id, option=option)
    if weapons_plus_one:
        the_deck = the_deck.with_better_weapons()
    if no_threes:
        the_deck = the_deck.without_threes()
    cards = tuple(card_about(card, book.deck, language) for card in the_deck.cards)
    return schemas.Cards(book.id, language, the_deck.size, cards, book.deck)


def card_about(card: Card, of: str, language: str) -> schemas.CardAbout:
    return schemas.CardAbout(
        name=card.name,
        word=phrases.card(card.name, language),
        kind=card.kind,
        copies=card.copies,
        value=card.value,
        value_in_room=card.value_in_room,
        room=card.room,
        room_word=phrases.room(card.room, language) if card.room else None,
        steps=card.steps,
        luck=card.luck,
        does=phrases.card_does(card, language),
        faces=tuple(faces(card, of, language)),
    )


def faces(card: Card, of: str, language: str) -> Iterator[schemas.CardFace]:
    is_clue = has_clues(of, card.name)
    for number, face in enumerate(phrases.card_faces(card, of, language), 1):
        line, clue = ("", number) if is_clue else (face.line, None)
        yield schemas.CardFace(face.title, line, face.art, clue)
