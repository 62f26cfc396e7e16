"""A game in progress: `Game` and `new`, and what they are made of."""

from drlucky.game.game import Game, new

__all__ = ["Game", "new"]
