"""Estimates: how often each seat wins from a position if everyone plays on sensibly."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from drlucky.engine.play import apply
from drlucky.engine.state import State
from drlucky.search.determinize import Worlds, determinize, shuffle_pile
from drlucky.search.minds import Minds
from drlucky.search.playout import play_on
from drlucky.search.rng import Rng
from drlucky.search.styles import MODELS, SENSIBLE

# Instead of a seat:
OPEN: Final = -1  # all cards lie face up but for the order of the pile
ONLOOKER: Final = -2  # somebody who sees no hand at all


def estimate(
    s: State, seat: int, playouts: int, seed: int, minds: Minds | None = None, done: list[int] | None = None
) -> list[int]:
    """How often each seat won, and at the end of the list how often nobody did.

    Before each playout all that `seat` cannot see is laid out anew, for ONLOOKER every hand, or for OPEN the pile is
    shuffled. With what the seat makes of the past, its `minds`, the hidden cards lie as the others' decisions make it
    likely; without, each layout is as likely as any other. If given, what the player who must decide has `done` comes
    first, which has to be possible whatever is hidden.

    Each playout has a seed of its own, so that with the same `seed` the playouts from two positions meet the same luck
    as far as the positions are alike: what differs between them is then less a matter of chance."""
    seats = s.rules.seats
    wins = vec[i64]([0] * (seats + 1))
    buf = vec[i64]([0] * s.rules.actions)
    seeds = Rng(seed)
    # How the others may play is of no use here: the chance is that of sensible players.
    playing = [SENSIBLE] * seats
    worlds: Worlds | None = None
    if minds is not None:
        worlds = Worlds(s, seat, seeds)
    for _ in range(playouts):
        rng = Rng(seeds.word())
        if seat == OPEN:
            imagined = shuffle_pile(s, rng)
        elif minds is not None and worlds is not None:
            imagined = minds.world(worlds, MODELS, playing, rng)
        else:
            imagined = determinize(s, seat, rng)
        if done is not None:
            for action in done:
                apply(imagined, action)
        play_on(imagined, rng, buf, s.rules.turn_limit)
        if imagined.winner < 0:
            wins[seats] += 1
        else:
            wins[imagined.winner] += 1
    return list(wins)
