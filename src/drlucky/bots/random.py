"""A bot that does anything it may."""

from collections.abc import Sequence
from random import Random

from drlucky.game.actions import Action
from drlucky.game.view import View


class RandomBot:
    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        return self._random.choice(legal)
