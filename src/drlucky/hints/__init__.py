"""Hints: the best plan for a player's turn, its chance to win, and why. All of it from the player's own view."""

from drlucky.hints.hint import hint
from drlucky.hints.model import Hint, Option, Plan, Why

__all__ = ["Hint", "Option", "Plan", "Why", "hint"]
