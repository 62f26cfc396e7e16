"""The faces of the failures: one for each copy, and no two alike."""

import tomllib
from importlib import resources

import pytest

from drlucky.decks import NAMES, deck

LONGEST_TITLE = 24
LONGEST_LINE = 76

Faces = dict[str, list[dict[str, str]]]
"""By the card, in the order of its copies."""


def faces(name: str) -> Faces:
    path = resources.files("drlucky.decks").joinpath("flavor", f"{name}-failures.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


EVERY = [(name, card, face) for name in NAMES for card, copies in faces(name).items() for face in copies]


@pytest.mark.parametrize("name", NAMES)
def test_every_copy_of_a_failure_has_a_face(name: str) -> None:
    wanted = {card.name: card.copies for card in deck(name).cards if card.kind == "failure"}
    assert {card: len(copies) for card, copies in faces(name).items()} == wanted


def test_no_two_faces_are_alike() -> None:
    assert len(EVERY) == 42 + 24 + 40
    for part in ("title", "line", "art"):
        assert len({face[part] for _, _, face in EVERY}) == len(EVERY), part


def test_faces_say_no_more_than_fits_on_a_card() -> None:
    for _, _, face in EVERY:
        assert 0 < len(face["title"]) <= LONGEST_TITLE, face
        assert 0 < len(face["line"]) <= LONGEST_LINE, face
        assert face["line"].endswith((".", "?")), face


def test_failures_that_have_a_name_are_called_by_it() -> None:
    assert [(card, face["title"]) for name, card, face in EVERY if name == "modern" and card != face["title"]] == []
