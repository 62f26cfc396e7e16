"""Chances as a seat could know them: from its cards and the past, and from nothing that is hidden."""

from random import Random

import pytest

import drlucky
from drlucky.analysis.pasts import pasts
from drlucky.analysis.positions import positions
from drlucky.bots import SensibleBot
from drlucky.game.game import Game
from drlucky.game.replay import Replay
from drlucky.game.view import view
from drlucky.hints import hint
from drlucky.record.reader import read
from drlucky.search.determinize import determinize
from drlucky.search.known import estimate_known
from drlucky.search.rng import Rng


def played(edition: str, decisions: int, seed: int = 3) -> Game:
    game, bot = drlucky.new(edition, 4, seed=seed), SensibleBot(seed)
    for _ in range(decisions):
        if game.to_decide is not None:
            game.play(bot.choose(game.view(game.to_decide), game.legal))
    return game


@pytest.mark.parametrize("edition", ["kill-2016", "save-2000"])
def test_every_seat_s_past_is_that_of_the_game(edition: str) -> None:
    game = drlucky.new(edition, 4, seed=3)
    told = [[game.past(seat) for seat in range(4)]]
    bot = SensibleBot(3)
    for _ in range(12):
        assert game.to_decide is not None
        game.play(bot.choose(game.view(game.to_decide), game.legal))
        told.append([game.past(seat) for seat in range(4)])
    places = list(positions(Replay(read(game.record(secret=True)))))
    assert pasts(places) == told


@pytest.mark.parametrize("edition", ["kill-2016", "save-2000"])
def test_what_is_hidden_changes_neither_a_chance_nor_a_hint(edition: str) -> None:
    choose = Random(edition)
    for decisions in (6, 12, 18):
        game = played(edition, decisions)
        seat = game.to_decide
        assert seat is not None
        past = game.past(seat)
        twin = determinize(game.state, seat, Rng(choose.getrandbits(30)))
        assert estimate_known(twin, seat, past, 60, 5) == estimate_known(game.state, seat, past, 60, 5)
        seen = view(game.setting, twin, game.players, seat)
        assert hint(seen, iterations=30, seed=1, past=past) == hint(game.view(seat), iterations=30, seed=1, past=past)
