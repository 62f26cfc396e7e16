"""Games at once: the same games as one at a time, observation for observation."""

import json
import os
import resource
import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pytest

from drlucky.engine import codes
from drlucky.engine.play import apply, legal
from drlucky.errors import DrLuckyError
from drlucky.game.encoding import Encoder
from drlucky.interpreted import WISH
from drlucky.lab.rewards import payoffs
from drlucky.lab.vector import Arrays, Games
from drlucky.search.heuristic import sensible_action
from drlucky.search.playout import mix, random_start, shuffle_discards
from drlucky.search.rng import Rng
from setups import varied


class Single:
    """One game at a time, by the plain functions of the engine."""

    def __init__(self, games: Games, seed: int, rewards: str, skip_forced: bool) -> None:
        self.setting, self.rewards, self.skip_forced = games.setting, rewards, skip_forced
        self.rng = Rng(seed)
        self.state = random_start(self.setting.engine, self.rng)
        self.checksum = 0
        self.earned: list[float] = []
        self.settle()

    def settle(self) -> None:
        self.earned = [0.0] * len(self.setting.live)
        self.ended = ""
        while True:
            if self.state.phase == codes.SHUFFLE:
                shuffle_discards(self.state, self.rng)
            elif self.state.over:
                self.earned = payoffs(self.setting, self.state, self.rewards)
                self.ended = "truncated" if self.state.ending == codes.TURN_LIMIT else "terminated"
                self.checksum = mix(self.checksum, self.state)
                self.state = random_start(self.setting.engine, self.rng)
            elif self.skip_forced and len(legal(self.state)) == 1:
                apply(self.state, legal(self.state)[0])
            else:
                return

    def step(self, action: int) -> None:
        apply(self.state, action)
        self.settle()


@pytest.mark.parametrize("skip_forced", [False, True])
@varied
def test_games_at_once_are_the_games_one_by_one(
    edition: str, players: int, options: dict[str, Any], skip_forced: bool
) -> None:
    seeds = [11, 12, 13]
    games = Games(edition, players, seeds=seeds, skip_forced=skip_forced, **options)
    encoder = Encoder(games.setting)
    singles = [Single(games, seed, options.get("rewards", "win"), skip_forced) for seed in seeds]
    choose = Random(4)
    ended = 0
    for _ in range(500):
        arrays = games.arrays
        for game, single in enumerate(singles):
            s = single.state
            assert np.flatnonzero(arrays.masks[game]).tolist() == sorted(legal(s))
            assert games.setting.live[arrays.players[game]] == s.decider
            assert (arrays.observations[game] == encoder.encode(s, s.decider)).all()
            assert arrays.rewards[game].tolist() == single.earned
            assert arrays.terminated[game] == (single.ended == "terminated")
            assert arrays.truncated[game] == (single.ended == "truncated")
            ended += bool(single.ended)
        actions = [choose.choice(legal(single.state)) for single in singles]
        games.step(actions)
        for single, action in zip(singles, actions, strict=True):
            single.step(action)
    assert ended
    assert games.checksums.tolist() == [single.checksum for single in singles]


def test_bytes_are_the_numbers_and_floats_their_shares() -> None:
    small, large = (Games(games=8, seed=3, dtype=dtype) for dtype in ("uint8", "float32"))
    for _ in range(300):
        for field in small.layout():
            counted = np.rint(large.arrays.observations[:, field.range] * field.scale)
            if field.name == "turn":
                counted = counted * 255 // field.scale
            assert (small.arrays.observations[:, field.range] == counted).all(), field.name
        actions = small.random_actions()
        small.step(actions)
        large.step(actions)


def test_arrays_of_one_s_own_are_written_too() -> None:
    games = Games(games=5, seed=1, dtype="uint8")
    out = Arrays(*(np.zeros_like(array) for array in games.arrays))
    assert games.step(games.random_actions(), out) is out
    for name in Arrays._fields:
        mine, given = getattr(games.arrays, name), getattr(out, name)
        assert np.array_equal(mine, given)
        assert not np.shares_memory(mine, given)


def test_a_game_goes_back_to_its_snapshot() -> None:
    games = Games("kill-1996", 3, games=4, seed=2)
    for _ in range(100):
        games.step(games.random_actions())
    kept = games.snapshot(1)
    before = [array[1].copy() for array in games.arrays[:3]]

    def play_on(place: int) -> list[Any]:
        choose, seen = Random(8), []
        for _ in range(900):
            actions = games.random_actions()
            actions[place] = choose.choice(np.flatnonzero(games.arrays.masks[place]).tolist())
            arrays = games.step(actions)
            seen.append((arrays.observations[place].tobytes(), arrays.rewards[place].tolist()))
        return [seen, games.checksums[place]]

    first = play_on(1)
    games.restore(3, kept)
    assert all((array[3] == was).all() for array, was in zip(games.arrays[:3], before, strict=True))
    assert play_on(3) == first, "chance and all, in any place"


def test_seeds_deal_the_same_again() -> None:
    games = Games("save-2000", 3, games=3, seed=6)
    first = games.arrays.observations.copy()
    for _ in range(20):
        games.step(games.random_actions())
    assert (games.reset(6).observations == first).all()
    assert not (games.reset(7).observations == first).all()
    assert not games.arrays.rewards.any()


def test_what_does_not_fit_is_refused_and_plays_nothing() -> None:
    games = Games(games=3, seed=1)
    before = games.arrays.observations.copy()
    wrong = games.random_actions()
    wrong[2] = np.flatnonzero(~games.arrays.masks[2])[0]
    refused: list[tuple[Any, str]] = [
        (wrong, r"is not legal in game 2"),
        ([0, 0, -1], r"action -1 is not legal in game 2"),
        ([0, 0, 10**6], r"is not legal in game 2"),
        ([0, 0], r"actions are 3 whole numbers"),
        ([0.0, 0.0, 0.0], r"not an array of float64"),
    ]
    for actions, why in refused:
        with pytest.raises(DrLuckyError, match=why):
            games.step(actions)
    assert (games.arrays.observations == before).all()
    unfit: list[tuple[dict[str, Any], str]] = [
        ({"dtype": "int8"}, "observations are uint8 or float32"),
        ({"games": 0}, "there can be 1 to"),
        ({"seeds": [-1]}, "a seed is a whole number"),
        ({"rewards": "score"}, "rewards are win or zero-sum"),
    ]
    for given, why in unfit:
        with pytest.raises(DrLuckyError, match=why):
            Games(**given)
    with pytest.raises(DrLuckyError, match="at least"):
        games.restore(0, [1, 2, 3])
    with pytest.raises(DrLuckyError, match="from 0 to 2"):
        games.snapshot(3)
    with pytest.raises(DrLuckyError, match="there are 3 games, and 2 seeds"):
        games.reset([1, 2])


def test_actions_are_actions_of_a_game() -> None:
    games = Games(games=1, seed=1)
    assert [games.number_of(games.action(number)) for number in range(games.actions)] == list(range(games.actions))
    assert str(games.action(games.number_of("draw"))) == "draw"


SCRIPT = """
import hashlib, json, sys
from drlucky.lab.vector import Games
games = Games("kill-de", 3, games=4, seed=5, dtype="float32", pets="both", closed="none")
seen = hashlib.sha256()
for _ in range(300):
    for array in games.step(games.random_actions()):
        seen.update(array.tobytes())
print(json.dumps([seen.hexdigest(), games.checksums.tolist()]))
"""


def test_both_builds_write_the_same() -> None:
    compiled, interpreted = (
        subprocess.run(
            [sys.executable, "-c", SCRIPT], env=os.environ | more, capture_output=True, text=True, check=True
        )
        for more in ({}, {WISH: "1"})
    )
    assert json.loads(compiled.stdout) == json.loads(interpreted.stdout)


@pytest.mark.slow
def test_memory_stays_flat() -> None:
    """Ten million steps: many thousand games, each with a new state and piles of its own."""
    games = Games(games=2048, seed=1, dtype="uint8")
    for number in range(10_000_000 // 2048):
        games.step(games.random_actions())
        if number == 500:
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 4000


def test_sensible_actions_are_what_sense_says_and_leave_the_games_alone() -> None:
    games, untouched = (Games("kill-2016", 4, games=32, seed=5, skip_forced=True) for _ in range(2))
    decided = 0
    for _ in range(40):
        actions = games.sensible_actions()
        assert games.arrays.masks[np.arange(32), actions].all()
        for game, action in enumerate(actions.tolist()):
            # Ties are broken by lot: it is among what is done by one lot or another.
            likely = {sensible_action(games._batch.states[game], seed) for seed in range(200)}
            decided += len(likely) == 1
            assert action in likely
        games.step(actions)
        untouched.step(actions)
    assert decided > 32 * 40 / 2, "mostly there is no tie"
    for name in Arrays._fields:
        assert np.array_equal(getattr(games.arrays, name), getattr(untouched.arrays, name))


def test_sensible_actions_of_some_games() -> None:
    games = Games("kill-2016", 4, games=8, seed=5)
    assert len(games.sensible_actions([])) == 0
    some = games.sensible_actions([6, 1])
    assert games.arrays.masks[[6, 1], some].all()
    for wrong, words in ((8, "games are numbered from 0 to 7, not 8"), (-1, "from 0 to 7, not -1")):
        with pytest.raises(DrLuckyError, match=words):
            games.sensible_actions([0, wrong])
    with pytest.raises(DrLuckyError, match="a row of whole numbers, not an array of float64 with the shape \\(1, 1\\)"):
        games.sensible_actions([[0.5]])
