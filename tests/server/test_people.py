"""The store of what people asked for: earlier forms, and what happens when it cannot be written."""

import sqlite3
from pathlib import Path

import pytest

from drlucky.errors import DrLuckyError
from drlucky.server.auth import new_identity
from drlucky.server.devices import Devices
from drlucky.server.errors import Failed
from drlucky.server.people.store import DEVICES, PEOPLE, TABLES
from drlucky.server.rows.base import Drop
from drlucky.server.rows.sqlite import SqliteRows
from server.serving import on_loop


@on_loop
async def test_what_an_earlier_drlucky_kept_is_there(tmp_path: Path) -> None:
    path = tmp_path / "people.db"
    with sqlite3.connect(path) as early:
        early.executescript(f"{TABLES} PRAGMA user_version = 1; INSERT INTO devices VALUES ('person a', 'b', 7);")
    store = SqliteRows(PEOPLE, path)
    assert [each.id for each in Devices(store).of("person a")] == ["b"]
    assert store.query("SELECT * FROM subscriptions") == []
    assert store.query("PRAGMA user_version") == [(len(PEOPLE.sqlite),)]
    await store.close()


def test_what_a_newer_one_wrote_or_nobody_is_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / "people.db"
    with sqlite3.connect(path) as newer:
        newer.execute(f"PRAGMA user_version = {len(PEOPLE.sqlite) + 1}")
    with pytest.raises(DrLuckyError, match="a newer drlucky"):
        SqliteRows(PEOPLE, path)
    path.write_bytes(b"nonsense" * 1000)
    with pytest.raises(DrLuckyError, match="cannot be used"):
        SqliteRows(PEOPLE, path)


@on_loop
async def test_nobody_else_can_read_it(tmp_path: Path) -> None:
    await SqliteRows(PEOPLE, tmp_path / "people.db").close()
    assert (tmp_path / "people.db").stat().st_mode & 0o077 == 0


@on_loop
async def test_what_cannot_be_written_is_said_and_has_not_happened(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = SqliteRows(PEOPLE, tmp_path / "people.db")
    devices = Devices(store)
    ann = new_identity("Ann")
    store.query("PRAGMA query_only = ON")
    with pytest.raises(Failed, match="could not be kept"):
        await devices.add(ann)
    assert [each.id for each in devices.of(ann.person)] == [""]
    store.change_later(lambda: [Drop(DEVICES, ("nobody", ""))])
    await store.find(DEVICES, "TRUE")
    store.query("PRAGMA query_only = OFF")
    linked = await devices.add(ann)
    assert linked in devices
    assert caplog.text.count("cannot be written") == 1, "once a minute is enough"
    await store.close()
