"""Bots: they see a view and the legal actions, and nothing else."""

from drlucky.bots.base import Bot
from drlucky.bots.heuristic import SensibleBot
from drlucky.bots.levels import LEVELS, Level, bot
from drlucky.bots.novice import NoviceBot
from drlucky.bots.random import RandomBot
from drlucky.bots.search import SearcherBot

__all__ = ["LEVELS", "Bot", "Level", "NoviceBot", "RandomBot", "SearcherBot", "SensibleBot", "bot"]
