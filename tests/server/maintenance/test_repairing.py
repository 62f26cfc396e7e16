"""`drlucky store check` and `repair`: whatever is damaged is named, all that can be is mended, and no log is cut."""

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import msgspec
import pytest

from drlucky.errors import DrLuckyError
from drlucky.server.maintenance.backups import copy_file
from drlucky.server.maintenance.checking import check
from drlucky.server.maintenance.repairing import repair
from drlucky.server.people.store import PEOPLE
from drlucky.server.ratings.store import RATINGS
from drlucky.server.rows.sqlite import connect
from drlucky.table import SQLiteStore
from drlucky.table.store.base import Kept, StoreError
from drlucky.table.store.checksums import content_hash
from reliability.real_tables import content, fill, tables

TABLES = 40
PAGE = 4096


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as a server leaves it."""
    folder = tmp_path_factory.mktemp("whole")
    asyncio.run(fill(folder / "games.db", tables(TABLES)))
    with closing(connect(PEOPLE, folder / "people.db")) as people:
        devices = [(f"person {at}", "phone", at) for at in range(300)]
        people.executemany("INSERT INTO devices VALUES (?, ?, ?)", devices)
    connect(RATINGS, folder / "ratings.db").close()
    (folder / "secret").write_text("ab" * 32 + "\n")
    (folder / "analyses").mkdir()
    (folder / "analyses" / "t-1-100.json").write_text("{}")
    assert list(check(folder)) == []
    return folder


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "data"))


def kept_in(folder: Path) -> dict[str, Kept]:
    async def work() -> list[Kept]:
        store = SQLiteStore(folder / "games.db")
        found = await content(store)
        await store.close()
        return found

    return {each.heading.table: each for each in asyncio.run(work())}


def mended(folder: Path, whole: Path) -> tuple[list[str], set[str]]:
    """Repairs it. Returns what was said, and which tables were put aside: all others are as they were, but for the
    finished games of people, which a server finds in the logs."""
    said: list[str] = []
    assert repair(folder, said.append) == []
    after, before = kept_in(folder), kept_in(whole)
    for table, each in after.items():
        was = before[table]
        assert list(each.entries) == list(was.entries)
        assert each.heading == was.heading
        assert each.kept == 0 or content_hash(each) == content_hash(was)
    aside = set(before) - set(after)
    named = {msgspec.json.decode(path.read_bytes())["table"] for path in (folder / "damaged").glob("*.json")}
    assert named & set(before) <= aside
    return said, aside


def execute(folder: Path, statement: str, *values: object) -> None:
    with sqlite3.connect(folder / "games.db") as connection:
        assert connection.execute(statement, values).rowcount > 0
    connection.close()


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        ("UPDATE headings SET status = 'over' WHERE \"table\" = '00000002'", "heading"),
        ("UPDATE headings SET \"table\" = '0000000x' WHERE \"table\" = '00000002'", "heading"),
        ("DELETE FROM headings WHERE \"table\" = '00000002'", "heading"),
        ("DELETE FROM people WHERE \"table\" = '00000002'", "people"),
        ("UPDATE people SET person = person || 'x' WHERE \"table\" = '00000002'", "people"),
        ("UPDATE games SET about = x'00' WHERE \"table\" = '00000003'", "game"),
        ("UPDATE games SET \"table\" = '0000000x' WHERE \"table\" = '00000003'", "game"),
    ],
)
def test_what_follows_from_the_logs_is_written_anew(folder: Path, whole: Path, statement: str, kind: str) -> None:
    execute(folder, statement)
    assert kind in {damage.kind for damage in check(folder)}
    _, aside = mended(folder, whole)
    assert aside == set()


@pytest.mark.parametrize(
    ("statement", "remaining"),
    [
        ("UPDATE entries SET entry = x'00' WHERE \"table\" = '00000002' AND version = 5", 21),
        ("DELETE FROM entries WHERE \"table\" = '00000002' AND version = 5", 20),
        ("DELETE FROM entries WHERE \"table\" = '00000002'", 0),
        ("UPDATE entries SET \"table\" = '0000000x' WHERE \"table\" = '00000002' AND version = 5", 20),
        ("UPDATE entries SET sum = x'00' WHERE \"table\" = '00000002' AND version = 21", 21),
        # The last one, under a name that comes right after it.
        ("UPDATE entries SET \"table\" = '00000002x' WHERE \"table\" = '00000002' AND version = 21", 20),
    ],
)
def test_a_damaged_log_is_put_aside_whole_and_never_cut(
    folder: Path, whole: Path, statement: str, remaining: int
) -> None:
    execute(folder, statement)
    assert any(damage.kind == "entry" and damage.table == "00000002" for damage in check(folder))
    said, aside = mended(folder, whole)
    assert aside == {"00000002"}
    assert any("table 00000002" in line and "cannot be mended" in line for line in said)
    (place,) = (folder / "damaged").glob("*-00000002.json")
    left = msgspec.json.decode(place.read_bytes())
    assert len(left["entries"]) == remaining
    assert place.stat().st_mode & 0o077 == 0


def damage_bytes(path: Path, at: int, content: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        file.write(content)


def garbage_header(path: Path) -> None:
    damage_bytes(path, 0, b"\xff" * 100)


def no_first_page(path: Path) -> None:
    damage_bytes(path, 0, bytes(PAGE))


def torn_last_page(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size - PAGE // 2)


def half_a_file(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2)


def zeroed_page(path: Path) -> None:
    damage_bytes(path, path.stat().st_size // PAGE // 3 * PAGE, bytes(PAGE))


def zeroed_root(path: Path) -> None:
    damage_bytes(path, PAGE, bytes(PAGE))


@pytest.mark.parametrize(
    "damage", [garbage_header, no_first_page, torn_last_page, half_a_file, zeroed_page, zeroed_root]
)
def test_damage_to_the_file_itself_takes_few_tables_and_none_in_silence(
    folder: Path, whole: Path, damage: Callable[[Path], None]
) -> None:
    damage(folder / "games.db")
    assert any(found.kind == "file" for found in check(folder))
    said, aside = mended(folder, whole)
    assert any("the damaged one is kept as" in line for line in said)
    if damage in (garbage_header, no_first_page, torn_last_page):
        assert aside == set() or damage is torn_last_page
    if damage is zeroed_root:
        assert len(aside) < TABLES // 2, (
            "an entry between every two pages is lost, and whoever it may be of is put aside"
        )
    elif damage is not half_a_file:
        assert len(aside) < TABLES // 4


def test_pages_that_are_lost_at_random_cut_no_log(whole: Path, tmp_path: Path) -> None:
    """Whichever and however many are: what is left of a table is all of it, or it is put aside."""
    random = Random(16)
    size = (whole / "games.db").stat().st_size
    for number in range(25):
        folder = Path(shutil.copytree(whole, tmp_path / f"{number}"))
        for _ in range(1 + number % 4):
            damage_bytes(folder / "games.db", random.randrange(size // PAGE) * PAGE, bytes(PAGE))
        mended(folder, whole)
        shutil.rmtree(folder)


def test_the_database_of_people_is_rescued_row_by_row_and_ratings_are_counted_anew(folder: Path, whole: Path) -> None:
    for name in ("people.db", "ratings.db"):
        garbage_header(folder / name)
    said = {damage.about.partition(" ")[0] for damage in check(folder)}
    assert said == {"people.db", "ratings.db"}
    mended(folder, whole)
    with closing(connect(PEOPLE, folder / "people.db")) as people:
        assert len(people.execute("SELECT * FROM devices").fetchall()) == 300
    connect(RATINGS, folder / "ratings.db").close()


def test_files_beside_the_databases_are_checked_too(folder: Path) -> None:
    (folder / "secret").write_text("ab" * 31 + "\n")
    (folder / "revoked").write_bytes(b"0 ann\n\xff0 bob\n")
    (folder / "analyses" / "t-1-100.json").write_text("{")
    assert sum(name in str(damage) for damage in check(folder) for name in ("secret", "revoked", "analyses")) == 3
    left = [str(damage) for damage in repair(folder, lambda line: None)]
    assert [("secret" in each, "revoked" in each) for each in left] == [(True, False), (False, True)]
    assert not list((folder / "analyses").iterdir())


def no_text_in_the_schema(file: Path) -> None:
    """What SQLite says of it quotes the byte."""
    whole = file.read_bytes()
    assert whole.count(b"CREATE TABLE") > 0
    file.write_bytes(whole.replace(b"CREATE TABLE", b"CREATE TABL\xe9"))


@pytest.mark.parametrize("damage", [garbage_header, no_text_in_the_schema])
def test_a_server_says_what_to_do_with_a_file_that_is_damaged(folder: Path, damage: Callable[[Path], None]) -> None:
    damage(folder / "games.db")
    with pytest.raises(StoreError, match="drlucky store check; drlucky store repair"):
        SQLiteStore(folder / "games.db")
    damage(folder / "people.db")
    with pytest.raises(DrLuckyError, match="cannot be used"):
        connect(PEOPLE, folder / "people.db")
    said = [str(found) for found in check(folder)]
    assert [any(name in each for each in said) for name in ("games.db", "people.db")] == [True, True]
    with pytest.raises(DrLuckyError, match="drlucky store repair"):
        copy_file(folder / "people.db", folder / "copy.db")
