"""The logic puzzle on the failures of the Save deck: its clues, a solver, and what an answer is worth."""

from drlucky.puzzle.answer import is_right
from drlucky.puzzle.model import Category, Clue, Fact, Puzzle, has_clues, puzzle

__all__ = ["Category", "Clue", "Fact", "Puzzle", "has_clues", "is_right", "puzzle"]
