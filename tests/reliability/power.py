"""Power that fails: the server ends, and of what it wrote only that is left which it had synced; some of the rest, in
pieces, or all of it, as the disk pleases."""

import json
import sys
from pathlib import Path
from random import Random

from reliability.disk import Disk, Spoilt, library
from reliability.judge import Finding
from reliability.series import HouseSiege, Series
from server.blackbox.house import SERVE, CommandHouse
from server.blackbox.web import Web

POWER = 0.7
"""How often it is the power that fails."""
KEPT = (0.0, 0.0, 0.1, 0.5, 0.9, 1.0)
"""How much may be left of what was not synced."""
CARELESS = [sys.executable, "-m", "reliability.careless", "serve"]
WHOLE = "analyses/*.json"
"""Files that can be made anew: they may be lost, and must not be half there."""


class PowerHouse(CommandHouse):
    """`kill` is a power failure, or now and then SIGKILL alone: then the next server finds what this one had not
    synced, and the power fails later."""

    def __init__(self, folder: Path, seed: str, command: list[str] = SERVE, pace: float = 0) -> None:
        self._root = folder / "disk"
        self._root.mkdir(parents=True)
        self.journal = folder / "journal"
        self._choose = Random(f"{seed}: what is left")
        self._disk: Disk | None = None
        self._spoilt = folder / "spoilt"
        self.spoilt = Spoilt(self._spoilt)
        super().__init__(self._root / "house", pace=pace)
        self.command = command

    def begin(self) -> None:
        self._disk = self._disk or Disk(self._root)
        super().begin()

    def environment(self) -> dict[str, str]:
        return {
            "LD_PRELOAD": str(library()),
            "DRLUCKY_DISK": str(self._root),
            "DRLUCKY_DISK_JOURNAL": str(self.journal),
            "DRLUCKY_DISK_SPOILT": str(self._spoilt),
            "PYTHONPATH": ":".join(sys.path),
        }

    def kill(self) -> None:
        self.crash()
        if self._disk is not None and self._choose.random() < POWER:
            self.lose_power(self._choose.choice(KEPT))

    def crash(self) -> None:
        """SIGKILL: what was written is there, synced or not."""
        super().kill()
        if self._disk is not None and self.journal.exists():
            self._disk.follow(self.journal)
            self.journal.unlink()

    def lose_power(self, kept: float) -> None:
        """After a crash. Of what was not synced so much is left."""
        assert self._disk is not None
        self._disk.lose_power(self._choose, kept)
        self._disk = None


class FilesBeside:
    """Who was forgotten stays forgotten, who hid a table does not see it again; and whoever has an identity keeps it,
    or they could do neither."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._eve: Web | None = None
        self._forgotten: list[Web] = []
        self._hidden: set[str] = set()

    async def ask(self, address: str) -> None:
        if self._eve is None:
            self._eve = await Web(address, "Eve").introduce()
        opened = (await self._eve.ask("POST", "/api/tables", {"settings": {"edition": "kill-2016"}, "seats": 3})).json
        await self._eve.ask("DELETE", f"/api/me/tables/{opened['table']}")
        self._hidden.add(opened["table"])
        dan = await Web(address, f"Dan{len(self._forgotten)}").introduce()
        await dan.ask("DELETE", "/api/me")
        self._forgotten.append(dan)

    async def findings(self, address: str) -> list[Finding]:
        found: list[Finding] = []
        for dan in self._forgotten:
            if (await dan.ask("GET", "/api/me")).json["known"]:
                found.append(Finding("lost", f"that {dan.name} was forgotten is lost"))
        if self._eve is not None:
            reply = await self._eve.call("GET", "/api/me/tables")
            shown = {each["table"] for each in reply.json} if reply.status == 200 else None
            if shown is None:
                found.append(Finding("lost", "Eve is a stranger"))
            elif shown & self._hidden:
                found.append(Finding("lost", "a table that was hidden is shown again"))
        return found + [
            Finding("changed", f"{file} is torn") for file in self._folder.glob(WHOLE) if not is_whole(file)
        ]


def is_whole(file: Path) -> bool:
    try:
        json.loads(file.read_bytes())
    except ValueError:
        return False
    return True


async def power_failed(seed: str, failures: int, folder: Path) -> Series:
    house = PowerHouse(folder, seed)
    return await HouseSiege(seed, house, folder, FilesBeside(house.folder)).run("power", failures)


async def control(seed: str, failures: int, folder: Path) -> Series:
    """A server that does not wait for its disk: something has to be found."""
    return await HouseSiege(seed, PowerHouse(folder, seed, CARELESS), folder).run("control", failures)
