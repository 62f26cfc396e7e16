"""The power fails, and nothing is lost that anybody was told of: a short form of `make reliability`."""

import asyncio
import os
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from random import Random

import pytest

from patience import NEVER, wait_until
from reliability.disk import Disk, Spoilt, library, noted
from reliability.power import KEPT, control, power_failed
from reliability.series import Series

FAILURES = 6
HANGS = 10 * NEVER

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("bad_disk")]


def test_power_failures_lose_nothing_that_was_told(tmp_path: Path) -> None:
    found = asyncio.run(asyncio.wait_for(power_failed("short power", FAILURES, tmp_path), 2 * NEVER))
    assert not found.findings, found.notes
    assert found.blows == FAILURES


def test_a_server_that_does_not_wait_for_its_disk_is_found_out(tmp_path: Path) -> None:
    found: Series = asyncio.run(asyncio.wait_for(control("short control", 20, tmp_path), NEVER))
    assert found.findings["lost"] > 0


class Noting:
    """Programs whose writing to a folder is noted."""

    def __init__(self, folder: Path) -> None:
        self.root, self.journal = folder / "disk", folder / "journal"
        self.root.mkdir()
        self.spoilt = Spoilt(folder / "spoilt")
        self._disk = Disk(self.root)
        self._environment = os.environ | {
            "LD_PRELOAD": str(library()),
            "DRLUCKY_DISK": str(self.root),
            "DRLUCKY_DISK_JOURNAL": str(self.journal),
            "DRLUCKY_DISK_SPOILT": str(folder / "spoilt"),
        }

    def run(self, program: str) -> str:
        with self.begun(program) as process:
            said, _ = process.communicate()
        assert process.returncode == 0
        return said

    def begun(self, program: str) -> "subprocess.Popen[str]":
        command = [sys.executable, "-c", program, str(self.root)]
        return subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=self._environment
        )

    @property
    def syncs(self) -> int:
        """That have been begun."""
        return sum(each.kind == "b" for each in noted(self.journal))

    def follow(self) -> None:
        self._disk.follow(self.journal)
        self.journal.unlink()

    def lose_power(self) -> None:
        """Nothing is left of what was not synced."""
        self._disk.lose_power(Random(1), kept=0.0)

    def left_at(self, changes: int, kept: float, to: Path) -> None:
        """What could be left after so many changes."""
        disk = deepcopy(self._disk)
        disk.follow(self.journal, changes)
        disk.lose_power(Random(changes), kept, to)


WRITES_A_FILE = """
import sys
from pathlib import Path
from drlucky import files
place = Path(sys.argv[1]) / "new" / "folder" / "file"
files.make_folder(place.parent)
for number in range(3):
    files.write(place, f"version {number}" * 1000)
"""
VERSIONS = [f"version {number}" * 1000 for number in range(3)]
APPENDS = """
import asyncio, sys
from pathlib import Path
from drlucky.table.store.base import Heading
from drlucky.table.store.sqlite import SQLiteStore
async def main():
    store = SQLiteStore(Path(sys.argv[1]) / "games.db")
    print("open", flush=True)
    sys.stdin.readline()
    await store.append(Heading("table", "CODE", "gathering", 1.0, b""), 1, [b"entry"])
asyncio.run(main())
"""
READS = """
import asyncio, os, sys
from pathlib import Path
from drlucky.table.store.sqlite import SQLiteStore
async def main():
    store = SQLiteStore(Path(sys.argv[1]) / "games.db")
    print(await store.read("table"), flush=True)
    os._exit(0)
asyncio.run(main())
"""


def test_a_file_that_was_written_is_there_with_its_name_and_its_folder(tmp_path: Path) -> None:
    noting = Noting(tmp_path)
    noting.run(WRITES_A_FILE)
    noting.follow()
    noting.lose_power()
    assert (noting.root / "new" / "folder" / "file").read_text() == VERSIONS[-1]


def test_whenever_the_power_fails_a_file_is_whole(tmp_path: Path) -> None:
    noting = Noting(tmp_path)
    noting.run(WRITES_A_FILE)
    for cut in range(len(list(noted(noting.journal))) + 1):
        for kept in KEPT:
            copy = tmp_path / f"{cut}-{kept}"
            place = copy / "new" / "folder" / "file"
            noting.left_at(cut, kept, copy)
            assert not place.exists() or place.read_text() in VERSIONS


def test_what_a_server_finds_after_a_crash_is_on_disk_before_it_tells_of_it(tmp_path: Path) -> None:
    """The one before it had written it, and ended before it was synced."""
    noting = Noting(tmp_path)
    with noting.begun(APPENDS) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stdout.readline() == "open\n"
        before = noting.syncs
        noting.spoilt.set(sync=HANGS)
        process.stdin.write("go on\n")
        process.stdin.flush()
        wait_until(lambda: noting.syncs > before)
        process.kill()
    noting.follow()
    noting.spoilt.set()
    read = noting.run(READS)
    assert read == "[b'entry']\n", "it was written"
    noting.follow()
    noting.lose_power()
    assert noting.run(READS) == read
