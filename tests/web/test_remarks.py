"""What the characters say, and which side of them shows: it follows from what everyone sees, and nobody chatters."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

import drlucky
from drlucky.cast import MOMENTS, doctor
from web.page import done

RECORDS = Path(__file__).parents[1] / "records"
NAMES = ("kill-2016-then-escape", "kill-de-then-escape", "kill-2016-lights-out", "save-2000-ship-sinks")


def events(name: str, seat: int | None = None) -> list[dict[str, Any]]:
    game = drlucky.load((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = msgspec.to_builtins(game.events_for(seat))
    return found


def remarks(told: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = done("remarks", events=told)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_remarks_are_the_same_for_everyone_and_grow_with_the_game(name: str) -> None:
    told = events(name)
    said = remarks(told)
    assert said
    for seat in range(2):
        assert remarks(events(name, seat)) == said, "a card that someone drew has a say in it"
    half = len(told) // 2
    # Whoever plays the card that stops an attempt is known to have done so by what comes next.
    assert [each for each in remarks(told[:half]) if each["at"] < half - 1] == [
        each for each in said if each["at"] < half - 1
    ]
    assert {each["moment"] for each in said} <= set(MOMENTS)


@pytest.mark.parametrize("name", NAMES)
def test_nobody_chatters(name: str) -> None:
    told = events(name)
    said = remarks(told)
    assert len(said) <= len(told) / 4
    for each in said:
        again = [other for other in said if (other["seat"], other["moment"]) == (each["seat"], each["moment"])]
        places = [other["at"] for other in again]
        assert all(later - earlier >= 80 for earlier, later in pairwise(places))


def test_whoever_is_foiled_is_beside_themselves_for_a_while() -> None:
    foiled: list[dict[str, Any]] = [{"kind": "foiled", "seat": 1}]
    quiet: list[dict[str, Any]] = [{"kind": "drew", "seat": 0}]
    assert done("moods", events=foiled, seats=3) == ["composed", "beside", "composed"]
    assert done("moods", events=foiled + quiet * 10, seats=3) == ["composed"] * 3
    dead: list[dict[str, Any]] = [{"kind": "died", "seat": 2}, {"kind": "over", "winner": 0, "loser": 1}]
    assert done("moods", events=dead + quiet * 20, seats=3) == ["composed", "beside", "beside"]


def test_great_moments_are_remarked_upon() -> None:
    told: list[dict[str, Any]] = [
        {"kind": "turn", "seat": 2},
        {"kind": "attempt", "seat": 2},
        {"kind": "played", "seat": 0},
        {"kind": "foiled", "seat": 2},
        {"kind": "lights out"},
        {"kind": "over", "winner": 1, "loser": 0},
    ]
    said = [(each["seat"], each["moment"]) for each in remarks(told)]
    for one in ((2, "strikes"), (2, "fails"), ("doctor", "fails"), (2, "dark"), (1, "wins"), (0, "loses")):
        assert one in said


def test_the_doctor_has_a_word_too() -> None:
    """Of what is done to him, and as his ghost of what he does."""
    assert {"near", "fails", "strikes"} == set(doctor().lines)
    heard = {each["moment"] for name in NAMES for each in remarks(events(name)) if each["seat"] == "doctor"}
    assert heard == set(doctor().lines)
    foiled: list[dict[str, Any]] = [{"kind": "attacked", "pawn": 1, "seat": 0}, {"kind": "foiled", "seat": 1}]
    assert "doctor" not in [each["seat"] for each in remarks(foiled)], "it was not about him"
