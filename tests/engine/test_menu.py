"""The menu: what it counts and names is what is listed, in the same order, in every set-up."""

import pytest

from drlucky.conformance import SetUp
from drlucky.engine.codes import SHUFFLE
from drlucky.engine.menu import Menu
from drlucky.engine.play import apply, legal
from drlucky.engine.tables import count_bits
from drlucky.search.playout import random_start, shuffle_discards
from drlucky.search.rng import Rng
from setups import setups


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_the_nth_legal_action_is_the_nth_that_is_listed(setup: SetUp) -> None:
    rules, rng, menu = setup.setting().engine, Rng(5), Menu()
    state = random_start(rules, rng)
    for _ in range(150):
        if state.phase == SHUFFLE:
            shuffle_discards(state, rng)
        listed = legal(state)
        assert menu.count(state) == len(listed)
        assert [menu.nth(state, n) for n in range(len(listed))] == listed
        if not listed:
            assert state.over
            break
        # Cards are laid down when they can be, for that leads to the rarer decisions.
        strikes = [action for action in listed if action >= rules.weapon_at]
        apply(state, strikes[-1] if strikes else listed[rng.below(len(listed))])


def test_bits_are_counted() -> None:
    rng = Rng(3)
    masks = [0, 1, 2**61, 2**62 - 1, *(rng.word() << 30 | rng.word() >> 2 for _ in range(200))]
    assert [count_bits(mask) for mask in masks] == [bin(mask).count("1") for mask in masks]
