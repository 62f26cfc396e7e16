"""Bots as classes, good ones and bad ones."""

import time
from collections.abc import Sequence

from drlucky.bots import SensibleBot
from drlucky.game.actions import Action
from drlucky.game.view import View


class Polite(SensibleBot):
    """Plays sensibly, and prints what it thinks: that is no part of its answers."""

    def __init__(self) -> None:
        super().__init__(1)

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        print("I think ...")
        return super().choose(view, legal)


class Raises:
    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        raise ZeroDivisionError("nothing to divide by")


class Sleeps:
    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        time.sleep(1000)
        return legal[0]


class Broken(Raises):
    def __init__(self) -> None:
        raise OSError("no weights found")


class Mute:
    """Has no method to choose."""


NUMBER = 7
