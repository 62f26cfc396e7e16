"""Both sides of a card: every face that the decks name has a drawing on the page, in tones that the page can print."""

import re
from pathlib import Path
from typing import Any

import pytest

from drlucky.decks import NAMES, deck
from drlucky.decks.flavor import faces
from web.page import done

CARDS = Path(__file__).parents[2] / "web" / "src" / "cards"
PIECES = {
    "classic": ("weapons-kill", "weapons-classic", "moves", "failures-classic"),
    "modern": ("weapons-kill", "weapons-modern", "failures-modern"),
    "save": ("aids", "failures-save"),
}
PLAIN = {piece for pieces in PIECES.values() for piece in pieces if not piece.startswith("failures")}
"""Those of failures have a test of their own."""
WIDTH, HEIGHT = 120, 84
"""Of what is drawn on a card."""
BOX = (-75, 75)
"""A drawing may stick out a little: the edge of the card cuts it off."""


@pytest.fixture(scope="module")
def drawings() -> Any:
    """By piece and name: the parts of each drawing."""
    return done("cardArt")


@pytest.mark.parametrize("name", NAMES)
def test_every_card_has_a_drawing(name: str, drawings: Any) -> None:
    drawn = {art for piece in PIECES[name] for art in drawings["pictures"].get(piece, ())}
    jumps = {card.name for card in deck(name).cards if card.kind == "move" and card.room}
    wanted = {face.art for card, found in faces(name).items() if card not in jumps for face in found}
    assert wanted - drawn == set()
    assert {deck_card.room for deck_card in deck(name).cards if deck_card.name in jumps} <= set(drawings["rooms"])


@pytest.mark.parametrize("name", NAMES)
def test_move_cards_show_their_rooms_and_no_two_look_alike(name: str) -> None:
    rooms = [card.room for card in deck(name).cards if card.kind == "move" and card.room]
    scenes = done("scenes", rooms=rooms)
    assert len({str(scene) for scene in scenes}) == len(rooms)
    for scene in scenes:
        assert scene["things"]
        for thing in scene["things"]:
            wide, high = (thing["glyph"][side] * thing["scale"] / 2 for side in ("width", "height"))
            assert wide <= thing["x"] <= WIDTH - wide
            assert high <= thing["y"] <= HEIGHT - high


def test_no_drawing_is_left_over(drawings: Any) -> None:
    used = {face.art for name in NAMES for found in faces(name).values() for face in found}
    drawn = {art for found in drawings["pictures"].values() for art in found}
    assert drawn - used == set()


def test_drawings_are_drawn_in_tones_that_there_are_and_in_their_box(drawings: Any) -> None:
    printed = set(re.findall(r"^  \.(\w+)", (CARDS / "Drawing.svelte").read_text(encoding="utf-8"), re.MULTILINE))
    for found in (drawings["pictures"][piece] for piece in PLAIN):
        for art, parts in found.items():
            assert len(parts) >= 3, art
            for tone, path in parts:
                assert tone in printed, (art, tone)
                assert re.fullmatch(r"[MLHVCSQTAZmlhvcsqtaz0-9 .,-]+", path), (art, path)
                # Only where all is absolute can the numbers be read as places.
                if re.fullmatch(r"[MLCQZ0-9 .,-]+", path):
                    assert all(BOX[0] <= float(number) <= BOX[1] for number in re.findall(r"-?[\d.]+", path)), art


def test_the_page_asks_for_the_pieces_of_a_deck_and_no_others(drawings: Any) -> None:
    """So that each comes when it is wanted: see `art/index.ts`."""
    index = (CARDS / "art" / "index.ts").read_text(encoding="utf-8")
    for name, pieces in PIECES.items():
        (listed,) = re.findall(rf"{name}: \[(.*?)\]", index, re.DOTALL)
        asked = re.findall(r'import\("\./([\w-]+)"\)', listed)
        assert asked == list(pieces)
    assert set(drawings["pictures"]) == {piece for pieces in PIECES.values() for piece in pieces}
