"""What a bot is."""

from collections.abc import Sequence
from typing import Protocol

from drlucky.game.actions import Action
from drlucky.game.view import View


class Bot(Protocol):
    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """One of the legal actions for the seat whose view it is."""
