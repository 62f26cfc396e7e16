"""The decks, counted card by card."""

from collections import Counter

import pytest

from drlucky.boards import board
from drlucky.decks import NAMES, Card, deck
from drlucky.errors import DrLuckyError


def count(name: str) -> Counter[str]:
    counted: Counter[str] = Counter()
    for card in deck(name).cards:
        counted[card.kind] += card.copies
    return counted


def values(name: str, kind: str) -> Counter[int]:
    counted: Counter[int] = Counter()
    for card in deck(name).cards:
        if card.kind == kind:
            counted[card.luck] += card.copies
    return counted


def find(name: str, card: str) -> Card:
    return next(found for found in deck(name).cards if found.name == card)


def test_sizes() -> None:
    assert {name: deck(name).size for name in NAMES} == {"classic": 96, "modern": 72, "save": 90}
    assert count("classic") == {"weapon": 20, "move": 34, "failure": 42}
    assert count("modern") == {"weapon": 24, "move": 24, "failure": 24}
    assert count("save") == {"aid": 20, "move": 30, "failure": 40}


def test_failures() -> None:
    assert values("classic", "failure") == {1: 26, 2: 12, 3: 4}
    assert values("modern", "failure") == {1: 10, 2: 6, 3: 4, 4: 4}
    assert values("save", "failure") == {1: 26, 2: 10, 3: 4}


def test_luck_on_the_other_modern_cards() -> None:
    assert values("modern", "weapon") == {0: 8, 1: 8, 2: 8}
    assert values("modern", "move") == {0: 8, 1: 8, 2: 8}


def test_classic_moves() -> None:
    steps = Counter({card.name: card.copies for card in deck("classic").cards if card.kind == "move" and card.steps})
    assert steps == {"Move-1": 8, "Move-2": 4, "Move-3": 2}
    assert sum(1 for card in deck("classic").cards if card.kind == "move" and card.room) == 20


def test_save_cards_step_by_the_deck_of_their_room() -> None:
    decks = board("ship").decks
    steps = {"A": 0, "B": 1, "C": 2, "D": 3}
    for card in deck("save").cards:
        if card.kind == "move":
            on = next(letter for letter, rooms in decks.items() if card.room in rooms)
            assert card.steps == steps[on], card


@pytest.mark.parametrize(("name", "plan"), [("classic", "estate"), ("modern", "mansion"), ("save", "ship")])
def test_every_room_named_by_a_card_is_on_the_board(name: str, plan: str) -> None:
    rooms = {room.name for room in board(plan).rooms}
    assert {card.room for card in deck(name).cards if card.room} <= rooms


def test_cards_named_in_the_rule_books() -> None:
    assert find("classic", "Billiard Cue").value == 2
    assert find("classic", "Billiard Cue").value_in_room == 5
    assert find("modern", "Piece of Rope").value == 2
    assert find("modern", "Piece of Rope").value_in_room == 6
    assert find("save", "Whiskey").value_in_room == 6
    assert find("save", "Dramamine").value_in_room == 4
    assert find("save", "Rabbit's Foot").value == 3
    assert find("modern", "Carriage House").steps == 2
    assert find("modern", "Lancaster Room").steps == 1


def test_names_are_unambiguous() -> None:
    for name in NAMES:
        names = [card.name for card in deck(name).cards]
        assert len(names) == len({card.casefold() for card in names})


def test_shorter_games() -> None:
    better = deck("classic").with_better_weapons()
    assert sum(card.value for card in better.cards) == sum(card.value for card in deck("classic").cards) + 20
    cue = next(card for card in better.cards if card.name == "Billiard Cue")
    assert (cue.value, cue.value_in_room) == (3, 6)
    assert deck("classic").without_threes().size == 92


def test_an_unknown_deck_is_refused_in_words() -> None:
    with pytest.raises(DrLuckyError, match="classic, modern, save"):
        deck("tarot")
