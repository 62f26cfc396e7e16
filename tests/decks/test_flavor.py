"""What is printed on the cards beside what they do: a line on each, in every language, and failures copy by copy."""

import pytest

from drlucky import phrases
from drlucky.decks import NAMES, deck, flavor
from drlucky.decks.flavor import faces
from drlucky.puzzle.model import CARD

LONGEST, LONGEST_CLUE = 84, 104
"""A puzzle's clue is as long as it has to be."""

every_deck = pytest.mark.parametrize("name", NAMES)


@every_deck
def test_every_weapon_aid_and_move_has_a_line(name: str) -> None:
    wanted = {card.name for card in deck(name).cards if card.kind != "failure"}
    assert wanted - set(faces(name)) == set()
    assert all(len(faces(name)[card]) == 1 for card in wanted)


@every_deck
def test_every_copy_of_a_failure_is_a_disaster_of_its_own(name: str) -> None:
    failures = [card for card in deck(name).cards if card.kind == "failure"]
    assert {card.name: len(faces(name).get(card.name, ())) for card in failures} == {
        card.name: card.copies for card in failures
    }
    titles = [face.title for card in failures for face in faces(name)[card.name]]
    assert len(titles) == len(set(titles))


@every_deck
def test_nothing_is_written_for_cards_that_are_not_there(name: str) -> None:
    cards = {card.name for each in NAMES for card in deck(each).cards}
    assert {*flavor.tables(name), *flavor.tables(f"{name}-failures")} <= cards


@pytest.mark.parametrize("language", phrases.languages())
@every_deck
def test_lines_are_short_and_in_the_reader_s_language(name: str, language: str) -> None:
    said = [
        (face, there, LONGEST_CLUE if (name, card.name) == ("save", CARD) else LONGEST)
        for card in deck(name).cards
        for face, there in zip(
            phrases.card_faces(card, name, "en"), phrases.card_faces(card, name, language), strict=True
        )
    ]
    assert [there.line for _, there, longest in said if len(there.line) > longest] == []
    assert [face.line for face, there, _ in said if language != "en" and face.line == there.line] == []
    assert all(face.art == there.art for face, there, _ in said)


def test_a_drawing_is_named_for_its_card() -> None:
    assert flavor.slug("Servants' Quarters") == "servants-quarters"
    assert faces("save")["Rabbit's Foot"][0].art == "rabbits-foot"
    assert faces("classic")["Move-1"][0].art == "move-1"
