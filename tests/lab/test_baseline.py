"""Training by self-play, in a short form of what docs/baseline.md tells of."""

import csv
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from drlucky.bots.learned import read, shipped
from drlucky.lab.vector import Games
from lab.test_examples import example

ppo: Any = example("ppo")
SHORT = ppo.Plan(
    updates=6, games=256, hidden=64, batch=1024, rate=2e-3, last_rate=1e-3, averaging=0.5, keep_every=6, exact=True
)
"""196,608 decisions: a few seconds."""
TINY = replace(SHORT, updates=2, games=32, steps=16, keep_every=1, batch=256)


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


def curve(folder: Path) -> list[dict[str, str]]:
    return list(csv.DictReader((folder / "curve.csv").read_text(encoding="utf-8").splitlines()))


def test_a_few_seconds_of_self_play_beat_chance(tmp_path: Path) -> None:
    """A fair share is 25 %. 60 % of 400 games are sixteen standard errors above that."""
    training = ppo.Training(SHORT, tmp_path)
    before = ppo.share_won(training.average, "random", 100, seed=9)
    training.run(minutes=60)
    after = ppo.share_won(training.average, "random", 100, seed=9)
    assert before.chance < 0.45
    assert after.chance > 0.6
    assert after.is_beyond(before)
    (row,) = curve(tmp_path)
    assert (int(float(row["updates"])), int(float(row["steps"]))) == (6, 196_608)
    assert float(row["random"]) > 0.6


def test_the_same_seed_trains_the_same(tmp_path: Path) -> None:
    def trained(name: str, seed: int) -> Any:
        training = ppo.Training(replace(TINY, seed=seed, keep_every=3), tmp_path / name)
        training.run(minutes=60)
        return training.average.second.weight

    first, same, other = trained("first", 1), trained("same", 1), trained("other", 2)
    assert torch.equal(first, same)
    assert not torch.equal(first, other)


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    ppo.Training(TINY, tmp_path).run(minutes=60)
    first = ppo.Training(TINY, tmp_path)
    assert (first.updates, len(first.league)) == (2, 3)
    first.run(minutes=60)
    assert first.updates == 2, "it was over"
    further = ppo.Training(replace(TINY, updates=3), tmp_path)
    further.run(minutes=60)
    assert further.updates == 3
    assert further.seconds > first.seconds
    assert len(curve(tmp_path)) == 3


def test_what_was_trained_plays_the_same_as_a_bot(tmp_path: Path) -> None:
    """On NumPy alone, from half as many bytes, and more exactly than it was trained: but for near ties they choose the
    same."""
    training = ppo.Training(replace(SHORT, updates=2, keep_every=2, exact=False), tmp_path)
    training.run(minutes=60)
    network = read((tmp_path / "weights.npz").read_bytes())
    games = Games("kill-2016", 4, games=512, seed=3, dtype="float32", skip_forced=True)
    whole = Games("kill-2016", 4, games=512, seed=3, dtype="uint8", skip_forced=True)
    same = total = 0
    for _ in range(8):
        arrays, bare = games.arrays, whole.arrays
        with torch.no_grad():
            logits, _ = training.average(torch.from_numpy(bare.observations), torch.from_numpy(bare.masks))
        chosen = [network.best_action(*row) for row in zip(arrays.observations, arrays.masks, strict=True)]
        same += int((logits.argmax(1).numpy() == np.array(chosen)).sum())
        total += games.games
        games.step(chosen)
        whole.step(chosen)
    assert same / total > 0.95


def test_advantages_are_those_of_each_player_s_own_decisions(tmp_path: Path) -> None:
    """Two games of three decisions by hand: in the first, player 1 wins after the second of them."""
    rollout = ppo.Rollout(Games("kill-2016", 4, games=2, seed=1, dtype="uint8"), 3)
    rollout.players[:3] = torch.tensor([[1, 0], [2, 0], [1, 0]])
    rollout.values[:] = torch.tensor([[0.5, 0.2], [0.25, 0.3], [0.75, 0.6]])
    rollout.ended[0, 1, 0] = True
    rollout.won[1, 0] = torch.tensor([-1 / 3, 1, -1 / 3, -1 / 3])
    found, known = ppo.advantages(rollout, trace=0.5)
    assert known.tolist() == [[True, True], [True, True], [False, False]]
    assert found[:2, 0].tolist() == pytest.approx([0.5, -0.25])
    assert found[:2, 1].tolist() == pytest.approx([0.1 + 0.5 * 0.3, 0.3])


def test_actions_are_drawn_as_the_policy_has_it_and_none_that_is_illegal() -> None:
    torch.manual_seed(1)
    logits = torch.tensor([0.0, ppo.NEVER, 1.0, ppo.NEVER]).repeat(4000, 1)
    drawn = torch.bincount(ppo.sampled(logits), minlength=4) / 4000
    assert drawn[1] == drawn[3] == 0
    assert float(drawn[2]) == pytest.approx(np.e / (1 + np.e), abs=0.03)


def test_the_bot_is_of_the_size_that_is_trained() -> None:
    games = Games("kill-2016", 4, games=1)
    sizes = [(layer.weights.shape, layer.biases.shape) for layer in shipped().layers]
    hidden = ppo.Plan().hidden
    assert sizes == [
        ((hidden, games.size), (hidden,)),
        ((hidden, hidden), (hidden,)),
        ((games.actions, hidden), (games.actions,)),
    ]
