"""Bots: they see a view and the legal actions, and nothing else."""

from collections.abc import Sequence
from typing import Protocol

from drlucky.actions import Action
from drlucky.bots.random import RandomBot
from drlucky.bots.searcher import SearcherBot
from drlucky.bots.sensible import SensibleBot
from drlucky.view import View


class Bot(Protocol):
    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """One of the legal actions for the seat whose view it is."""


__all__ = ["Bot", "RandomBot", "SearcherBot", "SensibleBot"]
