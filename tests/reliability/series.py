"""A series of blows against a server under load, all of whose chances come from one seed."""

import asyncio
import shutil
import time
from pathlib import Path
from random import Random
from typing import Protocol

from msgspec import Struct

from reliability.crowd import Crowd, gather
from reliability.judge import Finding, Logs, after_a_blow, at_the_end, counted
from server.blackbox.house import House, QuickHouse, logs

LIVES = 1, 50
"""How many commands a server answers between two blows: on a slow machine it lives longer, and is as busy."""
LAST_BREATH = 0.004
"""Up to so many seconds after an answer some blows come: just when, seen from the log, is left to chance."""
QUIET = 0.05
"""Others come when something has just been written. They wait for that so many seconds at most: nobody may have
anything to do."""
STARTING = 0.8
"""Seconds, in which a server that is starting is killed again now and then."""
AGAIN = 0.1
"""How often that is so."""
PATIENT = 0.5
"""How often everyone is waited for to play on, before the next blow is thought of."""


MOST_NOTES = 20


class Series(Struct):
    """What came of it."""

    campaign: str
    seed: str
    blows: int
    acknowledged: int
    """Commands that were accepted, as somebody was told."""
    untold: int
    """Commands that were written when the blow came, and of which somebody was told by the next server only."""
    findings: dict[str, int]
    pauses: list[float]
    """Seconds from a blow until play goes on, for every table."""
    notes: list[str] = []


class Beside(Protocol):
    """What else the server should not lose, beside the logs."""

    async def ask(self, address: str) -> None:
        """Asks the server to keep something more."""

    async def findings(self, address: str) -> list[Finding]: ...


async def killed(seed: str, kills: int, folder: Path) -> Series:
    """SIGKILL, of which the server does not hear: in the middle of whatever it does, also while it is starting."""
    return await besieged("kills", seed, kills, folder, QuickHouse(folder / "house", pace=0))


async def besieged(
    campaign: str, seed: str, blows: int, folder: Path, house: House, beside: Beside | None = None
) -> Series:
    """Ends when there were so many blows, or when something has been found."""
    siege = Siege(Random(seed), house, folder / "copy", beside)
    with house:
        crowd = siege.crowd = await gather(house.address)
        async with crowd.playing():
            while siege.blows < blows and not siege.findings:
                await siege.a_life()
            if not siege.findings:
                await crowd.rest()
    if not siege.findings:
        siege.judge(await logs(house.folder))
        siege.findings += at_the_end(siege.found, crowd)
    notes = [f"{finding.kind}: {finding.text}" for finding in siege.findings[:MOST_NOTES]]
    found = counted(siege.findings)
    return Series(campaign, seed, siege.blows, crowd.acknowledged, crowd.untold, found, siege.pauses, notes)


class Siege:
    """A server that lives again and again."""

    crowd: Crowd

    def __init__(self, choose: Random, house: House, copy: Path, beside: Beside | None) -> None:
        self.blows = 0
        self.found: Logs = {}
        """What was on disk after the last blow."""
        self.findings: list[Finding] = []
        self.pauses: list[float] = []
        self._choose = choose
        self._house = house
        self._copy = copy
        self._beside = beside

    async def a_life(self) -> None:
        """Of the server that runs: the next one is there at the end, unless something was found."""
        choose, house = self._choose, self._house
        if self._beside is not None:
            await self._beside.ask(house.address)
        await self.crowd.answered(choose.randint(*LIVES))
        await a_moment(choose, house.folder)
        killed_at = time.monotonic()
        await self._strike()
        while choose.random() < AGAIN and not self.findings:
            house.begin()
            await asyncio.sleep(choose.uniform(0, STARTING))
            await self._strike()
        if self.findings:
            return
        await asyncio.to_thread(house.start)
        if self._beside is not None:
            self.findings += await self._beside.findings(house.address)
        if choose.random() < PATIENT:
            self.pauses += await self.crowd.plays_on(killed_at)

    async def _strike(self) -> None:
        self._house.kill()
        self.blows += 1
        self.judge(await found_after_kill(self._house.folder, self._copy))

    def judge(self, found: Logs) -> None:
        self.findings += after_a_blow(self.found, found, self.crowd)
        self.found = found


async def a_moment(choose: Random, folder: Path) -> None:
    if choose.random() < 0.5:
        await asyncio.sleep(choose.uniform(0, LAST_BREATH))
    else:
        wait_for_a_write(folder)


async def found_after_kill(folder: Path, copy: Path) -> Logs:
    """What is on disk just after a kill, in a copy: to put it in order is left to the server that comes next."""
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir(parents=True)
    for file in folder.glob("games.db*"):
        shutil.copy(file, copy)
    return await logs(copy)


def wait_for_a_write(folder: Path) -> None:
    """Returns at once when the server begins to write. It holds up everyone here: who wrote is told nothing yet."""
    log = folder / "games.db-wal"
    before, until = written(log), time.monotonic() + QUIET
    while written(log) == before and time.monotonic() < until:
        pass


def written(log: Path) -> tuple[int, int]:
    if not log.exists():
        return 0, 0
    found = log.stat()
    return found.st_size, found.st_mtime_ns
