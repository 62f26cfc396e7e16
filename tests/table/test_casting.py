"""Whom everyone plays: people choose, bots and Strangers have the rest, and it is the same after a restart."""

from base64 import b64decode
from pathlib import Path

import msgspec

from drlucky import cast
from drlucky.table import (
    AddSeat,
    Command,
    Invite,
    Join,
    OpenSeat,
    Portray,
    PutBot,
    Ready,
    Redeem,
    Settings,
    Start,
    Table,
    Watch,
)
from drlucky.table.log import decode
from table.desk import KILL, Desk, begun, gathered

GUESTS = cast.guests("t1")
"""As they come to the table of a desk."""
FREE = GUESTS[-1].id


def characters(desk: Desk) -> list[str]:
    return [seat.character for seat in desk.table.seats]


def test_people_choose_when_they_sit_down_and_later() -> None:
    desk = Desk()
    desk.ok("bob", Join("Bob", character=FREE))
    assert characters(desk) == [GUESTS[0].id, FREE, ""]
    desk.ok("bob", Portray(1, GUESTS[5].id))
    assert [seat.character for seat in desk.sheet(None).seats] == [GUESTS[0].id, GUESTS[5].id, ""]
    assert desk.sheet("ann").seats[1].name == "Bob"
    version = desk.table.version
    desk.ok("bob", Portray(1, GUESTS[5].id))
    assert desk.table.version == version
    desk.restart()
    assert characters(desk)[1] == GUESTS[5].id


def test_each_is_there_once_and_nobody_else_is() -> None:
    desk = Desk()
    assert desk.refused("bob", Join("Bob", character=GUESTS[0].id)) == "taken"
    assert desk.refused("bob", Join("Bob", character="doctor")) == "invalid"
    desk.ok("bob", Join("Bob"))
    assert desk.refused("bob", Portray(1, GUESTS[0].id)) == "taken"
    assert desk.refused("bob", Portray(1, "")) == "invalid"
    assert desk.refused("bob", Portray(0, FREE)) == "not yours"
    assert desk.refused("bob", Portray(9, FREE)) == "no such seat"
    answer = desk.do("bob", Portray(1, GUESTS[0].id))
    assert answer.text == f"{GUESTS[0].name} is played by Ann already"


def test_in_a_game_everyone_stays_who_they_are() -> None:
    desk = begun()
    assert desk.refused("bob", Portray(1, FREE)) == "not now"
    before = characters(desk)
    token = desk.ok("bob", Invite(1)).token
    desk.ok("bob's phone", Redeem(str(token), "Bob", character=FREE))
    assert characters(desk) == before


def test_a_seat_that_is_handed_on_before_a_game_keeps_its_character_unless_another_is_wished_for() -> None:
    desk = gathered()
    before = characters(desk)
    token = desk.ok("bob", Invite(1)).token
    desk.ok("dan", Redeem(str(token), "Dan"))
    assert characters(desk) == before
    token = desk.ok("dan", Invite(1)).token
    desk.ok("bob", Redeem(str(token), "Bob", character=FREE))
    assert characters(desk)[1] == FREE


def test_bots_have_the_rest_and_go_by_their_names() -> None:
    desk = Desk(seats=8)
    desk.ok("bob", Join("Bob", seat=3, character=GUESTS[1].id))
    for seat in (1, 2, 4, 5, 6, 7):
        desk.ok("ann", PutBot(seat, "easy"))
    assert len(set(characters(desk))) == 8
    bots = [seat for seat in desk.table.seats if seat.kind == "bot"]
    assert [bot.name for bot in bots] == [each.name for each in GUESTS[2:8]]
    assert desk.refused("bob", Portray(3, bots[0].character)) == "taken"
    desk.ok("ann", PutBot(1, "hard"))
    assert desk.table.seats[1].name == GUESTS[2].name
    desk.ok("ann", OpenSeat(1))
    assert characters(desk)[1] == ""
    desk.restart()


def test_a_bot_is_not_called_like_somebody_who_is_there() -> None:
    desk = Desk(seats=4)
    desk.ok("bob", Join(GUESTS[2].name))
    desk.ok("ann", PutBot(2, "easy"))
    desk.ok("ann", PutBot(3, "easy"))
    assert [seat.name for seat in desk.table.seats[2:]] == [GUESTS[3].name, GUESTS[4].name]


def test_where_all_their_names_are_taken_bots_have_another() -> None:
    desk = Desk(seats=4)
    for number, each in enumerate(cast.people()):
        desk.ok(f"fan {number}", Join(each.name) if number < 2 else Watch(each.name))
    desk.ok("ann", PutBot(3, "easy"))
    assert desk.table.seats[3].name == f"{GUESTS[3].name} 2"


def test_strangers_go_by_the_names_of_their_characters_and_actions_stay_as_they_are() -> None:
    desk = begun(Settings(KILL), people=2)
    game = desk.sheet(None).game
    assert game is not None
    assert game.cast == (GUESTS[0].id, GUESTS[2].id, GUESTS[1].id, GUESTS[3].id)
    assert game.view.players == ("Ann", GUESTS[2].name, "Bob", GUESTS[3].name)
    assert desk.match.game.players == ("Ann", "Stranger 1", "Bob", "Stranger 2")
    assert any("stranger-1" in action for seat in (0, 2) for action in desk.match.game.view(seat).legal)
    desk.restart()
    assert desk.match.players == game.view.players
    desk.play_out()
    assert "Stranger 1" in str(desk.match.record)


def test_whom_everyone_plays_does_not_depend_on_the_deal() -> None:
    assert begun(people=2, seed=1).match.cast == begun(people=2, seed=2).match.cast


LOG = Path(__file__).parent / "logs" / "format-1.txt"


def test_a_log_from_before_there_was_a_cast_goes_on_and_gets_one() -> None:
    _, *entries = LOG.read_text(encoding="ascii").splitlines()
    old = Table.replay(decode(map(b64decode, entries)))
    assert not any(seat.character for seat in old.seats)
    gathering = next(
        at for at in range(1, len(entries)) if ready_to_start(Table.replay(decode(map(b64decode, entries[:at]))))
    )
    table = Table.replay(decode(map(b64decode, entries[:gathering])))
    host = str(table.host)
    verdict = table.judge(host, Command("now", table.version, Start()), table.now)
    assert verdict.answer.accepted, verdict.answer.text
    for entry in verdict.entries:
        table.apply(entry)
    assert table.match is not None
    assert len(set(table.match.cast)) == len(table.match.cast)
    assert all(table.match.cast)


def ready_to_start(table: Table) -> bool:
    verdict = table.judge(str(table.host), Command("test", table.version, Start()), table.now)
    return verdict.answer.accepted and table.phase == "gathering"


def test_the_command_and_its_fact_are_written_by_names_that_stay() -> None:
    command = msgspec.json.decode(
        b'{"id": "1", "version": 3, "do": {"do": "portray", "seat": 0, "character": "augusta"}}', type=Command
    )
    assert command.do == Portray(0, "augusta")
    desk = Desk()
    desk.ok("ann", Portray(0, FREE))
    assert msgspec.msgpack.decode(desk.log[-1])["fact"] == {"fact": "portrayed", "seat": 0, "character": FREE}


def test_seats_move_with_those_who_sit_on_them() -> None:
    desk = gathered(people=2)
    desk.ok("ann", AddSeat())
    assert characters(desk)[2] == ""
    desk.ok("dan", Join("Dan"))
    desk.ok("dan", Ready())
    assert len(set(characters(desk))) == 3
