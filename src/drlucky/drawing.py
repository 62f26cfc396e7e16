"""This is `drlucky.render.game` now; programs may go on importing it from here."""

from drlucky.render.game import *  # noqa: F403
