"""The puzzle on the failures of the Save deck, as typed structs."""

from typing import Annotated

from msgspec import Meta, Struct

MOST = 10
"""Clues there are, and things that may be named of each kind."""


class AskPuzzle(Struct, frozen=True):
    clues: Annotated[str, Meta(max_length=40, pattern=r"^(\d{1,2}(,\d{1,2})*)?$")] = ""
    """The numbers of clues that are wanted too, from 1, with commas between them."""
    language: str | None = None


class PuzzleThing(Struct, frozen=True):
    id: str
    word: str


class PuzzleCategory(Struct, frozen=True):
    id: str
    word: str
    things: tuple[PuzzleThing, ...]


class PuzzleClue(Struct, frozen=True):
    number: int
    text: str


class PuzzleAbout(Struct, frozen=True):
    language: str
    title: str
    story: tuple[str, ...]
    categories: tuple[PuzzleCategory, ...]
    """The things of the first are in order."""
    size: int
    """How many clues there are."""
    clues: tuple[PuzzleClue, ...]
    """Those that were asked for, and no others."""


PuzzleGroup = Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=MOST)]


class PuzzleAnswer(Struct, frozen=True):
    groups: Annotated[tuple[PuzzleGroup, ...], Meta(max_length=MOST)]
    """What belongs together: five groups of the ids of one thing of each category, in any order."""


class PuzzleChecked(Struct, frozen=True):
    right: bool
