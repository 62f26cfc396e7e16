"""This is `drlucky.game.actions` now; programs may go on importing it from here."""

from drlucky.game.actions import *  # noqa: F403
