"""Our contestants: random games compiled whole, the same engine driven from Python, copies of a state, and the search.

A search is made from several positions, so that no lucky one decides."""

from itertools import repeat
from random import Random

from drlucky.bench.figures import Contestant, Lap, clock
from drlucky.editions import BOOKS
from drlucky.engine.codes import SHUFFLE
from drlucky.engine.play import advance, apply, legal
from drlucky.engine.state import Rules, State
from drlucky.game.setup import Setting, setting
from drlucky.search.heuristic import sensible_action
from drlucky.search.ismcts import Searcher
from drlucky.search.playout import play_many, random_start, shuffle_discards
from drlucky.search.rng import Rng

PLAYERS = 4
MAIN = "kill-2016"
"""The edition that the goals are about."""
DRIVEN = "driven from Python"
COPY = "copy"
COPY_INTO = "copy_into"
SEARCH = "search"
TURNS = range(20, 60, 5)
"""When our games are stopped for a search: sensible ones take some 76 turns."""


def contestant(name: str) -> Contestant:
    """Playouts by the edition's id, or one of the names above."""
    if name == DRIVEN:
        return driven(whole_board(MAIN).engine)
    if name == COPY:
        return copies(whole_board(MAIN).engine)
    if name == COPY_INTO:
        return copies_into(whole_board(MAIN).engine)
    if name == SEARCH:
        return search(whole_board(MAIN))
    return playouts(whole_board(name).engine)


def whole_board(edition: str) -> Setting:
    closed = "none" if "closed" in BOOKS[edition].options else None
    return setting(edition, PLAYERS, closed=closed)


def playouts(rules: Rules) -> Contestant:
    def play(games: int, seed: int) -> Lap:
        started = clock()
        tally = play_many(rules, games, seed)
        return Lap(clock() - started, games, tally.decisions, checksum=tally.checksum, turns=tally.turns)

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


def search(game: Setting) -> Contestant:
    rng = Rng(1)
    evaluation = game.evaluation
    positions = [midway(game.engine, turn, rng) for turn in TURNS]

    def think(iterations: int, seed: int) -> Lap:
        started = clock()
        for position in positions:
            Searcher(position, evaluation, position.decider, seed).run(iterations)
        done = iterations * len(positions)
        return Lap(clock() - started, done, done)

    return think


def midway(rules: Rules, turn: int, rng: Rng) -> State:
    """A decision with a choice, so many turns into a sensible game; one that ends sooner is dealt anew."""
    state = random_start(rules, rng)
    while state.turn < turn or len(legal(state)) < 2:
        if state.over:
            state = random_start(rules, rng)
        elif state.phase == SHUFFLE:
            shuffle_discards(state, rng)
        else:
            apply(state, sensible_action(state, rng.below(1 << 30)))
    return state
