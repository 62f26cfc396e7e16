"""This is `drlucky.game.view` now; programs may go on importing it from here."""

from drlucky.game.view import *  # noqa: F403
