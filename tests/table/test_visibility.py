"""Who may see what of a table: by role where nobody may watch, and everyone where anyone may."""

from typing import get_args

import pytest
from msgspec.structs import replace

from drlucky.table import (
    Act,
    Change,
    GiveHost,
    Invite,
    Join,
    Kick,
    Leave,
    Pause,
    Ready,
    Redeem,
    Say,
    Settings,
    Start,
    Undo,
    Unpause,
    Watch,
)
from drlucky.table.news import TOLD
from drlucky.table.state import RECENT
from drlucky.table.visibility import NEWS_OUTSIDE, WHERE_NOBODY_WATCHES, Role, role_of, shown_to
from table.desk import KILL, Desk, begun, gathered

UNWATCHABLE = Settings(KILL, watchable=False, listed=False, by_invitation=True)


def private() -> Desk:
    """Everyone came by invitation, Dan was sent away in the middle of the game, and Eve knows the code."""
    desk = Desk(UNWATCHABLE, seats=4)
    for seat, person in enumerate(("bob", "cleo", "dan"), 1):
        desk.ok(person, Redeem(str(desk.ok("ann", Invite(seat)).token), person.title()))
    for person in ("bob", "cleo", "dan"):
        desk.ok(person, Ready())
    desk.ok("ann", Start())
    desk.ok("bob", Say("nobody hears us"))
    desk.ok("ann", Kick(3))
    return desk


def test_where_nobody_may_watch_nobody_comes_to_watch() -> None:
    desk = private()
    assert desk.refused("eve", Watch("Eve")) == "by invitation"
    assert desk.refused("dan", Watch("Dan")) == "kicked"
    desk.play_out()
    assert desk.refused("eve", Watch("Eve")) == "by invitation"


def test_whoever_had_a_seat_may_come_back_to_watch() -> None:
    desk = gathered(Settings(KILL, watchable=False))
    desk.ok("cleo", Leave())
    assert role_of(desk.table, "cleo") == "invited"
    assert not shown_to(desk.table, "cleo").table
    desk.ok("cleo", Watch("Cleo"))
    desk.ok("ann", Say("welcome back"))
    assert desk.sheet("cleo").lines[-1].text == "welcome back"


@pytest.mark.parametrize("person", ["eve", "dan", None])
def test_from_outside_only_the_seats_are_seen(person: str | None) -> None:
    desk = private()
    began = desk.table.version
    while desk.table.phase == "playing":
        since = max(began, desk.table.version - 20)
        for sheet in (desk.sheet(person), desk.sheet(person, since)):
            assert (sheet.game, sheet.lines, sheet.lines_at, sheet.tally, sheet.paused) == (None, (), 0, None, None)
            assert (sheet.commitment, sheet.you) == (None, None)
            assert [seat.name for seat in sheet.seats] == ["Ann", "Bob", "Cleo", "Dan"]
            assert not any(seat.stand_in for seat in sheet.seats)
            assert not any(each.present for each in sheet.people)
            assert {each.kind for each in sheet.news} <= NEWS_OUTSIDE
        desk.wait(2) if desk.decider() is None else desk.act()
    sheet = desk.sheet(person)
    assert (sheet.phase, sheet.game, sheet.lines) == ("over", None, ())
    assert not shown_to(desk.table, person).past


def test_every_role_has_its_place_on_the_list() -> None:
    assert set(WHERE_NOBODY_WATCHES) == set(get_args(Role))
    kinds = {fact.__name__.lower() for fact in TOLD}
    assert kinds > NEWS_OUTSIDE
    assert not NEWS_OUTSIDE & {"acted", "undone", "said", "stoodin", "returned", "paused", "revealed", "kicked"}


def test_what_someone_is_to_a_table() -> None:
    desk = gathered()
    desk.ok("eve", Watch("Eve"))
    desk.ok("dan", Watch("Dan"))
    desk.ok("ann", Kick(4))
    desk.ok("cleo", Leave())
    roles = {person: role_of(desk.table, person) for person in ("ann", "bob", "cleo", "dan", "eve", "fay", None)}
    assert roles == {
        "ann": "host",
        "bob": "seat",
        "cleo": "invited",
        "dan": "kicked",
        "eve": "spectator",
        "fay": "outsider",
        None: "outsider",
    }
    assert all(shown_to(desk.table, person).table for person in roles), "anyone may watch"
    desk.ok("cleo", Watch("Cleo"))
    assert role_of(desk.table, "cleo") == "member"


def test_a_spectator_whom_the_host_turns_away_sees_and_says_nothing_more() -> None:
    desk = gathered()
    desk.ok("eve", Watch("Eve"))
    desk.ok("ann", Say("good evening"))
    seen = desk.table.version
    desk.ok("ann", Change(Settings(KILL, watchable=False)))
    later = desk.sheet("eve", since=seen)
    assert (later.since, later.lines) == (None, ())
    assert desk.refused("eve", Say("hello?")) == "not yours"
    desk.ok("ann", GiveHost(3))
    assert desk.sheet("eve", since=desk.table.version - 1).lines[-1].text == "good evening"


def test_a_refusal_tells_an_outsider_nothing_of_the_game() -> None:
    desk = private()
    for _ in range(3):
        for deed in (Act("pass"), Undo(), Pause(), Unpause()):
            assert desk.refused("eve", deed, version=3) == desk.refused("eve", deed) == "not yours"
        desk.ok("bob", Say("and on we go"))
    desk.ok("bob", Pause())
    for deed in (Act("pass"), Undo(), Pause(), Unpause()):
        assert desk.refused("eve", deed) == "not yours"


def test_nobody_outside_learns_when_something_happens() -> None:
    """Neither from what they see, whatever they say that they saw, nor from a refusal."""
    desk = private()

    def seen() -> tuple[object, ...]:
        since = [desk.table.outside_changed + step for step in (-1, 0, 1, 10**6)]
        sheets = [replace(desk.sheet("eve", version), now=0.0) for version in (None, *since)]
        answers = [desk.do("eve", deed, version) for deed in (Pause(), Watch("Eve")) for version in (0, -1, *since)]
        return (*sheets, *[replace(answer, id="") for answer in answers])

    before, version = seen(), desk.table.version
    for _ in range(2 * RECENT):
        if desk.table.phase == "playing":
            desk.wait(2) if desk.decider() is None else desk.act()
        desk.ok("bob", Say("and on we go"))
        desk.now += 60
        assert seen() == before or desk.table.phase == "over"
    assert desk.table.version > version + RECENT
    desk.ok("ann", Kick(desk.table.members["bob"].number))
    assert desk.sheet("eve").version == desk.table.version, "that is seen"


def test_an_open_seat_lets_anyone_in_who_has_the_code() -> None:
    desk = Desk(Settings(KILL, watchable=False))
    desk.ok("ann", Say("hello"))
    assert desk.sheet("bob").lines == ()
    desk.ok("bob", Join("Bob"))
    assert desk.sheet("bob").lines[0].text == "hello"
    game = begun(Settings(KILL, watchable=False))
    assert game.sheet("bob").game is not None
