"""Prepared tables are real ones: a server plays on from them, and the moment comes when it should."""

from pathlib import Path
from typing import Any

import pytest

import drlucky
from browser.positions import Players, Prepared, Until, can, happens, must_answer, prepare
from drlucky.game.view import View
from drlucky.server.client import Client
from drlucky.table import Act, Again, Start
from server.serving import on_loop, served, until

TWO: Players = (("Ann", "person"), ("Bob", "bot easy"))
THREE: Players = (*TWO, ("Cleo", "bot normal"))


async def comes(folder: Path, ready: Prepared, kind: str) -> tuple[View, View]:
    """Ann comes to her table, does what leads to the moment, and an event of this kind follows."""
    async with (
        served(folder) as server,
        Client(server.address, identity=ready.cookies["Ann"]) as ann,
        ann.sit(ready.code) as seat,
    ):
        before = await until(seat, lambda sheet: sheet.game is not None)
        assert before.you.seats == (0,)
        assert before.game.view.to_decide == 0
        assert ready.action is not None
        assert ready.action in before.game.view.legal
        known = len(before.game.events)
        assert (await seat.do(Act(ready.action, confirmed=True), before.version)).accepted
        after = await until(seat, lambda sheet: sheet.version > before.version)
        assert kind in [event.kind for event in after.game.events[known - after.game.events_at :]]
        return before.game.view, after.game.view


@pytest.mark.parametrize(
    ("edition", "players", "options", "moment", "kind"),
    [
        ("kill-2016", THREE, {}, happens("lights out"), "lights out"),
        ("save-2000", THREE, {}, happens("deck sank", how="D"), "deck sank"),
        ("save-paizo", THREE, {}, happens("over", how="sunk"), "over"),
        ("kill-2016", TWO, {}, happens("turned up"), "turned up"),
        ("kill-2016", THREE, {"pets": "both"}, happens("stepped", pawn="cat"), "stepped"),
        ("kill-de", THREE, {"escape": True}, happens("died"), "died"),
    ],
    ids=["lights out", "a deck sinks", "the last deck sinks", "strangers", "pets", "escape"],
)
@on_loop
async def test_a_table_stands_right_before_its_moment(
    tmp_path: Path, edition: str, players: Players, options: dict[str, Any], moment: Until, kind: str
) -> None:
    ready = prepare(tmp_path, edition, players, options, until=moment)
    before, after = await comes(tmp_path, ready, kind)
    assert after.lights_out - before.lights_out == (kind == "lights out")


@on_loop
async def test_the_last_one_asked_has_to_stop_it(tmp_path: Path) -> None:
    ready = prepare(tmp_path, "save-2000", THREE, until=must_answer)
    before, after = await comes(tmp_path, ready, "played")
    assert before.phase == "answer"
    assert before.attempt is not None
    assert "pass" not in before.legal
    assert after != before


@on_loop
async def test_the_escape_can_follow_a_game_that_is_over(tmp_path: Path) -> None:
    ready = prepare(tmp_path, "kill-2016", THREE, until=happens("over", how="success"), stand="after", language="de")
    async with served(tmp_path) as server, Client(server.address, identity=ready.cookies["Ann"]) as ann:
        assert await ann.get("/api/me") == {"name": "Ann", "language": "de", "known": True, "robot": False}
        async with ann.sit(ready.code) as seat:
            over = await until(seat, lambda sheet: sheet.game is not None)
            assert over.phase == "over"
            assert (await seat.do(Again("escape"))).accepted
            gathering = await until(seat, lambda sheet: sheet.phase == "gathering")
            assert (await seat.do(Start(), gathering.version)).accepted
            playing = await until(seat, lambda sheet: sheet.phase == "playing")
            assert playing.game.view.escape


@on_loop
async def test_several_tables_wait_in_one_folder(tmp_path: Path) -> None:
    """Given actions are played as they are, and bots go on by themselves."""
    game = drlucky.new("kill-1996", ["Bob", "Ann"], seed=5)
    first = str(game.legal[0])
    players: Players = (("Bob", "person"), ("Ann", "person"))
    tables = [prepare(tmp_path, "kill-1996", players, seed=5, actions=actions) for actions in ([], [first])]
    assert len({each.code for each in tables}) == 2
    game.play(first)
    async with served(tmp_path) as server:
        for ready in tables:
            async with Client(server.address, identity=ready.cookies["Bob"]) as bob:
                view = (await bob.get(f"/api/tables/{ready.code}"))["sheet"]["game"]["view"]
                assert view["players"] == ["Bob", "Ann"]
                assert view["seat"] == 0
        assert view["rooms"] == list(game.view(0).rooms)


def test_the_same_call_leads_to_the_same_position(tmp_path: Path) -> None:
    one, other = (
        prepare(tmp_path / name, "kill-de", THREE, until=can("lay"), seed=seed)
        for name, seed in (("one", None), ("other", 0))
    )
    assert (one.seed, one.actions, one.action) == (other.seed, other.actions, other.action)
    with pytest.raises(LookupError):
        prepare(tmp_path, "kill-de", THREE, until=happens("deck sank"), seed=1)
