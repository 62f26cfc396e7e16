"""A house: a server in a process of its own, with a folder that outlives it."""

import multiprocessing
import os
import signal
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from drlucky.server.config import configured
from drlucky.server.run import run
from drlucky.table import SQLiteStore, Store
from patience import NEVER
from ports import free_port

SERVE = [sys.executable, "-m", "drlucky", "serve"]
NO_LIMITS = {
    "tables_per_minute": 10_000,
    "messages_per_second": 10_000,
    "requests_per_second": 10_000,
    "sockets_per_address": 5_000,
}
"""All clients of a test come from one address, and none of them waits."""


class House(ABC):
    """`with House(folder) as house` serves at `house.address`, the same one after every start."""

    def __init__(self, folder: Path, **options: Any) -> None:
        self.folder = folder
        self.port = free_port()
        self.options = NO_LIMITS | options | {"port": self.port, "data": str(folder)}
        self.address = f"http://127.0.0.1:{self.port}"
        self.pid: int | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self.kill()

    def start(self) -> None:
        """Returns when the server says that it is ready."""
        self.begin()
        self.wait()

    @abstractmethod
    def begin(self) -> None:
        """Returns at once, however long it takes to start."""

    @abstractmethod
    def wait(self) -> None:
        """Returns when the server that was begun says that it is ready."""

    @abstractmethod
    def kill(self) -> None:
        """SIGKILL: the process does not hear of it."""

    def stop(self) -> None:
        """SIGTERM: the server ends in order."""
        assert self.pid is not None
        os.kill(self.pid, signal.SIGTERM)
        assert self._ended() == 0, "it should end without an error"

    @property
    def folders(self) -> list[Path]:
        """Of all its processes."""
        return [self.folder]

    def store(self) -> AbstractAsyncContextManager[Store]:
        """Where its games are. No server may be at work there meanwhile."""
        return in_folder(self.folder)

    @abstractmethod
    def _ended(self) -> int | None:
        """Waits for the end of the process, and returns its exit code."""

    def workers(self) -> list[int]:
        """The processes that the server has begun to let work, as Linux lists them."""
        listed = b"".join(read(file) for file in Path(f"/proc/{self.pid}/task").glob("*/children"))
        begun = [int(process) for process in listed.split()]
        return [process for process in begun if b"drlucky.jobs" in read(Path(f"/proc/{process}/cmdline"))]


class CommandHouse(House):
    """Begun as people begin it, with `drlucky serve`."""

    command = SERVE

    def begin(self) -> None:
        given = [f"--{name.replace('_', '-')}={value}" for name, value in self.options.items()]
        environment = os.environ | self.environment()
        self._process = subprocess.Popen([*self.command, *given], stdout=subprocess.PIPE, text=True, env=environment)
        self.pid = self._process.pid

    def wait(self) -> None:
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        assert self.address in said, said

    def environment(self) -> dict[str, str]:
        """What it is begun with beside the environment of the tests."""
        return {}

    def kill(self) -> None:
        self._process.kill()
        self._ended()

    def _ended(self) -> int | None:
        code = self._process.wait(NEVER)
        assert self._process.stdout is not None
        self._process.stdout.close()
        return code


class QuickHouse(House):
    """Forked from a process that has imported the server already, for tests that start it often."""

    def begin(self) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["__main__", "drlucky.server.run"])
        self._ready, theirs = context.Pipe(duplex=False)
        self._process = context.Process(target=serve, args=(self.options, theirs))
        self._process.start()
        self.pid = self._process.pid
        theirs.close()

    def wait(self) -> None:
        assert self._ready.poll(NEVER), "the server did not start"
        assert self._ready.recv().endswith(f":{self.port}"), "by whatever address it listens at"

    def kill(self) -> None:
        self._process.kill()
        self._ended()

    def _ended(self) -> int | None:
        self._process.join(NEVER)
        self._ready.close()
        return self._process.exitcode


def read(file: Path) -> bytes:
    """Nothing, if what it is about has ended meanwhile."""
    try:
        return file.read_bytes()
    except OSError:
        return b""


def serve(options: dict[str, Any], ready: Connection) -> None:
    run(configured(options, environment={}), ready.send)


async def logs(folder: Path) -> dict[str, list[bytes]]:
    """All logs of a folder in which no server is at work, by table."""
    async with in_folder(folder) as store:
        return await logs_in(store)


async def logs_in(store: Store) -> dict[str, list[bytes]]:
    found = await store.headings(("gathering", "playing", "over", "closed"), 10_000)
    return {each.table: await store.read(each.table) for each in found}


@asynccontextmanager
async def in_folder(folder: Path) -> AsyncIterator[Store]:
    store = SQLiteStore(folder / "games.db")
    try:
        yield store
    finally:
        await store.close()
