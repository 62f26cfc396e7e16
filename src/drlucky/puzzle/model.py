"""The puzzle as data: what is to be found out, and ten clues, each a sentence on a card and the fact that it states."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import Literal

from drlucky.decks.flavor import faces

Relation = Literal["same", "order", "later", "apart", "pairs"]
DECK, CARD = "save", "Failure-2"
"""Whose copies in the Save deck have the clues: copy n has clue n."""


def has_clues(deck: str, card: str) -> bool:
    return (deck, card) == (DECK, CARD)


@dataclass(frozen=True)
class Category:
    id: str
    name: str
    things: dict[str, str]  # what each is called, by its id


@dataclass(frozen=True)
class Fact:
    """What is so of some things, by their places in the order of the first category.

    same: they belong together. order: each is before the next. later: the second is so many places after the first.
    apart: they are so many places from each other. pairs: the first two are the last two, one each."""

    relation: Relation
    things: tuple[str, ...]
    by: int = 0

    def holds(self, places: Sequence[int]) -> bool:
        match self.relation:
            case "same":
                return len(set(places)) == 1
            case "order":
                return all(one < following for one, following in pairwise(places))
            case "later":
                return places[1] - places[0] == self.by
            case "apart":
                return abs(places[1] - places[0]) == self.by
            case "pairs":
                return places[0] != places[1] and set(places[:2]) == set(places[2:])


@dataclass(frozen=True)
class Clue:
    sentence: str  # as its card has it
    fact: Fact


@dataclass(frozen=True)
class Puzzle:
    title: str
    story: tuple[str, ...]
    categories: tuple[Category, ...]  # the first has an order
    clues: tuple[Clue, ...]


@cache
def puzzle() -> Puzzle:
    data = tomllib.loads(resources.files("drlucky.puzzle").joinpath("puzzle.toml").read_text(encoding="utf-8"))
    return Puzzle(
        title=data["title"],
        story=tuple(data["story"]),
        categories=tuple(Category(**each) for each in data["category"]),
        clues=tuple(
            Clue(face.line, Fact(each["relation"], tuple(each["things"]), each.get("by", 0)))
            for face, each in zip(faces(DECK)[CARD], data["clue"], strict=True)
        ),
    )
