"""Two people who never met, with two clients that share no code, play whole games of every edition over networks that
fail them. Both come to know the same game, and its record proves that the deal was fair."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import drlucky
from drlucky.game.verify import verify
from drlucky.server.client import Client, Seat
from drlucky.server.ws.messages import Table
from drlucky.table import Act, Ready, Redeem, Sheet
from patience import NEVER
from postgres import Postgres
from server.blackbox.house import CommandHouse
from server.blackbox.player import Player, Restless, choice
from server.blackbox.web import Web
from server.cluster.nodes import Nodes

VERIFIER = Path(__file__).parents[3] / "docs" / "verify.py"
EDITIONS = [book.id for book in drlucky.editions()]
LOSING, BOB_LOSES = 6, 40
"""About so many messages come between two losses of a connection. Bob's client takes longer to come back."""


@pytest.fixture(scope="module", params=["one server", "three nodes"])
def address(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("house")
    if request.param == "one server":
        with CommandHouse(folder, pace=0) as house:
            yield house.address
        return
    postgres: Postgres = request.getfixturevalue("postgres")
    with Nodes(folder, postgres.fresh_database(), kind=CommandHouse, pace=0) as nodes:
        before = nodes.balancer.sent.copy()
        yield nodes.address
        given = (nodes.balancer.sent - before).values()
        assert max(given) - min(given) <= 1, "everyone comes to another node each time"


@pytest.mark.parametrize("edition", EDITIONS)
def test_two_clients_play_a_whole_game_and_come_to_know_the_same(address: str, edition: str, tmp_path: Path) -> None:
    record, commitment = asyncio.run(asyncio.wait_for(play(address, edition), NEVER))
    path = tmp_path / "game.txt"
    path.write_text(record, encoding="utf-8")
    assert f"commitment  {commitment} is kept" in verify(path)
    assert 'contribution: "of Ann"' in record
    assert 'contribution: "of Bob"' in record
    checked = subprocess.run([sys.executable, str(VERIFIER), str(path)], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr


async def play(address: str, edition: str) -> tuple[str, str]:
    """The record of a game between Ann, Bob and a bot, which Eve watched, and the commitment that Ann was shown before
    it began."""
    web = await Web(address, "Ann").introduce()
    wanted = {"settings": {"edition": edition}, "seats": 3, "bots": ["easy"]}
    table = (await web.ask("POST", "/api/tables", wanted)).json["table"]
    invitation = (await web.ask("POST", f"/api/tables/{table}/invitations", {"seat": 1})).json
    ann = Restless(web, table, f"Ann {edition}", LOSING, language="de")
    eve = Restless(Web(address), table, f"Eve {edition}", LOSING, language="en")
    async with Client(address, name="Bob") as client, client.sit(table, language="en") as bob:
        assert (await bob.do(Redeem(invitation["token"], "Bob"))).accepted
        assert (await bob.do(Ready(contribution="of Bob"))).accepted
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(each.attend()) for each in (ann, eve)]
            await ann.until("gathering")
            commitment = str(ann.sheet["commitment"])
            await ann.ok("ready", contribution="of Ann")
            await ann.ok("start")
            await play_for(bob, Random(f"Bob {edition}"))
            await asyncio.gather(ann.until("over"), eve.until("over"))
            ann.losing = eve.losing = None
            if ann.sheet["game"].get("held_back"):
                await ann.ok("reveal")
            await agree(ann, web, "de")
            await agree(eve, eve.web, "en")
            await agree_too(bob, client)
            for task in tasks:
                task.cancel()
    assert min(ann.losses, eve.losses) > 0
    assert not [frame for player in (ann, eve) for *_, frame in player.told if invitation["token"].encode() in frame]
    check_words(ann.sheet, ann.words["events"])
    check_words(eve.sheet, eve.words["events"])
    record = (await Web(address).ask("GET", f"/api/games/{table}/1/record")).content.decode()
    return record, commitment


async def play_for(seat: Seat, choose: Random) -> None:
    """The other client's way to play at random over a bad network."""
    async for sheet in seat.sheets():
        if sheet.phase == "over":
            return
        if choose.random() * BOB_LOSES < 1:
            await seat.drop()
        if sheet.game is not None and sheet.game.view.legal:
            await seat.do(Act(choice(list(sheet.game.view.legal), choose)))


async def agree(player: Player, web: Web, language: str) -> None:
    """What a player put together is what one who comes new is shown. Who is present may still be on its way."""
    shown = (await web.ask("GET", f"/api/tables/{player.table}?language={language}")).json
    while lasting(player.sheet) != lasting(shown["sheet"]):
        await asyncio.sleep(0.05)
        shown = (await web.ask("GET", f"/api/tables/{player.table}?language={language}")).json
    assert player.words["events"] == shown["words"]["events"]


def lasting(sheet: dict[str, Any]) -> dict[str, Any]:
    """A sheet without its hour and what it calls new."""
    return {name: value for name, value in sheet.items() if name not in ("now", "since", "news")}


async def agree_too(seat: Seat, client: Client) -> None:
    assert seat.sheet is not None
    while timeless((await client.get(f"/api/tables/{seat.sheet.table}?language=en", Table)).sheet) != timeless(
        seat.sheet
    ):
        await asyncio.sleep(0.05)


def timeless(sheet: Sheet) -> Sheet:
    return replace(sheet, now=0.0, since=None, news=())


def check_words(sheet: dict[str, Any], words: list[str]) -> None:
    assert len(words) == len(sheet["game"]["events"])
    assert all(words)
