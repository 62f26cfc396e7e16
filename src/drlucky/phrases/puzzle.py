"""The puzzle on the failures of the Save deck, in words."""

from collections.abc import Iterator

from drlucky.phrases.words import Words
from drlucky.puzzle import Category, Puzzle, puzzle

PUZZLE = "puzzle"
FLAVOR = "flavor"
"""The contexts of what the puzzle calls things, and of what is printed on cards."""
ROOMS = "room"
"""The category whose things are on the board, and have their words from there."""


def title(words: Words) -> str:
    return words.pick(PUZZLE, puzzle().title)


def story(words: Words) -> tuple[str, ...]:
    return tuple(words.pick(PUZZLE, paragraph) for paragraph in puzzle().story)


def categories(words: Words) -> tuple[Category, ...]:
    return tuple(
        Category(
            each.id,
            words.pick(PUZZLE, each.name),
            {thing: words.pick(context(each), name) for thing, name in each.things.items()},
        )
        for each in puzzle().categories
    )


def clue(number: int, words: Words) -> str:
    """By its number, from 1."""
    return words.pick(FLAVOR, puzzle().clues[number - 1].sentence)


def context(category: Category) -> str:
    return ROOMS if category.id == ROOMS else PUZZLE


def messages(one: Puzzle) -> Iterator[tuple[str, str]]:
    """All that is said of it, each with its context."""
    yield from ((PUZZLE, text) for text in (one.title, *one.story))
    for category in one.categories:
        yield PUZZLE, category.name
        yield from ((context(category), name) for name in category.things.values())
    yield from ((FLAVOR, each.sentence) for each in one.clues)
