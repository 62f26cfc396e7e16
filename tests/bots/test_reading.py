"""Reading: from what the others did the searcher finds how they play, and wins more for it."""

import json
import os
import subprocess
import sys
from random import Random

import pytest

import drlucky
from drlucky.bots import Bot, Reader, SearcherBot, StyledBot, choice
from drlucky.bots.names import parse
from drlucky.conformance import SetUp
from drlucky.engine.codes import SHUFFLE
from drlucky.engine.play import apply, legal
from drlucky.game.setup import setting
from drlucky.interpreted import WISH, is_compiled
from drlucky.search.heuristic import action_in_style, sensible_action
from drlucky.search.minds import ALL
from drlucky.search.past import Memory
from drlucky.search.playout import random_start, shuffle_discards
from drlucky.search.reading import read
from drlucky.search.rng import Rng
from drlucky.search.simulate import FIELDS, IN_STYLE, NOT_READING, play_batch
from drlucky.search.styles import CAUTIOUS, HOARDING, SENSIBLE, STYLES, THRIFTY, Style
from setups import setups

DECISIONS = 160


def read_after(edition: str, style: Style, seed: int) -> list[list[int]]:
    """What seat 0 makes of three others who play in a style, after so many decisions or at the end of the game."""
    rules = setting(edition, 4).engine
    rng = Rng(seed)
    s = random_start(rules, rng)
    memory = Memory(rules, 0)
    for _ in range(DECISIONS):
        if s.phase == SHUFFLE:
            shuffle_discards(s, rng)
        if s.over:
            break
        action = action_in_style(s, style if s.decider else SENSIBLE, rng.word())
        memory.note(s, action)
        apply(s, action)
    return read(rules, memory.until(s), 0, seed).chances


@pytest.mark.parametrize("edition", ["kill-2016", "save-2000"])
@pytest.mark.parametrize("style", [CAUTIOUS, HOARDING], ids=lambda style: style.name)
def test_the_way_that_others_play_is_found(edition: str, style: Style) -> None:
    """By chance it would be one of six, which is five of thirty."""
    number = STYLES.index(style)
    read_so = [chances for seed in range(10) for chances in read_after(edition, style, seed)[1:]]
    found = sum(chances.index(max(chances)) == number for chances in read_so)
    assert found >= 18, f"{found} of {len(read_so)}"
    assert all(0.99 * ALL < sum(chances) <= ALL for chances in read_so)


@pytest.mark.parametrize("edition", ["kill-2016", "save-2000"])
def test_thrifty_players_are_told_from_sensible_ones(edition: str) -> None:
    """They differ in little: what one of them leaves to the others the other often does too."""
    number = STYLES.index(THRIFTY)

    def chance(style: Style) -> int:
        return sum(chances[number] for seed in range(10) for chances in read_after(edition, style, seed)[1:])

    assert chance(THRIFTY) > 1.4 * chance(SENSIBLE)


READING = """
import json
import drlucky
from drlucky.bots import SensibleBot
from drlucky.interpreted import is_compiled
from drlucky.search.ismcts import Searcher
from drlucky.search.reading import read
found = []
for edition in ("kill-2016", "save-2000"):
    game = drlucky.new(edition, 4, seed=3)
    bot = SensibleBot(5)
    for _ in range(25):
        game.play(bot.choose(game.view(game.to_decide), game.legal))
    seat = game.to_decide
    past = game.past(seat)
    minds = read(game.setting.engine, past, seat, 7)
    search = Searcher(game.state, game.setting.evaluation, seat, 11, minds=minds)
    search.run(20)
    found.append([past, minds.chances, search.findings()])
print(json.dumps([is_compiled(), found]))
"""


def test_the_same_is_read_compiled_and_interpreted() -> None:
    builds = [os.environ, os.environ | {WISH: "1"}]
    outs = [subprocess.run([sys.executable, "-c", READING], env=env, capture_output=True, text=True) for env in builds]
    (compiled, found), (interpreted, again) = (json.loads(out.stdout) for out in outs)
    assert (compiled, interpreted) == (is_compiled(), False)
    assert found == again


def test_before_anything_was_seen_others_are_rather_sensible() -> None:
    game = drlucky.new("kill-2016", 4, seed=1)
    chances = read(game.setting.engine, game.past(0), 0, 1).chances
    assert all(row[0] == max(row) and min(row) > 0 for row in chances)


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_every_set_up_can_be_read(setup: SetUp) -> None:
    """By someone who has seen anything at all, also what no style would do."""
    game = setup.game(seed=2)
    choose = Random(str(setup))
    bot = SearcherBot(iterations=2, seed=3)
    assert isinstance(bot, Reader)
    for decision in range(80):
        seat = game.to_decide
        if seat is None:
            break
        if decision % 16 == 15:
            assert bot.choose_after(game.view(seat), game.legal, game.past(seat)) in game.legal
        game.play(choose.choice(game.legal))


def test_styles_play_legally_and_differently() -> None:
    choose = Random(5)
    told: dict[str, list[int]] = {style.name: [] for style in STYLES}
    for edition in ("kill-de", "kill-2016", "save-2000"):
        game = drlucky.new(edition, 4, seed=5)
        while game.to_decide is not None and game.state.turn < 80:
            for style in STYLES:
                action = action_in_style(game.state, style, 1)
                assert action in legal(game.state)
                told[style.name].append(action)
            assert told["sensible"][-1] == sensible_action(game.state, 1)
            game.play(game.setting.actions[choose.choice(list(told.values()))[-1]])
    assert len({tuple(actions) for actions in told.values()}) == len(STYLES)


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.name)
def test_styles_are_bots_by_name(style: Style) -> None:
    bot = parse(f"style:{style.name}").make(7)
    game = drlucky.new("kill-2016", 3, seed=1)
    assert isinstance(bot, StyledBot)
    assert bot.choose(game.view(game.to_decide), game.legal) in game.legal


def test_only_those_who_read_are_told_the_past() -> None:
    game = drlucky.new("kill-2016", 3, seed=1)
    seat = game.to_decide
    assert seat is not None
    asked = []

    def past() -> list[list[int]]:
        asked.append(seat)
        return game.past(seat)

    bots: list[Bot] = [StyledBot(SENSIBLE, 1), SearcherBot(iterations=5, seed=1)]
    for bot in bots:
        assert choice(bot, game.view(seat), game.legal, past) in game.legal
    assert asked == [seat]


def wins(policy: int, style: Style, games: int) -> int:
    """Of one in kill-de against three who play in a style."""
    the_setting = setting("kill-de", 4)
    others = [IN_STYLE - STYLES.index(style)] * 3
    rows = play_batch(the_setting.engine, the_setting.evaluation, [policy, *others], True, 21, 0, games, lambda: None)
    winners = rows[FIELDS.index("winner") :: len(FIELDS)]
    return sum(winner == number % 4 for number, winner in enumerate(winners))


@pytest.mark.slow
@pytest.mark.parametrize("style", [THRIFTY, CAUTIOUS], ids=lambda style: style.name)
def test_whoever_reads_wins_more(style: Style) -> None:
    """It wins about two games of three, and without reading one of three or fewer."""
    games = 60
    assert wins(200, style, games) > wins(NOT_READING - 200, style, games) + games // 8
