"""What each thing that happens sounds like, and how the tension follows the game, over whole games of every edition."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

import drlucky
from drlucky.bots import bot
from drlucky.game.events import Event
from drlucky.game.view import View
from web.page import done

EDITIONS = [book.id for book in drlucky.editions()]
# Told in words, or by what else happens with it.
QUIET = {"dealt face up", "placed", "turn", "turn over", "passed", "reason", "robbed"}
DECKS = 4


def played(edition: str, seed: int = 3) -> tuple[list[Event], list[View]]:
    """Everything that happens in a game, and what a spectator sees after each decision."""
    game = drlucky.new(edition, 3, seed=seed)
    player = bot("normal", seed)
    events, views = list[Event](), [game.view(None)]
    while (seat := game.to_decide) is not None:
        events += game.play(str(player.choose(game.view(seat), game.legal)))
        views.append(game.view(None))
    return events, views


def effects(events: Sequence[Event], *, saving: bool, ship: bool) -> list[str | None]:
    asked = [msgspec.to_builtins(event) for event in events]
    found: list[str | None] = done("effects", events=asked, setting={"saving": saving, "ship": ship})
    return found


def tensions(views: Sequence[View], decks: int = 0) -> list[dict[str, float]]:
    found: list[dict[str, float]] = done("tensions", views=list(map(msgspec.to_builtins, views)), decks=decks)
    return found


@pytest.mark.parametrize("edition", EDITIONS)
def test_everything_that_is_seen_is_heard(edition: str) -> None:
    events, _ = played(edition)
    found = effects(events, saving=edition.startswith("save"), ship=edition.startswith("save"))
    silent = {event.kind for event, effect in zip(events, found, strict=True) if effect is None}
    assert silent <= QUIET
    assert len({effect for effect in found if effect}) > 5


def test_murder_and_rescue_sound_different() -> None:
    kinds = [Event("attempt"), Event("foiled"), Event("over", how="success")]
    kill, save = (effects(kinds, saving=saving, ship=saving) for saving in (False, True))
    assert not set(kill) & set(save)
    assert effects([Event("over", how="sunk")], saving=True, ship=True) == ["lost"]


def test_feet_sound_like_the_floor() -> None:
    rooms = ("Library", "Lilac Room", "Kitchen", "Hedge Maze", "Boiler Room", "Lido Deck")
    found = effects([Event("stepped", room=room) for room in rooms], saving=False, ship=False)
    assert found == ["stepOnCarpet", "stepOnCarpet", "stepOnStone", "stepOnGrass", "stepOnSteel", "stepOnDeck"]
    assert effects([Event("stepped", room="Steerage")], saving=True, ship=True) == ["stepOnDeck"]
    assert effects([Event("stepped", room="Servants' Quarters")], saving=False, ship=False) == ["stepOnWood"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_tension_follows_the_game(edition: str) -> None:
    _, views = played(edition)
    decks = DECKS if edition.startswith("save") else 0
    moods = tensions(views, decks)
    assert all(0 <= each["tension"] <= 1 and 0 <= each["water"] <= 1 for each in moods)

    def calm(view: Any) -> float:
        return tensions([msgspec.structs.replace(view, attempt=None)], decks)[0]["tension"]

    under_way = [at for at, view in enumerate(views) if view.attempt and not view.outcome]
    assert under_way
    assert all(moods[at]["tension"] > calm(views[at]) for at in under_way[:5])
    assert moods[-1]["tension"] == 0, "it is over"


def test_the_tension_rises_as_decks_sink_and_lights_go_out() -> None:
    _, views = played("save-2000")
    first = views[0]
    sinking = [msgspec.structs.replace(first, sunk=("D", "C", "B")[:sunk]) for sunk in range(4)]
    moods = tensions(sinking, DECKS)
    assert [each["water"] for each in moods] == [0, 0.25, 0.5, 0.75]
    assert sorted({each["tension"] for each in moods}) == [each["tension"] for each in moods]
    lit = played("kill-2016")[1][0]
    light, dark = tensions([lit, msgspec.structs.replace(lit, lights_out=True)])
    assert dark["tension"] > light["tension"]
