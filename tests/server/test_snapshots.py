"""What is sent over sockets: hidden cards change nothing in it, to the byte, and it says what a plain sheet says."""

from random import Random

import pytest

from drlucky.server.ws.messages import Table, encoder, from_server
from drlucky.server.ws.snapshots import Snapshot
from drlucky.table import Clock, LiveTable, MemoryStore, Options, Settings, Thinkers
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


def sent(desk: Desk, person: str | None, since: int | None) -> str:
    """What a socket would be sent now, made anew."""
    live = LiveTable(desk.table, MemoryStore(), Thinkers(), lambda: desk.now)
    return Snapshot(live, 1).tell(person, since, None, "en")[0]


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
