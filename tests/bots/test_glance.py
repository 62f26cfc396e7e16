"""The glance: what it sees in a position, and the weights by which it judges."""

import json
import os
import subprocess
import sys
import tomllib
from math import log
from statistics import fmean

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import drlucky
from drlucky.editions import Book
from drlucky.engine.codes import SHUFFLE, TURN
from drlucky.engine.play import apply
from drlucky.engine.state import State
from drlucky.game.setup import Setting, setting
from drlucky.interpreted import WISH, is_compiled
from drlucky.search import weights
from drlucky.search.evaluation import FEATURES, NAMES, WEIGHTS, features_of
from drlucky.search.fitting import FIRST
from drlucky.search.heuristic import sensible_action
from drlucky.search.playout import random_start, shuffle_discards
from drlucky.search.rng import Rng
from positions import position

BOOKS = drlucky.editions()
GAMES = 60


def feature(s: State, name: str) -> list[int]:
    """Of each seat."""
    numbers = features_of(s)[FIRST - 1 :]  # without the winner, who is not known yet
    return [numbers[seat * FEATURES + NAMES.index(name)] for seat in range(s.rules.seats)]


def test_what_is_seen_of_turns_and_of_who_sees_whom() -> None:
    """The doctor goes on to the Library, where Cleo is called up, past Bob; from the Foyer, he is one step from Ann."""
    s = position(
        "kill-2016",
        """
        doctor: Parlor
        * Ann: Foyer | Chain Saw
        Bob: Kitchen
        Cleo: Library
        Dan: Wine Cellar
        """,
    ).state
    assert feature(s, "in_turn") == [1, 0, 0, 0]
    coming = s.rules.house.doctor_next[s.rooms[s.rules.doctor]]
    called = [int(s.rooms[seat] == coming) for seat in range(4)]
    assert feature(s, "next") == (called if any(called) else [0, 1, 0, 0])
    assert feature(s, "seen") == [
        sum(other != seat and bool(s.rules.seers(s, s.rooms[seat]) >> s.rooms[other] & 1) for other in range(4))
        for seat in range(4)
    ]


@pytest.mark.parametrize(("bob", "can"), [("Wine Cellar", 1), ("Drawing Room", 0)])
def test_whoever_is_alone_with_the_doctor_can_strike(bob: str, can: int) -> None:
    s = position(
        "kill-2016", f"doctor: Drawing Room\n* Ann: Drawing Room | Chain Saw\nBob: {bob}\nCleo: Wine Cellar"
    ).state
    before = s.key()
    assert feature(s, "can_strike") == [can, 0, 0]
    assert feature(s, "strike_beyond")[0] == can * (feature(s, "beyond_all")[0] + 9)
    assert s.key() == before


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_every_edition_has_weights_for_every_number_of_players(book: Book) -> None:
    for players in book.players:
        for escape in (False, True) if "escape" in book.options else (False,):
            the_setting = setting(book.id, players, escape=escape)
            assert len(the_setting.evaluation.weights) == WEIGHTS
            kind = "-escape" if escape else "-strangers" if the_setting.strangers else ""
            known = weights.load_evaluation(f"{book.id}{kind}", the_setting.seats)
            assert known is not None
            assert list(known.weights) == list(the_setting.evaluation.weights)


def test_weights_are_read_as_they_are_written() -> None:
    numbers = list(range(WEIGHTS))
    assert weights.listed(tomllib.loads(weights.written({4: numbers}))["4"]) == numbers


@pytest.mark.parametrize(
    "the_setting",
    [
        setting("kill-2016", 4, board="bed-and-breakfast"),
        setting("kill-de", 2, strangers=False),
        setting("kill-2016", 8, pets="both"),
    ],
    ids=["board", "two", "eight with pets"],
)
def test_any_other_set_up_is_fitted_by_itself(the_setting: Setting) -> None:
    """What it says of games that it has not seen is better than to take everyone to be as good as everyone else."""
    evaluation = the_setting.evaluation
    assert evaluation.is_fitted()
    features = vec[i64]([0] * (FEATURES * the_setting.seats))
    rng = Rng(77)
    told = alike = 0.0
    for _ in range(GAMES):
        s = random_start(the_setting.engine, rng)
        chances: list[list[float]] = []
        while not s.over:
            if s.phase == SHUFFLE:
                shuffle_discards(s, rng)
                continue
            if s.phase == TURN and s.turn % 5 == 0:
                chances.append([evaluation.chance_to_win(s, seat, features) for seat in range(the_setting.seats)])
            apply(s, sensible_action(s, rng.word()))
        if s.winner >= 0:
            told += fmean(log(each[s.winner] / sum(each)) for each in chances)
            alike -= log(the_setting.seats)
    assert told > 0.97 * alike


PROGRAM = """
import json
from drlucky.game.setup import setting
from drlucky.interpreted import is_compiled
from drlucky.search.fitting import fitted

print(json.dumps([is_compiled(), list(fitted(setting("save-2000", 3).engine, 25).weights)]))
"""


def test_the_same_weights_are_found_compiled_and_interpreted() -> None:
    outs = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM], env=os.environ | wish, capture_output=True, text=True, check=True
        ).stdout
        for wish in ({}, {WISH: "1"})
    ]
    (compiled, found), (interpreted, again) = map(json.loads, outs)
    assert (compiled, interpreted) == (is_compiled(), False)
    assert found == again
