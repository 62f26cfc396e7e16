"""The PettingZoo environment, judged by PettingZoo's own tests.

Not all of them apply. `max_cycles_test` is for environments that stop after so many cycles; here the turn limit ends a
game. `state_test` is for those with a `state()`, which would hold everyone's cards, and `save_obs_test` for pictures.
`bombardment_test` looks for an observation in what `step` returns, which by `api_test` must be nothing."""

import pickle
from collections.abc import Callable, Iterator
from copy import copy, deepcopy
from inspect import signature
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

from drlucky.engine import codes
from drlucky.errors import DrLuckyError, SetUpError
from drlucky.game.options import OPTIONS
from drlucky.game.why_not import IllegalAction
from drlucky.lab.pettingzoo import env, parallel_env, raw_env
from setups import setups, varied

# PettingZoo's test makes these remarks on every environment with action masks but the seven of its own that it lists.
remarks = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]
pytestmark = remarks


def choice(table: Any, choose: Random) -> int:
    return int(choose.choice(np.flatnonzero(table.observe(table.agent_selection)["action_mask"]).tolist()))


def decisions(table: Any, choose: Random) -> Iterator[str]:
    """Plays at random to the end; before each decision comes who makes it."""
    while not any(table.terminations.values()) and not any(table.truncations.values()):
        yield table.agent_selection
        table.step(choice(table, choose))


@varied
def test_pettingzoo_s_api_test(edition: str, players: int, options: dict[str, Any]) -> None:
    api_test(env(edition, players, **options), num_cycles=150)


@varied
def test_pettingzoo_s_seed_test(edition: str, players: int, options: dict[str, Any]) -> None:
    seed_test(lambda: env(edition, players, **options), num_cycles=60)


@varied
def test_pettingzoo_s_parallel_tests(edition: str, players: int, options: dict[str, Any]) -> None:
    """Through PettingZoo's wrapper for games of turns: everyone hands in an action, and the decider's counts."""
    parallel_api_test(parallel_env(edition, players, **options), num_cycles=150)
    parallel_seed_test(lambda: parallel_env(edition, players, **options), num_cycles=60)


def test_pettingzoo_s_render_test(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(env, {"svg": lambda drawn: drawn.startswith("<svg")})
    assert "Player 1" in capsys.readouterr().out, "human mode prints the board"


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_every_set_up_plays_to_its_end_and_pays_the_winner(setup: Any) -> None:
    choose = Random(str(setup))
    table = raw_env(setup.edition, setup.players, **setup.options)
    table.reset(seed=4)
    for number, agent in enumerate(decisions(table, choose)):
        if number % 25 == 0:
            assert table.observation_space(agent).contains(table.observe(agent))
    paid = sum(table.rewards.values())
    if table.game.winner in table.seats.values():
        assert table.rewards[f"player_{list(table.seats.values()).index(table.game.winner)}"] == 1.0
        assert paid == pytest.approx(0.0)
    else:
        assert set(table.rewards.values()) == {-1.0 / (setup.players - 1)}


def test_nobody_s_victory_is_worth_nothing_when_the_rewards_are_zero_sum() -> None:
    table = raw_env("save-2000", 3, rewards="zero-sum", turn_limit=2)
    table.reset(seed=1)
    list(decisions(table, Random(1)))
    assert table.game.ending == codes.TURN_LIMIT
    assert set(table.rewards.values()) == {0.0}
    assert all(table.truncations.values()), "a game cut off by the turn limit is truncated"
    assert not any(table.terminations.values())


def test_strangers_are_no_agents() -> None:
    table = raw_env("kill-2016", 2)
    assert table.possible_agents == ["player_0", "player_1"]
    assert table.seats == {"player_0": 0, "player_1": 2}


def test_a_stranger_s_victory_is_everyone_s_defeat() -> None:
    table, choose = raw_env("kill-2016", 2), Random(1)
    for seed in range(200):
        table.reset(seed=seed)
        list(decisions(table, choose))
        if table.game.winner in table.setting.strangers:
            assert set(table.rewards.values()) == {-1.0}
            return
    pytest.fail("no Stranger won")


def test_a_mask_is_given_to_the_one_who_is_asked_and_says_what_the_view_says() -> None:
    table = raw_env("kill-de", 4)
    table.reset(seed=2)
    names = table.action_names()
    for number, agent in enumerate(decisions(table, Random(3))):
        if number % 10 == 0:
            for other in table.agents:
                mask = table.observe(other)["action_mask"]
                legal = table.view(table.seats[other]).legal
                assert {names[at] for at in np.flatnonzero(mask)} == set(legal)
                assert bool(legal) == (other == agent)


def test_a_series_of_games_goes_on_from_its_seed() -> None:
    one, two = raw_env(), raw_env()
    one.reset(seed=5)
    two.reset(seed=5)
    first = one.game.key()
    assert first == two.game.key()
    one.reset()
    two.reset()
    assert one.game.key() == two.game.key() != first


def test_an_illegal_action_gets_its_reason_or_ends_the_game() -> None:
    bare = raw_env("kill-2016", 4)
    bare.reset(seed=1)
    attempt = bare.action_names().index("attempt")
    with pytest.raises(IllegalAction, match="Doctor Lucky isn't in your room"):
        bare.step(attempt)
    with pytest.raises(DrLuckyError, match="an action is a number from 0 to 172, not 500"):
        bare.step(500)
    guarded = env("kill-2016", 4)
    guarded.reset(seed=1)
    guarded.step(attempt)
    assert all(guarded.terminations.values())
    assert sorted(guarded.rewards.values())[0] == -1.0


def test_what_does_not_fit_is_refused_in_words() -> None:
    with pytest.raises(SetUpError, match="for 2 to 8 players, not 9"):
        raw_env("kill-2016", 9)
    with pytest.raises(DrLuckyError, match="rewards are win or zero-sum, not 'score'"):
        env(rewards="score")
    with pytest.raises(DrLuckyError, match="the render modes are ansi, human, svg, not 'rgb_array'"):
        env(render_mode="rgb_array")


def test_an_environment_can_be_sent_to_a_worker() -> None:
    sent = pickle.loads(pickle.dumps(raw_env("kill-de", 3, pets="cat")))
    sent.reset(seed=1)
    assert sent.setting.pets == ("cat",)


WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy,
    "deepcopy": deepcopy,
    "pickle": lambda table: pickle.loads(pickle.dumps(table)),
}


@pytest.mark.parametrize("made", [env, raw_env])
@pytest.mark.parametrize("way", WAYS)
@varied
def test_an_environment_has_twins_in_the_middle_of_a_game(
    edition: str, players: int, options: dict[str, Any], way: str, made: Any
) -> None:
    table = made(edition, players, **options)
    table.reset(seed=4)
    choose = Random(6)
    for _ in range(15):
        table.step(choice(table, choose))

    def play_on(one: Any) -> list[Any]:
        choose, seen = Random(9), []
        for _ in range(200):
            if not one.agents or any(one.terminations.values()) or any(one.truncations.values()):
                one.reset()  # the series goes on too
            observation = one.observe(one.agent_selection)
            seen.append((one.agent_selection, observation["observation"].tolist(), dict(one.rewards)))
            one.step(choice(one, choose))
        return seen

    before = table.observe(table.agent_selection)["observation"].tolist()
    twin = WAYS[way](table)
    seen = play_on(twin)
    assert table.observe(table.agent_selection)["observation"].tolist() == before
    assert play_on(table) == seen


@pytest.mark.parametrize("made", [env, parallel_env, raw_env])
def test_every_option_of_a_game_is_one_of_the_environment(made: Any) -> None:
    parameters = signature(made).parameters
    assert {name: parameters[name].default for name in OPTIONS} == {name: o.default for name, o in OPTIONS.items()}
