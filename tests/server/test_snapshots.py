"""What is sent over sockets: hidden cards change nothing in it, to the byte, and it says what a plain sheet says."""

import tracemalloc
from itertools import count
from pathlib import Path
from random import Random

import pytest

from drlucky.server.client import Client
from drlucky.server.ws.messages import Table, encoder, from_server
from drlucky.server.ws.protocol import SocketProtocol
from drlucky.server.ws.snapshots import Snapshot, snapshot_of
from drlucky.table import Clock, LiveTable, MemoryStore, Options, Settings, Thinkers
from server.serving import on_loop, play_out, served
from table.desk import KILL, Desk, begun
from table.worlds import other_world

PEOPLE = ("ann", "bob", "cleo", "eve", None)
SETTINGS = [
    Settings("kill-1996"),
    Settings(KILL, Options(closed="west")),
    Settings("kill-de", watchable=False),
    Settings("save-2000"),
    Settings("save-paizo", clock=Clock("game", 600)),
    Settings(KILL, Options(escape=True)),
]


def sent(desk: Desk, person: str | None, since: int | None) -> bytes:
    """What a socket would be sent now, made anew."""
    live = LiveTable(desk.table, MemoryStore(), Thinkers(), lambda: desk.now)
    return Snapshot(live).tell(person, since, None, "en")[0]


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda settings: settings.edition)
def test_what_someone_cannot_know_is_not_sent(settings: Settings) -> None:
    choose = Random(settings.edition)
    desk = begun(settings)
    for decision in range(60):
        if desk.table.phase != "playing":
            break
        person = PEOPLE[decision % len(PEOPLE)]
        since = None if decision % 3 else desk.table.version - 2
        mine = [desk.match.plays(seat) for seat in desk.table.seats_of(person)]
        here = sent(desk, person, since)
        with other_world(desk.match.game, mine, choose):
            assert sent(desk, person, since) == here
        desk.act()


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda settings: settings.edition)
def test_it_says_what_the_plain_sheet_says(settings: Settings) -> None:
    desk = begun(settings)
    for decision in range(40):
        if desk.table.phase != "playing":
            break
        for person in PEOPLE:
            since = desk.table.version - decision % 4 if decision else None
            told = from_server.decode(sent(desk, person, since))
            assert isinstance(told, Table)
            plain = from_server.decode(encoder.encode(Table(desk.sheet(person, since))))
            assert isinstance(plain, Table)
            assert told.sheet == plain.sheet
        desk.act()


@pytest.mark.parametrize("watchable", [True, False])
def test_whatever_version_strangers_say_they_saw_little_is_kept(watchable: bool) -> None:
    desk = begun(Settings(KILL, watchable=watchable))
    for _ in range(30):
        desk.act()
    live = LiveTable(desk.table, MemoryStore(), Thinkers(), lambda: desk.now)
    snapshot = snapshot_of(live)
    everything = snapshot.tell(None, None, None, "en")
    for number in range(300):
        assert snapshot.tell(None, 10**9 + number, None, "en") is everything
        assert snapshot.tell(None, -number - 1, None, "en") is everything
    tracemalloc.start()
    for since in range(desk.table.version):
        for language in ("en", "de", None):
            snapshot.tell(None, since, None, language)
            snapshot.tell("ann", since, None, language)
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 1_000_000


@on_loop
async def test_what_cannot_be_written_at_once_is_told_later_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client that puts updates together comes to the whole game, whichever way they took."""
    written = SocketProtocol.write_texts
    turns = count()
    monkeypatch.setattr(
        SocketProtocol, "write_texts", lambda self, *texts: next(turns) % 3 == 0 and written(self, *texts)
    )
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann:
        while next(turns) < 20:
            opened = await ann.quick(KILL, 3, options={"turn_limit": 8})
            async with ann.sit(opened.code) as seat:
                await play_out(seat)
                table = server.context.tables.live[opened.table].table
                assert seat.sheet
                assert seat.sheet.game
                eyes = table.eyes(table.host)
                assert seat.sheet.game.events == table.last_match().game.events_for(eyes)
