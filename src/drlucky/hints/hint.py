"""Finding a hint: a plan for the turn, by a search from what the player can know."""

from random import Random
from time import perf_counter

from drlucky.engine.play import apply, legal
from drlucky.engine.state import State
from drlucky.errors import DrLuckyError
from drlucky.game.actions import normal
from drlucky.game.determinize import imagine
from drlucky.game.setup import Setting
from drlucky.game.view import View
from drlucky.hints.explain import Grounds
from drlucky.hints.keeping import followed, plan_of, position, what_changed
from drlucky.hints.model import Hint, Option, Plan
from drlucky.hints.plans import plans
from drlucky.hints.prospects import Prospect
from drlucky.search.estimate import estimate
from drlucky.search.ismcts import Searcher
from drlucky.search.ways import Way
from drlucky.stats import share

GAMES_EACH = 8
"""With fewer imagined games a plan cannot be told from another."""
FEWEST_PLANS = 4
AT_ONCE = 16
"""So many playouts take no time that a person would notice."""
NO_WORSE = 0.01
"""Chances so far apart are told as the same number. Of such plans the one that keeps cards is better."""
TRIED = 0.2
"""A plan that was looked at less often than this share of the best one's is not known well enough to be as good."""


def hint(
    view: View,
    *,
    seconds: float = 1.0,
    iterations: int | None = None,
    seed: int | None = None,
    earlier: Hint | None = None,
) -> Hint:
    """The best plan for the player whose view it is and who must decide.

    Thinks for so many `seconds`, or if given for so many `iterations`, which with a `seed` gives the same hint again.
    Nothing but the view is known to it. With the hint before, `earlier`, it goes on with that plan as long as it was
    followed and nothing came up; and otherwise says what has changed, if the turn is still the same."""
    until = perf_counter() + seconds
    if not 0 < seconds <= 3600 or (iterations is not None and iterations < 1):
        raise DrLuckyError("a hint needs more than no time: seconds from 0 to 3600, or at least 1 iteration")
    random = Random(seed)
    setting, s = imagine(view, random)
    seat = view.seat
    if seat is None or view.to_decide != seat:
        raise DrLuckyError("a hint is for the player who must decide; take that seat's view")
    now = position(setting, s, seat)
    grounds = Grounds(setting, s, seat)
    kept = followed(earlier.plan, now) if earlier else None
    if earlier and kept:
        return gone_on(earlier, kept, setting, s, grounds)
    thinking = Thinking(setting, s, seat, random.getrandbits(31), until, iterations)
    best, options = thinking.compared()
    return Hint(
        options[0],
        grounds.of(best),
        tuple(options[1:]),
        plan_of(setting, s, seat, best.actions),
        what_changed(setting, earlier.plan, now) if earlier else None,
    )


def gone_on(earlier: Hint, plan: Plan, setting: Setting, s: State, grounds: Grounds) -> Hint:
    """What is left of a plan, and what speaks for that. Its chance is the same: nothing new is known."""
    numbers = [setting.numbers[normal(str(action))] for action in plan.rest]
    there = s.copy()
    for number in numbers[:-1]:
        apply(there, number)
    rest = Prospect(setting, s, grounds.seat, Way(numbers, there, 0))
    best = Option(plan.rest[0], earlier.chance, earlier.low, earlier.high, earlier.best.games)
    alternatives = earlier.alternatives if plan.done == earlier.plan.done else ()
    return Hint(best, grounds.of(rest), alternatives, plan)


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

    def compared(self) -> tuple[Prospect, list[Option]]:
        """The best plan, and an option for each action that a plan begins with, the best one's first."""
        all_plans = plans(self.setting, self.s, self.seat)
        if len(legal(self.s)) == 1 and len(all_plans) == 1:
            return all_plans[0], [self.forced()]
        all_plans = all_plans[: max(FEWEST_PLANS, self.possible_games(all_plans[0]) // GAMES_EACH)]
        searcher = self.searcher(all_plans)
        games = 0
        while self.goes_on(games):
            searcher.run(1)
            games += 1
        found = searcher.findings()
        chosen = keeping_cards(all_plans, found, searcher.best())
        found.sort(key=lambda one: (one[0] != chosen, -one[1], one[0]))
        options: dict[int, Option] = {}
        for at, visits, wins in found:
            first = all_plans[at].actions[0]
            options.setdefault(first, self.option(first, wins, visits))
        return all_plans[chosen], list(options.values())

    def searcher(self, among: list[Prospect]) -> Searcher:
        numbers = [each.actions for each in among]
        return Searcher(self.s, self.setting.evaluation, self.seat, self.seed, plans=numbers)

    def possible_games(self, plan: Prospect) -> int:
        """How many imagined games there is time for: on a busy machine fewer plans can be told apart."""
        if self.games is not None:
            return self.games
        began = perf_counter()
        self.searcher([plan]).run(AT_ONCE)
        now = perf_counter()
        return int(max(0.0, self.until - now) / (now - began) * AT_ONCE)

    def forced(self) -> Option:
        """The only choice, and what it comes to."""
        games = wins = 0
        while self.goes_on(games):
            more = AT_ONCE if self.games is None else self.games
            wins += estimate(self.s, self.seat, more, self.seed + games)[self.seat]
            games += more
        return self.option(legal(self.s)[0], wins, games)

    def option(self, number: int, wins: float, games: int) -> Option:
        chance = share(wins, games)
        return Option(self.setting.actions[number], chance.chance, chance.low, chance.high, games)


def keeping_cards(all_plans: list[Prospect], found: list[tuple[int, int, float]], best: int) -> int:
    """The plan that was taken most often, or one that is as good and keeps cards."""
    _, most, wins = next(one for one in found if one[0] == best)
    as_good = [
        (at, visits)
        for at, visits, chances in found
        if visits >= TRIED * most and chances / visits >= wins / most - NO_WORSE
    ]
    as_good.append((best, most))
    return min(as_good, key=lambda one: (all_plans[one[0]].cost[:2], -one[1]))[0]
