"""The bot `learned`: a network that found out by itself how a game is played. examples/ppo.py trained it; see
docs/baseline.md."""

import json
from collections.abc import Sequence
from functools import cache
from importlib import resources
from io import BytesIO
from typing import Any, NamedTuple

import numpy as np

from drlucky.bots.policy import Mask, PolicyBot
from drlucky.errors import DrLuckyError
from drlucky.game.actions import Action
from drlucky.game.encoding import Vector
from drlucky.game.view import View


class Layer(NamedTuple):
    weights: Vector
    biases: Vector

    def __call__(self, x: Vector) -> Vector:
        return self.weights @ x + self.biases


class Network(NamedTuple):
    game: dict[str, Any]
    """What it was trained for, as `game_of` tells it."""
    layers: tuple[Layer, ...]

    def best_action(self, observation: Vector, mask: Mask) -> int:
        x = observation
        *hidden, last = self.layers
        for layer in hidden:
            x = np.maximum(layer(x), 0)
        return int(np.where(mask, last(x), -np.inf).argmax())


class LearnedBot(PolicyBot):
    """Does what the network thinks best. It plays the game it was trained for, and no other."""

    def __init__(self) -> None:
        self.network = shipped()
        super().__init__(self.network.best_action)

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        self.check(view)
        return super().choose(view, legal)

    def check(self, view: View) -> None:
        asked = game_of(view)
        different = [
            f"{name}: {known!r}, not {asked[name]!r}"
            for name, known in self.network.game.items()
            if asked[name] != known
        ]
        if different:
            raise DrLuckyError(
                f"the bot learned plays only what it was trained for ({'; '.join(different)}); "
                "examples/ppo.py trains one for another game"
            )


@cache
def shipped() -> Network:
    return read(resources.files("drlucky.bots").joinpath("learned.npz").read_bytes())


def read(data: bytes) -> Network:
    """What examples/ppo.py wrote: the game, and the weights of each layer and its biases, from the first on."""
    with np.load(BytesIO(data)) as kept:
        game, *arrays = (kept[name] for name in kept.files)
    weights = [array.astype(np.float32) for array in arrays]
    layers = (Layer(*pair) for pair in zip(weights[::2], weights[1::2], strict=True))
    return Network(json.loads(str(game)), tuple(layers))


def game_of(view: View) -> dict[str, Any]:
    """What makes it another game than others. A network need not know how long it may last."""
    return {
        "edition": view.edition,
        "players": len(view.players) - len(view.strangers),
        "strangers": len(view.strangers),
        "board": view.board if view.plan is None else "one of your own",
        "layout": view.layout,
        "closed": sorted(view.closed),
        "pets": [name for name, room in (("cat", view.cat), ("dog", view.dog)) if room is not None],
        "escape": view.escape,
        "shorter": list(view.shorter),
    }
