"""The puzzle on the failures of value 2 of the Save deck is fair: it has one solution, every clue is needed, and it can
be reasoned out."""

from itertools import combinations, islice, permutations

import pytest

from drlucky.decks import deck
from drlucky.errors import DrLuckyError
from drlucky.puzzle import is_right, puzzle
from drlucky.puzzle.answer import right_answer
from drlucky.puzzle.model import CARD, Fact
from drlucky.puzzle.solver import Places, Solution, cross_out, facts_of, nothing_known, solutions

ALL = range(1, 11)
PLACES = range(5)


def answer() -> list[list[str]]:
    return [sorted(group) for group in right_answer()]


def has_several(*clues: int) -> bool:
    return len(list(islice(solutions(puzzle(), clues), 2))) == 2


def tried(facts: list[Fact]) -> list[Solution]:
    """All solutions, by trying every order of every category: no reasoning that could be wrong."""
    first, *others = puzzle().categories
    found: list[Solution] = [dict(zip(first.things, PLACES, strict=True))]
    # Those of which the clues say the most when nothing else is known come first.
    for category in sorted(others, key=lambda category: ("person", "drink", "sight", "room").index(category.id)):
        orders = [dict(zip(order, PLACES, strict=True)) for order in permutations(category.things)]
        seated = (known | order for known in found for order in orders)
        found = [each for each in seated if all(may_hold(fact, each) for fact in facts)]
    return found


def may_hold(fact: Fact, places: Solution) -> bool:
    return any(thing not in places for thing in fact.things) or fact.holds([places[thing] for thing in fact.things])


def test_there_is_one_solution() -> None:
    found = list(solutions(puzzle()))
    assert len(found) == 1
    assert found == tried(facts_of(puzzle(), None))


def test_every_clue_is_needed() -> None:
    """So nine of them, or any fewer, always leave several solutions."""
    assert [number for number in ALL if not has_several(*(each for each in ALL if each != number))] == []


def test_no_six_clues_are_enough() -> None:
    sixes = list(combinations(ALL, 6))
    assert len(sixes) == 210
    assert all(has_several(*six) for six in sixes)


def refuted(facts: list[Fact], places: Places) -> Places:
    """Supposes each place of each thing, once and no deeper, and crosses out what leads into a contradiction."""
    for thing, left in places.items():
        for place in left:
            if len(left) > 1 and cross_out(puzzle(), facts, places | {thing: frozenset({place})}) is None:
                fewer = cross_out(puzzle(), facts, places | {thing: left - {place}})
                return refuted(facts, fewer or {})
    return places


def is_open(places: Places) -> bool:
    return any(len(left) > 1 for left in places.values())


def test_it_is_hard_and_can_be_solved_by_hand() -> None:
    """Crossing out alone gets nowhere near; with suppositions that contradict the clues at once one gets to the end."""
    facts = facts_of(puzzle(), None)
    places = cross_out(puzzle(), facts, nothing_known(puzzle()))
    assert places is not None
    assert sum(map(len, places.values())) > 75
    assert not is_open(refuted(facts, places))


def test_what_is_asked_for_is_named_in_no_clue() -> None:
    """Nor is any hour, nor where the ice was seen from: only what is left over tells."""
    told = {thing for fact in facts_of(puzzle(), None) for thing in fact.things}
    every = {thing for category in puzzle().categories for thing in category.things}
    assert every - told == {*puzzle().categories[0].things, "chapel", "iceberg"}


def test_each_clue_is_on_a_card() -> None:
    (card,) = (each for each in deck("save").cards if each.name == CARD)
    assert card.luck == 2
    assert len({clue.sentence for clue in puzzle().clues}) == card.copies == len(ALL)


def test_the_right_answer_is_right_in_any_order() -> None:
    groups = answer()
    assert is_right(groups)
    assert is_right([group[::-1] for group in reversed(groups)])


def test_a_wrong_answer_is_just_wrong() -> None:
    one, other, *rest = answer()
    for thing, instead in zip(in_order(one), in_order(other), strict=True):
        swapped = [[instead if each == thing else each for each in one], [thing if e == instead else e for e in other]]
        assert not is_right([*swapped, *rest])


def in_order(group: list[str]) -> list[str]:
    return [thing for category in puzzle().categories for thing in group if thing in category.things]


@pytest.mark.parametrize(
    ("groups", "problem"),
    [
        ([], "an answer has 5 groups, and nothing is in two of them"),
        ([["nine", "quince", "chapel", "cocoa", "kraken"]], "there is no 'kraken' in the puzzle"),
        ([["nine", "quince", "chapel", "cocoa"]], "one thing of each kind (hour, person, room, drink, sight)"),
        ([["nine", "quince", "chapel", "cocoa", "absinthe"]], "unlike 'nine quince chapel cocoa absinthe'"),
        ([["nine", "quince", "chapel", "cocoa", "hat"]] * 5, "nothing is in two of them"),
        ([["x" * 1000]], "there is no 'xxx"),
    ],
)
def test_what_is_no_answer_is_refused(groups: list[list[str]], problem: str) -> None:
    with pytest.raises(DrLuckyError) as refused:
        is_right(groups)
    assert problem in str(refused.value)
    assert len(str(refused.value)) < 250
