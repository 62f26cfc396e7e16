"""Bots: they see a view and the legal actions, and nothing else."""

from drlucky.bots.base import Bot, RandomBot, Reader, choice
from drlucky.bots.heuristic import NoviceBot, SensibleBot, StyledBot
from drlucky.bots.levels import LEVELS, Level, bot
from drlucky.bots.search import SearcherBot

__all__ = [
    "LEVELS",
    "Bot",
    "Level",
    "NoviceBot",
    "RandomBot",
    "Reader",
    "SearcherBot",
    "SensibleBot",
    "StyledBot",
    "bot",
    "choice",
]
