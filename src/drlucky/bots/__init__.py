"""Bots: they see a view and the legal actions, and nothing else."""

from drlucky.bots.levels import LEVELS, Level, bot
from drlucky.bots.novice import NoviceBot
from drlucky.bots.protocol import Bot
from drlucky.bots.random import RandomBot
from drlucky.bots.searcher import SearcherBot
from drlucky.bots.sensible import SensibleBot

__all__ = ["LEVELS", "Bot", "Level", "NoviceBot", "RandomBot", "SearcherBot", "SensibleBot", "bot"]
