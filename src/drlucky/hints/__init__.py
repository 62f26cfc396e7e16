"""Hints: the best action for a player to take, its chance to win, and why. All of it from the player's own view."""

from drlucky.hints.hint import hint
from drlucky.hints.model import Hint, Option, Why

__all__ = ["Hint", "Option", "Why", "hint"]
