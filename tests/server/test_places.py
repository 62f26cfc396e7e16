"""Watching from somebody's place: it is the page that turns the table round. The server tells every spectator the same,
byte for byte, and what it says of a place everyone may know."""

import json
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection

from drlucky.server.client import Client
from drlucky.table import Act, Command, LiveTable, Refused, Settings
from server.serving import eventually, hear, on_loop, raw, say, served, two_at_a_table
from table.desk import begun
from table.worlds import other_world

ids = count(1)


async def seen_from(socket: ClientConnection, **more: Any) -> Any:
    """The answer to a question for a place, or the refusal."""
    asked = f"s{next(ids)}"
    await say(socket, type="sight", id=asked, **more)
    while True:
        message = await hear(socket)
        if message.get("id") == asked:
            return message


def plain(message: str) -> str:
    """A message without the time at which it was made, which is another one each time."""
    told = json.loads(message)
    told["sheet"].pop("now")
    return json.dumps(told)


async def snapshot(socket: ClientConnection) -> str:
    """All of the table, as it comes over the line to this one."""
    await say(socket, type="look")
    while True:
        message = await socket.recv()
        assert isinstance(message, str)
        told = json.loads(message)
        if told["type"] == "table" and told["sheet"].get("since") is None:
            return plain(message)


async def decide(live: LiveTable) -> None:
    """Whoever is asked does something, and nobody else does meanwhile."""
    match = live.table.playing()
    person = live.table.seats[match.to_decide or 0].person
    assert person
    act = Act(str(match.game.legal[0]), confirmed=True)
    assert (await live.do(person, Command(f"c{next(ids)}", live.version, act))).accepted


@on_loop
async def test_who_watches_from_a_place_is_told_what_every_spectator_is(tmp_path: Path) -> None:
    async with (
        served(tmp_path) as server,
        two_at_a_table(server) as (ann, _),
        Client(server.address, "Eve") as eve,
        raw(server, eve) as sitting,
        raw(server) as standing,
    ):
        for socket in (sitting, standing):
            await say(socket, type="hello", table=ann.table)
            await hear(socket, "table")
        live = await server.context.tables.get(ann.table)
        # Some deals end sooner; whoever begins is always asked once.
        for nth in range(8):
            # Nothing happens while a person is asked.
            await eventually(lambda: live.table.asked() is None)
            if nth and live.table.phase != "playing":
                break
            for place in range(3):
                answer = await seen_from(sitting, of=place)
                assert (answer["type"], answer["sight"]["seat"]) == ("sight", place)
            told = await snapshot(sitting)
            assert told == await snapshot(standing)
            assert '"hand": null' in told
            await decide(live)


@on_loop
async def test_a_place_that_there_is_not_is_refused(tmp_path: Path) -> None:
    async with served(tmp_path) as server, two_at_a_table(server) as (ann, _), raw(server) as socket:
        await say(socket, type="hello", table=ann.table)
        for place in (-1, 3, 2**40):
            assert (await seen_from(socket, of=place))["type"] == "error"
        await say(socket, type="sight", id="x", of="Ann")
        assert (await hear(socket, "error"))["code"] == "malformed"


@on_loop
async def test_where_nobody_may_watch_nobody_sits_at_a_place(tmp_path: Path) -> None:
    async with (
        served(tmp_path) as server,
        two_at_a_table(server, watchable=False, listed=False) as (ann, _),
        raw(server) as socket,
    ):
        await say(socket, type="hello", table=ann.table)
        for more in ({}, {"of": 0}):
            answer = await seen_from(socket, **more)
            assert (answer["type"], answer["code"]) == ("error", "not yours")


@pytest.mark.parametrize("edition", ["kill-2016", "save-2000"])
def test_nothing_hidden_is_seen_from_a_place(edition: str) -> None:
    """In worlds that differ in what nobody but the players may know, every place shows the same bytes; and it is the
    same whoever asks: a spectator, or somebody who plays."""
    desk = begun(Settings(edition), people=3)
    choose = Random(4)
    for _ in range(40):
        if desk.table.phase != "playing":
            break
        before = {place: seen(desk.table, None, place) for place in range(3)}
        assert before == {place: seen(desk.table, "ann", place) for place in range(3)}
        with other_world(desk.match.game, [], choose):
            assert before == {place: seen(desk.table, None, place) for place in range(3)}
        person = desk.decider()
        assert person
        desk.ok(person, Act(str(choose.choice(desk.match.game.legal)), confirmed=True))
    with pytest.raises(Refused):
        desk.table.sight(None, of=3)


def seen(table: Any, person: str | None, place: int) -> bytes:
    return msgspec.json.encode(table.sight(person, of=place))
