"""What a bot is, and the simplest one."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol, runtime_checkable

from drlucky.game.actions import Action
from drlucky.game.view import View
from drlucky.search.past import Past


@runtime_checkable
class Bot(Protocol):
    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """One of the legal actions for the seat whose view it is."""


@runtime_checkable
class Reader(Bot, Protocol):
    """A bot that draws conclusions from what the others did."""

    def choose_after(self, view: View, legal: Sequence[Action], past: Past) -> Action:
        """The same where it is known what happened before: all that the seat may know of it, as `Game.past` tells."""


@runtime_checkable
class Particular(Bot, Protocol):
    """A bot that does not play every game."""

    def check(self, view: View) -> None:
        """Refuses a game that it cannot play. Any view says which game it is, a spectator's too."""


def choice(bot: Bot, view: View, legal: Sequence[Action], past: Callable[[], Past]) -> Action:
    """What a bot chooses; one that reads the others is told the past."""
    return bot.choose_after(view, legal, past()) if isinstance(bot, Reader) else bot.choose(view, legal)


class RandomBot:
    """Does anything it may."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        return self._random.choice(legal)
