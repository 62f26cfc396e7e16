"""`drlucky store replay`: which tables in progress other rules touch."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

from drlucky.server.maintenance import replaying
from drlucky.server.maintenance.places import Place
from drlucky.server.maintenance.replaying import Standing, replay
from drlucky.table import SQLiteStore, Table
from drlucky.table.log import Created, decode, encode
from drlucky.table.store.base import Kept
from drlucky.table.summary import heading
from patience import NEVER
from reliability.real_tables import code, fill, renamed, tables
from table.test_rules_versions import logged

OURS = 8


def quiet(line: str) -> None:
    pass


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Tables of today, and three that were begun by earlier rules, one of which a changed ruling touches."""
    asyncio.run(fill(tmp_path / "games.db", tables(OURS)))

    async def add() -> None:
        store = SQLiteStore(tmp_path / "games.db")
        for at, name in enumerate(("untouched", "running", "touched"), OURS):
            entries = [renamed(each, name, code(at)) for each in decode(logged(name)[1])]
            assert isinstance(entries[0].fact, Created)
            # Its heading is as the drlucky of then wrote it: playing.
            about = heading(Table.replay(entries[:3]))
            about = type(about)(name, code(at), "playing", 1.0, about.summary)
            await store.put_in([Kept(about, encode(entries))])
        await store.close()

    asyncio.run(add())
    return tmp_path


def test_a_table_that_a_changed_ruling_touches_is_named_with_it(folder: Path) -> None:
    command = [sys.executable, "-m", "drlucky", "store", "replay", "--data", str(folder), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=NEVER)
    assert done.returncode == 1, done.stderr
    (said,) = [json.loads(line) for line in done.stdout.splitlines()]
    assert (said["table"], said["became"]) == ("touched", "refused")
    assert "ruling 17 was changed since" in said["about"]


def test_a_table_that_comes_to_something_else_is_named(folder: Path, tmp_path: Path) -> None:
    """As by a drlucky whose rules differ without saying so."""
    file = tmp_path / "before.json"
    found = asyncio.run(replay(Place(str(folder)), {}, quiet))
    replaying.write(file, found.standings)
    before = replaying.read(file)
    again = asyncio.run(replay(Place(str(folder)), before, quiet))
    assert [each.table for each in again.touched] == ["touched"]
    playing = "00000001"
    assert before[playing].hash.startswith("playing 1 ")
    other = before | {playing: Standing(before[playing].version, before[playing].hash[:-1] + "x")}
    changed = asyncio.run(replay(Place(str(folder)), other, quiet))
    assert {each.table: each.became for each in changed.touched} == {"touched": "refused", playing: "changed"}


def test_a_table_that_goes_on_meanwhile_is_compared_as_far_as_it_was(folder: Path) -> None:
    before = dict(asyncio.run(replay(Place(str(folder)), {}, quiet)).standings)

    async def shorter() -> Standing:
        store = SQLiteStore(folder / "games.db")
        entries = await store.read("00000001")
        await store.close()
        table = Table.replay(decode(entries[:-3]))
        return Standing(table.version, replaying.standing(table))

    before["00000001"] = asyncio.run(shorter())
    found = asyncio.run(replay(Place(str(folder)), before, quiet))
    assert [each.table for each in found.touched] == ["touched"]
