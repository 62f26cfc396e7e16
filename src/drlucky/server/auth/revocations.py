"""Revocations: identities that were given up, in a file, a line each, or in a database. A copy of one is worth nothing.

Nobody can make an identity from before the time of signing was noted, and the others end by themselves: so a line is
needed for good or for as long as an identity holds, and the file stays small."""

import asyncio
import logging
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path

from drlucky import files
from drlucky.errors import DrLuckyError
from drlucky.server.auth import GOOD_FOR, Identity
from drlucky.server.errors import Failed

MOST = 100_000

log = logging.getLogger(__name__)


class GivenUp(ABC):
    """Who has given up their identity, as this server knows it."""

    def __init__(self, until: Mapping[str, int]) -> None:
        self._until = until
        """By person, until when it has to be known; 0 is for good."""

    def __contains__(self, identity: Identity) -> bool:
        return self.is_forgotten(identity.person)

    def is_forgotten(self, person: str) -> bool:
        return person in self._until

    @abstractmethod
    async def give_up(self, identity: Identity) -> None:
        """Returns when it is on disk."""


class Revocations(GivenUp):
    def __init__(self, path: Path) -> None:
        super().__init__(read(path))
        self._path = path
        self._writing = threading.Lock()

    async def give_up(self, identity: Identity) -> None:
        await asyncio.to_thread(self.add, identity)

    def add(self, identity: Identity) -> None:
        """Returns when it is on disk, which takes its time: call it in a thread."""
        with self._writing:
            now = int(time.time())
            needed = {person: until for person, until in self._until.items() if not until or until > now}
            if len(needed) >= MOST:
                raise too_many()
            needed[identity.person] = needed_until(identity)
            try:
                files.write(self._path, "".join(f"{until} {person}\n" for person, until in needed.items()), mode=0o600)
            except DrLuckyError as error:
                log.error("what was given up cannot be kept: %s", error)
                raise not_kept() from None
            self._until = needed


def read(path: Path) -> dict[str, int]:
    try:
        lines = path.read_text(encoding="ascii", errors="replace").splitlines()
    except FileNotFoundError:
        lines = []
    except OSError as error:
        raise DrLuckyError(f"{path} cannot be read: {error.strerror}") from None
    return dict(parsed(line) for line in lines)


def parsed(line: str) -> tuple[str, int]:
    until, _, person = line.partition(" ")
    return person, int(until) if until.isdecimal() else 0


def needed_until(identity: Identity) -> int:
    return int(time.time()) + GOOD_FOR if identity.issued else 0


def too_many() -> Failed:
    return Failed("trouble", "no more identities can be given up here; tell whoever runs the server")


def not_kept() -> Failed:
    return Failed("trouble", "this could not be kept; try again soon")
