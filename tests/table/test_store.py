"""Stores: one suite for every implementation, and what only a disk can do."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from drlucky.table import Conflict, Heading, MemoryStore, PlayedGame, SQLiteStore, Store, StoreError
from drlucky.table.store import sqlite
from drlucky.table.store.base import DamagedLog, Fenced, Kept, Portable, SharedStore
from drlucky.table.store.checksums import content_hash
from drlucky.table.store.sqlite import game_row
from drlucky.table.store.sqlite_reader import HEADING, LATEST_FIRST
from drlucky.table.summary import Summary, encoder
from patience import wait_until
from table.stores import ON_DISK, STORES, execute, opener

Work = Callable[[Portable], Awaitable[None]]


def heading(table: str = "t1", code: str = "AAA222", status: str = "playing", changed: float = 1.0) -> Heading:
    return Heading(table, code, status, changed, b"about")


@pytest.fixture(params=STORES)
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Work], None]:
    """Runs a piece of work with a new store of every kind."""
    opened = opener(request, tmp_path)

    async def with_store(work: Work) -> None:
        store = await opened()
        await work(store)
        await store.close()

    return lambda work: asyncio.run(with_store(work))


def test_a_log_is_read_as_it_was_written(run: Callable[[Work], None]) -> None:
    async def work(store: Store) -> None:
        assert await store.read("t1") == []
        await store.append(heading(), 1, [b"one", b"two"])
        await store.append(heading(), 3, [b"three"])
        await store.append(heading("t2", "BBB222"), 1, [b"other"])
        assert await store.read("t1") == [b"one", b"two", b"three"]
        assert await store.read("t2") == [b"other"]

    run(work)


def test_a_log_is_only_added_to_at_its_end(run: Callable[[Work], None]) -> None:
    async def work(store: Store) -> None:
        await store.append(heading(), 1, [b"one", b"two"])
        for first in (1, 2, 4):
            with pytest.raises(Conflict):
                await store.append(heading(), first, [b"x", b"y"])
        assert await store.read("t1") == [b"one", b"two"]

    run(work)


def test_no_two_tables_have_the_same_code(run: Callable[[Work], None]) -> None:
    async def work(store: Store) -> None:
        await store.append(heading(), 1, [b"one"])
        with pytest.raises(Conflict):
            await store.append(heading("t2"), 1, [b"other"])
        assert await store.read("t2") == []

    run(work)


def test_headings_are_found_by_id_code_and_status(run: Callable[[Work], None]) -> None:
    async def work(store: Store) -> None:
        for number, status in enumerate(["playing", "over", "playing", "closed"]):
            await store.append(heading(f"t{number}", f"CODE2{number}", status, float(number)), 1, [b"x"])
        assert await store.heading("t2") == await store.heading("CODE22") == heading("t2", "CODE22", "playing", 2.0)
        assert await store.heading("nobody") is None
        assert [each.table for each in await store.headings(["playing"])] == ["t2", "t0"]
        assert [each.table for each in await store.headings(["playing", "over"], limit=2)] == ["t2", "t1"]
        assert [each.table for each in await store.headings(["playing", "over"], before=2.0)] == ["t1", "t0"]
        await store.append(heading("t0", "CODE20", "over", 9.0), 2, [])
        assert [each.table for each in await store.headings(["over"])] == ["t0", "t1"]
        assert await store.read("t0") == [b"x"]

    run(work)


def test_past_tables_and_those_of_a_person_are_found(run: Callable[[Work], None]) -> None:
    async def work(store: Store) -> None:
        for number, is_past in enumerate([True, False, True, True]):
            about = Heading(f"t{number}", f"CODE2{number}", "over", float(number), b"about", is_past)
            await store.append(about, 1, [b"x"])
        assert [each.table for each in await store.past()] == ["t3", "t2", "t0"]
        assert [each.table for each in await store.past(1, before=3.0)] == ["t2"]
        sitting = Heading("t4", "CODE24", "playing", 4.0, b"about", people=("ann's id", "bob"))
        await store.append(sitting, 1, [b"x"])
        assert await store.tables_of("ann's id") == await store.tables_of("bob") == [sitting]
        await store.append(replace(sitting, people=("bob",)), 2, [])
        assert (await store.tables_of("ann's id"), len(await store.tables_of("bob"))) == ([], 1)
        assert await store.tables_of("bob", limit=0) == []

    run(work)


def test_a_log_of_the_first_schema_is_renewed(tmp_path: Path) -> None:
    """As the version before left it, with one summary that is damaged."""
    old = sqlite3.connect(tmp_path / "log.db")
    old.executescript("""
        CREATE TABLE entries (
            "table" TEXT NOT NULL, version INTEGER NOT NULL, entry BLOB NOT NULL, PRIMARY KEY ("table", version)
        ) WITHOUT ROWID;
        CREATE TABLE headings (
            "table" TEXT PRIMARY KEY, code TEXT NOT NULL UNIQUE, status TEXT NOT NULL, changed REAL NOT NULL,
            summary BLOB NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX by_change ON headings (status, changed);
        PRAGMA user_version = 1;
    """)
    about = Summary("kill-1996", "Ann", ("Ann",), (), (), "none", True, True, False, games=1, players=("Ann",))
    for number, (status, listed, games) in enumerate(
        [("over", True, 1), ("over", False, 1), ("closed", True, 2), ("closed", True, 0), ("playing", True, 1)]
    ):
        summary = encoder.encode(replace(about, listed=listed, games=games))
        old.execute(
            "INSERT INTO headings VALUES (?, ?, ?, ?, ?)", (f"t{number}", f"C{number}", status, number, summary)
        )
    old.execute("INSERT INTO headings VALUES ('t9', 'C9', 'over', 9.0, x'c1')")
    old.execute("INSERT INTO entries VALUES ('t0', 1, x'00')")
    old.commit()
    old.close()

    async def work() -> None:
        for _ in range(2):
            store = SQLiteStore(tmp_path / "log.db")
            assert [each.table for each in await store.past()] == ["t2", "t0"]
            assert len(await store.headings(["over", "closed", "playing"])) == 6
            assert await store.read("t0") == [b"\0"]
            await store.close()

    asyncio.run(work())


def game(person: str, table: str, number: int, ended: float, about: bytes = b"about") -> PlayedGame:
    return PlayedGame(person, table, number, ended, about)


def test_finished_games_are_found_by_person_page_by_page(run: Callable[[Work], None]) -> None:
    async def work(store: Store) -> None:
        await store.append(heading(), 1, [b"x"])
        games = [game("ann", "t1", number, 1.0 + number // 2) for number in range(7)]
        await store.keep_games("t1", 7, [*games, game("bob", "t1", 3, 2.0)])
        found: list[PlayedGame] = []
        while page := await store.games_of("ann", 2, found[-1].place if found else None):
            assert len(page) <= 2
            found += page
        assert found == games[::-1], "also those that ended at the same time"
        assert await store.games_of("bob") == [game("bob", "t1", 3, 2.0)]
        assert [each.person for each in await store.games_at("t1", 3)] == ["ann", "bob"]
        # What is kept anew replaces what was kept before.
        await store.keep_games("t1", 7, [game("bob", "t1", 3, 9.0, b"more")])
        assert await store.games_of("bob") == [game("bob", "t1", 3, 9.0, b"more")]
        await store.forget("ann")
        assert await store.games_of("ann") == []
        assert await store.games_at("t1", 3) == [game("bob", "t1", 3, 9.0, b"more")]

    run(work)


def test_a_store_knows_which_games_are_not_kept_yet(run: Callable[[Work], None]) -> None:
    async def work(store: Store) -> None:
        await store.append(heading(), 1, [b"x"])
        assert await store.unkept() == []
        two = replace(heading(), finished=2)
        await store.append(two, 2, [])
        await store.append(replace(heading("t0", "BBB222"), finished=1), 1, [b"x"])
        assert [each.table for each in await store.unkept()] == ["t0", "t1"]
        assert [each.table for each in await store.unkept(1)] == ["t0"]
        await store.keep_games("t0", 1, [])
        await store.keep_games("t1", 1, [game("ann", "t1", 1, 1.0)])
        assert await store.unkept() == [two]
        await store.keep_games("t1", 2, [])
        await store.keep_games("t1", 0, [game("ann", "t1", 1, 1.0)])
        assert await store.unkept() == []

    run(work)


def test_tables_are_taken_out_and_put_in_whole(run: Callable[[Work], None]) -> None:
    async def work(store: Portable) -> None:
        for number in (3, 1, 2):
            about = replace(heading(f"t{number}", f"CODE2{number}"), people=("ann", "bob"), finished=1)
            await store.append(about, 1, [b"one", b"two"])
        await store.keep_games("t2", 1, [game("ann", "t2", 1, 1.0), game("bob", "t2", 1, 1.0)])
        assert await store.tables() == ["t1", "t2", "t3"]
        assert await store.tables("t1", 1) == ["t2"]
        assert await store.tables("t3") == []
        assert await store.take_out("nobody") is None
        taken = await store.take_out("t2")
        assert taken is not None
        assert (taken.entries, len(taken.games), taken.kept) == ([b"one", b"two"], 2, 1)
        # In another store, over something that was begun there.
        other = MemoryStore()
        await other.append(heading("t2", "CODE9"), 1, [b"else", b"where", b"else"])
        await other.put_in([taken])
        again = await other.take_out("t2")
        assert again is not None
        assert content_hash(again) == content_hash(taken)
        # And back, where it replaces what is there.
        changed = replace(taken, entries=[b"one", b"two", b"three"], kept=0, games=[])
        assert content_hash(changed) != content_hash(taken)
        await store.put_in([changed, Kept(heading("t4", "CODE24"), [b"x"])])
        assert await store.take_out("t2") == changed
        assert await store.tables() == ["t1", "t2", "t3", "t4"]
        assert await store.games_of("ann") == []
        assert [each.table for each in await store.unkept()] == ["t1", "t2", "t3"]
        assert len(await store.tables_of("bob")) == 3
        if isinstance(store, SharedStore):
            with pytest.raises(Fenced):
                await store.append(changed.heading, 4, [b"four"])
            await store.claim("t2")
        await store.append(changed.heading, 4, [b"four"])
        with pytest.raises(Conflict):
            await store.put_in([Kept(heading("t5", "CODE25"), [b"x"]), Kept(heading("t6", "CODE21"), [b"x"])])
        assert await store.take_out("t5") is None, "all or none"

    run(work)


@pytest.mark.parametrize("run", ON_DISK, indirect=True)
def test_every_bit_of_an_entry_and_of_its_place_is_noticed(run: Callable[[Work], None]) -> None:
    """Also where the entry is the last of its table, so that nothing is missing between others."""
    whole = [Kept(heading(each, each), [b"one", b"two", b"three"]) for each in ("t1", "t2", "t3")]

    async def damaged(store: Portable, change: str, *values: object) -> list[str]:
        await execute(store, "DELETE FROM entries")
        await store.put_in(whole)
        await execute(store, change, *values)
        found = []
        for table in ("t1", "t2", "t3"):
            try:
                assert await store.read(table) == [b"one", b"two", b"three"]
            except DamagedLog:
                found.append(table)
                with pytest.raises(DamagedLog):
                    await store.take_out(table)
        return found

    async def work(store: Portable) -> None:
        for version, entry in enumerate((b"one", b"two", b"three"), 1):
            for bit in range(0, 8 * len(entry), 3):
                flipped = bytearray(entry)
                flipped[bit // 8] ^= 1 << bit % 8
                change = "UPDATE entries SET entry = ? WHERE \"table\" = 't2' AND version = ?"
                assert await damaged(store, change, bytes(flipped), version) == ["t2"]
        assert await damaged(store, "DELETE FROM entries WHERE \"table\" = 't2' AND version = 2") == ["t2"]
        assert await damaged(store, "UPDATE entries SET version = 4 WHERE \"table\" = 't2' AND version = 3") == ["t2"]
        no_sum = "UPDATE entries SET sum = ? WHERE \"table\" = 't1' AND version = 3"
        assert await damaged(store, no_sum, b"") == ["t1"]
        # The last one under another name, where it is.
        renamed = "UPDATE entries SET \"table\" = 't1x' WHERE \"table\" = 't1' AND version = 3"
        assert await damaged(store, renamed) == ["t1"]
        if isinstance(store, SQLiteStore):
            no_bytes = "UPDATE entries SET entry = 'two' WHERE \"table\" = 't2' AND version = 2"
            assert await damaged(store, no_bytes) == ["t2"]

    run(work)


DAMAGES = [
    "status = 'over'",
    "code = 'BBB333'",
    "changed = changed + 0.000001",
    "summary = ''",
    "past = true",
    "finished = 1",
    "sum = ''",
]


@pytest.mark.parametrize(
    ("run", "change"),
    [
        *(("sqlite", each) for each in (*DAMAGES, "people = '[\"bob\"]'", "people = '[\"b'")),
        ("sqlite", "people = CAST(x'ff' AS TEXT)"),
        *(("postgres", each) for each in (*DAMAGES, "people = '{bob}'", "people = '{}'")),
    ],
    indirect=["run"],
)
def test_a_damaged_heading_is_noticed_and_written_anew(
    run: Callable[[Work], None], change: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(store: Portable) -> None:
        about = replace(heading(), people=("ann",))
        await store.append(about, 1, [b"one"])
        await store.append(heading("t2", "BBB222"), 1, [b"two"])
        assert await store.unsound() == []
        await execute(store, f"UPDATE headings SET {change} WHERE \"table\" = 't1'")
        caplog.clear()
        for _ in range(2):
            assert [each.table for each in await store.headings(["playing", "over"])] == ["t2"]
            assert await store.heading("t1") is None
        (said,) = caplog.messages
        assert "heading of table t1" in said
        assert await store.unsound() == ["t1"]
        assert await store.read("t1") == [b"one"]
        with pytest.raises(StoreError, match="store repair"):
            await store.take_out("t1")
        if isinstance(store, SharedStore):
            await store.release(["t1", "t2"])
            await store.claim("t1")
        await store.append(about, 2, [])
        assert await store.unsound() == []
        assert await store.heading("AAA222") == about
        await execute(store, "DELETE FROM headings WHERE \"table\" = 't2'")
        assert await store.unsound() == ["t2"]
        if isinstance(store, SharedStore):
            await store.claim("t2")
            await store.append(heading("t2", "BBB222"), 2, [])
            assert await store.unsound() == []

    run(work)


@pytest.mark.parametrize("run", ON_DISK, indirect=True)
def test_a_damaged_game_is_left_out(run: Callable[[Work], None], caplog: pytest.LogCaptureFixture) -> None:
    async def work(store: Portable) -> None:
        await store.append(heading(), 1, [b"one"])
        games = [game("ann", "t1", number, float(number)) for number in (1, 2, 3)]
        for change in ("about = ''", "ended = 9", "sum = ''", "person = 'bob'"):
            await store.keep_games("t1", 3, games)
            assert await store.games_of("ann") == games[::-1]
            await execute(store, f"UPDATE games SET {change} WHERE number = 2")
            assert await store.games_of("ann") == [games[2], games[0]]
            assert await store.games_at("t1", 2) == await store.games_of("bob") == []
            await store.forget("bob")
            await store.forget("ann")
        assert "a game of table t1" in caplog.text

    run(work)


def test_one_s_games_are_found_without_looking_at_others(tmp_path: Path) -> None:
    """As many steps of the database whether others have played 50 games or 50,000, and whether I have."""
    store = SQLiteStore(tmp_path / "log.db")
    steps = []
    for number in (50, 50_000):
        rows = (game_row(game(f"person {at % 5}", f"t{at}", 1, float(at))) for at in range(number))
        store._connection.execute("BEGIN")
        store._connection.executemany("INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?, ?, ?)", rows)
        store._connection.execute("COMMIT")
        for before in (None, (number / 2, "t", 1)):
            counted = 0

            def count() -> None:
                nonlocal counted
                counted += 1

            store._reader.set_progress_handler(count, 1)
            assert len(asyncio.run(store.games_of("person 1", 5, before))) == 5
            store._reader.set_progress_handler(None, 0)
            steps.append(counted)
    assert max(steps) <= min(steps) + 5, steps
    plan = 'EXPLAIN QUERY PLAN SELECT 1 FROM headings WHERE finished > kept ORDER BY "table" LIMIT 1'
    assert "unkept" in store._reader.execute(plan).fetchone()[3]
    asyncio.run(store.close())


def test_past_tables_are_found_without_looking_at_others(tmp_path: Path) -> None:
    store = SQLiteStore(tmp_path / "log.db")
    query = f"EXPLAIN QUERY PLAN {HEADING} WHERE past AND changed < 1 {LATEST_FIRST}"
    (step,) = [row[3] for row in store._reader.execute(query, (1,))]
    assert step == "SEARCH headings USING INDEX past_by_change (changed<?)"
    asyncio.run(store.close())


def test_many_at_once_are_all_written_and_one_that_fails_takes_no_other_with_it(run: Callable[[Work], None]) -> None:
    async def work(store: Store) -> None:
        tables = [heading(f"t{number}", f"C{number}") for number in range(200)]
        written = [store.append(each, 1 + (number % 10 == 0), [b"x"]) for number, each in enumerate(tables)]
        results = await asyncio.gather(*written, return_exceptions=True)
        assert [isinstance(result, Conflict) for result in results] == [number % 10 == 0 for number in range(200)]
        assert len(await store.headings(["playing"], limit=1000)) == 180

    run(work)


def test_of_moves_that_come_at_once_only_those_are_refused_that_do_not_fit(run: Callable[[Work], None]) -> None:
    async def work(store: Store) -> None:
        tables = [heading(f"t{number}", f"C{number}") for number in range(100)]
        await asyncio.gather(*[store.append(each, 1, [b"one"]) for each in tables])
        moves = [store.append(each, 2 + (number % 10 == 0), [b"two"]) for number, each in enumerate(tables)]
        results = await asyncio.gather(*moves, return_exceptions=True)
        assert [isinstance(result, Conflict) for result in results] == [number % 10 == 0 for number in range(100)]
        for number, each in enumerate(tables):
            assert await store.read(each.table) == ([b"one"] if number % 10 == 0 else [b"one", b"two"])

    run(work)


def test_moves_at_one_table_that_come_at_once_follow_each_other(run: Callable[[Work], None]) -> None:
    async def work(store: Store) -> None:
        await store.append(heading(), 1, [b"1"])
        await asyncio.gather(*[store.append(heading(), version, [b"%d" % version]) for version in range(2, 30)])
        assert await store.read("t1") == [b"%d" % version for version in range(1, 30)]

    run(work)


def test_a_closed_store_says_so(run: Callable[[Work], None]) -> None:
    async def work(store: Store) -> None:
        await store.close()
        with pytest.raises(StoreError, match="closed"):
            await store.append(heading(), 1, [b"x"])

    run(work)


def test_the_file_is_opened_so_that_every_commit_waits_for_the_disk(tmp_path: Path) -> None:
    store = SQLiteStore(tmp_path / "log.db")
    for connection in (store._connection, store._reader):
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    asyncio.run(store.close())


def test_nobody_else_may_read_the_file(tmp_path: Path) -> None:
    async def write(store: Store) -> None:
        await store.append(heading(), 1, [b"x"])

    store = SQLiteStore(tmp_path / "log.db")
    asyncio.run(write(store))
    assert {file.stat().st_mode & 0o077 for file in tmp_path.iterdir()} == {0}
    asyncio.run(store.close())


def test_a_file_that_is_no_log_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("just a text" * 100)
    with pytest.raises(StoreError, match="cannot be used as a log"):
        SQLiteStore(tmp_path / "text")
    with pytest.raises(StoreError, match="cannot be used as a log"):
        SQLiteStore(tmp_path / "no such folder" / "log.db")
    newer = sqlite3.connect(tmp_path / "newer")
    newer.execute("PRAGMA user_version = 99")
    newer.close()
    with pytest.raises(StoreError, match="newer"):
        SQLiteStore(tmp_path / "newer")


def test_a_full_disk_is_told_and_nothing_is_half_written(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        store = SQLiteStore(tmp_path / "log.db")
        await store.append(heading(), 1, [b"one"])
        (pages,) = store._connection.execute("PRAGMA page_count").fetchone()
        store._connection.execute(f"PRAGMA max_page_count = {pages}")
        for _ in range(3):
            with pytest.raises(StoreError, match="cannot write down") as told:
                await store.append(heading(), 2, [b"x" * 100_000])
            assert str(tmp_path) not in str(told.value)
        assert (store.failures, store.is_failing) == (3, True)
        (said,) = caplog.messages
        assert "log.db cannot be written: database or disk is full" in said
        assert "\n" not in caplog.text.strip(), "no traceback"
        assert await store.read("t1") == [b"one"]
        store._connection.execute("PRAGMA max_page_count = 1000000")
        await store.append(heading(), 2, [b"x" * 100_000])
        assert (store.failures, store.is_failing) == (3, False)
        assert "can be written again" in caplog.messages[-1]
        await store.close()

    asyncio.run(work())


WRITER = """
import asyncio, sys
from drlucky.table import Heading, SQLiteStore

async def write(store, table):
    for version in range(1, 1_000_000):
        await store.append(Heading(table, table, "playing", 1.0, b""), version, [b"%d" % version])
        print(table, version, flush=True)

async def main():
    store = SQLiteStore(sys.argv[1])
    await asyncio.gather(*(write(store, f"t{number}") for number in range(20)))

asyncio.run(main())
"""


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    for attempt in range(3):
        path = tmp_path / f"log{attempt}.db"
        out = tmp_path / "out"
        with out.open("w") as file:
            child = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=file)
            wait_until(partial(has_grown, out, 20_000 * (attempt + 1) // 4))
            os.kill(child.pid, signal.SIGKILL)
            child.wait()
        acknowledged: dict[str, int] = {}
        for line in out.read_text().rpartition("\n")[0].splitlines():
            table, version = line.split()
            acknowledged[table] = int(version)
        assert sum(acknowledged.values()) > 100
        asyncio.run(check(path, acknowledged))


def has_grown(file: Path, size: int) -> bool:
    return file.stat().st_size >= size


async def check(path: Path, acknowledged: dict[str, int]) -> None:
    store = SQLiteStore(path)
    for table, version in acknowledged.items():
        log = await store.read(table)
        assert len(log) - version in (0, 1), "only what was not answered yet may be there beside it"
        assert log == [b"%d" % number for number in range(1, len(log) + 1)]
    await store.close()


def test_a_table_is_deleted_as_if_it_had_never_been(run: Callable[[Work], None]) -> None:
    async def work(store: Store) -> None:
        gone = Heading("t1", "AAA222", "playing", 1.0, b"about", people=("ann",))
        await store.append(gone, 1, [b"one", b"two"])
        await store.append(Heading("t2", "BBB222", "over", 2.0, b"about", True, ("ann",)), 1, [b"other"])
        writing = store.append(gone, 3, [b"three"])
        deleting = store.delete("t1")
        await deleting
        assert writing.done()
        assert await store.read("t1") == []
        assert await store.heading("t1") is None
        assert await store.heading("AAA222") is None
        assert [each.table for each in await store.headings(["playing", "over"])] == ["t2"]
        assert [each.table for each in await store.tables_of("ann")] == ["t2"]
        assert [each.table for each in await store.past()] == ["t2"]
        assert await store.read("t2") == [b"other"]
        with pytest.raises(Conflict):
            await store.append(gone, 4, [b"four"])
        with pytest.raises(Conflict):
            await store.append(gone, 4, [])
        await store.delete("nobody")
        # Its code is free again.
        await store.append(heading("t3", "AAA222"), 1, [b"new"])
        assert await store.read("t3") == [b"new"]

    run(work)


@pytest.mark.parametrize("is_large", [False, True])
def test_what_is_deleted_is_not_found_in_the_files_either(
    tmp_path: Path, is_large: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not in what SQLite writes ahead, nor in what is free in its pages: among tables whose entries lie between each
    other's, with headings that were written again and again, and with entries that fill pages of their own. A large
    file is clean when the store is closed."""
    if is_large:
        monkeypatch.setattr(sqlite, "LARGEST_REWRITTEN", 0)

    def traces(table: int) -> int:
        return b"".join(path.read_bytes() for path in tmp_path.iterdir()).count(f"<{table}: ".encode())

    def entry(table: int, number: int) -> bytes:
        return f"<{table}: entry {number}>".encode() + bytes([table]) * (
            number * 37 % 900 + (5000 if number == 7 else 0)
        )

    def about(table: int, number: int) -> Heading:
        people = (f"<{table}: person>", f"<{table}: guest>" if number % 3 else "")
        summary = f"<{table}: summary {number}>".encode() * (number % 5 + 1)
        return Heading(f"<{table}: id>", f"<{table}: code>", "playing", float(number), summary, people=people)

    async def work() -> None:
        store = SQLiteStore(tmp_path / "log.db")
        tables, gone = range(60), range(1, 60, 2)
        for number in range(1, 41):
            await asyncio.gather(*(store.append(about(each, number), number, [entry(each, number)]) for each in tables))
        for each in gone:
            await store.delete(f"<{each}: id>")
            assert is_large or not traces(each), each
        for each in tables:
            assert len(await store.read(f"<{each}: id>")) == (0 if each in gone else 40)
        await store.close()
        assert not any(traces(each) for each in gone)

    asyncio.run(work())
