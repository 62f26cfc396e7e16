"""What is written and sent: logs that other versions can read, and messages that decode to what they were."""

from typing import get_args

import msgspec
import pytest

from drlucky.table import Command, Refused, Say, Settings, Sheet, Table, commands
from drlucky.table.applying import APPLY
from drlucky.table.commands import AnyDeed
from drlucky.table.facts import AnyFact, Entry, LogError, decode, encode
from drlucky.table.judging import JUDGES
from table.desk import KILL, begun


def test_every_deed_has_its_judge_and_every_fact_is_applied() -> None:
    assert set(JUDGES) == set(get_args(AnyDeed)) - {commands.Invite}
    assert set(APPLY) == set(get_args(AnyFact))


def test_commands_and_sheets_survive_the_wire() -> None:
    command = msgspec.json.decode(b'{"id": "1", "version": 3, "do": {"do": "say", "text": "hello"}}', type=Command)
    assert command == Command("1", 3, Say("hello"))
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"id": "1", "version": 3, "do": {"do": "cheat"}}', type=Command)
    desk = begun(people=2)
    desk.ok("ann", Say("hello"))
    for person in ("ann", None):
        assert msgspec.json.decode(desk.seen(person), type=Sheet) == desk.sheet(person)
    desk.play_out()
    assert msgspec.json.decode(desk.seen(None), type=Sheet) == desk.sheet(None)


def test_a_field_that_a_later_version_adds_is_passed_over() -> None:
    desk = begun()
    plain = [msgspec.msgpack.decode(entry) for entry in desk.log]
    for entry in plain:
        entry["mood"] = entry["fact"]["mood"] = "cheerful"
    later = [msgspec.msgpack.encode(entry) for entry in plain]
    assert Table.replay(decode(later)).hash() == desk.table.hash()


def test_a_log_that_cannot_be_replayed_says_why() -> None:
    desk = begun()
    entry = msgspec.msgpack.decode(desk.log[-1])
    entry["fact"]["fact"] = "teleported"
    with pytest.raises(LogError, match="newer drlucky"):
        decode([msgspec.msgpack.encode(entry)])
    with pytest.raises(LogError, match="something is missing"):
        Table.replay(decode([*desk.log[:2], *desk.log[3:]]))
    with pytest.raises(LogError, match="damaged"):
        decode([b"\xc1"])
    for fact, field, says in (("created", "format", "newer drlucky"), ("started", "rules", "version 99 of the rules")):
        plain = [msgspec.msgpack.decode(each) for each in desk.log]
        changed = next(each["fact"] for each in plain if each["fact"]["fact"] == fact)
        changed[field] = 99
        with pytest.raises(LogError, match=says):
            Table.replay(decode(msgspec.msgpack.encode(each) for each in plain))


def test_a_table_cannot_be_opened_by_nobody() -> None:
    with pytest.raises(Refused, match="a person is"):
        Table.opening("t", "ABC234", "", "Ann", Settings(KILL), 3, 0.0)
    first: list[Entry] = Table.opening("t", "ABC234", "ann", " Ann  B ", Settings(KILL), 3, 0.0)
    assert Table.replay(decode(encode(first))).seats[0].name == "Ann B"
