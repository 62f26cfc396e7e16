"""Compares the speed of this checkout with another one, such as an earlier commit, in one run.

    .venv/bin/python tools/compare.py /path/to/other/checkout/.venv/bin/python
    .venv/bin/python tools/compare.py --only "a turn" /path/to/other/checkout/.venv/bin/python
    .venv/bin/python tools/compare.py --instructions /path/to/other/checkout/.venv/bin/python
    .venv/bin/python tools/compare.py --server /path/to/other/checkout/.venv/bin/python

Both must be installed and compiled. Each plays in a process of its own on the same core; the two take turns, only their
own processor time is counted, and the best lap of each is taken, which a busy neighbour has disturbed least. Where a
process happens to lie in memory makes a difference of some hundredths, so there are several races with new processes;
what is printed is the median and the range. Above 1 this checkout is the faster one.

Random games need not be the same ones in both: there it is the time for a turn. With --instructions it is how many
instructions a turn takes, counted by callgrind (valgrind must be there), which no neighbour changes.

With --server it is the processor time that a server takes for a move, with 1,000 people at 250 tables who make 500
moves a second. The servers take turns under the same load; the smaller the share, the better."""

import argparse
import json
import os
import re
import subprocess
import sys
from collections import deque
from collections.abc import Callable
from functools import partial
from importlib import import_module
from itertools import count as numbers
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, NamedTuple

import drlucky
from drlucky.bots import SearcherBot

# Where the functions of the engine are, and where they were before search had a folder of its own.
PLACES = {
    "legal": ("drlucky.engine.play",),
    "apply": ("drlucky.engine.play",),
    "play_many": ("drlucky.search.playout", "drlucky.engine.rollout"),
    "play_out": ("drlucky.search.playout", "drlucky.engine.rollout"),
    "random_start": ("drlucky.search.playout", "drlucky.engine.rollout"),
    "shuffle_discards": ("drlucky.search.playout", "drlucky.engine.rollout"),
    "Rng": ("drlucky.search.rng", "drlucky.engine.rng"),
    "estimate": ("drlucky.search.estimate", "drlucky.engine.estimate"),
}
EDITIONS = tuple(book.id for book in drlucky.editions())
PLAYERS = 4
SET_UPS: dict[str, tuple[str, int, dict[str, Any]]] = {
    **{f"{edition}, {PLAYERS} players": (edition, PLAYERS, {}) for edition in EDITIONS},
    **{
        f"{edition}, {name}": (edition, players, options)
        for edition in ("kill-2016", "kill-de")
        for name, players, options in (
            ("whole house", PLAYERS, {"closed": "none"}),
            ("2 players and Strangers", 2, {}),
            ("both pets", PLAYERS, {"pets": "both"}),
            ("Escape", PLAYERS, {"escape": True}),
        )
    },
}
"""Every edition, and every variant that plays differently."""
A_TURN = "a turn, "
GAMES = 150
COUNTED_GAMES = 40
"""Those whose instructions are counted: fewer, as that takes fifty times as long."""
SEED = 7
SERVE = "--serve"
COUNT = "--count"
LAPS = 15
SECONDS = 15.0
"""Of moves that are measured, for each server in each round."""
Work = Callable[[], object]
"""Does a fixed amount of work, which takes some hundredths of a second, and says what came of it."""


class Share(NamedTuple):
    """How much of something, such as turns, there was in the work: what counts is the time for one."""

    amount: int


def find(name: str) -> Any:
    for module in PLACES[name]:
        try:
            return getattr(import_module(module), name)
        except ModuleNotFoundError:
            continue
    raise ModuleNotFoundError(f"{name} is in none of {', '.join(PLACES[name])}")


def rules_of(name: str) -> Any:
    edition, players, options = SET_UPS[name]
    return drlucky.new(edition, players, seed=1, **options).setting.engine


def turns_in(rules: Any, games: int) -> int:
    """Of the games that `play_many` plays; in ac820c1 it does not say it."""
    start, play_out, rng = find("random_start"), find("play_out"), find("Rng")(SEED)
    turns = 0
    for _ in range(games):
        state = start(rules, rng)
        play_out(state, rng)
        turns += state.turn
    return turns


def random_games(name: str) -> Work:
    rules, play_many = rules_of(name), find("play_many")
    share = Share(turns_in(rules, GAMES))

    def play() -> Share:
        play_many(rules, GAMES, SEED)
        return share

    return play


def environment(name: str) -> Work:
    """Steps in PettingZoo, as its documents show them."""
    table = getattr(import_module("drlucky.lab.pettingzoo"), name)("kill-2016", PLAYERS)
    flatnonzero = import_module("numpy").flatnonzero

    def play() -> Share:
        random, steps = Random(3).random, 0
        for seed in range(5):
            table.reset(seed=seed)
            while True:
                observation, _, terminated, truncated, _ = table.last()
                if terminated or truncated:
                    break
                actions = flatnonzero(observation["action_mask"])
                table.step(int(actions[int(random() * len(actions))]))
                steps += 1
        return Share(steps)

    return play


def tensors(name: str) -> Work:
    """What the one who decides sees, of a hundred states of one game in OpenSpiel."""
    import_module("drlucky.lab.openspiel")
    game = import_module("pyspiel").load_game("drlucky(edition=kill-2016,players=4,closed=west)")
    state, random = game.new_initial_state(), Random(5).random
    states: list[Any] = []
    while len(states) < 100 and not state.is_terminal():
        if not state.is_chance_node():
            states.append(state.clone())
        actions = state.legal_actions()
        state.apply_action(actions[int(random() * len(actions))])
    observer = game.make_py_observer()

    def look() -> None:
        for seen in states:
            player = seen.current_player()
            if name == "set_from":
                observer.set_from(seen, player)
            else:
                getattr(seen, name)(player)

    return look


def driven() -> int:
    """One action at a time from Python, in two calls."""
    legal, apply, start, rng = find("legal"), find("apply"), find("random_start"), find("Rng")(3)
    rules = drlucky.new("kill-2016", PLAYERS, seed=1).setting.engine
    random = Random(3).random
    decisions = 0
    for _ in range(120):
        state = start(rules, rng)
        while actions := legal(state):
            apply(state, actions[int(random() * len(actions))])
            decisions += 1
    return decisions


def midway() -> drlucky.Game:
    """A game of which a third has been played."""
    game = drlucky.new("kill-2016", PLAYERS, seed=1)
    random = Random(1)
    for _ in range(100):
        game.play(random.choice(game.legal))
    return game


def copies() -> Work:
    state = midway().state

    def copy() -> None:
        # Kept for a while, since a single one would always lie in the same place, be that a good or a bad one.
        for _ in range(500):
            deque((state.copy() for _ in range(500)), maxlen=500)

    return copy


def search() -> Work:
    game = midway()
    while len(game.legal) < 4:
        game.play(game.legal[0])
    seat = game.to_decide
    assert seat is not None
    view, legal = game.view(seat), game.legal
    return lambda: str(SearcherBot(iterations=3000, seed=1).choose(view, legal))


def estimate() -> Work:
    state, of = midway().state, find("estimate")
    return lambda: of(state, 0, 300, 1)


def deals(edition: str) -> Work:
    """New games in a set-up that was played before, so that its tables are kept."""

    def deal() -> None:
        for seed in range(100):
            drlucky.new(edition, PLAYERS, seed=seed)

    return deal


def first_set_up() -> Work:
    """New games of every edition in a set-up that was never played: each has a turn limit of its own."""
    limits = numbers(1001)

    def set_up() -> None:
        for edition in EDITIONS:
            for seed in range(5):
                drlucky.new(edition, PLAYERS, seed=seed, turn_limit=next(limits))

    return set_up


MEASURES: dict[str, Callable[[], Work]] = {
    **{A_TURN + name: partial(random_games, name) for name in SET_UPS},
    "driven from Python": lambda: driven,
    "copies of a state": copies,
    "tree search": search,
    "estimates": estimate,
    **{f"a new game, {edition}": partial(deals, edition) for edition in EDITIONS},
    "a new set-up": first_set_up,
    "a step of raw_env": lambda: environment("raw_env"),
    "a step of env": lambda: environment("env"),
    "an observation_tensor": lambda: tensors("observation_tensor"),
    "an information_state_tensor": lambda: tensors("information_state_tensor"),
    "an observer's set_from": lambda: tensors("set_from"),
}


def serve() -> None:
    """In the process of a checkout: does what each line names, and says how long it took and what came of it."""
    ready: dict[str, Work] = {}
    for line in sys.stdin:
        name = line.strip()
        if name not in ready:
            ready[name] = MEASURES[name]()
        started = process_time()
        result = ready[name]()
        seconds = process_time() - started
        if isinstance(result, Share):
            seconds, result = seconds / result.amount, None
        print(json.dumps([seconds, result]), flush=True)


class Checkout:
    """A process that runs what a checkout has installed."""

    def __init__(self, python: str, environment: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            [python, __file__, SERVE], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def measure(self, name: str) -> tuple[float, object]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(name + "\n")
        self.process.stdin.flush()
        seconds, result = json.loads(self.process.stdout.readline())
        return seconds, result

    def close(self) -> None:
        self.process.terminate()
        self.process.communicate()


def race(pythons: tuple[tuple[str, dict[str, str]], ...], name: str) -> float:
    """How many times as fast the first is as the second in new processes, by the best lap of each."""
    checkouts = [Checkout(*python) for python in pythons]
    try:
        results = [checkout.measure(name)[1] for checkout in checkouts]  # the first lap is for warming up
        if results[0] != results[1]:
            print(f"not the same work: {name} came to {results[0]} and {results[1]}", file=sys.stderr)
        laps = [[checkout.measure(name)[0] for checkout in checkouts] for _ in range(LAPS)]
    finally:
        for checkout in checkouts:
            checkout.close()
    mine, theirs = min(lap[0] for lap in laps), min(lap[1] for lap in laps)
    return theirs / mine


def count() -> None:
    """In the process of a checkout, under callgrind: plays games of the set-up that is named, and says how many turns
    they had."""
    rules = rules_of(sys.argv[2])
    print(turns_in(rules, COUNTED_GAMES), flush=True)
    find("play_many")(rules, COUNTED_GAMES, SEED)


def instructions(python: str, environment: dict[str, str], name: str) -> float:
    """Those of a turn."""
    with TemporaryDirectory() as folder:
        callgrind = ("valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out")
        asked = subprocess.run(
            [*callgrind, "--toggle-collect=CPyPy_*play_many", python, __file__, COUNT, name],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
    collected = re.search(r"Collected : (\d+)", asked.stderr)
    assert collected is not None
    return int(collected[1]) / int(asked.stdout)


def compare_instructions(pythons: tuple[tuple[str, dict[str, str]], ...], names: list[str]) -> None:
    print("| instructions of a turn | the other | this one | times fewer |\n|---|--:|--:|--:|")
    for name in names:
        mine, theirs = (instructions(*python, name) for python in pythons)
        print(f"| {name} | {theirs:,.0f} | {mine:,.0f} | {theirs / mine:.2f} |", flush=True)


def compare_servers(other: str, rounds: int) -> None:
    from drlucky.bench.server import MOVES, SOCKETS, measure

    pythons = (sys.executable, other)
    print("| processor time for a move in ms | this one | the other | share |\n|---|--:|--:|--:|")
    shares = []
    for number in range(rounds):
        taken = [
            measure("kill-2016", SOCKETS, SOCKETS // PLAYERS, MOVES, SECONDS, python).stretch.cpu_per_move or 0.0
            for python in pythons
        ]
        shares.append(taken[0] / taken[1])
        print(f"| round {number + 1} | {taken[0]:.2f} | {taken[1]:.2f} | {shares[-1]:.2f} |", flush=True)
    print(f"| median | | | {median(shares):.2f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", help="the Python of the other checkout's environment")
    parser.add_argument("--races", type=int, default=7)
    parser.add_argument("--only", default="", help="measure only what has this in its name")
    parser.add_argument("--instructions", action="store_true", help="count the instructions of turns instead")
    parser.add_argument("--server", action="store_true", help="compare servers under load instead")
    asked = parser.parse_args()
    if asked.server:
        compare_servers(asked.other, asked.races)
        return
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # all processes inherit it
    # A path to import from is this checkout's own: the other one would import from it too.
    elsewhere = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    pythons = (sys.executable, dict(os.environ)), (asked.other, elsewhere)
    if asked.instructions:
        compare_instructions(pythons, [name for name in SET_UPS if asked.only in A_TURN + name])
        return
    print("| measure | times as fast | from | to |\n|---|--:|--:|--:|")
    for name in (name for name in MEASURES if asked.only in name):
        ratios = [race(pythons, name) for _ in range(asked.races)]
        print(f"| {name} | {median(ratios):.2f} | {min(ratios):.2f} | {max(ratios):.2f} |", flush=True)


if __name__ == "__main__":
    if sys.argv[1:] == [SERVE]:
        serve()
    elif sys.argv[1:2] == [COUNT]:
        count()
    else:
        main()
