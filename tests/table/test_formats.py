"""What is written and sent: logs that other versions can read, and messages that decode to what they were."""

import hashlib
from base64 import b64decode
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from drlucky.errors import RulesChanged
from drlucky.table import Act, Command, Refused, Say, Settings, Sheet, Table, sheet
from drlucky.table.commands import AnyDeed
from drlucky.table.handlers import APPLY, JUDGE
from drlucky.table.log import AnyFact, Entry, LogError, decode, encode
from table.desk import KILL, begun

LOGS = Path(__file__).parent / "logs"


def test_every_deed_has_its_judge_and_every_fact_is_applied() -> None:
    assert set(JUDGE) == set(get_args(AnyDeed))
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
    for fact, field, says, error in (
        ("created", "format", "newer drlucky", LogError),
        ("started", "rules", "version 99 of the rules", RulesChanged),
    ):
        plain = [msgspec.msgpack.decode(each) for each in desk.log]
        changed = next(each["fact"] for each in plain if each["fact"]["fact"] == fact)
        changed[field] = 99
        with pytest.raises(error, match=says):
            Table.replay(decode(msgspec.msgpack.encode(each) for each in plain))


def test_a_bot_that_there_is_no_more_keeps_a_game_from_going_on_and_not_from_being_read() -> None:
    desk = begun(people=1, bots=2)
    plain = [msgspec.msgpack.decode(each) for each in desk.log]
    for each in plain:
        if each["fact"]["fact"] == "botseated":
            each["fact"]["level"] = "retired"
    old = Table.replay(decode(msgspec.msgpack.encode(each) for each in plain))
    while old.seats[old.last_match().to_decide or 0].kind == "person":
        verdict = old.judge("ann", Command(f"{old.version}", old.version, Act("end")), old.now)
        old.apply(verdict.entries[0])
    with pytest.raises(LogError, match="'retired' plays here; this drlucky has none but"):
        old.wake(old.now)


@pytest.mark.parametrize("path", sorted(LOGS.iterdir()), ids=lambda path: path.stem)
def test_logs_of_every_format_there_was_come_to_the_same_table(path: Path) -> None:
    """Such a file is never written anew: first what everyone was shown in the end, as a hash, then the entries of an
    evening in which everything happened that can."""
    shown, *entries = path.read_text(encoding="ascii").splitlines()
    assert shown_to_all(Table.replay(decode(map(b64decode, entries)))) == shown


LATER = frozenset(
    {"hand_copies", "discard_copies", "out_of_game_copies", "copies", "copy", "forecast", "stakes", "answers"}
    | {"alone", "may_erase"}
)
"""What is shown today, and was not when the first of these files were written."""


def shown_to_all(table: Table) -> str:
    sheets = [sheet(table, person, table.now) for person in (None, *table.members)]
    return hashlib.sha256(msgspec.json.encode(as_before(msgspec.json.decode(msgspec.json.encode(sheets))))).hexdigest()


def as_before(shown: Any) -> Any:
    if isinstance(shown, list):
        return [as_before(each) for each in shown]
    if isinstance(shown, dict):
        return {name: as_before(value) for name, value in shown.items() if name not in LATER}
    return shown


def test_a_table_cannot_be_opened_by_nobody() -> None:
    with pytest.raises(Refused, match="a person is"):
        Table.opening("t", "ABC234", "", "Ann", Settings(KILL), 3, 0.0)
    first: list[Entry] = Table.opening("t", "ABC234", "ann", " Ann  B ", Settings(KILL), 3, 0.0)
    assert Table.replay(decode(encode(first))).seats[0].name == "Ann B"
