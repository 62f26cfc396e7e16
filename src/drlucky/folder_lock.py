"""The lock of a folder: one server at a time writes there, and whoever comes second is told who does. The system lets
go of it when the process ends, in whatever way."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from drlucky.errors import DrLuckyError

NAME = "lock"
LONGEST = 200
"""Bytes that are read of what the file says."""
BEYOND = 2**20
"""Windows locks bytes, and lets nobody read those: it is one after all that is written."""

if sys.platform == "win32":
    import msvcrt

    def take(file: IO[bytes]) -> None:
        file.seek(BEYOND)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def take(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FolderInUse(DrLuckyError):
    """Somebody else writes there."""

    def __init__(self, folder: Path, holder: str, address: str) -> None:
        super().__init__(
            "{folder} is in use by another drlucky{holder}; one folder is for one server", folder=folder, holder=holder
        )
        self.address = address
        """Of the server that has it; "" if it is none, or not known."""


class Held:
    """A folder that is this process's own for now."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def note(self, doing: str) -> None:
        """What whoever comes second is told: an address, or what is done there."""
        self._file.seek(0)
        self._file.truncate()
        self._file.write(f"{os.getpid()} {doing}\n".encode())
        self._file.flush()


@contextmanager
def held(folder: Path, doing: str) -> Iterator[Held]:
    """FolderInUse if another process has it. Who only reads need not ask."""
    path = folder / NAME
    try:
        path.touch(mode=0o600)
        file = path.open("r+b", buffering=0)
    except OSError as error:
        raise DrLuckyError("{path} cannot be written: {reason}", path=path, reason=error.strerror) from None
    with file:
        try:
            take(file)
        except OSError:
            raise FolderInUse(folder, *holder(path)) from None
        found = Held(file)
        found.note(doing)
        yield found
        with suppress(OSError):
            file.truncate(0)


def holder(path: Path) -> tuple[str, str]:
    """Who has it, in words, and the address of a server."""
    try:
        with path.open("rb") as file:
            pid, _, doing = file.read(LONGEST).decode(errors="replace").strip().partition(" ")
    except OSError:
        pid = doing = ""
    address = doing if doing.startswith("http") else ""
    return (f" (process {pid}: {doing})" if pid else ""), address
