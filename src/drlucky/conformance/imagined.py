"""Imagined games: to the seat whose view they come from they are the game itself, and nothing else of it is in them."""

from random import Random

from drlucky.conformance.secrecy import without_copies
from drlucky.conformance.setups import SetUp
from drlucky.engine.codes import GROUPS
from drlucky.engine.play import legal
from drlucky.engine.state import State
from drlucky.game.determinize import imagine
from drlucky.game.game import Game
from drlucky.game.view import view
from drlucky.search.determinize import determinize
from drlucky.search.playout import play_out
from drlucky.search.rng import Rng


def hidden_cards(game: Game, s: State, seat: int) -> list[int]:
    return [card for p in range(game.setting.seats) if p != seat for card in s.cards_at(p)]


def imagined_games_look_like_the_true_one(setup: SetUp) -> None:
    """And can be played to their end."""
    choose = Random(str(setup))
    game = setup.game(seed=3)
    differ = 0
    for decision in range(150):
        seat = game.to_decide
        if seat is None:
            break
        if decision % 3 == 0:
            true = game.view(seat)
            setting, s = imagine(true, choose)
            assert setting.engine.actions == game.setting.engine.actions
            looks = view(setting, s, game.players, seat)
            assert looks == without_copies(true), "an imagined game looks like the true one"
            assert legal(s) == legal(game.state)
            again = determinize(s, seat, Rng(decision))
            assert view(setting, again, game.players, seat) == without_copies(true)
            assert legal(again) == legal(s)
            found = list(again.pile)[again.pile_at :]
            for place in range(len(again.hands) // GROUPS):
                found += again.cards_at(place)
            assert sorted(found) == list(range(setting.deck.size))
            differ += hidden_cards(game, again, seat) != hidden_cards(game, s, seat)
            play_out(again, Rng(decision))
            assert again.over
        strikes = [action for action in game.legal if action.verb in ("attempt", "lay", "attack")]
        game.play(choose.choice(strikes if strikes and choose.random() < 0.7 else game.legal))
    assert differ, "what is hidden is laid out anew"
