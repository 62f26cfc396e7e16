"""Things of the core show themselves in the ways that `phrases` and `render` have registered."""

import pickle

import pytest

import drlucky
from drlucky import display, phrases
from drlucky.game.why_not import IllegalAction


def test_what_nobody_has_said_how_to_show_is_refused() -> None:
    for show in (display.text, display.words, display.svg, display.png, display.html, display.data):
        with pytest.raises(TypeError, match=r"nobody has said how to make .* of a complex"):
            show(1j)


def test_an_illegal_action_says_why_in_every_language_and_travels() -> None:
    game = drlucky.new("kill-2016", 4, seed=7)
    with pytest.raises(IllegalAction) as refusal:
        game.play("pass")
    error = refusal.value
    assert str(error) == phrases.reason(error.reason, game.players)
    assert display.text(error, "de") == phrases.reason(error.reason, game.players, "de")
    twin = pickle.loads(pickle.dumps(error))
    assert (str(twin), twin.reason) == (str(error), error.reason)


def test_a_game_and_a_board_draw_themselves() -> None:
    game = drlucky.new("kill-2016", 4, seed=7)
    assert game._repr_svg_().startswith("<svg")
    assert "<table" in game._repr_html_()
    assert game.board._repr_svg_().startswith("<svg")
