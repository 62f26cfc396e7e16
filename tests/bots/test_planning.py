"""One plan for a turn: what a searcher weighs against each other, how it keeps to it, and what it burns."""

from collections.abc import Iterator
from itertools import chain, islice

import pytest

import drlucky
from drlucky.bots import SearcherBot, SensibleBot
from drlucky.engine.codes import ANSWER
from drlucky.engine.play import apply, legal
from drlucky.engine.state import State
from drlucky.game.game import Game
from drlucky.game.setup import setting
from drlucky.search.heuristic import luck_of
from drlucky.search.ismcts import Searcher
from drlucky.search.plans import FEWEST, MOST, Plan, plans
from drlucky.search.simulate import SENSIBLY
from drlucky.search.thrift import Spending, spending

EDITIONS = [book.id for book in drlucky.editions()]


def positions(edition: str, seed: int) -> Iterator[Game]:
    """A game between sensible players, at the beginning of each turn."""
    game = drlucky.new(edition, 4, seed=seed)
    bots = [SensibleBot(seat) for seat in range(4)]
    turn = -1
    while game.to_decide is not None and game.state.turn < 40:
        if game.state.turn != turn and game.state.phase != ANSWER:
            turn = game.state.turn
            yield game
        game.play(bots[game.to_decide].choose(game.view(game.to_decide), game.legal))


def after(s: State, plan: Plan) -> State:
    """The position before the last action of a plan; all before it must be legal."""
    there = s.copy()
    for action in plan.actions[:-1]:
        assert action in legal(there)
        apply(there, action)
    assert plan.actions[-1] in legal(there)
    return there


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_plan_spends_more_than_another_that_comes_to_the_same(edition: str) -> None:
    seen = 0
    for game in chain.from_iterable(positions(edition, seed) for seed in (2, 3, 4)):
        found = plans(game.state, 10_000)
        assert found
        assert len(found) <= MOST
        cheapest: dict[tuple[int, ...], int] = {}
        for plan in found:
            there = after(game.state, plan)
            here = game.state.decider
            burnt = luck_of(game.state, here) - luck_of(there, here)
            assert burnt <= plan.cost
            same = (plan.actions[-1], there.laid, there.target, *there.rooms)
            assert same not in cheapest
            cheapest[same] = plan.cost
        seen += 1
    assert seen > 20


def test_with_little_time_only_the_likeliest_plans_are_compared() -> None:
    game = next(positions("kill-1996", seed=2))
    few, many = plans(game.state, 10), plans(game.state, 10_000)
    assert len(few) <= FEWEST < len(many)
    assert [plan.actions for plan in few] == [plan.actions for plan in many[: len(few)]]


def test_an_answer_is_decided_card_by_card() -> None:
    game = drlucky.new("kill-2016", 4, seed=3)
    bots = [SensibleBot(seat) for seat in range(4)]
    while game.state.phase != ANSWER:
        game.play(bots[game.to_decide or 0].choose(game.view(game.to_decide), game.legal))
    assert plans(game.state, 100) == []


@pytest.mark.parametrize("edition", ["kill-1996", "kill-de"])
def test_a_turn_follows_the_plan_that_was_made_when_it_began(edition: str) -> None:
    """A second bot that begins to think in the middle of the turn need not have the same plan."""
    followed = 0
    for game in positions(edition, seed=4):
        seat = game.to_decide
        assert seat is not None
        bot = SearcherBot(iterations=20, seed=1)
        copy = game.copy()
        first = bot.choose(copy.view(seat), copy.legal)
        rest = list(bot._intention.rest)
        copy.play(first)
        for number in rest:
            assert copy.to_decide == seat
            action = bot.choose(copy.view(seat), copy.legal)
            if len(copy.legal) > 1:
                assert action == copy.setting.actions[number]
                followed += 1
            copy.play(action)
    assert followed > 10


def test_a_plan_is_dropped_when_something_else_has_come_up() -> None:
    game = next(positions("kill-1996", seed=4))
    seat = game.to_decide
    assert seat is not None
    bot = SearcherBot(iterations=20, seed=1)
    while not bot._intention.rest:
        bot.choose(game.view(seat), game.legal)
    for _ in range(8):
        game.play(game.legal[0])
    if game.to_decide is not None:
        assert bot.choose(game.view(game.to_decide), game.legal) in game.legal


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_search_that_stops_early_finds_what_it_would_have_found(edition: str) -> None:
    stopped = 0
    for game in islice(positions(edition, seed=6), 30):
        evaluation = game.setting.evaluation
        among = [plan.actions for plan in plans(game.state, 100)]
        whole, short = (Searcher(game.state, evaluation, game.state.decider, 5, plans=among) for _ in range(2))
        if len(legal(game.state)) > 1:
            whole.run(400)
            short.run_until_settled(400)
            assert short.best() == whole.best()
            assert short.iterations <= 400
            stopped += short.iterations < 400
    assert stopped


def test_of_equally_good_actions_the_cheaper_one_is_taken() -> None:
    game = next(positions("kill-2016", seed=1))
    search = Searcher(game.state, game.setting.evaluation, game.state.decider, 1)
    search.run(300)
    best = search.best()
    dear = [1] * game.setting.engine.actions
    assert search.best_of(dear) == best
    dear[best] = 0
    assert search.best_of(dear) == best


# What is burned.


def test_whoever_plays_a_card_to_get_where_a_step_leads_has_wasted_it() -> None:
    wasted = saved = 0
    for game in positions("kill-2016", seed=8):
        s, rules = game.state, game.setting.engine
        for action in legal(s):
            if not rules.jump_at <= action < rules.weapon_at or rules.mover_of[action]:
                continue
            room = rules.cards.room[rules.goal_of[action]]
            if not rules.cards.luck[rules.goal_of[action]]:
                continue
            spent = Spending(s.decider)
            spent.note(s, action)
            there = s.copy()
            apply(there, action)
            spent.note(there, 0)
            near = (rules.house.adjacent[s.stage * rules.house.rooms + s.rooms[s.current]] >> room) & 1
            assert (spent.cards, spent.wasted) == (1, int(near))
            wasted += spent.wasted
            saved += not near
    assert wasted
    assert saved


@pytest.mark.parametrize("edition", EDITIONS)
def test_sensible_players_waste_no_move_cards(edition: str) -> None:
    the_setting = setting(edition, 4)
    turns, _, wasted = spending(the_setting.engine, the_setting.evaluation, SENSIBLY, SENSIBLY, 5, 20)
    assert turns > 100
    assert wasted <= turns // 100


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_searcher_wastes_no_move_cards(edition: str) -> None:
    """Before it had plans it burned 20 to 40 % of them in kill-de. Where they bear no luck there is nothing to burn."""
    the_setting = setting(edition, 4)
    _, cards, wasted = spending(the_setting.engine, the_setting.evaluation, 60, SENSIBLY, 5, 8)
    assert bool(cards) == any(card.luck for card in the_setting.deck.cards if card.kind == "move")
    assert wasted <= cards * 0.02
