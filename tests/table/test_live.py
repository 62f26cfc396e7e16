"""Tables on a loop: nobody is told of anything that is not on disk, and bots and clocks go on after any stop."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from drlucky.cast import guests
from drlucky.table import (
    Act,
    Clock,
    Command,
    Heading,
    Join,
    Kick,
    LiveTable,
    MemoryStore,
    Options,
    PutBot,
    Ready,
    Refused,
    Resign,
    Say,
    Settings,
    SQLiteStore,
    Start,
    StoreError,
    Table,
    Tables,
    Watch,
    registry,
)
from drlucky.table.live import LASTING
from drlucky.table.log import Acted, Entry, LogError, Said, decode, encode
from drlucky.table.registry import replayed
from drlucky.table.steady_clock import SteadyClock
from drlucky.table.summary import read
from patience import NEVER, wait_until
from table.desk import KILL
from table.stores import ON_DISK, Opened, opener_of, tables_on


async def against_bots(tables: Tables, settings: Settings | None = None) -> LiveTable:
    live = await tables.open("ann", "Ann", settings or Settings(KILL), seats=3)
    for seat in (1, 2):
        assert (await live.do("ann", Command(f"bot {seat}", live.version, PutBot(seat, "normal")))).accepted
    assert (await live.do("ann", Command("start", live.version, Start()))).accepted
    return live


async def play(live: LiveTable, person: str) -> None:
    """Plays to the end, with the last action there is."""
    with live.attend(person):
        async for sheet in live.follow(person):
            if sheet.phase != "playing":
                return
            if sheet.game and sheet.game.view.legal:
                action = sheet.game.view.legal[-1]
                await live.do(person, Command(f"{person} {sheet.version}", sheet.version, Act(action)))


def test_a_game_against_bots_is_played_and_kept(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with tables_on(opened, pace=0.001) as tables:
            live = await against_bots(tables)
            await asyncio.wait_for(play(live, "ann"), NEVER)
            state, code = live.table.hash(), live.table.code
            log = decode(await tables.store.read(live.id))
            assert Table.replay(log).hash() == state
        async with tables_on(opened) as tables:
            assert tables.live == {}
            again = await tables.get(code.lower() + " ")
            assert again.table.hash() == state
            (finished,) = await tables.finished()
            assert read(finished).names == ("Ann", *(each.name for each in guests(finished.table)[1:3]))
            assert read(finished).outcome == again.table.last_match().game.outcome
            for patience in ("RESTS_AFTER", "GRACE"):
                monkeypatch.setattr(registry, patience, 0.0)
            await tables.sweep()
            assert tables.live == {}
            with pytest.raises(Refused, match="no such table"):
                await tables.get("ZZZZZZ")

    asyncio.run(main())


class SlowStore(MemoryStore):
    """A disk that takes its time, and can fail."""

    def __init__(self) -> None:
        super().__init__()
        self.disk = asyncio.Event()
        self.disk.set()
        self.broken = False

    def append(self, heading: Heading, first: int, entries: Sequence[bytes]) -> asyncio.Future[None]:
        return asyncio.ensure_future(self._append(heading, first, entries))

    async def _append(self, heading: Heading, first: int, entries: Sequence[bytes]) -> None:
        await self.disk.wait()
        if self.broken:
            raise StoreError("the disk is full")
        await super().append(heading, first, entries)


def test_nobody_is_told_before_it_is_on_disk() -> None:
    async def main() -> None:
        store = SlowStore()
        async with Tables(store) as tables:
            live = await tables.open("ann", "Ann", Settings(KILL))
            told = live.follow("bob")
            await anext(told)
            before = live.table.hash()
            store.disk.clear()
            answer = asyncio.ensure_future(live.do("ann", Command("1", live.version, Say("hello"))))
            news = asyncio.ensure_future(anext(told))
            await asyncio.sleep(0.05)
            assert not answer.done()
            assert not news.done()
            assert live.sheet("bob").lines == ()
            assert live.table.hash() == before
            store.disk.set()
            assert (await answer).accepted
            assert (await news).lines[0].text == "hello"

    asyncio.run(main())


def test_what_cannot_be_written_has_not_happened() -> None:
    async def main() -> None:
        store = SlowStore()
        async with Tables(store) as tables:
            live = await tables.open("ann", "Ann", Settings(KILL))
            before, command = live.table.hash(), Command("1", live.version, Say("hello"))
            store.broken = True
            with pytest.raises(StoreError, match="full"):
                await live.do("ann", command)
            assert live.table.hash() == before
            store.broken = False
            assert (await live.do("ann", command)).code is None

    asyncio.run(main())


def test_a_command_is_not_taken_back_when_its_sender_gives_up() -> None:
    async def main() -> None:
        store = SlowStore()
        async with Tables(store) as tables:
            live = await tables.open("ann", "Ann", Settings(KILL))
            store.disk.clear()
            waiting = asyncio.ensure_future(live.do("ann", Command("1", live.version, Say("hello"))))
            await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.sleep(0)
            store.disk.set()
            answer = await live.do("ann", Command("1", live.version, Say("hello")))
            assert answer.code == "repeated"
            assert len(live.sheet("ann").lines) == 1

    asyncio.run(main())


def test_two_servers_on_one_log_do_not_overwrite_each_other(tmp_path: Path) -> None:
    async def main() -> None:
        async with Tables(SQLiteStore(tmp_path / "log.db")) as one:
            mine = await one.open("ann", "Ann", Settings(KILL))
            async with Tables(SQLiteStore(tmp_path / "log.db")) as other:
                theirs = await other.get(mine.id)
                assert (await theirs.do("bob", Command("1", theirs.version, Join("Bob")))).accepted
                with pytest.raises(StoreError):
                    await mine.do("cleo", Command("1", mine.version, Join("Cleo")))
                assert mine.table.hash() == theirs.table.hash(), "it has caught up"
                assert (await mine.do("cleo", Command("1", mine.version, Join("Cleo")))).accepted

    asyncio.run(main())


def test_slow_readers_are_told_several_changes_as_one() -> None:
    async def main() -> None:
        async with Tables(MemoryStore()) as tables:
            live = await tables.open("ann", "Ann", Settings(KILL))
            told = live.follow(None)
            first = await anext(told)
            for number in range(5):
                await live.do("ann", Command(str(number), live.version, Say("hello")))
            second = await anext(told)
            assert second.since == first.version
            assert len(second.lines) == 5
            assert len(second.news) == 5

    asyncio.run(main())


def test_presence_is_told_and_clocks_run() -> None:
    async def main() -> None:
        offset = 0.0
        async with Tables(MemoryStore(), clock=lambda: time.time() + offset, pace=0.01) as tables:
            live = await tables.open("ann", "Ann", Settings(KILL, clock=Clock("decision", 5)), seats=2)
            assert (await live.do("bob", Command("1", live.version, Join("Bob")))).accepted
            assert (await live.do("bob", Command("2", live.version, Ready()))).accepted
            with live.attend("bob"):
                assert [each.present for each in live.sheet(None).people] == [False, True]
                assert (await live.do("ann", Command("3", live.version, Start()))).accepted
                offset = 5.0
                with live.attend("bob's phone"):  # whoever comes in makes the table look at its clock
                    await asyncio.wait_for(until_acted(live), NEVER)

    asyncio.run(main())


def test_a_clock_that_is_set_back_stops_no_bot() -> None:
    async def main() -> None:
        now = [1e9]
        async with Tables(MemoryStore(), clock=lambda: now[0], pace=0.01) as tables:
            live = await against_bots(tables)
            now[0] -= 1e6
            await asyncio.wait_for(play(live, "ann"), NEVER)
            assert live.table.last_match().is_over

    asyncio.run(main())


def test_time_goes_on_from_the_log_where_the_clock_was_set_back_before_a_restart(tmp_path: Path) -> None:
    """Nobody has an hour more to decide, nor are people told of deadlines that are an hour off."""

    async def main() -> None:
        now = [1e9]
        async with Tables(SQLiteStore(tmp_path / "log.db"), clock=lambda: now[0], pace=0.01) as tables:
            live = await tables.open("ann", "Ann", Settings(KILL, clock=Clock("decision", 5)), seats=2)
            assert (await live.do("bob", Command("1", live.version, Join("Bob")))).accepted
            assert (await live.do("bob", Command("2", live.version, Ready()))).accepted
            assert (await live.do("ann", Command("3", live.version, Start()))).accepted
        now[0] -= 3600
        async with Tables(SQLiteStore(tmp_path / "log.db"), clock=lambda: now[0], pace=0.01) as tables:
            live = await tables.get(live.id)
            with live.attend("bob"):
                shown = live.sheet("bob")
                assert shown.game is not None
                assert shown.game.deadline == shown.now + 5
                now[0] += 5
                with live.attend("bob's phone"):
                    await asyncio.wait_for(until_acted(live), NEVER)

    asyncio.run(main())


def test_the_time_of_tables_never_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    wall, steady = [1e9], [50.0]
    monkeypatch.setattr("drlucky.table.steady_clock.time.time", lambda: wall[0])
    monkeypatch.setattr("drlucky.table.steady_clock.time.monotonic", lambda: steady[0])
    clock = SteadyClock()
    assert clock() == 1e9
    wall[0] -= 3600
    steady[0] += 2
    assert clock() == 1e9 + 2, "it goes on"
    wall[0] += 7200
    steady[0] += 1
    assert clock() == 1e9 + 3600, "what it was put forward by is believed"


def test_a_log_with_any_damage_replays_or_is_called_damaged(caplog: pytest.LogCaptureFixture) -> None:
    async def played() -> tuple[str, list[bytes]]:
        store = MemoryStore()
        async with Tables(store, pace=0) as tables:
            live = await against_bots(tables)
            await asyncio.wait_for(play(live, "ann"), NEVER)
            return live.id, await store.read(live.id)

    table, log = asyncio.run(played())
    chance, told = Random(7), list[str]()
    for _ in range(300):
        written = log[: chance.randrange(1, len(log))]
        at = chance.randrange(len(written))
        entry = bytearray(written[at])
        entry[chance.randrange(len(entry))] ^= 1 << chance.randrange(8)
        written[at : at + 1] = [bytes(entry)] * chance.randrange(3)
        try:
            replayed(table, written, 1.0)
        except (LogError, Refused) as error:
            told.append(str(error))
    # A letter of the edition that is another one names one that could be somebody's own, or a later version of it.
    honest = ("which is not installed here", "this drlucky plays version 1")
    damaged = [each for each in told if not each.endswith(honest)]
    assert set(damaged) == {"the log of this table is damaged, or a newer drlucky wrote it"}
    assert len(told) == len(caplog.records)
    assert len(told) > 100


async def until_acted(live: LiveTable) -> None:
    async for _ in live.changes():
        if any(each.kind == "acted" for each in live.table.news):
            return


def test_closing_lets_followers_go() -> None:
    async def main() -> None:
        async with Tables(MemoryStore()) as tables:
            live = await tables.open("ann", "Ann", Settings(KILL))
            sheets = asyncio.ensure_future(collect(live))
            await asyncio.sleep(0.01)
        assert await asyncio.wait_for(sheets, NEVER) == 1
        with pytest.raises(StoreError, match="at rest"):
            await live.do("ann", Command("1", live.version, Say("hello")))

    asyncio.run(main())


async def collect(live: LiveTable) -> int:
    return len([sheet async for sheet in live.follow(None)])


SERVER = """
import asyncio, sys
from drlucky.table import *
from table.stores import opener_of, tables_on

async def play(tables, number):
    live = await tables.open("ann", "Ann", Settings("kill-2016"), seats=3)
    for seat in (1, 2):
        await live.do("ann", Command(f"b{seat}", live.version, PutBot(seat, "normal")))
    await live.do("ann", Command("s", live.version, Start()))
    async for sheet in live.follow("ann"):
        print(live.id, sheet.version, flush=True)
        if sheet.game and sheet.game.view.legal:
            await live.do("ann", Command(str(sheet.version), sheet.version, Act(sheet.game.view.legal[0])))

async def main():
    async with tables_on(opener_of(sys.argv[1]), pace=0.001) as tables:
        await asyncio.gather(*(play(tables, number) for number in range(int(sys.argv[2]))))

asyncio.run(main())
"""
TABLES = 8


def with_tests() -> dict[str, str]:
    """What a process needs that has modules of the tests as well."""
    here = str(Path(__file__).parents[1])
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, (os.environ.get("PYTHONPATH"), here)))}


def told_of(out: Path) -> dict[str, int]:
    """By table, the last version that the server has spoken of."""
    lines = out.read_text(encoding="ascii").rpartition("\n")[0].splitlines()
    return {table: int(version) for table, version in map(str.split, lines)}


@pytest.mark.slow
@pytest.mark.parametrize("way", ON_DISK)
def test_killed_in_the_middle_all_tables_are_there_again_and_go_on(
    tmp_path: Path, way: str, request: pytest.FixtureRequest
) -> None:
    path = str(tmp_path / "log.db") if way == "sqlite" else request.getfixturevalue("database")
    out = tmp_path / "out"
    with out.open("w") as file:
        child = subprocess.Popen([sys.executable, "-c", SERVER, path, str(TABLES)], stdout=file, env=with_tests())
        wait_until(lambda: len(told_of(out)) == TABLES)
        time.sleep(0.1)
        os.kill(child.pid, signal.SIGKILL)
        child.wait()
    told = told_of(out)
    assert len(told) == TABLES

    async def main() -> None:
        async with tables_on(opener_of(path), pace=0.001) as tables:
            for table, version in told.items():
                live = await tables.get(table)
                assert live.version >= version
                facts = decode(await tables.store.read(table))
                commands = [entry.command for entry in facts if isinstance(entry.fact, Acted) and entry.command]
                assert len(commands) == len(set(commands)), "applied twice"
                if live.table.phase == "playing":
                    await asyncio.wait_for(play(live, "ann"), NEVER)
                    assert live.table.last_match().is_over

    asyncio.run(main())


class Counting(MemoryStore):
    """Counts how often headings are replaced by others."""

    def __init__(self) -> None:
        super().__init__()
        self.headings_written = 0

    def append(self, heading: Heading, first: int, entries: Sequence[bytes]) -> asyncio.Future[None]:
        self.headings_written += heading != self._headings.get(heading.table)
        return super().append(heading, first, entries)


def test_a_heading_is_not_written_anew_for_every_move_but_when_it_says_something_else() -> None:
    async def main() -> None:
        now, store = [1e9], Counting()
        async with Tables(store, clock=lambda: now[0], pace=0) as tables:
            live = await against_bots(tables)
            written = store.headings_written
            for number in range(5):
                await live.do("ann", Command(f"say {number}", live.version, Say("hello")))
            assert store.headings_written == written
            now[0] += LASTING
            await live.do("ann", Command("later", live.version, Say("still here")))
            assert store.headings_written == written + 1
            assert (await only_heading(store, "playing")).changed == now[0]
            await asyncio.wait_for(play(live, "ann"), NEVER)
            assert (await only_heading(store, "over")).changed == live.table.last_match().over_at
        assert read(await only_heading(store, "over")).outcome == live.table.last_match().game.outcome

    asyncio.run(main())


class DiesAfterTheLog(MemoryStore):
    """A process that ends, whenever it likes, before it has written a heading by itself: only those reach the disk that
    are written with entries."""

    dies = True

    def append(self, heading: Heading, first: int, entries: Sequence[bytes]) -> asyncio.Future[None]:
        if entries or not self.dies:
            return super().append(heading, first, entries)
        lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        lost.set_result(None)
        return lost

    async def close(self) -> None:
        pass


def test_a_game_that_ended_just_before_a_crash_is_found_among_the_finished() -> None:
    """Whether an action ends the game is known when it has been applied, and that is after it was logged."""

    async def main() -> None:
        store = DiesAfterTheLog()
        async with Tables(store, pace=0.001) as tables:
            live = await against_bots(tables)
            await asyncio.wait_for(play(live, "ann"), NEVER)
            assert live.table.phase == "over"
            assert await tables.finished() == []
        store.dies = False
        async with Tables(store) as tables:
            await tables.settled()
            (finished,) = await tables.finished()
            assert finished.table == live.id
            assert read(finished).outcome == live.table.last_match().game.outcome
            assert tables.lobby("playing") == []

    asyncio.run(main())


async def only_heading(store: MemoryStore, status: str) -> Heading:
    (found,) = await store.headings([status])
    return found


def test_everyone_resigning_ends_the_game_and_its_bots() -> None:
    async def main() -> None:
        async with Tables(MemoryStore(), pace=0.01) as tables:
            live = await against_bots(tables)
            await live.do("ann", Command("r", live.version, Resign(0)))
            version = live.version
            await asyncio.sleep(0.1)
            assert live.version == version
            assert live.table.phase == "over"

    asyncio.run(main())


def test_the_example_of_the_page_plays_a_game(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "table.md").read_text(encoding="utf-8")
    example = page.partition("```python\n")[2].partition("```")[0]
    (tmp_path / "example.py").write_text(example)
    done = subprocess.run([sys.executable, "example.py"], cwd=tmp_path, capture_output=True, text=True, timeout=NEVER)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "games.db").exists()


def test_a_strangers_visit_wakes_nobody() -> None:
    async def main() -> None:
        async with Tables(MemoryStore()) as tables:
            live = await tables.open("ann", "Ann", Settings(KILL))
            assert (await live.do("bob", Command("1", live.version, Watch("Bob")))).accepted
            assert (await live.do("cleo", Command("1", live.version, Watch("Cleo")))).accepted
            assert (await live.do("ann", Command("1", live.version, Kick(2)))).accepted
            woken: list[int] = []
            with live.listen(lambda: woken.append(live.number)):
                for stranger in ("eve", "cleo"):
                    with live.attend(stranger), live.attend(stranger):
                        pass
                assert woken == []
                with live.attend("bob"), live.attend("bob"):
                    assert len(woken) == 1
                    assert [each.present for each in live.sheet(None).people] == [False, True]
                assert len(woken) == 2
                with live.attend("eve"):
                    assert (await live.do("eve", Command("1", live.version, Watch("Eve")))).accepted
                    assert [each.present for each in live.sheet(None).people] == [False, False, True]
                assert len(woken) == 4, "whoever joins meanwhile is missed when they go"

    asyncio.run(main())


class ForgetfulStore(MemoryStore):
    """A disk that has written what it says it could not; and cannot be read for a while after that."""

    def __init__(self) -> None:
        super().__init__()
        self.fails = False
        self.is_deaf = False
        self.reads = 0

    def append(self, heading: Heading, first: int, entries: Sequence[bytes]) -> asyncio.Future[None]:
        written = super().append(heading, first, entries)
        if not self.fails or written.exception() is not None:
            return written
        lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        lost.set_exception(StoreError("the disk did not say if it has it"))
        return lost

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        self.reads += 1
        if self.is_deaf:
            raise StoreError("the disk cannot be read")
        return await super().read(table, after)


def test_a_command_that_is_in_the_log_after_all_is_accepted() -> None:
    """The store could not say so when it was written, but it can be asked."""

    async def main() -> None:
        store = ForgetfulStore()
        async with Tables(store) as tables:
            live = await tables.open("ann", "Ann", Settings(KILL))
            command = Command("1", live.version, Say("hello"))
            store.fails = True
            answer = await live.do("ann", command)
            assert (answer.accepted, answer.code, answer.at) == (True, "repeated", live.version)
            store.fails = False
            again = await live.do("ann", command)
            assert (again.accepted, again.code, again.at) == (True, "repeated", answer.at)
            assert len(live.sheet("ann").lines) == 1

    asyncio.run(main())


def test_one_that_was_answered_with_trouble_is_told_apart_when_it_is_sent_again() -> None:
    async def main() -> None:
        store = ForgetfulStore()
        async with Tables(store) as tables:
            live = await tables.open("ann", "Ann", Settings(KILL))
            command = Command("1", live.version, Say("hello"))
            store.fails = store.is_deaf = True
            with pytest.raises(StoreError):
                await live.do("ann", command)
            store.fails = store.is_deaf = False
            other = Command("2", live.version, Say("another one"))
            answer = await live.do("ann", command)
            assert (answer.accepted, answer.code, answer.at) == (True, "repeated", live.version)
            assert (await live.do("ann", other)).code is None
            assert [line.text for line in live.sheet("ann").lines] == ["hello", "another one"]

    asyncio.run(main())


def test_and_after_a_crash_too() -> None:
    """An action, which is refused as stale once the game has gone on: what was done is not what came too late."""

    async def main() -> None:
        store = ForgetfulStore()
        async with Tables(store) as tables:
            live = await against_bots(tables, Settings(KILL, Options(turn_limit=5)))
            with live.attend("ann"):
                async for sheet in live.follow("ann"):
                    if sheet.game and sheet.game.view.legal:
                        break
            legal = live.sheet("ann").game
            assert legal
            command = Command("act", live.version, Act(legal.view.legal[-1]))
            store.fails = store.is_deaf = True
            with pytest.raises(StoreError):
                await live.do("ann", command)
            store.fails = store.is_deaf = False
            table = Table.replay(decode(await store.read(live.id)))
            answer = table.judge("ann", command, table.now).answer
            assert (answer.accepted, answer.code, answer.at) == (True, "repeated", table.version)

    asyncio.run(main())


def test_a_long_log_is_replayed_beside_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever else there is to do is done meanwhile."""
    monkeypatch.setattr(registry, "RECENT", -1.0)
    turns, meanwhile = [0], [0]

    def counted(table: str, written: Sequence[bytes], pace: float) -> Table:
        before = turns[0]
        found = replayed(table, written, pace)
        meanwhile[0] = turns[0] - before
        return found

    monkeypatch.setattr(registry, "replayed", counted)

    async def main() -> None:
        path = tmp_path / "log.db"
        async with Tables(SQLiteStore(path), pace=0) as tables:
            live = await tables.open("ann", "Ann", Settings(KILL))
        store = SQLiteStore(path)
        about = await store.heading(live.id)
        assert about
        first = live.version + 1
        said = [Entry(first + number, live.table.now, Said("ann", "hello"), "ann") for number in range(20_000)]
        await store.append(about, first, encode(said))
        async with Tables(store, pace=0) as tables:
            waking = asyncio.ensure_future(tables.get(live.id))
            while not waking.done():
                turns[0] += 1
                await asyncio.sleep(0.001)
            assert (await waking).version == said[-1].version
            assert meanwhile[0] > 0

    asyncio.run(asyncio.wait_for(main(), NEVER))
