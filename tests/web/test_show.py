"""The show's pure parts: how what happens is cut into beats, and that it fits the pace of the server's bots."""

import json
from collections.abc import Iterator
from itertools import accumulate, count, pairwise
from typing import Any

import msgspec
import pytest

import drlucky
from drlucky import phrases
from drlucky.bots import bot
from drlucky.game.events import Event
from drlucky.game.game import Game
from drlucky.table.pace import BEATS, WORD, pace, shown
from web.page import done

NAMES = ("Ann", "Bob", "Cleo", "Dora")
EDITIONS = [(book.id, escape) for book in drlucky.editions() for escape in ((False, True) if book.escape else (False,))]


def played(
    edition: str, seed: int, escape: bool = False, level: str = "easy"
) -> Iterator[tuple[Game, str, list[Event]]]:
    """Every decision of a game of bots: the game after it, in which phase it was made, and what came of it."""
    options: dict[str, Any] = {"escape": True} if escape else {}
    game = drlucky.new(edition, NAMES, seed=seed, **options)
    player = bot(level, seed)
    while (seat := game.to_decide) is not None:
        phase = game.view(None).phase
        yield game, phase, list(game.play(str(player.choose(game.view(seat), game.legal))))


def told(events: list[Event], edition: str, language: str = "en") -> list[dict[str, Any]]:
    saving = phrases.saves(edition)
    return [
        {
            "event": msgspec.to_builtins(event.for_seat(None)),
            "words": phrases.event(event.for_seat(None), NAMES, language, saving=saving),
        }
        for event in events
    ]


def as_told(thing: object) -> Any:
    """As it comes over the wire."""
    return json.loads(msgspec.json.encode(thing))


def beats(all_told: list[dict[str, Any]], begin: int = 0) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = done("beats", told=all_told, begin=begin)
    return found


def test_every_kind_of_event_has_its_beat() -> None:
    kinds = {
        event.kind for edition, escape in EDITIONS for _, _, events in played(edition, 1, escape) for event in events
    }
    assert kinds <= set(BEATS)


@pytest.mark.parametrize("edition", ["kill-2016", "save-2000"])
def test_beats_tell_every_event_once_and_in_order(edition: str) -> None:
    games = ([event for _, _, each in played(edition, seed, level="normal") for event in each] for seed in count())
    events = next(each for each in games if any(event.kind == "foiled" for event in each))
    found = beats(told(events, edition))
    assert found[0]["from"] == 0
    assert found[-1]["to"] == len(events)
    assert all(one["to"] == other["from"] for one, other in pairwise(found))
    for beat, following in pairwise(found):
        if beat["name"] == "breath":
            assert beat["from"] == beat["to"]
            assert following["name"] == "verdict"
    for at, beat in enumerate(found):
        if beat["name"] == "verdict":
            assert found[at - 1]["name"] == "breath"
            words = sum(len(each["words"].split()) for each in told(events[beat["from"] : beat["to"]], edition))
            assert beat["length"] >= 1000 * (1 + WORD * words)
    # An attempt has its strike, its answers one by one, a held breath and a verdict.
    foiled = next(at for at, event in enumerate(events) if event.kind == "foiled")
    strike = max(at for at in range(foiled) if events[at].kind == "attempt")
    names = [beat["name"] for beat in found if strike <= beat["from"] <= foiled]
    assert names == ["strike", *["answer"] * (foiled - strike - 1), "breath", "verdict"]


@pytest.mark.parametrize(("edition", "escape"), EDITIONS)
@pytest.mark.parametrize("language", phrases.languages())
def test_at_normal_speed_no_page_falls_behind_the_bots_by_more_than_a_decision(
    edition: str, escape: bool, language: str
) -> None:
    """What a bot's decision brings about has been shown before the next bot's decision is told."""
    decisions = list(played(edition, 5, escape))
    events = [event for _, _, each in decisions for event in each]
    ends = list(accumulate(len(each) for _, _, each in decisions))
    lengths = done("lengths", told=told(events, edition, language), ends=ends)
    for (_, _, happened), (_, phase, _), length in zip(decisions, decisions[1:], lengths, strict=False):
        waited = pace(phase, 0.0, shown(happened, NAMES, edition))
        assert length / 1000 <= waited + 1e-6, happened


@pytest.mark.parametrize(("edition", "escape"), EDITIONS)
def test_between_two_views_the_table_follows_from_the_events(edition: str, escape: bool) -> None:
    """After all events of a decision everyone stands where the server's next view has them."""
    options: dict[str, Any] = {"escape": True} if escape else {}
    game = drlucky.new(edition, NAMES, seed=2, **options)
    player = bot("easy", 2)
    steps: list[dict[str, Any]] = []
    while (seat := game.to_decide) is not None and len(steps) < 300:
        before = as_told(game.view(0))
        events = game.play(str(player.choose(game.view(seat), game.legal)))
        steps.append(
            {
                "view": before,
                "events": as_told([event.for_seat(0) for event in events]),
                "then": as_told(game.view(0)),
            }
        )
    for step, view in zip(steps, done("inBetween", steps=steps), strict=True):
        then = step["then"]
        shuffled = any(event["kind"] in ("shuffled", "robbed", "died") for event in step["events"])
        for field in ("rooms", "doctor", "cat", "dog", "current", "lights_out", "sunk", "reasons"):
            assert view[field] == then[field], (field, step["events"])
        if not shuffled:
            assert view["hand_sizes"] == then["hand_sizes"], step["events"]
            assert sorted(view["hand"]) == sorted(then["hand"]), step["events"]
