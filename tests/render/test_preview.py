"""The pictures beside links, as SVG."""

from xml.etree import ElementTree

import pytest

import drlucky
from drlucky import phrases
from drlucky.render import preview
from drlucky.render.lettering import UNKNOWN, drawable, shortened, width, wrapped
from drlucky.render.preview import HEIGHT, WIDTH, Card, Person

SVG = "{http://www.w3.org/2000/svg}"


def said(card: Card) -> list[str]:
    """The words on it, in order, without those of the board."""
    root = ElementTree.fromstring(preview.draw(card))
    assert (root.get("width"), root.get("height")) == (str(WIDTH), str(HEIGHT))
    return [each.text or "" for each in root.findall(f"{SVG}text")]


@pytest.mark.parametrize("edition", [book.id for book in drlucky.editions()])
def test_a_game_is_drawn_with_everyone_on_it(edition: str) -> None:
    game = drlucky.new(edition, players=["Ann", "Bob", "Cleo"], seed=7)
    view = game.view(None)
    people = tuple(
        Person(name, part) for name, part in zip(view.players, ("augusta", "barnaby", "cosima"), strict=True)
    )
    words = phrases.preview_of_game("A title", view, False)
    card = Card("Doctor Lucky", words.title, words.short, people, (view.board, view.layout, view.closed), view)
    drawn = said(card)
    assert drawn[:2] == ["Doctor Lucky", "A title"]
    assert drawn[-3:] == ["Ann", "Bob", "Cleo"]
    assert preview.draw(card).count('class="pawn"') == 4 + (view.cat is not None) + (view.dog is not None)


def test_names_are_texts_whatever_is_in_them() -> None:
    hostile = '</text><script>&"'
    assert said(Card("", hostile, hostile, (Person(hostile, ""),)))[-1] == hostile
    assert "<script" not in preview.draw(Card("", hostile, hostile))


def test_what_the_font_has_not_is_a_dot() -> None:
    assert drawable("Zoë Ωmega Иван 🎲王") == f"Zoë Ωmega Иван {UNKNOWN * 2}"
    assert drawable("e\u0301") == "é"
    assert drawable("\x00\ufffe\u202e") == UNKNOWN * 3


def test_texts_have_room_or_end_in_dots() -> None:
    assert shortened("Ann", 20, 200) == "Ann"
    for text in ("W" * 50, "Dan the Magnificent, Esquire", "i" * 200):
        short = shortened(text, 20, 200)
        assert short.endswith("…")
        assert width(short, 20) <= 200
        lines = wrapped(f"{text} and " * 9, 20, 200, 3)
        assert len(lines) == 3
        assert all(width(line, 20) <= 200 for line in lines)
    assert wrapped("", 20, 200, 3) == []
