"""One seat as a Gymnasium environment, judged by Gymnasium's own checker; and a policy as a bot."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import drlucky
from drlucky.errors import DrLuckyError
from drlucky.game.encoding import Encoder
from drlucky.lab.gymnasium import PolicyBot, SeatEnv

VARIED: list[tuple[str, int, dict[str, Any]]] = [
    ("kill-1996", 3, {"opponents": ["random", "sensible"]}),
    ("kill-2016", 4, {"closed": "west"}),
    ("kill-2016", 2, {"opponents": "random"}),
    ("kill-2016", 3, {"opponents": "random", "escape": True}),
    ("kill-de", 4, {"board": "bed-and-breakfast", "pets": "both", "player": 2}),
    ("save-2000", 3, {"rewards": "zero-sum"}),
]
varied = pytest.mark.parametrize(("edition", "players", "options"), VARIED, ids=str)


@pytest.mark.filterwarnings("ignore:.*A Box observation space m.* value is")
@varied
def test_gymnasium_s_checker(edition: str, players: int, options: dict[str, Any]) -> None:
    check_env(SeatEnv(edition, players, **options), skip_render_check=True)


@varied
def test_games_are_played_to_their_end_by_the_masks(edition: str, players: int, options: dict[str, Any]) -> None:
    seat = SeatEnv(edition, players, **options)
    for seed in range(3):
        _, info = seat.reset(seed=seed)
        total, over = 0.0, False
        while not over:
            assert (info["action_mask"] == seat.action_masks()).all()
            assert info["action_mask"].any()
            assert seat.game.decider == seat.seat
            action = seat.action_space.sample(info["action_mask"])
            observation, reward, terminated, truncated, info = seat.step(action)
            assert seat.observation_space.contains(observation)
            total += reward
            over = terminated or truncated
        won = seat.game.winner == seat.seat
        assert (total == 1.0) == won
        assert not info["action_mask"].any()


def test_an_illegal_action_ends_the_game() -> None:
    seat = SeatEnv(opponents="random")
    seat.reset(seed=1)
    wrong = int(np.flatnonzero(~seat.action_masks())[0])
    _, reward, terminated, truncated, info = seat.step(wrong)
    assert (reward, terminated, truncated, info["illegal"]) == (-1.0, True, False, True)


def test_what_does_not_fit_is_refused() -> None:
    unfit: list[tuple[dict[str, Any], str]] = [
        ({"opponents": ["random"]}, "there are 3 opponents, and 1 were named"),
        ({"opponents": "genius"}, "there is no bot 'genius'"),
        ({"player": 4}, "from 0 to 3, or None, not 4"),
        ({"render_mode": "human"}, "the render mode is ansi"),
        ({"rewards": "score"}, "rewards are win or zero-sum"),
    ]
    for given, why in unfit:
        with pytest.raises(DrLuckyError, match=why):
            SeatEnv(**given)


def test_the_board_is_shown_and_actions_have_names() -> None:
    seat: gymnasium.Env[Any, Any] = SeatEnv(render_mode="ansi", opponents="random", player=0)
    seat.reset(seed=2)
    assert "Player 1" in str(seat.render())
    assert isinstance(seat, SeatEnv)
    assert seat.action(seat.number_of("draw")) == drlucky.new(seed=1).setting.actions[1]


def test_a_policy_is_a_bot_that_sees_what_it_was_trained_on() -> None:
    game = drlucky.new("kill-2016", 3, seed=4)
    encoder = Encoder(game.setting)

    def policy(observation: Any, mask: Any) -> int:
        assert (observation == encoder.encode(game.state, game.state.decider)).all()
        return int(np.flatnonzero(mask)[-1])

    bot = PolicyBot(policy)
    for _ in range(60):
        if game.to_decide is None:
            break
        legal = game.legal
        chosen = bot.choose(game.view(game.to_decide), legal)
        assert game.number_of(chosen) == max(game.number_of(action) for action in legal)
        game.play(chosen)
