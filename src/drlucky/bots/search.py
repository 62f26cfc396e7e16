"""A bot that thinks ahead: information-set Monte Carlo tree search."""

from collections.abc import Sequence
from random import Random
from time import perf_counter

from drlucky.errors import DrLuckyError
from drlucky.game.actions import Action
from drlucky.game.determinize import imagine
from drlucky.game.view import View
from drlucky.search.ismcts import Searcher
from drlucky.search.past import Past
from drlucky.search.reading import read


class SearcherBot:
    """Searches for so many `seconds`, or if given for so many `iterations`, which makes it play the same again."""

    def __init__(self, seconds: float = 0.5, iterations: int | None = None, seed: int | None = None) -> None:
        check_budget(seconds, iterations)
        self.seconds = seconds
        self.iterations = iterations
        self._random = Random(seed)

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        return self.choose_after(view, legal, [])

    def choose_after(self, view: View, legal: Sequence[Action], past: Past) -> Action:
        """With a past it takes the others to play as they seem to; without one, sensibly."""
        started = perf_counter()
        if len(legal) == 1:
            return legal[0]
        setting, s = imagine(view, self._random)
        minds = read(setting.engine, past, s.decider, self._random.getrandbits(31)) if past else None
        searcher = Searcher(s, setting.evaluation, s.decider, self._random.getrandbits(31), minds=minds)
        think(searcher, self.seconds - (perf_counter() - started), self.iterations)
        return setting.actions[searcher.best()]


def check_budget(seconds: float, iterations: int | None) -> None:
    if not 0 < seconds <= 3600 or (iterations is not None and iterations < 1):
        raise DrLuckyError("a searcher needs more than no time: seconds from 0 to 3600, or at least 1 iteration")


def think(searcher: Searcher, seconds: float, iterations: int | None) -> None:
    """Searches for so many iterations or, without a number, until the time is up; at least one."""
    if iterations is not None:
        searcher.run(iterations)
        return
    until = perf_counter() + seconds
    searcher.run(1)
    while perf_counter() < until:
        searcher.run(1)
