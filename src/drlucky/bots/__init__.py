"""Bots: they see a view and the legal actions, and nothing else."""

from drlucky.bots.base import Bot, RandomBot
from drlucky.bots.heuristic import NoviceBot, SensibleBot
from drlucky.bots.levels import LEVELS, Level, bot
from drlucky.bots.search import SearcherBot

__all__ = ["LEVELS", "Bot", "Level", "NoviceBot", "RandomBot", "SearcherBot", "SensibleBot", "bot"]
