"""Finds the solutions of a logic puzzle: by crossing out, as one does by hand, and by supposing where that ends.

Everything is told by the places in the first category, which has an order: each thing has a set of places where it
may still be, and clues cross places out."""

from collections.abc import Collection, Iterator, Sequence
from itertools import product

from drlucky.puzzle.model import Fact, Puzzle

Places = dict[str, frozenset[int]]
"""Where each thing may still be."""

Solution = dict[str, int]
"""Where each thing is."""


def solutions(puzzle: Puzzle, clues: Sequence[int] | None = None) -> Iterator[Solution]:
    """All solutions of some of the clues, given by their numbers from 1, or of all."""
    facts = facts_of(puzzle, clues)
    yield from search(puzzle, facts, cross_out(puzzle, facts, nothing_known(puzzle)))


def facts_of(puzzle: Puzzle, clues: Sequence[int] | None) -> list[Fact]:
    chosen = puzzle.clues if clues is None else [puzzle.clues[number - 1] for number in clues]
    return [clue.fact for clue in chosen]


def nothing_known(puzzle: Puzzle) -> Places:
    first, *others = puzzle.categories
    anywhere = frozenset(range(len(first.things)))
    fixed = {thing: frozenset({at}) for at, thing in enumerate(first.things)}
    return fixed | {thing: anywhere for category in others for thing in category.things}


def search(puzzle: Puzzle, facts: Sequence[Fact], places: Places | None) -> Iterator[Solution]:
    if places is None:
        return
    open_things = [thing for thing, left in places.items() if len(left) > 1]
    if not open_things:
        yield {thing: place for thing, left in places.items() for place in left}
        return
    thing = min(open_things, key=lambda each: len(places[each]))
    for place in sorted(places[thing]):
        supposed = places | {thing: frozenset({place})}
        yield from search(puzzle, facts, cross_out(puzzle, facts, supposed))


def cross_out(puzzle: Puzzle, facts: Sequence[Fact], places: Places) -> Places | None:
    """Crosses out until nothing more follows; None if something has no place left."""
    while True:
        before = places
        for category in puzzle.categories:
            places = one_each(category.things, places)
        for fact in facts:
            places = places | supported(fact, places)
        if not all(places.values()):
            return None
        if places == before:
            return places


def one_each(things: Collection[str], places: Places) -> Places:
    """No two things of a category share a place, and each place has one."""
    found = dict(places)
    for thing in things:
        if len(found[thing]) == 1:
            for other in things:
                if other != thing:
                    found[other] -= found[thing]
    for place in range(len(things)):
        homes = [thing for thing in things if place in found[thing]]
        if len(homes) == 1:
            found[homes[0]] = frozenset({place})
    return found


def supported(fact: Fact, places: Places) -> Places:
    """The places of a fact's things that occur in some way in which it holds."""
    ways = [way for way in product(*(places[thing] for thing in fact.things)) if fact.holds(way)]
    return {thing: frozenset(way[at] for way in ways) for at, thing in enumerate(fact.things)}
