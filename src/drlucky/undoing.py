"""This is `drlucky.game.undo` now; programs may go on importing it from here."""

from drlucky.game.undo import *  # noqa: F403
