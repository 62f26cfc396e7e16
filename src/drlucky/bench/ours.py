"""Our contestants: random games compiled whole, the same engine driven from Python, and copies of a state."""

from itertools import repeat
from random import Random

from drlucky.bench.lap import Contestant, Lap, clock
from drlucky.editions import BOOKS
from drlucky.engine.codes import SHUFFLE
from drlucky.engine.play import advance, apply, legal
from drlucky.engine.state import Rules, State
from drlucky.game.setup import setting
from drlucky.search.playout import play_many, random_start, shuffle_discards
from drlucky.search.rng import Rng

PLAYERS = 4
MAIN = "kill-2016"
"""The edition that the goals are about."""
DRIVEN = "driven from Python"
COPY = "copy"
COPY_INTO = "copy_into"


def contestant(name: str) -> Contestant:
    """Playouts by the edition's id, or one of the names above."""
    if name == DRIVEN:
        return driven(whole_board(MAIN))
    if name == COPY:
        return copies(whole_board(MAIN))
    if name == COPY_INTO:
        return copies_into(whole_board(MAIN))
    return playouts(whole_board(name))


def whole_board(edition: str) -> Rules:
    closed = "none" if "closed" in BOOKS[edition].options else None
    return setting(edition, PLAYERS, closed=closed).engine


def playouts(rules: Rules) -> Contestant:
    def play(games: int, seed: int) -> Lap:
        started = clock()
        tally = play_many(rules, games, seed)
        return Lap(clock() - started, games, tally.decisions, checksum=tally.checksum)

    return play


def driven(rules: Rules) -> Contestant:
    """One action at a time from plain Python: pick a legal one at random, play it, get the next legal ones."""

    def play(games: int, seed: int) -> Lap:
        rng = Rng(seed)
        random = Random(seed).random
        decisions = 0
        started = clock()
        for _ in range(games):
            state = random_start(rules, rng)
            actions = legal(state)
            while not state.over:
                while actions:
                    actions = advance(state, actions[int(random() * len(actions))])
                    decisions += 1
                if state.phase == SHUFFLE:
                    shuffle_discards(state, rng)
                    actions = legal(state)
        return Lap(clock() - started, games, decisions)

    return play


def middle(rules: Rules) -> State:
    """A state some way into a game."""
    rng = Rng(1)
    state = random_start(rules, rng)
    for _ in range(60):
        actions = legal(state)
        apply(state, actions[rng.below(len(actions))])
    return state


def copies(rules: Rules) -> Contestant:
    state = middle(rules)

    def make(copies: int, seed: int) -> Lap:
        started = clock()
        for _ in repeat(None, copies):
            state.copy()
        return Lap(clock() - started, copies, copies)

    return make


def copies_into(rules: Rules) -> Contestant:
    state = middle(rules)
    other = state.copy()

    def make(copies: int, seed: int) -> Lap:
        started = clock()
        for _ in repeat(None, copies):
            state.copy_into(other)
        return Lap(clock() - started, copies, copies)

    return make
