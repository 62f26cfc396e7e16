"""Undoing: whatever can be taken back taught nobody anything, and taking it back leaves no trace."""

from random import Random

import pytest

from drlucky.conformance import SetUp
from drlucky.game import undo
from drlucky.game.game import Game
from setups import setups
from table.worlds import other_world


def seen(game: Game) -> tuple[object, ...]:
    return game.state.key(), game.events, game.record(secret=True), [game.view(seat) for seat in game.setting.live]


@pytest.mark.parametrize("setup", setups()[::3], ids=str)
def test_taking_back_leaves_no_trace_and_teaches_nothing(setup: SetUp) -> None:
    choose = Random(str(setup))
    game = setup.game(seed=3)
    taken_back = 0
    for _ in range(60):
        seat = game.to_decide
        if seat is None:
            break
        action = choose.choice(game.legal)
        here, before = undo.point(game), seen(game)
        final = undo.is_final(game, game.number_of(action))
        with other_world(game, [seat], choose):
            assert undo.is_final(game, game.number_of(action)) == final
            if not final:
                game.play(action)
                elsewhere = game.view(seat)
                undo.go_back(game, here)
        game.play(action)
        assert undo.can_go_back(game, here) == (not final)
        if not final:
            assert game.view(seat) == elsewhere, "the player has learnt where hidden cards lie"
            undo.go_back(game, here)
            assert seen(game) == before
            taken_back += 1
            game.play(action)
    assert taken_back


def test_drawing_ending_and_striking_are_final() -> None:
    for setup in setups()[:3]:
        game = setup.game(seed=3)
        final = {"end", "draw", "attempt", "pass"}
        for action in game.legal:
            if action.verb in final:
                assert undo.is_final(game, game.number_of(action))
            elif action.verb == "step":
                assert not undo.is_final(game, game.number_of(action))
