"""What a bot is, and the simplest one."""

from collections.abc import Sequence
from random import Random
from typing import Protocol, runtime_checkable

from drlucky.game.actions import Action
from drlucky.game.view import View


@runtime_checkable
class Bot(Protocol):
    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """One of the legal actions for the seat whose view it is."""


class RandomBot:
    """Does anything it may."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        return self._random.choice(legal)
