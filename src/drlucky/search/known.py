"""Chances as one seat could know them: from its own cards, and from what the others' decisions tell of theirs.

Whoever passed is likely to hold less, and what was not spent is still held: not every layout of the hidden cards is as
likely as any other. docs/calibration.md tells how often such chances come true."""

from typing import Final

from drlucky.engine.state import State
from drlucky.search.estimate import estimate
from drlucky.search.minds import Minds
from drlucky.search.past import Past
from drlucky.search.reading import FEWEST_LAYOUTS, MOST_LAYOUTS, read

APART: Final = 0x5EED  # so that the luck of reading is not that of the playouts


def minds_for(s: State, seat: int, past: Past, playouts: int, seed: int) -> Minds | None:
    """What a seat makes of the past, with a layout for each of so many playouts as far as there can be so many; None
    without a past."""
    if not past:
        return None
    return read(s.rules, past, seat, seed ^ APART, max(FEWEST_LAYOUTS, min(MOST_LAYOUTS, playouts)))


def estimate_known(
    s: State, seat: int, past: Past, playouts: int, seed: int, done: list[int] | None = None
) -> list[int]:
    """How often each seat won, as `estimate` tells it, from what this one knows of a position and of its past."""
    return estimate(s, seat, playouts, seed, minds_for(s, seat, past, playouts, seed), done)
