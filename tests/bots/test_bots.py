"""Bots: they play everything, from what they may know, and the better ones better."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from math import sqrt
from random import Random
from time import process_time

import pytest

import drlucky
from drlucky.bots import LEVELS, Bot, NoviceBot, RandomBot, SearcherBot, SensibleBot, bot
from drlucky.conformance import SetUp
from drlucky.engine.codes import DRAW, END, NOBODY, PASS, TURN
from drlucky.engine.play import legal
from drlucky.engine.state import State
from drlucky.errors import DrLuckyError
from drlucky.game.game import Game
from drlucky.game.setup import setting
from drlucky.interpreted import WISH, is_compiled
from drlucky.search.determinize import determinize
from drlucky.search.evaluation import WEIGHTS, Evaluation
from drlucky.search.heuristic import luck_of, sensible_action
from drlucky.search.ismcts import Searcher
from drlucky.search.novice import is_strike, novice_action, own_steps
from drlucky.search.rng import Rng
from drlucky.search.simulate import AT_RANDOM, FIELDS, SENSIBLY, play_batch
from setups import setups


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
    kinds: list[Bot] = [SensibleBot(1), SearcherBot(iterations=3, seed=2), RandomBot(3), NoviceBot(4)]
    play(game, [kinds[seat % 4] for seat in range(game.setting.seats)], decisions=60)
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


def share(edition: str, one: int, others: int, games: int) -> float:
    """How often one wins against three, in every seat alike; each plays by a policy of `batch`."""
    the_setting = setting(edition, 4)
    policies = [one, others, others, others]
    rows = play_batch(the_setting.engine, the_setting.evaluation, policies, True, 7, 0, games, lambda: None)
    winners = rows[FIELDS.index("winner") :: len(FIELDS)]
    return sum(winner == number % 4 for number, winner in enumerate(winners)) / games


def deviations(games: int) -> float:
    """Three standard deviations of a fair share of so many games."""
    return 3 * sqrt(0.25 * 0.75 / games)


@pytest.mark.parametrize("edition", [book.id for book in drlucky.editions()])
def test_sense_beats_chance_in_every_edition(edition: str) -> None:
    """A fair share is a quarter; three standard deviations are far below what is measured."""
    assert share(edition, SENSIBLY, AT_RANDOM, 2000) > 0.25 + deviations(2000)


def test_sense_wins_seven_games_of_ten_in_kill_2016() -> None:
    assert share("kill-2016", SENSIBLY, AT_RANDOM, 6000) > 0.70


@pytest.mark.slow
def test_even_a_short_search_beats_sense_in_kill_2016() -> None:
    """It wins about two games of three; see docs/strength.md for searches of a second."""
    assert share("kill-2016", 150, SENSIBLY, 60) > 0.25 + deviations(60)


def test_a_search_is_the_same_for_the_same_seed_and_iterations() -> None:
    game = drlucky.new("kill-2016", 4, seed=3)
    view, legal = game.view(game.to_decide), game.legal
    chosen = {str(SearcherBot(iterations=200, seed=5).choose(view, legal)) for _ in range(3)}
    assert len(chosen) == 1


SEARCH = """
import json
import drlucky
from drlucky.search.ismcts import Searcher
from drlucky.interpreted import is_compiled
from drlucky.bots import RandomBot
found = []
for edition in drlucky.editions():
    for escape in {False, "escape" in edition.options}:
        game = drlucky.new(edition.id, 4, seed=3, escape=escape)
        bot = RandomBot(5)
        for _ in range(30):
            game.play(bot.choose(game.view(game.to_decide), game.legal))
        search = Searcher(game.state, game.setting.evaluation, game.to_decide, 11)
        search.run(40)
        found.append([search.best(), search.findings()])
print(json.dumps([is_compiled(), found]))
"""


@pytest.mark.slow
def test_a_search_decides_the_same_compiled_and_interpreted() -> None:
    builds = [os.environ, os.environ | {WISH: "1"}]
    outs = [subprocess.run([sys.executable, "-c", SEARCH], env=env, capture_output=True, text=True) for env in builds]
    (compiled, found), (interpreted, again) = (json.loads(out.stdout) for out in outs)
    assert (compiled, interpreted) == (is_compiled(), False)
    assert len(found) == 7
    assert found == again


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_a_search_uses_nothing_hidden(setup: SetUp) -> None:
    """However the cards lie that the seat cannot see, it finds the same."""
    game = setup.game(seed=9)
    play(game, [SensibleBot(seat) for seat in range(game.setting.seats)], decisions=9)
    found = findings_in_twin_worlds(game, open_cards=False)
    assert all(world == found[0] for world in found)


def test_the_oracle_sees_what_is_hidden() -> None:
    found = findings_in_twin_worlds(drlucky.new("kill-2016", 4, seed=1), open_cards=True)
    assert any(world != found[0] for world in found)


def findings_in_twin_worlds(game: Game, open_cards: bool) -> list[list[tuple[int, int, float]]]:
    """What a search finds in worlds that the seat to decide cannot tell apart."""
    seat = game.to_decide
    assert seat is not None
    found = []
    for twin in range(4):
        search = Searcher(determinize(game.state, seat, Rng(twin)), game.setting.evaluation, seat, 1, open_cards)
        search.run(25)
        found.append(search.findings())
    return found


def test_a_game_without_weights_is_searched_to_the_end() -> None:
    game = drlucky.new("kill-2016", 4, seed=1)
    assert len(game.setting.evaluation.weights) == WEIGHTS
    unfitted = Evaluation([])
    assert not unfitted.is_fitted()
    search = Searcher(game.state, unfitted, game.state.decider, 1)
    search.run(50)
    assert {wins for _, visits, wins in search.findings() if visits == 1} <= {0.0, 1.0}


@pytest.mark.parametrize("level", LEVELS)
def test_levels_play(level: str) -> None:
    game = drlucky.new("kill-2016", 3, seed=1)
    quick: list[Bot] = [bot("normal", 1), bot(level, 2), bot("easy", 3)]
    started = process_time()
    play(game, quick, decisions=6)
    assert process_time() - started < 6 * LEVELS[level].seconds + 3
    assert game.view(None).turn or len(game.history[0].moves) == 6


def test_an_unknown_level_is_refused_in_words() -> None:
    with pytest.raises(DrLuckyError, match="the levels are easy, normal, hard, expert"):
        bot("godlike")


def test_a_searcher_keeps_to_its_time() -> None:
    game = drlucky.new("kill-1996", 8, seed=3)
    bot = SearcherBot(seconds=0.2, seed=1)
    bot.choose(game.view(game.to_decide), game.legal)  # the first imagined game makes its tables
    took = []
    for _ in range(3):
        started = process_time()
        bot.choose(game.view(game.to_decide), game.legal)
        took.append(process_time() - started)
    assert min(took) < 0.4, took


@pytest.mark.parametrize("wrong", [{"seconds": 0}, {"seconds": -1}, {"iterations": 0}])
def test_a_searcher_without_time_is_refused_in_words(wrong: dict[str, int]) -> None:
    with pytest.raises(DrLuckyError, match="more than no time"):
        SearcherBot(**wrong)


def decisions_of_a_novice(game: Game) -> Iterator[tuple[State, int]]:
    """Each position in which a beginner had a choice among three others, and what it did."""
    dice = Random(str(game.setting.book.id))
    others: list[Bot] = [SensibleBot(seat) for seat in range(4)]
    while (seat := game.to_decide) is not None and game.state.turn < 120:
        if seat:
            game.play(others[seat].choose(game.view(seat), game.legal))
            continue
        action = novice_action(game.state, dice.getrandbits(31))
        assert action in legal(game.state)
        if len(game.legal) > 1:
            yield game.state.copy(), action
        game.play(game.setting.actions[action])


@pytest.mark.parametrize("edition", [book.id for book in drlucky.editions()])
def test_a_beginner_never_looks_broken(edition: str) -> None:
    """It ends no turn in which it could draw or has not moved yet, hands nobody a game that it could have stopped as
    the last one asked, and spends hardly more cards on walks than there are turns; but it misses chances."""
    turns, walks, strikes, missed = set[tuple[int, int]](), 0, 0, 0
    for deal in range(30):
        for s, action in decisions_of_a_novice(drlucky.new(edition, 4, seed=f"beginner {deal}")):
            rules = s.rules
            turns.add((deal, s.turn))
            if action == END:
                assert DRAW not in legal(s)
                assert not own_steps(s, legal(s)) or s.played
            if action == PASS:
                assert rules.next_asked(s) != NOBODY or luck_of(s, 0) < s.strength - s.luck
            walks += rules.walk_at <= action < rules.weapon_at
            if s.phase == TURN and any(is_strike(s, each) for each in legal(s)):
                strikes += is_strike(s, action)
                missed += not is_strike(s, action)
    assert walks < 0.5 * len(turns)
    assert strikes > missed > 0


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_a_beginner_uses_nothing_hidden(setup: SetUp) -> None:
    game = setup.game(seed=8)
    choose = Random(str(setup))
    for decision in range(80):
        seat = game.to_decide
        if seat is None:
            break
        here = novice_action(game.state, decision)
        assert novice_action(determinize(game.state, seat, Rng(decision)), decision) == here
        game.play(game.setting.actions[here] if choose.random() < 0.7 else choose.choice(game.legal))
