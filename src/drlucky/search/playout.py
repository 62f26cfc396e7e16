"""Playouts: random deals, and games played on from there, at random or sensibly. All in compiled code."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from drlucky.engine.codes import ENDINGS, OVER, SHUFFLE
from drlucky.engine.deal import begin_with
from drlucky.engine.play import apply
from drlucky.engine.state import Rules, State
from drlucky.engine.turns import reshuffle_with
from drlucky.search.choice import any_action
from drlucky.search.heuristic import in_style, sensible
from drlucky.search.rng import Rng
from drlucky.search.styles import Style


class Tally:
    """What came of a number of games."""

    def __init__(self, seats: int) -> None:
        self.games: int = 0
        self.decisions: int = 0
        self.turns: int = 0
        self.wins: list[int] = [0] * seats
        self.endings: list[int] = [0] * ENDINGS
        self.checksum: int = 0


def random_start(rules: Rules, rng: Rng) -> State:
    """A game before its first decision, with pawns and cards as chance has it."""
    placing = rules.cards.in_order[:]
    deck = rules.cards.in_order[:]
    rng.shuffle(placing)
    rng.shuffle(deck)
    return begin_with(rules, rng.below(len(rules.live)), placing, deck, None)


def shuffle_discards(s: State, rng: Rng) -> None:
    order = vec[i64](s.discards())
    rng.shuffle(order)
    reshuffle_with(s, order)


def play_on(s: State, rng: Rng, buf: vec[i64], until: i64) -> None:
    """Plays sensibly until so many turns are finished or the game is over. `buf` has room for all actions."""
    while s.phase != OVER and s.turn < until:
        if s.phase == SHUFFLE:
            shuffle_discards(s, rng)
        else:
            apply(s, sensible(s, rng, buf))


def play_on_in_style(s: State, styles: list[Style], rng: Rng, buf: vec[i64], until: i64) -> None:
    """The same where each seat has a style."""
    while s.phase != OVER and s.turn < until:
        if s.phase == SHUFFLE:
            shuffle_discards(s, rng)
        else:
            apply(s, in_style(s, styles[s.decider], rng, buf))


def play_out(s: State, rng: Rng) -> i64:
    """Plays at random to the end and says how many decisions that took."""
    decisions: i64 = 0
    while s.phase != OVER:
        if s.phase == SHUFFLE:
            shuffle_discards(s, rng)
        else:
            apply(s, any_action(s, rng))
            decisions += 1
    return decisions


def play_many(rules: Rules, games: int, seed: int) -> Tally:
    """Random games, one after another, all from one seed."""
    rng = Rng(seed)
    tally = Tally(rules.seats)
    checksum: i64 = 0
    decisions: i64 = 0
    turns: i64 = 0
    for _ in range(games):
        s = random_start(rules, rng)
        decisions += play_out(s, rng)
        turns += s.turn
        checksum = mix(checksum, s)
        tally.endings[s.ending] += 1
        if s.winner >= 0:
            tally.wins[s.winner] += 1
    tally.games = games
    tally.decisions = decisions
    tally.turns = turns
    tally.checksum = checksum
    return tally


PRIME: Final = 2147483647  # so that no product overflows, compiled or not


def mix(checksum: i64, s: State) -> i64:
    """Folds how a game ended into a checksum."""
    checksum = (checksum * 69621 + s.turn) % PRIME
    checksum = (checksum * 69621 + s.pile_at) % PRIME
    i: i64
    for i in range(len(s.rooms)):
        checksum = (checksum * 69621 + s.rooms[i]) % PRIME
    for i in range(len(s.hands)):
        checksum = (checksum * 69621 + s.hands[i] % PRIME) % PRIME
    return checksum
