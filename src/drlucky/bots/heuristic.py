"""Bots that play by rules of thumb, without thinking ahead: decent players, each in their way, and a beginner."""

from collections.abc import Sequence
from random import Random

from drlucky.game.actions import Action
from drlucky.game.determinize import imagine
from drlucky.game.view import View
from drlucky.search.heuristic import action_in_style, sensible_action
from drlucky.search.novice import novice_action
from drlucky.search.styles import Style


class SensibleBot:
    """Rides the doctor's train, draws when it may, strikes when it pays, and answers by its place in the order. It
    counts the cards that were played."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        setting, s = imagine(view, self._random)
        return setting.actions[sensible_action(s, self._random.getrandbits(31))]


class StyledBot:
    """Knows the rules as well, and plays with other inclinations: see `drlucky.search.styles`."""

    def __init__(self, style: Style, seed: int | None = None) -> None:
        self.style = style
        self._random = Random(seed)

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        setting, s = imagine(view, self._random)
        return setting.actions[action_in_style(s, self.style, self._random.getrandbits(31))]


class NoviceBot:
    """Plays like someone's first evening: see `drlucky.search.novice`."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        setting, s = imagine(view, self._random)
        return setting.actions[novice_action(s, self._random.getrandbits(31))]
