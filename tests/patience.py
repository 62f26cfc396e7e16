"""How long a test waits for something that should happen: until it does. On a machine that is busy with other things
everything takes its time, so there is one limit for all tests, which says only that something hangs."""

import time
from collections.abc import Callable

NEVER = 600.0
"""Seconds."""


def wait_until(happened: Callable[[], bool], look_every: float = 0.01) -> None:
    """Returns as soon as it has happened."""
    until = time.monotonic() + NEVER
    while not happened():
        assert time.monotonic() < until, f"{happened} did not happen"
        time.sleep(look_every)
