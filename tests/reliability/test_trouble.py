"""What goes wrong with the disk and the clock of a server that runs: commands are refused in words, nothing is lost or
done twice, and when it is over play goes on by itself."""

import asyncio
import os
import sqlite3
import subprocess
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from drlucky.table.log import StoodIn, decode
from patience import NEVER
from reliability.crowd import TABLES, Crowd, gather
from reliability.disk import FULL, READ_ONLY
from reliability.judge import after_a_blow, at_the_end, told
from reliability.power import PowerHouse
from server.blackbox.house import House, QuickHouse, logs
from server.blackbox.web import Web

AT_FIRST = 20
"""Commands that are answered before anything goes wrong, and again after it."""
AN_HOUR = 3600.0
"""More than any test waits."""

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("bad_disk")]

Spoil = Callable[[], Callable[[], object]]
"""Begins some trouble, and returns what ends it."""


@asynccontextmanager
async def a_crowd(house: House, tables: int) -> AsyncIterator[Crowd]:
    """Who plays at a server to which something happens. At the end it is killed, and then all has to be there."""
    with house:
        crowd = await gather(house.address, tables=TABLES[:tables])
        async with crowd.playing():
            await crowd.answered(AT_FIRST)
            yield crowd
            await crowd.answered(AT_FIRST)
            await crowd.rest()
    found = await logs(house.folder)
    findings = [*after_a_blow({}, found, told(crowd)), *at_the_end(found, crowd)]
    assert not findings


async def in_trouble(house: House, spoil: Spoil) -> None:
    async with a_crowd(house, tables=2) as crowd:
        mend = spoil()
        while crowd.troubles < 2:
            await asyncio.sleep(0.01)
        ann = Web(house.address, "Ann", crowd.players[0].web.identity)
        health = await ann.call("GET", "/api/health")
        assert (health.status, health.json["status"]) == (503, "degraded")
        says = {"id": "hello", "version": crowd.players[0].version, "do": {"do": "say", "text": "hello"}}
        refused = await ann.call("POST", f"/api/tables/{crowd.players[0].table}/commands", says)
        assert (refused.status, refused.json["code"]) == (503, "trouble")
        mended_at = time.monotonic()
        mend()
        await crowd.plays_on(mended_at)
        assert (await ann.call("GET", "/api/health")).status == 200


def play_through(house: House, spoil: Spoil) -> None:
    asyncio.run(asyncio.wait_for(in_trouble(house, spoil), NEVER))


@pytest.mark.parametrize("state", [FULL, READ_ONLY], ids=["full", "read-only"])
def test_a_disk_that_takes_nothing_stops_play_until_it_does(tmp_path: Path, state: int) -> None:
    house = PowerHouse(tmp_path, "trouble")

    def spoil() -> Callable[[], object]:
        house.spoilt.set(disk=state)
        return house.spoilt.set

    play_through(house, spoil)


def test_a_database_that_another_program_locks_stops_play_until_it_ends(tmp_path: Path) -> None:
    house = QuickHouse(tmp_path / "house", pace=0)
    play_through(house, lambda: lock(house.folder))


def test_a_database_that_is_locked_at_the_start_is_served_as_soon_as_it_is_not(tmp_path: Path) -> None:
    asyncio.run(asyncio.wait_for(start_while_locked(tmp_path / "house"), NEVER))


async def start_while_locked(folder: Path) -> None:
    house = QuickHouse(folder, pace=0)
    async with a_crowd(house, tables=1) as crowd:
        house.kill()
        killed_at = time.monotonic()
        mend = lock(folder)
        await asyncio.to_thread(house.start)
        ann = crowd.players[0]
        refused = await ann.web.call("GET", f"/api/tables/{ann.table}")
        assert (refused.status, refused.json["code"]) == (503, "trouble")
        mend()
        await crowd.plays_on(killed_at)


def lock(folder: Path) -> Callable[[], object]:
    other = sqlite3.connect(folder / "games.db", isolation_level=None, timeout=NEVER)
    other.execute("BEGIN EXCLUSIVE")
    return other.close


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own."""
    place = tmp_path / "small"
    place.mkdir()
    mounting = ["mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", str(place)]
    if os.geteuid() != 0 or subprocess.run(mounting, capture_output=True).returncode != 0:
        pytest.skip("only root can mount a small disk; a full one is tried without, too")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_a_disk_that_is_really_full_stops_play_until_it_is_not(small_disk: Path) -> None:
    rest = small_disk / "rest"

    def fill() -> Callable[[], object]:
        with rest.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(4096))
        return rest.unlink

    play_through(QuickHouse(small_disk / "house", pace=0), fill)


@pytest.mark.parametrize("hours", [-1, 1], ids=["back", "forward"])
def test_a_clock_that_jumps_stops_no_bots(tmp_path: Path, hours: int) -> None:
    asyncio.run(asyncio.wait_for(play_on_in_another_hour(tmp_path, hours * AN_HOUR), NEVER))


async def play_on_in_another_hour(folder: Path, seconds: float) -> None:
    """While the server runs, and when it is started again; there and back."""
    house = PowerHouse(folder, "clock", pace=0.05)
    async with a_crowd(house, tables=2) as crowd:
        for clock in (seconds, 0.0):
            house.spoilt.set(clock=clock)
            await crowd.plays_on(time.monotonic())
            await crowd.answered(AT_FIRST)
            house.kill()
            await asyncio.to_thread(house.start)
            await crowd.plays_on(time.monotonic())
            await crowd.answered(AT_FIRST)
    for entries in (await logs(house.folder)).values():
        assert not any(isinstance(entry.fact, StoodIn) for entry in decode(entries)), "nobody was slow"
