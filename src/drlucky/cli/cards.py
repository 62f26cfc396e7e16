"""`drlucky cards`: the almanac in the terminal."""

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Annotated

import typer

from drlucky import cast, decks, phrases
from drlucky.cast import Character
from drlucky.decks import Card
from drlucky.errors import DrLuckyError
from drlucky.puzzle import has_clues

INDENT = "  "
CAST = "cast"


def cards(
    name: Annotated[str, typer.Argument(help="A deck, such as classic, a card, such as 'Frozen Fish', or cast.")] = "",
    language: Annotated[str, typer.Option(help="The language of the words: en or de.")] = "en",
) -> None:
    """Show the cards of a deck, or one card in every deck that has it; without a name, list the decks. With `cast`,
    show everyone who can be played."""
    if not name:
        for deck in decks.names():
            typer.echo(f"{deck:8} {phrases.deck_title(decks.deck(deck).title, language)}")
        typer.echo(f"{CAST:8} {', '.join(each.name for each in cast.people())}")
    elif name == CAST:
        typer.echo("\n\n".join("\n".join(portrait(each)) for each in in_words(language)))
    elif name in decks.names():
        the_deck = decks.deck(name)
        typer.echo(phrases.deck_title(the_deck.title, language))
        for card in the_deck.cards:
            typer.echo("\n" + "\n".join(described(card, name, language)))
    else:
        found = [
            (deck, card) for deck in decks.names() for card in decks.deck(deck).cards if is_called(card, deck, name)
        ]
        if not found:
            raise DrLuckyError(unknown(name))
        for deck, card in found:
            typer.echo(phrases.deck_title(decks.deck(deck).title, language))
            typer.echo("\n".join(INDENT + line for line in described(card, deck, language)))


def in_words(language: str) -> Iterator[Character]:
    return (phrases.character(each, language) for each in cast.people())


def portrait(one: Character) -> Iterator[str]:
    yield one.name
    yield from (INDENT + text for text in (one.about, one.temperament, one.manner, one.grudge, one.vanity))


def described(card: Card, deck: str, language: str) -> Iterator[str]:
    """Its name and what it does, then a line for all copies, or one for each. Clues of the puzzle are for those who see
    them in play."""
    hides = has_clues(deck, card.name)
    copies = f" x{card.copies}" if card.copies > 1 else ""
    word = phrases.card(card.name, language)
    yield f"{word}{copies}: {phrases.card_does(card, language)}"
    for face in phrases.card_faces(card, deck, language):
        line = "…" if hides else face.line
        yield INDENT + (line if face.title == word else f"{face.title}: {line}")


def is_called(card: Card, deck: str, name: str) -> bool:
    """By its name or by the title of one of its copies, in any language."""
    names = [card.name]
    for language in phrases.languages():
        names += [phrases.card(card.name, language), *(f.title for f in phrases.card_faces(card, deck, language))]
    return name.casefold() in (each.casefold() for each in names)


def unknown(name: str) -> str:
    known = {card.name for deck in decks.names() for card in decks.deck(deck).cards}
    close = get_close_matches(name, [*decks.names(), *sorted(known)], n=1)
    hint = f"did you mean {close[0]!r}?" if close else f"the decks are {', '.join(decks.names())}"
    return f"there is no deck or card {name!r:.60}; {hint}"
