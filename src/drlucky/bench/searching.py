"""Searching: iterations of our tree search, and simulations of OpenSpiel's, which is written in C++.

A contestant searches from several positions, so that no lucky one decides, and is asked for so many iterations at each
of them."""

from collections.abc import Sequence
from importlib import import_module
from random import Random
from typing import Any

from drlucky.bench.lap import Contestant, Lap, clock
from drlucky.bench.ours import MAIN, whole_board
from drlucky.bench.peers import Peer
from drlucky.engine.codes import SHUFFLE
from drlucky.engine.play import apply, legal
from drlucky.engine.state import Rules, State
from drlucky.search.evaluation import Evaluation
from drlucky.search.heuristic import sensible_action
from drlucky.search.ismcts import Searcher
from drlucky.search.playout import random_start, shuffle_discards
from drlucky.search.rng import Rng
from drlucky.search.weights import load_evaluation

SEARCH = "search"
MIDWAY = Peer("OpenSpiel MCTS, hearts midway", "open_spiel", "C++")
DEALT = Peer("OpenSpiel MCTS, hearts just dealt", "open_spiel", "C++")
SEARCHERS = (MIDWAY, DEALT)

TURNS = range(20, 60, 5)
"""When our games are stopped for a search: sensible ones take some 76 turns."""
DECISIONS = range(16, 48, 4)
"""The same parts of a random game of hearts, which takes some 61 decisions."""
EXPLORATION = 2.0
"""Of OpenSpiel's search: what its own example takes."""
MEGABYTES = 1000
"""More than its trees need here, so that none is pruned."""


def contestant(name: str) -> Contestant:
    """Raises ImportError where the peer is not installed."""
    if name == MIDWAY.name:
        return open_spiel_search(DECISIONS)
    if name == DEALT.name:
        return open_spiel_search([0] * len(DECISIONS))
    return search(whole_board(MAIN), load_evaluation(MAIN))


def search(rules: Rules, evaluation: Evaluation) -> Contestant:
    rng = Rng(1)
    positions = [midway(rules, turn, rng) for turn in TURNS]

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


def open_spiel_search(stops: Sequence[int]) -> Contestant:
    """Its ordinary search with one random game to judge by, from a game of hearts for each number of decisions."""
    pyspiel: Any = import_module("pyspiel")
    rules: Any = pyspiel.load_game("hearts")
    random = Random(1)
    positions = [hearts_midway(rules, decisions, random) for decisions in stops]

    def think(simulations: int, seed: int) -> Lap:
        done = 0
        started = clock()
        for position in positions:
            judge = pyspiel.RandomRolloutEvaluator(1, seed)
            # Not "solving" keeps it from stopping early where it has proved what is best.
            bot = pyspiel.MCTSBot(
                rules, judge, EXPLORATION, simulations, MEGABYTES, solve=False, seed=seed, verbose=False
            )
            done += bot.mcts_search(position).explore_count
        return Lap(clock() - started, done, done)

    return think


def hearts_midway(rules: Any, decisions: int, random: Random) -> Any:
    """A decision with a choice, so many decisions into a random game; one that ends sooner is dealt anew."""
    state = rules.new_initial_state()
    made = 0
    while state.is_chance_node() or made < decisions or len(state.legal_actions()) < 2:
        if state.is_terminal():
            state = rules.new_initial_state()
            made = 0
        made += not state.is_chance_node()
        state.apply_action(random.choice(state.legal_actions()))
    return state
