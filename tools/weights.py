"""Fits the weights by which a search evaluates positions to games between sensible players, and writes
src/drlucky/search/weights/*.toml. Takes a minute or two with the compiled engine.

A multinomial logistic regression by Newton's method: who wins is a softmax over the seats, and nobody, of weighted
features. Each feature counts with one weight, and with another times the luck still to come."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import drlucky
from drlucky.engine.codes import SHUFFLE, TURN
from drlucky.engine.play import apply
from drlucky.engine.state import Rules
from drlucky.game.setup import setting
from drlucky.search.evaluation import FEATURES, NAMES, features_of
from drlucky.search.heuristic import sensible_action
from drlucky.search.playout import random_start, shuffle_discards
from drlucky.search.rng import Rng

FOLDER = Path("src/drlucky/search/weights")
GAMES = 3000  # for each number of players
PLAYERS = (3, 4, 5, 6)
EVERY = 5  # turns between looks: neighbouring positions tell much the same
RIDGE = 1e-3
Floats = NDArray[np.float64]


def positions(rules: Rules, games: int, seed: int) -> tuple[Floats, NDArray[np.int64]]:
    """What was seen in the course of the games, and who won them; the number after the last seat is nobody."""
    rng = Rng(seed)
    seen: list[list[int]] = []
    winners: list[int] = []
    for game in range(games):
        s = random_start(rules, rng)
        looked_at = -1
        first = len(seen)
        while not s.over:
            if s.phase == SHUFFLE:
                shuffle_discards(s, rng)
                continue
            if s.phase == TURN and s.turn != looked_at and (s.turn + game) % EVERY == 0:
                looked_at = s.turn
                seen.append(features_of(s))
            apply(s, sensible_action(s, rng.word()))
        winners += [s.winner if s.winner >= 0 else rules.seats] * (len(seen) - first)
    return np.array(seen, float), np.array(winners)


def design(seen: Floats) -> Floats:
    """For each position and each seat, and then nobody, all that is weighed: features, features with luck to come, and
    what counts for nobody."""
    luck = seen[:, 0] / 100
    features = seen[:, 3:].reshape(len(seen), -1, FEATURES)
    seats = features.shape[1]
    rows = np.zeros((len(seen), seats + 1, 2 * FEATURES + 4))
    rows[:, :seats, :FEATURES] = features
    rows[:, :seats, FEATURES : 2 * FEATURES] = features * luck[:, None, None]
    rows[:, seats, 2 * FEATURES :] = np.stack([np.ones(len(seen)), seen[:, 1] / 100, luck, seen[:, 2]], axis=1)
    return rows


def fit(groups: list[tuple[Floats, NDArray[np.int64]]]) -> Floats:
    """The weights that make what happened likeliest. A group is of games with the same number of players."""
    total = sum(len(winners) for _, winners in groups)
    scale = np.sqrt(sum((rows**2).sum(axis=(0, 1)) for rows, _ in groups) / total) + 1e-9
    weights = np.zeros(len(scale))
    for _ in range(50):
        slope = RIDGE * weights
        bend = RIDGE * np.eye(len(scale))
        for rows, winners in groups:
            scaled = rows / scale
            scores = scaled @ weights
            odds = np.exp(scores - scores.max(axis=1, keepdims=True))
            odds /= odds.sum(axis=1, keepdims=True)
            expected = np.einsum("ns,nsk->nk", odds, scaled)
            happened = scaled[np.arange(len(winners)), winners]
            slope += (expected - happened).sum(axis=0) / total
            weighted = (scaled * np.sqrt(odds)[:, :, None]).reshape(-1, len(scale))
            bend += (weighted.T @ weighted - expected.T @ expected) / total
        step = np.linalg.solve(bend, slope)
        weights -= step
        if np.abs(step).max() < 1e-5:
            break
    return np.asarray(weights / scale)


def write(name: str, weights: Floats) -> None:
    numbers = [round(float(weight) * 1000) for weight in weights]
    lines = [
        "# Written by `make weights`. For each feature its weight, and what is added to it with all luck to come;",
        "# for nobody: at the start, by the pile gone, by the luck to come, by the stage. In thousandths.",
        f"nobody = {numbers[2 * FEATURES :]}",
        "",
        "[features]",
        *(f"{feature} = [{numbers[at]}, {numbers[FEATURES + at]}]" for at, feature in enumerate(NAMES)),
    ]
    FOLDER.joinpath(f"{name}.toml").write_text("\n".join(lines) + "\n")


def main() -> None:
    for book in drlucky.editions():
        for escape in (False, True) if "escape" in book.options else (False,):
            groups = []
            for players in PLAYERS:
                seen, winners = positions(setting(book.id, players, escape=escape).engine, GAMES, players)
                groups.append((design(seen), winners))
            name = f"{book.id}-escape" if escape else book.id
            write(name, fit(groups))
            print(name, sum(len(winners) for _, winners in groups), "positions", flush=True)


if __name__ == "__main__":
    main()
