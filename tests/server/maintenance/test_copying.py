"""`drlucky store copy`: everything, once, also when it is interrupted, and never over something else."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from drlucky.errors import DrLuckyError
from drlucky.folder_lock import FolderInUse, held
from drlucky.server.maintenance.backups import back_up, restore
from drlucky.server.maintenance.copying import OtherStore, copy
from drlucky.server.maintenance.places import Place
from drlucky.server.people.store import PEOPLE
from drlucky.server.rows.sqlite import connect
from drlucky.table import SQLiteStore
from drlucky.table.store.base import SharedStore
from drlucky.table.store.checksums import content_hash
from patience import NEVER
from reliability.real_tables import content, fill, tables

TABLES = 12


def quiet(line: str) -> None:
    pass


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """As a server leaves it."""
    folder = tmp_path / "from"
    folder.mkdir()
    asyncio.run(fill(folder / "games.db", tables(TABLES)))
    with closing(connect(PEOPLE, folder / "people.db")) as people:
        people.execute("INSERT INTO devices VALUES (?, ?, ?)", ("ann", "phone", 7))
    (folder / "secret").write_text("ab" * 32 + "\n")
    (folder / "revoked").write_text("0 bob\n")
    (folder / "analyses").mkdir()
    (folder / "analyses" / "t-1-100.json").write_text("{}")
    return folder


def hashes(path: Path) -> list[bytes]:
    async def work() -> list[bytes]:
        store = SQLiteStore(path)
        found = [content_hash(each) for each in await content(store)]
        await store.close()
        return found

    return asyncio.run(work())


def test_everything_is_copied_once(tmp_path: Path, folder: Path) -> None:
    to = tmp_path / "to"
    found = asyncio.run(copy(Place(str(folder)), Place(str(to)), quiet))
    assert (found.tables, found.same, found.left_out) == (TABLES, 0, [])
    assert hashes(to / "games.db") == hashes(folder / "games.db")
    assert (to / "secret").read_text() == "ab" * 32 + "\n"
    assert (to / "analyses" / "t-1-100.json").exists()
    with closing(connect(PEOPLE, to / "people.db")) as people:
        assert people.execute("SELECT * FROM devices").fetchall() == [("ann", "phone", 7)]
    assert {path.stat().st_mode & 0o077 for path in to.iterdir() if path.is_file()} == {0}
    again = asyncio.run(copy(Place(str(folder)), Place(str(to)), quiet))
    assert (again.tables, again.same, again.rows) == (0, TABLES, 0)


def test_a_copy_that_is_killed_goes_on_where_it_was(tmp_path: Path, folder: Path) -> None:
    """Killed after every page of two tables, until one is left to go on to the end."""
    to = tmp_path / "to"
    program = """
import asyncio, os, signal, sys
from drlucky.server.maintenance import copying
from drlucky.server.maintenance.places import Place

copying.TABLES_AT_ONCE = 2
put = copying.put

async def put_and_die(target, tables):
    await put(target, tables)
    os.kill(os.getpid(), signal.SIGKILL)

copying.put = put_and_die
asyncio.run(copying.copy(Place(sys.argv[1]), Place(sys.argv[2]), print))
"""
    command = [sys.executable, "-c", program, str(folder), str(to)]
    for kills in range(1, 4):
        done = subprocess.run(command, capture_output=True, timeout=NEVER)
        assert done.returncode == -signal.SIGKILL, done.stderr
        assert len(hashes(to / "games.db")) == 2 * kills
    found = asyncio.run(copy(Place(str(folder)), Place(str(to)), quiet))
    assert (found.tables, found.same) == (TABLES - 6, 6)
    assert hashes(to / "games.db") == hashes(folder / "games.db")


def test_what_is_something_else_is_not_written_to(tmp_path: Path, folder: Path) -> None:
    to = tmp_path / "to"
    to.mkdir()
    asyncio.run(fill(to / "games.db", tables(TABLES + 1)))
    before = hashes(to / "games.db")
    with pytest.raises(OtherStore, match=f"has games of its own, such as those of table {TABLES:08x}"):
        asyncio.run(copy(Place(str(folder)), Place(str(to)), quiet))
    assert hashes(to / "games.db") == before
    with pytest.raises(DrLuckyError, match="cannot be copied to itself"):
        asyncio.run(copy(Place(str(folder)), Place(str(folder / "games.db")), quiet))


def test_a_table_that_has_been_played_on_since_is_not_written_over(tmp_path: Path, folder: Path) -> None:
    to = tmp_path / "to"
    asyncio.run(copy(Place(str(folder)), Place(str(to)), quiet))

    async def play_on() -> None:
        store = SQLiteStore(to / "games.db")
        (table,) = await store.tables(limit=1)
        about = await store.heading(table)
        assert about is not None
        await store.append(about, len(await store.read(table)) + 1, [b"more"])
        await store.close()

    asyncio.run(play_on())
    with pytest.raises(OtherStore, match="has been played on"):
        asyncio.run(copy(Place(str(folder)), Place(str(to)), quiet))


def test_a_folder_with_an_identity_of_its_own_is_left_alone(tmp_path: Path, folder: Path) -> None:
    to = tmp_path / "to"
    to.mkdir()
    (to / "secret").write_text("cd" * 32 + "\n")
    with pytest.raises(DrLuckyError, match="has no games, but secret of its own"):
        asyncio.run(copy(Place(str(folder)), Place(str(to)), quiet))
    assert (to / "secret").read_text() == "cd" * 32 + "\n"


def test_a_folder_where_a_server_runs_is_neither_copied_nor_copied_to(tmp_path: Path, folder: Path) -> None:
    to = tmp_path / "to"
    with held(folder, "http://127.0.0.1:8000"):
        for pair in ((folder, to), (to, folder)):
            if pair[0] == to:
                asyncio.run(fill(made(to) / "games.db", tables(1)))
            with pytest.raises(FolderInUse, match=r"http://127\.0\.0\.1:8000"):
                asyncio.run(copy(Place(str(pair[0])), Place(str(pair[1])), quiet))


def made(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    return folder


def test_what_is_damaged_is_named_and_all_else_is_copied(tmp_path: Path, folder: Path) -> None:
    async def damage() -> None:
        store = SQLiteStore(folder / "games.db")
        store._connection.execute("UPDATE entries SET entry = x'00' WHERE \"table\" = '00000003' AND version = 2")
        await store.close()

    asyncio.run(damage())
    command = [sys.executable, "-m", "drlucky", "store", "copy", str(folder), str(tmp_path / "to.db")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=NEVER, env=dict(os.environ))
    assert done.returncode == 1, done.stderr
    assert "entry 2 of table 00000003 is missing, or not as it was written" in done.stderr
    assert f"{TABLES - 1} tables copied" in done.stdout
    assert len(hashes(tmp_path / "to.db")) == TABLES - 1
    assert json.dumps(done.stderr).count("Traceback") == 0


def test_everything_goes_to_postgresql_and_back(tmp_path: Path, folder: Path, database: str) -> None:
    there, again = Place(database), Place(str(tmp_path / "again"))
    found = asyncio.run(copy(Place(str(folder)), there, quiet))
    assert (found.tables, found.left_out, found.rows) == (TABLES, [], 3)
    again_there = asyncio.run(copy(Place(str(folder)), there, quiet))
    assert (again_there.tables, again_there.same) == (0, TABLES)
    found = asyncio.run(copy(there, again, quiet))
    assert (found.tables, found.left_out, found.rows) == (TABLES, [], 3)
    assert hashes(tmp_path / "again" / "games.db") == hashes(folder / "games.db")
    assert (tmp_path / "again" / "secret").read_text() == "ab" * 32 + "\n"
    assert (tmp_path / "again" / "revoked").read_text() == "0 bob\n"


def test_a_database_whose_nodes_are_running_is_neither_copied_nor_copied_to(folder: Path, database: str) -> None:
    there = Place(database)

    async def work() -> None:
        async with there.open() as store:
            assert isinstance(store, SharedStore)
            await store.beat("http://10.0.0.5:7400", False, 3600.0)
            for pair in ((Place(str(folder)), there), (there, Place(str(folder / "to")))):
                with pytest.raises(DrLuckyError, match=r"nodes are running on .*, at http://10\.0\.0\.5:7400"):
                    await copy(*pair, quiet)

    asyncio.run(work())


def test_a_backup_of_postgresql_is_restored_as_a_folder(tmp_path: Path, folder: Path, database: str) -> None:
    asyncio.run(copy(Place(str(folder)), Place(database), quiet))
    asyncio.run(back_up(Place(database), tmp_path / "backup", quiet))
    restore(tmp_path / "backup", tmp_path / "again")
    assert hashes(tmp_path / "again" / "games.db") == hashes(folder / "games.db")
    assert (tmp_path / "again" / "secret").read_text() == "ab" * 32 + "\n"
    assert (tmp_path / "again" / "revoked").read_text() == "0 bob\n"
