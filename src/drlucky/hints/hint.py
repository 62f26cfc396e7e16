"""Finding a hint: a search from what the player can know."""

from random import Random
from time import perf_counter

from drlucky.engine.play import legal
from drlucky.engine.state import State
from drlucky.errors import DrLuckyError
from drlucky.game.determinize import imagine
from drlucky.game.setup import Setting
from drlucky.game.view import View
from drlucky.hints.explain import Grounds
from drlucky.hints.model import Hint, Option
from drlucky.search.estimate import estimate
from drlucky.search.ismcts import Searcher
from drlucky.stats import share

AT_ONCE = 16
"""So many playouts take no time that a person would notice."""


def hint(view: View, *, seconds: float = 1.0, iterations: int | None = None, seed: int | None = None) -> Hint:
    """The best action for the player whose view it is and who must decide.

    Thinks for so many `seconds`, or if given for so many `iterations`, which with a `seed` gives the same hint again.
    Nothing but the view is known to it."""
    until = perf_counter() + seconds
    if not 0 < seconds <= 3600 or (iterations is not None and iterations < 1):
        raise DrLuckyError("a hint needs more than no time: seconds from 0 to 3600, or at least 1 iteration")
    random = Random(seed)
    setting, s = imagine(view, random)
    seat = view.seat
    if seat is None or view.to_decide != seat:
        raise DrLuckyError("a hint is for the player who must decide; take that seat's view")
    thinking = Thinking(setting, s, seat, random.getrandbits(31), until, iterations)
    options = thinking.forced() if len(legal(s)) == 1 else thinking.searched()
    grounds = Grounds(setting, s, seat)
    return Hint(options[0], grounds.of(options[0]), tuple(options[1:]))


class Thinking:
    """What time there is for it: until a moment, or a number of imagined games."""

    def __init__(self, setting: Setting, s: State, seat: int, seed: int, until: float, games: int | None) -> None:
        self.setting = setting
        self.s = s
        self.seat = seat
        self.seed = seed
        self.until = until
        self.games = games

    def goes_on(self, games: int) -> bool:
        if self.games is not None:
            return games < self.games
        return games == 0 or perf_counter() < self.until

    def searched(self) -> list[Option]:
        """All options, the best first: that is the one which the search took most often."""
        searcher = Searcher(self.s, self.setting.evaluation, self.seat, self.seed)
        games = 0
        while self.goes_on(games):
            searcher.run(1)
            games += 1
        best = searcher.best()
        found = sorted(searcher.findings(), key=lambda one: (one[0] != best, -one[1], one[0]))
        return [self.option(action, wins, visits) for action, visits, wins in found]

    def forced(self) -> list[Option]:
        """The only choice, and what it comes to."""
        games = wins = 0
        while self.goes_on(games):
            more = AT_ONCE if self.games is None else self.games
            wins += estimate(self.s, self.seat, more, self.seed + games)[self.seat]
            games += more
        return [self.option(legal(self.s)[0], wins, games)]

    def option(self, number: int, wins: float, games: int) -> Option:
        chance = share(wins, games)
        return Option(self.setting.actions[number], chance.chance, chance.low, chance.high, games)
