"""This is `drlucky.game.why_not` now; programs may go on importing it from here."""

from drlucky.game.why_not import *  # noqa: F403
from drlucky.game.why_not import Obstacle as Reason  # noqa: F401
