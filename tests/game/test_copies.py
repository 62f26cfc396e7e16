"""Games in progress survive `copy`, `deepcopy` and a pickle, and no twin moves the other."""

import pickle
from collections.abc import Callable
from copy import copy, deepcopy
from random import Random

import pytest

import drlucky
from drlucky.conformance import SetUp
from drlucky.game import Game
from drlucky.game.replay import load

WAYS: dict[str, Callable[[Game], Game]] = {
    "copy": copy,
    "deepcopy": deepcopy,
    "method": Game.copy,
    "pickle": lambda game: pickle.loads(pickle.dumps(game)),
}
SETUPS = [
    SetUp("kill-1996", 3, {"no_threes": True}),
    SetUp("kill-2016", 2, {"pets": "cat", "closed": "none"}),
    SetUp("kill-de", 5, {"escape": True}),
    SetUp("save-2000", 4, {}),
]


def play_on(game: Game, decisions: int, seed: int) -> None:
    choose = Random(seed)
    for _ in range(decisions):
        if game.to_decide is None:
            return
        game.play(choose.choice(game.legal))


def all_of(game: Game) -> tuple[object, ...]:
    return game.state.key(), game.events, game.record(secret=True), game.copies, [game.view(s) for s in range(3)]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_a_twin_is_the_same_game_and_goes_its_own_way(setup: SetUp, way: str) -> None:
    game = setup.game(seed=3)
    play_on(game, 90, seed=1)
    before = all_of(game)
    twin = WAYS[way](game)
    assert all_of(twin) == before
    play_on(twin, 400, seed=2)
    assert all_of(game) == before, "what is played in the twin leaves the game as it is"
    after = all_of(twin)
    play_on(game, 400, seed=2)
    assert all_of(game) == after, "and both deal and shuffle the same"


def test_a_twin_s_record_replays() -> None:
    game = drlucky.new("kill-1996", 3, seed=5)
    play_on(game, 60, seed=1)
    twin = game.copy()
    play_on(twin, 10_000, seed=4)
    assert twin.outcome is not None
    assert load(twin.record()).state.key() == twin.state.key()


def test_a_game_after_the_game_survives_too() -> None:
    game = drlucky.new("kill-2016", 4, seed=5)
    play_on(game, 10_000, seed=1)
    haunted = game.escape(seed=9)
    play_on(haunted, 30, seed=2)
    twin = pickle.loads(pickle.dumps(haunted))
    assert all_of(twin) == all_of(haunted)
