"""This is `drlucky.game.dealer` now; programs may go on importing it from here."""

from drlucky.game.dealer import *  # noqa: F403
