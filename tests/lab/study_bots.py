"""Bots of a user's own, good and bad."""

import os
import signal
from collections.abc import Sequence
from pathlib import Path
from random import Random

from drlucky.game.actions import Action
from drlucky.game.view import View

DIED = "DRLUCKY_TEST_DIED"


class Last:
    """Plays the last of what is legal, and needs no seed."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        return legal[-1]


class Noisy:
    """Takes a seed, and talks while it plays."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        if view.turn == 0:
            print("I am playing")
        return self._random.choice(legal)


class Mortal(Last):
    """Takes its whole process down, but only the first time that anyone of its kind plays."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        died = Path(os.environ[DIED])
        if not died.exists():
            died.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(view, legal)


class Doomed:
    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError("it is dead")


class Broken:
    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        raise ValueError("no idea")


class Cheat:
    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        return Action("win")


class Mute:
    """No bot at all."""
