"""A series of blows against a server under load, all of whose chances come from one seed."""

import asyncio
import shutil
import time
from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random
from typing import Protocol

from msgspec import Struct

from reliability.crowd import Crowd, gather
from reliability.judge import Finding, Logs, Told, after_a_blow, at_the_end, counted, settled, told
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


class Siege(ABC):
    """Blows against one server or several, until there are enough of them, or something has been found."""

    crowd: Crowd

    def __init__(self, seed: str) -> None:
        self.choose = Random(seed)
        self.blows = 0
        self.found: Logs = {}
        """What was written when it was looked last."""
        self.findings: list[Finding] = []
        self.pauses: list[float] = []
        self._seed = seed

    @abstractmethod
    def begun(self) -> AbstractContextManager[object]:
        """All that is to be struck runs within."""

    @abstractmethod
    def addresses(self) -> Sequence[str]:
        """Where people come."""

    @abstractmethod
    async def a_life(self) -> None:
        """A blow, and whatever belongs to it; then all runs again, unless something was found."""

    @abstractmethod
    async def last_logs(self) -> Logs:
        """At the end, when nobody wants anything more."""

    async def run(self, campaign: str, blows: int) -> Series:
        with self.begun():
            crowd = self.crowd = await gather(*self.addresses())
            async with crowd.playing():
                while self.blows < blows and not self.findings:
                    await self.a_life()
                if not self.findings:
                    self.judge(await settled(crowd, self.last_logs), told(crowd))
                    self.findings += at_the_end(self.found, crowd)
        notes = [f"{finding.kind}: {finding.text}" for finding in self.findings[:MOST_NOTES]]
        found = counted(self.findings)
        return Series(campaign, self._seed, self.blows, crowd.acknowledged, crowd.untold, found, self.pauses, notes)

    def judge(self, found: Logs, everyone: Sequence[Told]) -> None:
        self.findings += after_a_blow(self.found, found, everyone)
        self.found = found

    async def go_on(self, struck_at: float, struck: Collection[str]) -> bool:
        """Now and then everyone is waited for, and at the tables that were struck that is timed. Was it so now?"""
        if self.choose.random() >= PATIENT:
            return False
        after = await self.crowd.plays_on(struck_at)
        self.pauses += [after[table] for table in struck]
        return True


class HouseSiege(Siege):
    """One server that lives again and again, on one folder."""

    def __init__(self, seed: str, house: House, folder: Path, beside: Beside | None = None) -> None:
        super().__init__(seed)
        self._house = house
        self._copy = folder / "copy"
        self._beside = beside

    def begun(self) -> House:
        return self._house

    def addresses(self) -> Sequence[str]:
        return [self._house.address]

    async def a_life(self) -> None:
        choose, house = self.choose, self._house
        if self._beside is not None:
            await self._beside.ask(house.address)
        await self.crowd.answered(choose.randint(*LIVES))
        await a_moment(choose, house.folder)
        struck_at = time.monotonic()
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
        await self.go_on(struck_at, self.crowd.tables)

    async def _strike(self) -> None:
        self._house.kill()
        self.blows += 1
        everyone = told(self.crowd)
        self.judge(await found_after_kill(self._house.folder, self._copy), everyone)

    async def last_logs(self) -> Logs:
        self._house.kill()
        return await logs(self._house.folder)


async def killed(seed: str, kills: int, folder: Path) -> Series:
    """SIGKILL, of which the server does not hear: in the middle of whatever it does, also while it is starting."""
    siege = HouseSiege(seed, QuickHouse(folder / "house", pace=0), folder)
    return await siege.run("kills", kills)


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
