"""Estimates: how often each seat wins from a position if everyone plays on sensibly."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from drlucky.engine.state import State
from drlucky.search.determinize import determinize, shuffle_pile
from drlucky.search.playout import play_on
from drlucky.search.rng import Rng

# Instead of a seat:
OPEN: Final = -1  # all cards lie face up but for the order of the pile
ONLOOKER: Final = -2  # somebody who sees no hand at all


def estimate(s: State, seat: int, playouts: int, seed: int) -> list[int]:
    """How often each seat won, and at the end of the list how often nobody did.

    Before each playout all that `seat` cannot see is laid out anew, for ONLOOKER every hand, or for OPEN the pile is
    shuffled. Each playout has a seed of its own, so that with the same `seed` the playouts from two positions meet the
    same luck as far as the positions are alike: what differs between them is then less a matter of chance."""
    seats = s.rules.seats
    wins = vec[i64]([0] * (seats + 1))
    buf = vec[i64]([0] * s.rules.actions)
    seeds = Rng(seed)
    for _ in range(playouts):
        rng = Rng(seeds.word())
        if seat == OPEN:
            imagined = shuffle_pile(s, rng)
        else:
            imagined = determinize(s, seat, rng)
        play_on(imagined, rng, buf, s.rules.turn_limit)
        if imagined.winner < 0:
            wins[seats] += 1
        else:
            wins[imagined.winner] += 1
    return list(wins)
