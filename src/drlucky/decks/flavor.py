"""Flavour: what is printed on the cards beside what they do: a title, a line of our own, and which drawing.

It changes nothing in play. Beside this file, in `flavor`, a deck has its weapons or aids and moves in DECK.toml, a line
for all copies of a card, and its failures in DECK-failures.toml, where every copy has a face of its own."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from drlucky import decks

FOLDER = resources.files("drlucky.decks").joinpath("flavor")


@dataclass(frozen=True)
class Face:
    title: str
    line: str
    art: str  # the name of a drawing


@cache
def faces(deck: str) -> dict[str, tuple[Face, ...]]:
    """The faces of each card of a deck by its name: one for all copies, or one for each. A card without any is not
    in it: it has its plain name and no line."""
    entries = {name: [entry] for name, entry in tables(deck).items()} | tables(f"{deck}-failures")
    return {
        card.name: tuple(face(card.name, entry) for entry in entries[card.name])
        for card in decks.deck(deck).cards
        if card.name in entries
    }


def face(card: str, entry: dict[str, str]) -> Face:
    return Face(entry.get("title", card), entry["line"], entry.get("art", slug(card)))


def tables(name: str) -> dict[str, Any]:
    """A file that says `like` has the entries of another one but for its own."""
    file = FOLDER.joinpath(f"{name}.toml")
    data = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    like = data.pop("like", None)
    return (tables(like) if like else {}) | data


def slug(name: str) -> str:
    """The name that a card's drawing has if nothing else is said: "rabbits-foot" for the Rabbit's Foot."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower().replace("'", ""))
