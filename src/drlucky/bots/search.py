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
from drlucky.search.reading import layouts_for, read
from drlucky.search.thinking import Intention, Thinking

AT_A_TIME = 32
"""Iterations between two looks at the clock."""
IN_TIME = 2000
"""Whoever searches by the clock compares as many plans and layouts as with so many iterations."""


class SearcherBot:
    """Searches for so many `seconds`, or if given for so many `iterations`, which makes it play the same again."""

    def __init__(self, seconds: float = 0.5, iterations: int | None = None, seed: int | None = None) -> None:
        check_budget(seconds, iterations)
        self.seconds = seconds
        self.iterations = iterations
        self._random = Random(seed)
        self._intention = Intention()

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        return self.choose_after(view, legal, [])

    def choose_after(self, view: View, legal: Sequence[Action], past: Past) -> Action:
        """With a past it reads what the others may hold and how they seem to play; without one, they play sensibly."""
        started = perf_counter()
        if len(legal) == 1:
            return legal[0]
        setting, s = imagine(view, self._random)
        planned = self._intention.follow(s)
        if planned >= 0:
            return setting.actions[planned]
        iterations = self.iterations or IN_TIME
        seed = self._random.getrandbits(31)
        minds = read(setting.engine, past, s.decider, seed, layouts_for(iterations)) if past else None
        thinking = Thinking(s, setting.evaluation, self._random.getrandbits(31), iterations, minds)
        think(thinking.searcher, self.seconds - (perf_counter() - started), self.iterations)
        return setting.actions[self._intention.go_on(s, thinking.decided())]


def check_budget(seconds: float, iterations: int | None) -> None:
    if not 0 < seconds <= 3600 or (iterations is not None and iterations < 1):
        raise DrLuckyError("a searcher needs more than no time: seconds from 0 to 3600, or at least 1 iteration")


def think(searcher: Searcher, seconds: float, iterations: int | None) -> None:
    """Searches for so many iterations or, without a number, until the time is up; at least once. It ends before that
    when nothing can change any more what it has found."""
    if iterations is not None:
        searcher.run_until_settled(iterations)
        return
    started = perf_counter()
    searcher.run(1)
    while (passed := perf_counter() - started) < seconds:
        possible = int(searcher.iterations / passed * (seconds - passed))
        if searcher.iterations > AT_A_TIME and searcher.is_settled(possible):
            return
        searcher.run(AT_A_TIME)
