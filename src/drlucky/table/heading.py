"""This is `drlucky.table.summary` now; programs may go on importing it from here."""

from drlucky.table.summary import *  # noqa: F403
