"""Finding a hint: a plan for the turn, by a search from what the player can know.

The search finds what is best. How good it is, playouts say that have nothing to do with the search: of many plans that
are equally good the one that looks best is the one that was lucky, so that a search praises what it has chosen."""

from itertools import cycle, islice
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
from drlucky.search.known import minds_for
from drlucky.search.past import Past
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
LOT = 4
"""Playouts at a time."""
SEARCHING = 0.75
"""Of the time; in the rest it is played out what the plans come to."""
LAYOUTS = 200
"""Of what the others may hold, for those who look at the clock."""


def hint(
    view: View,
    *,
    seconds: float = 1.0,
    iterations: int | None = None,
    seed: int | None = None,
    earlier: Hint | None = None,
    past: Past | None = None,
) -> Hint:
    """The best plan for the player whose view it is and who must decide.

    Thinks for so many `seconds`, or if given for so many `iterations`, which with a `seed` gives the same hint again.
    Nothing is known to it but the view and, if given, the `past` as the player may know it: `Game.past` has it, and
    with it hidden cards are taken to lie as the others' decisions make it likely. With the hint before, `earlier`, it
    goes on with that plan as long as it was followed and nothing came up; and otherwise says what has changed, if the
    turn is still the same."""
    begun = perf_counter()
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
    thinking = Thinking(setting, s, seat, random, past or [], begun, seconds, iterations)
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
    """What time there is for it: so many seconds since it began, or a number of imagined games."""

    def __init__(
        self,
        setting: Setting,
        s: State,
        seat: int,
        random: Random,
        past: Past,
        begun: float,
        seconds: float,
        games: int | None,
    ) -> None:
        self.setting = setting
        self.s = s
        self.seat = seat
        self.seed = random.getrandbits(31)
        self.luck = Random(self.seed)
        """For playouts."""
        self.begun = begun
        self.seconds = seconds
        self.games = games
        self.minds = minds_for(s, seat, past, games or LAYOUTS, random.getrandbits(31))

    def goes_on(self, games: int, share: float) -> bool:
        """Is this share of the time not over yet, or are there more games to be imagined?"""
        if self.games is not None:
            return games < self.games
        return games == 0 or perf_counter() < self.begun + self.seconds * share

    def compared(self) -> tuple[Prospect, list[Option]]:
        """The best plan, and an option for each action that a plan begins with, the best one's first."""
        all_plans = plans(self.setting, self.s, self.seat)
        if len(legal(self.s)) == 1 and len(all_plans) == 1:
            return all_plans[0], self.played_out(all_plans)
        all_plans = all_plans[: max(FEWEST_PLANS, self.possible_games(all_plans[0]) // GAMES_EACH)]
        searcher = self.searcher(all_plans)
        games = 0
        while self.goes_on(games, SEARCHING):
            searcher.run(1)
            games += 1
        found = searcher.findings()
        chosen = keeping_cards(all_plans, found, searcher.best())
        found.sort(key=lambda one: (one[0] != chosen, -one[1], one[0]))
        firsts: dict[int, Prospect] = {}
        for at, _, _ in found:
            firsts.setdefault(all_plans[at].actions[0], all_plans[at])
        return all_plans[chosen], self.played_out(list(firsts.values()))

    def searcher(self, among: list[Prospect]) -> Searcher:
        numbers = [each.actions for each in among]
        evaluation = self.setting.evaluation
        return Searcher(self.s, evaluation, self.seat, self.seed, plans=numbers, minds=self.minds)

    def possible_games(self, plan: Prospect) -> int:
        """How many imagined games there is time for: on a busy machine fewer plans can be told apart."""
        if self.games is not None:
            return self.games
        began = perf_counter()
        self.searcher([plan]).run(AT_ONCE)
        now = perf_counter()
        left = self.begun + SEARCHING * self.seconds - now
        return int(max(0.0, left) / (now - began) * AT_ONCE)

    def played_out(self, among: list[Prospect]) -> list[Option]:
        """What each of these comes to if everyone plays on sensibly. The first, which is told, is played out as often
        as all others together."""
        wins = [0] * len(among)
        games = [0] * len(among)
        others = cycle(range(1, len(among)))
        while self.goes_on(games[0], 1) or not all(games):
            for at in (0, *islice(others, 1)):
                seed = self.luck.getrandbits(31)
                more = LOT if self.games is None else min(LOT, self.games - games[at])
                wins[at] += estimate(self.s, self.seat, more, seed, self.minds, among[at].actions)[self.seat]
                games[at] += more
        return [self.option(*each) for each in zip(among, wins, games, strict=True)]

    def option(self, plan: Prospect, wins: int, games: int) -> Option:
        chance = share(wins, games)
        return Option(self.setting.actions[plan.actions[0]], chance.chance, chance.low, chance.high, games)


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
