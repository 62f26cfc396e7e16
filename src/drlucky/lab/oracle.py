"""The oracle: a search with all cards face up, the pile included.

It is no bot, for it is handed the true state. It measures how much there is to win by knowing everything, and so how
near an honest searcher comes."""

from random import Random

from drlucky.bots.search import check_budget, think
from drlucky.game.actions import Action
from drlucky.game.game import Game
from drlucky.search.ismcts import Searcher


class Oracle:
    def __init__(self, seconds: float = 0.5, iterations: int | None = None, seed: int | None = None) -> None:
        check_budget(seconds, iterations)
        self.seconds = seconds
        self.iterations = iterations
        self._random = Random(seed)

    def choose_in(self, game: Game) -> Action:
        """The action to take for the seat that must decide."""
        s, evaluation = game.state, game.setting.evaluation
        searcher = Searcher(s, evaluation, s.decider, self._random.getrandbits(31), open_cards=True)
        think(searcher, self.seconds, self.iterations)
        return game.setting.actions[searcher.best()]
