"""A bot that plays like someone's first evening: sensibly, unless something else catches its eye."""

from collections.abc import Sequence
from random import Random

from drlucky.bots.heuristic import SensibleBot
from drlucky.game.actions import Action
from drlucky.game.view import View

DISTRACTED = 0.35


class NoviceBot:
    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)
        self._sense = SensibleBot(self._random.getrandbits(31))

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        if self._random.random() < DISTRACTED:
            return self._random.choice(legal)
        return self._sense.choose(view, legal)
