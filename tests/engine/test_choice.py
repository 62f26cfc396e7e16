"""A choice at random: all that is legal comes up, nothing else does, and everything is equally likely."""

from collections import Counter

import pytest

from drlucky.conformance import SetUp
from drlucky.engine.codes import OVER, SHUFFLE
from drlucky.engine.play import apply, legal
from drlucky.search.choice import any_action
from drlucky.search.playout import random_start, shuffle_discards
from drlucky.search.rng import Rng
from setups import setups

POSITIONS = 120
TIMES = 40
"""So often every action should come up in a position."""


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_every_legal_action_is_equally_likely(setup: SetUp) -> None:
    rules, rng = setup.setting().engine, Rng(5)
    state = random_start(rules, rng)
    deviation, freedom = 0.0, 0
    for _ in range(POSITIONS):
        if state.phase == SHUFFLE:
            shuffle_discards(state, rng)
        if state.phase == OVER:
            break
        listed = legal(state)
        chosen = Counter(any_action(state, rng) for _ in range(TIMES * len(listed)))
        assert set(chosen) <= set(listed)
        deviation += sum((chosen[action] - TIMES) ** 2 / TIMES for action in listed)
        freedom += len(listed) - 1
        # Cards are laid down when they can be, for that leads to the rarer decisions.
        strikes = [action for action in listed if action >= rules.weapon_at]
        apply(state, strikes[-1] if strikes else listed[rng.below(len(listed))])
    # Such a sum of squares has the mean `freedom` and the variance 2 * `freedom`.
    assert abs(deviation - freedom) < 5 * (2 * freedom) ** 0.5
