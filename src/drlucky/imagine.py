"""This is `drlucky.game.determinize` now; programs may go on importing it from here."""

from drlucky.game.determinize import *  # noqa: F403
