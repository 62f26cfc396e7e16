"""Card facts: every card of an edition's deck, type by type."""

from functools import lru_cache

from drlucky import phrases
from drlucky.decks import Card, deck
from drlucky.editions import book_of
from drlucky.server.http.operation import Failed
from drlucky.server.http.schemas import catalog as b


@lru_cache(64)
def cards(edition: str, weapons_plus_one: bool, no_threes: bool, language: str) -> b.Cards:
    """With the options of a shorter game the deck is another one."""
    book = book_of(edition)
    the_deck = deck(book.deck)
    for option, is_chosen in (("weapons_plus_one", weapons_plus_one), ("no_threes", no_threes)):
        if is_chosen and option not in book.options:
            raise Failed("settings", f"{book.id} has no option {option!r}")
    if weapons_plus_one:
        the_deck = the_deck.with_better_weapons()
    if no_threes:
        the_deck = the_deck.without_threes()
    return b.Cards(book.id, language, the_deck.size, tuple(card_about(card, language) for card in the_deck.cards))


def card_about(card: Card, language: str) -> b.CardAbout:
    return b.CardAbout(
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
    )
