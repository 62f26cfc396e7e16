"""This is `drlucky.server.ws.messages` now; programs may go on importing it from here."""

from drlucky.server.ws.messages import *  # noqa: F403
