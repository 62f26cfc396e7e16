"""Checks an answer. The right one is written nowhere: it is what the clues come to."""

from collections.abc import Iterable, Sequence
from functools import cache

from drlucky.errors import DrLuckyError
from drlucky.puzzle.model import puzzle
from drlucky.puzzle.solver import solutions

Answer = frozenset[frozenset[str]]
"""What belongs together: one thing of each category in each."""


def is_right(groups: Iterable[Sequence[str]]) -> bool:
    """Says of an answer only whether all of it is right; refuses, in words, what is none."""
    given = [check_group(group) for group in groups]
    wanted = len(puzzle().categories[0].things)
    if len(given) != wanted or len(set[str]().union(*given)) != sum(map(len, given)):
        raise DrLuckyError("an answer has {number} groups, and nothing is in two of them", number=wanted)
    return frozenset(given) == right_answer()


def check_group(group: Sequence[str]) -> frozenset[str]:
    categories = puzzle().categories
    for thing in group:
        if not any(thing in category.things for category in categories):
            raise DrLuckyError("there is no {thing!r:.40} in the puzzle", thing=thing)
    if any(sum(thing in category.things for thing in group) != 1 for category in categories):
        raise DrLuckyError(
            "a group has one thing of each kind ({kinds}), unlike {group!r:.120}",
            kinds=", ".join(category.id for category in categories),
            group=" ".join(group),
        )
    return frozenset(group)


@cache
def right_answer() -> Answer:
    (solution,) = solutions(puzzle())
    places = range(len(puzzle().categories[0].things))
    return frozenset(frozenset(thing for thing, at in solution.items() if at == place) for place in places)
