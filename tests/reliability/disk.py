"""A disk that loses power: what would be left of a folder if everything that had not been synced were gone, or some of
it, in pieces. `disk.c` notes what a server does to its files."""

import mmap
import os
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import NamedTuple

SOURCE = Path(__file__).with_name("disk.c")
COMPILERS = ("cc", "gcc", "clang")
RECORD = struct.Struct("=cQqQ")
SPOILT = struct.Struct("=qqq")
SECTORS = 512, 4096
"""What a disk writes whole."""
OF_THE_MOMENT = "-shm"
"""How SQLite names the file that its processes share, and that none believes after a crash."""
BEFORE = -1
"""The number of what another process did before."""
SOUND, FULL, READ_ONLY = range(3)


SYNC_TAKES = 0.003
"""Seconds: who tells before something is synced has so long to be found out."""


class NoCompiler(Exception):
    """There is none on this machine."""


@cache
def library() -> Path:
    """Compiled once for each process of tests."""
    compiler = next(filter(None, map(shutil.which, COMPILERS)), None)
    if compiler is None or sys.platform != "linux":
        raise NoCompiler("what happens on a bad disk can be tried on Linux, with a C compiler")
    made = Path(mkdtemp(prefix="drlucky-disk-")) / "disk.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O2", "-Wall", "-Werror", "-o", made, SOURCE], check=True)
    return made


class Spoilt:
    """What is wrong with the disk and the clock of a process, from one moment to the next."""

    def __init__(self, file: Path) -> None:
        file.write_bytes(bytes(SPOILT.size))
        with file.open("r+b") as opened:
            self._map = mmap.mmap(opened.fileno(), SPOILT.size)
        self.set()

    def set(self, disk: int = SOUND, clock: float = 0.0, sync: float = SYNC_TAKES) -> None:
        """The state of the disk, by how many seconds the clock is wrong, and how many a sync takes."""
        self._map[:] = SPOILT.pack(disk, int(clock * 1e9), int(sync * 1e6))


# What was done, as it was noted.


class Noted(NamedTuple):
    number: int
    kind: str
    inode: int
    at: int
    data: bytes

    @property
    def names(self) -> list[Path]:
        return [Path(os.fsdecode(name)) for name in self.data.split(b"\0")]


def noted(journal: Path) -> Iterator[Noted]:
    data = journal.read_bytes() if journal.exists() else b""
    at = number = 0
    while at + RECORD.size <= len(data):
        kind, inode, where, length = RECORD.unpack_from(data, at)
        at += RECORD.size
        yield Noted(number, kind.decode(), inode, where, data[at : at + length])
        at += length
        number += 1


# What is on the disk, and what is on its way there.


class File:
    """Its content as of the last sync, and what was written since."""

    def __init__(self, content: bytes = b"") -> None:
        self.content = bytearray(content)
        self.pending: list[tuple[int, Noted]] = []

    def sync(self, before: int) -> None:
        for number, each in self.pending:
            if number < before:
                write(self.content, each)
        self.pending = [(number, each) for number, each in self.pending if number >= before]

    def outlast(self) -> None:
        """The process that wrote it has ended."""
        self.pending = [(BEFORE, each) for _, each in self.pending]

    def after_power_loss(self, choose: Random, kept: float) -> bytes:
        """Each sector that was on its way has come there with this chance."""
        sector = choose.choice(SECTORS)
        content = bytearray(self.content)
        for _, each in self.pending:
            for part in sectors(each, sector):
                if choose.random() < kept:
                    write(content, part)
        return bytes(content)


def write(content: bytearray, change: Noted) -> None:
    if change.kind == "t":
        del content[change.at :]
        content.extend(bytes(change.at - len(content)))
    else:
        content.extend(bytes(max(0, change.at - len(content))))
        content[change.at : change.at + len(change.data)] = change.data


def sectors(change: Noted, size: int) -> Iterator[Noted]:
    if change.kind == "t":
        yield change
        return
    at, end = change.at, change.at + len(change.data)
    while at < end:
        following = min(end, (at // size + 1) * size)
        yield change._replace(at=at, data=change.data[at - change.at : following - change.at])
        at = following


class Folder:
    """The names in it as of its last sync, and what has become of them since."""

    def __init__(self) -> None:
        self.names: dict[str, File | Folder] = {}
        self.pending: list[tuple[int, dict[str, File | Folder | None]]] = []
        """Names, and what has them now: None for nothing any more."""

    def now(self) -> "dict[str, File | Folder]":
        return self.after(len(self.pending))

    def after(self, changes: int) -> "dict[str, File | Folder]":
        names = dict(self.names)
        for _, changed in self.pending[:changes]:
            for name, what in changed.items():
                if what is None:
                    names.pop(name, None)
                else:
                    names[name] = what
        return names

    def sync(self, before: int) -> None:
        done = sum(number < before for number, _ in self.pending)
        self.names = self.after(done)
        del self.pending[:done]

    def outlast(self) -> None:
        self.pending = [(BEFORE, changed) for _, changed in self.pending]


class Disk:
    """Below a folder, as it is at a time at which all is synced, and then as a journal goes on."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._inodes: dict[int, File | Folder] = {}
        self._top = self._found(root)

    def _found(self, folder: Path) -> Folder:
        made = Folder()
        self._inodes[folder.stat().st_ino] = made
        for path in folder.iterdir():
            if path.is_dir():
                made.names[path.name] = self._found(path)
            else:
                made.names[path.name] = self._inodes[path.stat().st_ino] = File(path.read_bytes())
        return made

    def follow(self, journal: Path, changes: int | None = None) -> None:
        """What a process did from its beginning to its end, or so many changes of it: the next one can sync what this
        one has left."""
        for each in islice(noted(journal), changes):
            self._follow(each)
        for found in self._inodes.values():
            found.outlast()

    def _follow(self, change: Noted) -> None:
        found = self._inodes.get(change.inode)
        if change.kind == "s" and found is not None:
            found.sync(change.at)
        elif change.kind in "cd":
            made = self._inodes[change.inode] = File() if change.kind == "c" else Folder()
            self._name(change.number, change.names[0], made)
        elif change.kind == "u":
            self._name(change.number, change.names[0], None)
        elif change.kind == "r":
            old, new = change.names
            assert old.parent == new.parent, "across folders it would be in both, or in neither"
            folder = self._folder(old.parent)
            folder.pending.append((change.number, {old.name: None, new.name: folder.now()[old.name]}))
        elif change.kind in "wt" and isinstance(found, File):
            found.pending.append((change.number, change))

    def _name(self, number: int, path: Path, what: File | Folder | None) -> None:
        self._folder(path.parent).pending.append((number, {path.name: what}))

    def _folder(self, path: Path) -> Folder:
        folder = self._top
        for part in path.relative_to(self._root).parts:
            below = folder.now()[part]
            assert isinstance(below, Folder)
            folder = below
        return folder

    def lose_power(self, choose: Random, kept: float, to: Path | None = None) -> None:
        """Makes of the folder, or of another one, what could be left of it: of all that was not synced nothing,
        everything, or anything between, in pieces that a disk writes whole."""
        left = to or self._root
        shutil.rmtree(left, ignore_errors=True)
        self._leave(left, self._top, choose, kept)

    def _leave(self, path: Path, folder: Folder, choose: Random, kept: float) -> None:
        path.mkdir(mode=0o700)
        # Names come to the disk in their order.
        changes = {0.0: 0, 1.0: len(folder.pending)}.get(kept, choose.randint(0, len(folder.pending)))
        for name, what in folder.after(changes).items():
            if isinstance(what, Folder):
                self._leave(path / name, what, choose, kept)
            elif not name.endswith(OF_THE_MOMENT):
                left = path / name
                left.touch(mode=0o600)
                left.write_bytes(what.after_power_loss(choose, kept))
