"""Numbers of chance for simulated games: as even as chance, along a series and from one seed to the next."""

import math
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

import pytest

from drlucky.search.rng import Rng

SIDES = 6


def is_even(seen: Iterable[int], kinds: int) -> bool:
    """Is the sum of squares that chance would give a mean of `kinds - 1` and a variance of twice that within five
    deviations of it?"""
    counts = Counter(seen)
    wanted = counts.total() / kinds
    deviation: float = sum((counts[kind] - wanted) ** 2 / wanted for kind in range(kinds))
    return abs(deviation - (kinds - 1)) < 5 * math.sqrt(2 * (kinds - 1))


def three(rng: Rng) -> int:
    return SIDES * SIDES * rng.below(SIDES) + SIDES * rng.below(SIDES) + rng.below(SIDES)


def test_three_in_a_row_are_as_likely_as_any_other_three() -> None:
    rng = Rng(1)
    assert is_even((three(rng) for _ in range(60_000)), SIDES**3)


@pytest.mark.parametrize("step", [1, 1 << 20, 1 << 32])
def test_neighbouring_seeds_have_nothing_to_do_with_each_other(step: int) -> None:
    first = [three(Rng(number * step)) for number in range(40_000)]
    assert is_even(first, SIDES**3)
    pairs = (SIDES * (one % SIDES) + other % SIDES for one, other in pairwise(first))
    assert is_even(pairs, SIDES**2)


def test_four_bits_of_a_word_are_as_likely_as_any_other_four() -> None:
    rng = Rng(2)
    words = [rng.word() for _ in range(20_000)]
    for bit in range(0, 32, 4):
        assert is_even((word >> bit & 15 for word in words), 16)


def test_a_generator_goes_on_from_its_numbers() -> None:
    rng, other = Rng(3), Rng(4)
    rng.word()
    other.set_numbers(rng.numbers())
    assert [rng.word() for _ in range(5)] == [other.word() for _ in range(5)]
