"""Imagined games: who has nothing to imagine. The others are among the checks of `drlucky.conformance`."""

from random import Random

import pytest

from drlucky.errors import DrLuckyError
from drlucky.game.determinize import imagine
from setups import setups


def test_there_is_nothing_to_imagine_for_a_spectator_or_after_the_end() -> None:
    game = setups()[0].game(seed=1)
    with pytest.raises(DrLuckyError, match="a spectator has no hand"):
        imagine(game.view(None), Random(1))
    choose = Random(1)
    while game.to_decide is not None:
        game.play(choose.choice(game.legal))
    with pytest.raises(DrLuckyError, match="the game is over"):
        imagine(game.view(0), Random(1))
