"""A bot that plays like a decent person, and fast."""

from collections.abc import Sequence
from random import Random

from drlucky.game.actions import Action
from drlucky.game.determinize import imagine
from drlucky.game.view import View
from drlucky.search.heuristic import sensible_action


class SensibleBot:
    """Rides the doctor's train, draws when it may, strikes when it pays, and answers by its place in the order. It
    counts the cards that were played."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        setting, s = imagine(view, self._random)
        return setting.actions[sensible_action(s, self._random.getrandbits(31))]
