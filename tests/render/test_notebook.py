"""A game as a notebook shows it: the board, and what anyone can see."""

import re
from base64 import b64decode
from random import Random
from xml.etree import ElementTree

import pytest

import drlucky
from drlucky import display, phrases
from drlucky.conformance import SetUp
from drlucky.render.notebook import page
from drlucky.search.determinize import determinize
from drlucky.search.rng import Rng
from setups import setups


def tree(html: str) -> ElementTree.Element:
    """What we write is well-formed enough for XML, but for images, which HTML leaves open."""
    return ElementTree.fromstring(re.sub(r"(<img [^>]*)>", r"\1/>", html))


def test_a_game_shows_its_board_and_a_line_for_each_player() -> None:
    game = drlucky.new("kill-2016", players=["Ann", "Bob", "Cleo"], seed=1)
    shown = tree(game._repr_html_())
    image = shown.find("img")
    assert image is not None
    picture = b64decode(image.attrib["src"].removeprefix("data:image/svg+xml;base64,")).decode()
    assert picture == game._repr_svg_()
    lines = [["".join(cell.itertext()) for cell in row] for row in shown.iter("tr")]
    assert lines[0] == ["player", "room", "cards"]
    assert lines[1:] == [[name, game.view(None).rooms[0], "6"] for name in ("Ann", "Bob", "Cleo")]
    assert [bold.text for bold in shown.iter("b")] == [game.players[game.state.current]]


def test_names_are_text_and_never_markup() -> None:
    game = drlucky.new("kill-2016", players=["<b>Ann</b>", "Bob & Co", "'Cleo\""], seed=1)
    shown = tree(page(game))
    names = ["".join(next(iter(row)).itertext()) for row in shown.iter("tr")][1:]
    assert names == ["<b>Ann</b>", "Bob & Co", "'Cleo\""]


@pytest.mark.parametrize("setup", setups()[::16], ids=str)
def test_a_page_can_be_read_and_tells_nothing_hidden_at_any_time(setup: SetUp) -> None:
    choose = Random(str(setup))
    game, twin = setup.game(seed=3), setup.game(seed=3)
    for decision in range(61):
        if game.to_decide is None:
            break
        if decision % 20 == 0:
            assert sum(1 for _ in tree(page(game)).iter("tr")) == 1 + game.setting.seats
            determinize(determinize(game.state, 0, Rng(decision)), 1, Rng(decision)).copy_into(twin.state)
            assert twin.state.key() != game.state.key()
            assert page(twin) == page(game)
        strikes = [action for action in game.legal if action.verb in ("attempt", "lay", "attack")]
        game.play(choose.choice(strikes or game.legal))


def test_an_attempt_and_the_end_are_told_in_words() -> None:
    choose = Random(2)
    game = drlucky.new("kill-2016", players=["Ann", "Bob", "Cleo"], seed=2)
    told = set[str]()
    while game.to_decide is not None:
        strikes = [action for action in game.legal if action.verb == "attempt"]
        game.play(choose.choice(strikes or game.legal))
        told |= set(phrases.situation(game.view(None)))
    assert any(
        re.fullmatch(r"\w+ strikes with a strength of \d+; \d+ has been played against it\.", line) for line in told
    )
    assert any(re.fullmatch(r"Turn \d+\. \w+ decides whether to stop the attempt\.", line) for line in told)
    winner = game.view(None).outcome
    assert winner is not None
    assert winner.winner is not None
    assert phrases.situation(game.view(None))[0].startswith(f"{game.players[winner.winner]} won in turn ")
    assert ">Reasons</th>" in page(game)


def test_an_end_without_a_winner_is_told_too() -> None:
    game = drlucky.new("save-2000", players=3, seed=1, turn_limit=1)
    while game.to_decide is not None:
        game.play("end" if "end" in map(str, game.legal) else game.legal[0])
    assert phrases.situation(game.view(None))[0] == "The turn limit is reached: nobody wins."


def test_a_notebook_and_its_picture_speak_german_too() -> None:
    game = drlucky.new("kill-2016", players=["Anna", "Ben", "Clara"], seed=1)
    shown = page(game, "de")
    assert [cell.text for cell in tree(shown).iter("th")] == ["Name", "Raum", "Karten"]
    assert "Garderobe" in shown
    assert "ist am Zug." in shown
    picture = display.svg(game, "de")
    assert "Garderobe" in picture
    assert "Doktor Lucky" in picture
    assert not [word for word in ("Drawing Room", "Library", "Doctor") if word in picture]
