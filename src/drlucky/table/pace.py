"""Pace: when a bot's answer is told. It follows from what everyone can see, the level of the bot and the kind of
decision, and never from its cards or from how long it thought."""

from math import ceil

SECONDS = {"turn": 1.2, "walk": 0.8, "lay": 0.8, "answer": 1.2}
"""By the phase of the game."""
DEFAULT = 1.2
SLACK = 0.4
"""What a bot's thinking may take beside its budget: starting it, and waiting for a core."""


def pace(phase: str, budget: float) -> float:
    """Seconds from question to answer for a bot that thinks for up to `budget` seconds."""
    return max(SECONDS.get(phase, DEFAULT), budget + SLACK)


def release(asked: float, seconds: float, ready: float) -> float:
    """When an answer that is ready at some time is told: on time, or if it is late at the next whole multiple of the
    pace, so that its lateness tells little."""
    return asked + seconds * max(1, ceil((ready - asked) / seconds)) if seconds > 0 else ready
