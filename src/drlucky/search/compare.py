"""Comparing: what one player did, beside what a sensible player would have done in the same place."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from drlucky.engine.codes import ANSWER, OVER, SHUFFLE
from drlucky.engine.play import apply
from drlucky.engine.state import State
from drlucky.search.determinize import determinize, shuffle_pile
from drlucky.search.estimate import OPEN
from drlucky.search.heuristic import sensible
from drlucky.search.playout import shuffle_discards
from drlucky.search.rng import Rng


@final
class Comparison:
    """Of so many pairs of playouts, one after what was done and one after what a sensible player did instead."""

    def __init__(self, seats: int) -> None:
        self.gained: Final[list[int]] = [0] * seats  # by seat: wins after what was done, less those after the other
        self.differed: Final[list[int]] = [0] * seats  # in how many pairs the seat won one and not the other
        self.instead: Final[dict[tuple[int, ...], int]] = {}  # what sensible players did otherwise, and how often


def compare(s: State, seat: int, done: list[int], playouts: int, seed: int) -> Comparison:
    """`done` is what the player who must decide did in a row, until others decided or a card came off the pile.

    Before each pair all that `seat` cannot see is laid out anew, or for OPEN the pile is shuffled. Both playouts of a
    pair begin in the same imagined world and meet the same luck in each turn. Where a sensible player comes to the very
    same, they are the same playout, and nothing is left to chance."""
    seats = s.rules.seats
    found = Comparison(seats)
    buf = vec[i64]([0] * s.rules.actions)
    seeds = Rng(seed)
    for _ in range(playouts):
        rng = Rng(seeds.word())
        taken = shuffle_pile(s, rng) if seat == OPEN else determinize(s, seat, rng)
        other = taken.copy()
        luck = rng.word() & 0x7FFFFFFF
        way = sensible_way(other, rng, buf)
        for action in done:
            apply(taken, action)
        if taken.key() == other.key():
            continue
        instead = tuple(way)
        found.instead[instead] = found.instead.get(instead, 0) + 1
        play_on_with_luck(taken, luck, buf)
        play_on_with_luck(other, luck, buf)
        if taken.winner != other.winner:
            if taken.winner >= 0:
                found.gained[taken.winner] += 1
                found.differed[taken.winner] += 1
            if other.winner >= 0:
                found.gained[other.winner] -= 1
                found.differed[other.winner] += 1
    return found


def sensible_way(s: State, rng: Rng, buf: vec[i64]) -> list[int]:
    """Lets a sensible player decide until others do or a card comes off the pile, and says what they did."""
    seat = s.decider
    turn = s.turn
    pile_at = s.pile_at
    answering = s.phase == ANSWER
    way: list[int] = []
    while s.phase != OVER and s.phase != SHUFFLE and s.decider == seat and s.turn == turn and s.pile_at == pile_at:
        if (s.phase == ANSWER) != answering:
            break
        action = sensible(s, rng, buf)
        way.append(action)
        apply(s, action)
    return way


def play_on_with_luck(s: State, luck: i64, buf: vec[i64]) -> None:
    """Plays sensibly to the end. In each turn the chance is that of this luck and of the turn, whatever came before."""
    turn = s.turn
    rng = Rng((luck << 32) | turn)
    while s.phase != OVER and s.turn < s.rules.turn_limit:
        if s.turn != turn:
            turn = s.turn
            rng = Rng((luck << 32) | turn)
        if s.phase == SHUFFLE:
            shuffle_discards(s, rng)
        else:
            apply(s, sensible(s, rng, buf))
