"""Decks: the cards, card by card, as data. A deck is a TOML file beside this one; other packages may bring theirs."""

import tomllib
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Any, Literal

from drlucky.errors import DrLuckyError
from drlucky.plugins import Registry

Kind = Literal["weapon", "aid", "move", "failure"]
NAMES = ("classic", "modern", "save")
"""Of drlucky's own."""


@dataclass(frozen=True)
class Card:
    """What a card says, and how many copies of it there are."""

    name: str
    kind: Kind
    value: int = 0  # of a weapon or an aid
    value_in_room: int = 0  # the same in its own room
    room: str | None = None  # a weapon's own room, or where a move card jumps to
    steps: int = 0
    luck: int = 0  # what it counts against an attempt
    copies: int = 1


@dataclass(frozen=True)
class Deck:
    name: str
    title: str
    cards: tuple[Card, ...]  # weapons or aids first, then moves, then failures

    @property
    def size(self) -> int:
        return sum(card.copies for card in self.cards)

    def without_threes(self) -> "Deck":
        """For a shorter game: no failures of value 3."""
        return replace(self, cards=tuple(c for c in self.cards if not (c.kind == "failure" and c.luck == 3)))

    def with_better_weapons(self) -> "Deck":
        """For a shorter game: every weapon is worth one more, in its own room too."""
        return replace(self, cards=tuple(better(c) if c.kind == "weapon" else c for c in self.cards))


def better(weapon: Card) -> Card:
    return replace(
        weapon,
        value=weapon.value + 1,
        value_in_room=weapon.value_in_room + 1 if weapon.room else 0,
    )


def deck(name: str) -> Deck:
    if name in DECKS:
        return DECKS[name]
    fault = DECKS.fault(name)
    if fault:
        raise DrLuckyError(f"the deck {name!r} cannot be used: {fault}")
    raise DrLuckyError(f"there is no deck {name!r}; the decks are {', '.join(DECKS)}")


@cache
def own_deck(name: str) -> Deck:
    return read_deck(name, resources.files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8"))


def read_deck(name: str, text: str) -> Deck:
    """A deck from a text as the files beside this one have it."""
    data = tomllib.loads(text)
    kinds: tuple[Kind, ...] = ("weapon", "aid", "move", "failure")
    cards = [Card(kind=kind, **entry) for kind in kinds for entry in entries(data, kind)]
    return Deck(name, data["title"], tuple(cards))


DECKS: Registry[Deck] = Registry("deck", Deck, NAMES, own_deck, lambda each: each.name)


def names() -> tuple[str, ...]:
    """All there are, those of other packages too."""
    return tuple(DECKS)


def entries(data: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = data.get(kind, [])
    return found
