"""Thinking: how a bot that searches decides, one decision after another. A turn has one plan: what was found at its
first decision is followed until something comes up that was not foreseen."""

from typing import Final, final

from drlucky.engine.codes import ANSWER
from drlucky.engine.play import apply, legal
from drlucky.engine.state import State
from drlucky.search.evaluation import Evaluation
from drlucky.search.ismcts import Searcher
from drlucky.search.minds import Minds
from drlucky.search.plans import A_CARD, Plan, is_foreseen, plans


@final
class Thinking:
    """A search for the best plan of a turn, or the best answer. Whoever begins it runs the searcher."""

    def __init__(self, s: State, evaluation: Evaluation, seed: int, iterations: int, minds: Minds | None) -> None:
        self.s: Final[State] = s
        self.plans: Final[list[Plan]] = plans(s, iterations)
        among = [plan.actions for plan in self.plans]
        self.searcher: Final[Searcher] = Searcher(s, evaluation, s.decider, seed, plans=among, minds=minds)

    def decided(self) -> list[int]:
        """The actions to take: the first now, and the others for as long as things are as foreseen."""
        if self.plans:
            chosen = self.searcher.best_of([plan.cost for plan in self.plans])
            return self.plans[chosen].actions
        return [self.searcher.best_of(costs_of_actions(self.s))]


def costs_of_actions(s: State) -> list[int]:
    """What each action costs: the card that it plays against an attempt, if it plays one."""
    rules = s.rules
    costs: list[int] = [0] * rules.actions
    if s.phase == ANSWER:
        for action in legal(s):
            if action >= rules.answer_at:
                costs[action] = A_CARD + rules.cards.luck[action - rules.answer_at]
    return costs


@final
class Intention:
    """What is left of a plan, and the position in which it goes on."""

    def __init__(self) -> None:
        self.rest: list[int] = []
        self.expected: State | None = None

    def follow(self, s: State) -> int:
        """The next action of the plan; -1 if there is none, or the position is another than was foreseen."""
        expected = self.expected
        if not self.rest or expected is None or not is_foreseen(s, expected):
            self.rest = []
            return -1
        return self.go_on(s, self.rest)

    def go_on(self, s: State, actions: list[int]) -> int:
        """Takes the first of some actions and keeps the others in mind."""
        self.rest = actions[1:]
        self.expected = None
        if self.rest:
            expected = s.copy()
            apply(expected, actions[0])
            self.expected = expected
        return actions[0]
