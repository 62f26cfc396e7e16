"""The rules of each edition in our own words, in sections with names that stay.

A TOML file beside this one holds the English text of an edition: a table for each section, in order. Its paragraphs
and list items, the lines that start with a dash, are the messages that the catalogue translates. A file that says
`like` has the sections of another edition but for its own. A book from outside has such a text in itself, of which only
what is also in one of drlucky's own is translated; one without has the line about it."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import Any

from drlucky.editions import BOOKS, Book, book_of
from drlucky.phrases.words import Words, words

FOLDER = resources.files(__package__).joinpath("rules")


@dataclass(frozen=True, slots=True)
class Section:
    id: str
    """The same in every language, and for the same subject in every edition."""
    title: str
    text: str
    """Paragraphs, and lists of lines that start with a dash; with ** around words that matter, as in Markdown."""


def sections(edition: str, words: Words) -> list[Section]:
    return [
        Section(name, words.pick("section", title), joined([words.say(piece) for piece in pieces]))
        for name, title, pieces in source(book_of(edition).id)
    ]


@cache
def source(edition: str) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """The name, the English title and the English paragraphs of each section."""
    return tuple((name, data["title"], pieces(data["text"])) for name, data in tables(edition).items())


def tables(edition: str) -> dict[str, Any]:
    data = tomllib.loads(rulebook(book_of(edition)))
    like = data.pop("like", None)
    return (tables(like) if like else {}) | data or {"goal": {"title": "Goal", "text": book_of(edition).about}}


def rulebook(book: Book) -> str:
    file = FOLDER.joinpath(f"{book.id}.toml")
    return file.read_text(encoding="utf-8") if book.id in BOOKS.own else book.rulebook


def pieces(text: str) -> tuple[str, ...]:
    """Paragraphs and list items, each in one line."""
    return tuple(" ".join(piece.split()) for piece in re.split(r"\n\s*\n|\n(?=- )", text.strip()))


def joined(pieces: list[str]) -> str:
    """An empty line between paragraphs, none within a list."""
    text = pieces[0]
    for before, piece in pairwise(pieces):
        text += ("\n" if before.startswith("- ") and piece.startswith("- ") else "\n\n") + piece
    return text


def check_rulebook(book: Book) -> None:
    """Refuses one from outside whose rules cannot be shown."""
    sections(book.id, words("en"))


BOOKS.checks.append(check_rulebook)
