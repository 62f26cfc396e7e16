"""Observed steps: how many decisions a second someone can learn from, each with all that its player may know as numbers
and with a mask of what is legal. Many games at once, and the environments that play one; ours, and those of others.

None of it is needed to run drlucky, so all is imported only when it is asked for."""

from importlib import import_module
from random import Random
from typing import Any

from drlucky.bench.engine import MAIN, PLAYERS
from drlucky.bench.figures import Contestant, Lap, clock
from drlucky.bench.peers import Peer

GAMES = 4096
UNDER_WAY = 300
"""Steps after which games are in all stages: before that there is less to observe."""

AT_ONCE = Peer(f"drlucky, {GAMES:,} games at once", "numpy", "bytes")
RAW = Peer("drlucky raw_env", "pettingzoo", "compiled")
GUARDED = Peer("drlucky env", "pettingzoo", "guarded")
CONNECT_FOUR = Peer("PettingZoo connect_four", "pettingzoo", "Python")
TIC_TAC_TOE = Peer("PettingZoo tictactoe", "pettingzoo", "Python")
LEDUC = Peer("OpenSpiel leduc_poker", "open_spiel", "C++")
GIN = Peer("OpenSpiel gin_rummy, observed", "open_spiel", "C++")
OBSERVERS = (AT_ONCE, RAW, GUARDED, CONNECT_FOUR, TIC_TAC_TOE, LEDUC, GIN)


def contestant(name: str) -> Contestant:
    """Raises ImportError where it is not installed."""
    if name == AT_ONCE.name:
        return at_once()
    if name == RAW.name:
        return environment(import_module("drlucky.lab.pettingzoo").raw_env(MAIN, PLAYERS))
    if name == GUARDED.name:
        return environment(import_module("drlucky.lab.pettingzoo").env(MAIN, PLAYERS))
    if name == CONNECT_FOUR.name:
        return environment(import_module("pettingzoo.classic.connect_four_v3").env())
    if name == TIC_TAC_TOE.name:
        return environment(import_module("pettingzoo.classic.tictactoe_v3").env())
    return open_spiel("leduc_poker" if name == LEDUC.name else "gin_rummy")


def at_once() -> Contestant:
    """So many steps of all games. To choose the actions is timed apart, as a learner would do it in its own way."""
    games: Any = import_module("drlucky.lab.vector").Games(
        MAIN, PLAYERS, games=GAMES, seed=1, dtype="uint8", closed="none"
    )
    for _ in range(UNDER_WAY):
        games.step(games.random_actions())

    def play(steps: int, seed: int) -> Lap:
        choosing = 0.0
        ended = 0
        started = clock()
        for _ in range(steps):
            before = clock()
            actions = games.random_actions()
            choosing += clock() - before
            ended += int(games.step(actions).terminated.sum())
        return Lap(clock() - started, max(1, ended), steps * GAMES, choosing)

    return play


def environment(table: Any) -> Contestant:
    """The loop that PettingZoo's documents show."""
    flatnonzero: Any = import_module("numpy").flatnonzero

    def play(games: int, seed: int) -> Lap:
        random = Random(seed).random
        decisions = 0
        started = clock()
        for number in range(games):
            table.reset(seed=seed + number)
            while True:
                observation, _, terminated, truncated, _ = table.last()
                if terminated or truncated:
                    break
                actions = flatnonzero(observation["action_mask"])
                table.step(int(actions[int(random() * len(actions))]))
                decisions += 1
        return Lap(clock() - started, games, decisions)

    return play


def open_spiel(name: str) -> Contestant:
    """With an observation tensor and a mask for each decision."""
    rules: Any = import_module("pyspiel").load_game(name)

    def play(games: int, seed: int) -> Lap:
        random = Random(seed).random
        decisions = 0
        started = clock()
        for _ in range(games):
            state = rules.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                if not state.is_chance_node():
                    state.observation_tensor()
                    state.legal_actions_mask()
                    decisions += 1
                state.apply_action(actions[int(random() * len(actions))])
        return Lap(clock() - started, games, decisions)

    return play
