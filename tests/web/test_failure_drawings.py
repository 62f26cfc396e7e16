"""Every failure has a drawing of its own, put together as it is on the page."""

import re
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from drlucky.decks import NAMES
from web.page import done

ART = Path(__file__).parents[2] / "web" / "src" / "cards" / "art"
TONES = set(re.findall(r'"(\w+)"', (ART / "picture.ts").read_text(encoding="utf-8")))
PATH = re.compile(r"(?:[MLHVCQTAZmlhvcqtaz](?:[ ]?-?\d+(?:\.\d+)?)*[ ]?)+")
FAR = 180
"""What is drawn lies in a box of 120 by 84, and is turned by so many degrees at most."""


def faces(name: str) -> dict[str, list[dict[str, str]]]:
    path = resources.files("drlucky.decks").joinpath("flavor", f"{name}-failures.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def drawn(name: str) -> dict[str, Any]:
    """The parts of each drawing by its name."""
    found: dict[str, Any] = done("cardArt")["pictures"][f"failures-{name}"]
    return found


@pytest.mark.parametrize("name", NAMES)
def test_every_copy_of_a_failure_has_a_drawing(name: str) -> None:
    wanted = [face["art"] for copies in faces(name).values() for face in copies]
    assert sorted(drawn(name)) == sorted(wanted)


def test_no_two_drawings_are_alike() -> None:
    assert len({str(picture) for name in NAMES for picture in drawn(name).values()}) == 106


@pytest.mark.parametrize("name", NAMES)
def test_drawings_are_paths_in_tones(name: str) -> None:
    for art, parts in drawn(name).items():
        assert len(parts) >= 5, art
        for tone, path in parts:
            assert tone in TONES, art
            assert PATH.fullmatch(path), (art, path)
            assert all(abs(float(number)) <= FAR for number in re.findall(r"-?\d+(?:\.\d+)?", path)), (art, path)
