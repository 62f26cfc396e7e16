"""The peers: other engines, each driven from Python with random actions through its own ordinary interface.

None of them is needed to run drlucky, so each is imported only when it is asked for."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from random import Random
from typing import Any

from drlucky.bench.figures import Contestant, Lap, clock

INSTALL = "pip install 'drlucky[bench]'"
BATCH = 16
"""Games of OpenSpiel that are dealt before they are played, so that dealing can be timed apart."""


@dataclass(frozen=True)
class Peer:
    """A peer's game; `package` is what pip calls it."""

    name: str
    package: str
    about: str


HEARTS = Peer("OpenSpiel hearts", "open_spiel", "C++")
LEAN_HEARTS = Peer("OpenSpiel hearts, lean", "open_spiel", "C++")
GIN = Peer("OpenSpiel gin_rummy", "open_spiel", "C++")
UNO = Peer("RLCard uno", "rlcard", "Python")
CATAN = Peer("catanatron", "catanatron", "Python")
PEERS = (HEARTS, LEAN_HEARTS, GIN, UNO, CATAN)
MIDWAY = Peer("OpenSpiel MCTS, hearts midway", "open_spiel", "C++")
DEALT = Peer("OpenSpiel MCTS, hearts just dealt", "open_spiel", "C++")
SEARCHERS = (MIDWAY, DEALT)

DECISIONS = range(16, 48, 4)
"""The same parts of a random game of hearts, which takes some 61 decisions."""
EXPLORATION = 2.0
"""Of OpenSpiel's search: what its own example takes."""
MEGABYTES = 1000
"""More than its trees need here, so that none is pruned."""


def contestant(name: str) -> Contestant:
    """Raises ImportError where the peer is not installed."""
    if name == HEARTS.name:
        return open_spiel("hearts")
    if name == LEAN_HEARTS.name:
        return open_spiel_lean("hearts")
    if name == GIN.name:
        return open_spiel("gin_rummy")
    if name == UNO.name:
        return rlcard("uno")
    if name == MIDWAY.name:
        return open_spiel_search(DECISIONS)
    if name == DEALT.name:
        return open_spiel_search([0] * len(DECISIONS))
    return catanatron()


def installed_version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def open_spiel(game: str) -> Contestant:
    """The loop of OpenSpiel's own examples. In these games the outcomes of a chance node are all equally likely, so
    one is drawn as an action is, which is much quicker than drawing by weight."""
    rules: Any = import_module("pyspiel").load_game(game)

    def play(games: int, seed: int) -> Lap:
        random = Random(seed).random
        decisions = 0
        dealing = 0.0
        started = clock()
        for first in range(0, games, BATCH):
            deal = clock()
            states = [rules.new_initial_state() for _ in range(first, min(games, first + BATCH))]
            for state in states:
                while state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(random() * len(outcomes))][0])
            dealing += clock() - deal
            for state in states:
                while not state.is_terminal():
                    if state.is_chance_node():
                        outcomes = state.chance_outcomes()
                        state.apply_action(outcomes[int(random() * len(outcomes))][0])
                    else:
                        actions = state.legal_actions()
                        state.apply_action(actions[int(random() * len(actions))])
                        decisions += 1
        return Lap(clock() - started, games, decisions, dealing)

    return play


def open_spiel_lean(game: str) -> Contestant:
    """The same with the fewest calls that will do, for a game whose only chance is the deal: at a chance node the
    legal actions are its outcomes, and at the end there are none."""
    rules: Any = import_module("pyspiel").load_game(game)

    def play(games: int, seed: int) -> Lap:
        random = Random(seed).random
        decisions = 0
        dealing = 0.0
        started = clock()
        for first in range(0, games, BATCH):
            deal = clock()
            states = [rules.new_initial_state() for _ in range(first, min(games, first + BATCH))]
            for state in states:
                while state.is_chance_node():
                    actions = state.legal_actions()
                    state.apply_action(actions[int(random() * len(actions))])
            dealing += clock() - deal
            for state in states:
                while actions := state.legal_actions():
                    state.apply_action(actions[int(random() * len(actions))])
                    decisions += 1
        return Lap(clock() - started, games, decisions, dealing)

    return play


def rlcard(game: str) -> Contestant:
    """Reset, then step by step; every step hands back the next player's observation with the legal actions."""
    environment: Any = import_module("rlcard").make(game, config={"seed": 1})

    def play(games: int, seed: int) -> Lap:
        environment.seed(seed)
        random = Random(seed).random
        decisions = 0
        started = clock()
        for _ in range(games):
            state, _ = environment.reset()
            while not environment.is_over():
                actions = list(state["legal_actions"])
                state, _ = environment.step(actions[int(random() * len(actions))])
                decisions += 1
        return Lap(clock() - started, games, decisions)

    return play


def catanatron() -> Contestant:
    """Four of its own random players; it has a random board for each game."""
    module: Any = import_module("catanatron")
    limit: int = import_module("catanatron.game").TURNS_LIMIT
    players = [module.RandomPlayer(color) for color in module.Color]

    def play(games: int, seed: int) -> Lap:
        decisions = 0
        started = clock()
        for number in range(games):
            game = module.Game(players, seed=seed * 1_000_000 + number + 1)
            while game.winning_color() is None and game.state.num_turns < limit:
                game.play_tick()
                decisions += 1
        return Lap(clock() - started, games, decisions)

    return play


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
