"""Bots: they play everything, from what they may know, and the better ones better."""

from math import sqrt
from random import Random
from time import perf_counter

import pytest

import drlucky
from drlucky.bots import Bot, RandomBot, SearcherBot, SensibleBot
from drlucky.engine.policy import sensible_action
from drlucky.engine.rng import Rng
from drlucky.engine.rollout import determinize, play_match
from drlucky.errors import DrLuckyError
from drlucky.game import Game
from drlucky.setting import setting
from setups import SetUp, setups


def play(game: Game, bots: list[Bot], decisions: int) -> None:
    for _ in range(decisions):
        seat = game.to_decide
        if seat is None:
            break
        legal = game.legal
        action = bots[seat].choose(game.view(seat), legal)
        assert action in legal
        game.play(action)


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_bots_play_every_set_up(setup: SetUp) -> None:
    game = setup.game(seed=4)
    kinds: list[Bot] = [SensibleBot(1), SearcherBot(iterations=3, seed=2), RandomBot(3)]
    play(game, [kinds[seat % 3] for seat in range(game.setting.seats)], decisions=60)
    assert game.view(None).turn > 3 or game.outcome


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_the_sensible_policy_uses_nothing_hidden(setup: SetUp) -> None:
    """However the cards lie that it cannot see, it decides the same."""
    choose = Random(str(setup))
    game = setup.game(seed=6)
    for decision in range(120):
        seat = game.to_decide
        if seat is None:
            break
        here = sensible_action(game.state, decision)
        assert sensible_action(determinize(game.state, seat, Rng(decision)), decision) == here
        game.play(game.setting.actions[here] if choose.random() < 0.7 else choose.choice(game.legal))


def share(edition: str, games: int) -> float:
    """How often one sensible player wins against three who play at random, in every seat alike."""
    engine = setting(edition, 4).engine
    return sum(play_match(engine, 1 << seat, games, seat).wins[seat] for seat in range(4)) / (4 * games)


@pytest.mark.parametrize("edition", [book.id for book in drlucky.editions()])
def test_sense_beats_chance_in_every_edition(edition: str) -> None:
    """A fair share is a quarter; three standard deviations are far below what is measured."""
    games = 500
    assert share(edition, games) > 0.25 + 3 * sqrt(0.25 * 0.75 / (4 * games))


def test_sense_wins_seven_games_of_ten_in_kill_2016() -> None:
    assert share("kill-2016", 1500) > 0.70


def test_a_search_is_the_same_for_the_same_seed_and_iterations() -> None:
    game = drlucky.new("kill-2016", 4, seed=3)
    view, legal = game.view(game.to_decide), game.legal
    chosen = {str(SearcherBot(iterations=200, seed=5).choose(view, legal)) for _ in range(3)}
    assert len(chosen) == 1


def test_a_searcher_keeps_to_its_time() -> None:
    game = drlucky.new("kill-1996", 8, seed=3)
    bot = SearcherBot(seconds=0.2, seed=1)
    bot.choose(game.view(game.to_decide), game.legal)  # the first imagined game makes its tables
    started = perf_counter()
    bot.choose(game.view(game.to_decide), game.legal)
    assert perf_counter() - started < 0.8  # an iteration more, and a busy machine's slack


@pytest.mark.parametrize("wrong", [{"seconds": 0}, {"seconds": -1}, {"iterations": 0}])
def test_a_searcher_without_time_is_refused_in_words(wrong: dict[str, int]) -> None:
    with pytest.raises(DrLuckyError, match="more than no time"):
        SearcherBot(**wrong)
