"""The rig: a server of one or more nodes, and beside it what it is put under, all of them processes of their own on one
machine."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, NamedTuple

import msgspec
from msgspec import Struct

from drlucky.bench.disturbers import Disturbance
from drlucky.bench.load import Found, Plan
from drlucky.errors import DrLuckyError
from drlucky.jobs import processor_seconds

FILES_BESIDE_SOCKETS = 1_200
"""A server has room for a thousand other connections."""
NO_LIMITS = (
    "--tables=1000000",
    "--tables-per-minute=1000000",
    "--requests-per-second=1000000",
    "--messages-per-second=1000000",
)
"""All people of a load come from one address at the same time."""
STOP_WITHIN = 20


class Server(NamedTuple):
    processes: tuple[int, ...]
    """Of its nodes."""
    addresses: tuple[str, ...]

    @property
    def processor_seconds(self) -> float | None:
        """Of all nodes together; None where the system does not tell."""
        each = [processor_seconds(process) for process in self.processes]
        known = [seconds for seconds in each if seconds is not None]
        return sum(known) if len(known) == len(each) else None


class Stretch(Struct, frozen=True):
    """What came of some seconds of moves."""

    found: Found
    cpu: float | None
    """Of the server, in cores; None where the system does not tell."""
    taken: float | None
    """The part of the processors' time that this machine wanted and its host gave to others; None where the system does
    not tell."""

    @property
    def moves_per_second(self) -> float:
        return self.found.moves / self.found.seconds

    @property
    def cpu_per_move(self) -> float | None:
        """Processor time of the server, in milliseconds. Unlike latencies it says much the same on a busy machine."""
        return None if self.cpu is None else self.cpu * self.found.seconds / self.found.moves * 1000


class Crowd:
    """The people of a load. They play whenever it is measured."""

    def __init__(self, process: "subprocess.Popen[bytes]", server: Server) -> None:
        self._process = process
        self._server = server
        self.tables: tuple[str, ...] = msgspec.json.decode(self._line(), type=tuple[str, ...])

    def measure(self, seconds: float) -> Stretch:
        before, taken_before = self._server.processor_seconds, taken_seconds()
        written(self._process.stdin, seconds)
        found = msgspec.json.decode(self._line(), type=Found)
        after, taken_after = self._server.processor_seconds, taken_seconds()
        cores = found.seconds * (os.cpu_count() or 1)
        return Stretch(
            found,
            None if before is None or after is None else (after - before) / found.seconds,
            None if taken_before is None or taken_after is None else (taken_after - taken_before) / cores,
        )

    def _line(self) -> bytes:
        assert self._process.stdout is not None
        if line := self._process.stdout.readline():
            return line
        raise DrLuckyError("the load could not be put on the server; what went wrong is above")


@contextmanager
def served(options: Sequence[str], python: str = sys.executable, stores: Sequence[str] = ("",)) -> Iterator[Server]:
    """A server with a node for each of these stores, which is a database for all of them, or nothing: then the log is
    in a folder of its own."""
    with ExitStack() as while_it_lasts:
        nodes = [while_it_lasts.enter_context(node(options, python, store)) for store in stores]
        yield Server(tuple(process for process, _ in nodes), tuple(address for _, address in nodes))


@contextmanager
def node(options: Sequence[str], python: str, store: str) -> Iterator[tuple[int, str]]:
    with TemporaryDirectory() as folder:
        command = [python, "-m", "drlucky", "serve", "--port=0", f"--data={folder}", *options]
        # Whoever lists the processes of a machine sees their arguments, and a database's address has a password.
        environment = os.environ | ({"DRLUCKY_STORE": store} if store else {})
        with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True) as process:
            try:
                assert process.stdout is not None
                said = process.stdout.readline()
                address = next((word for word in said.split() if word.startswith("http://")), None)
                if address is None:
                    raise DrLuckyError("the server did not start; what it said is above")
                yield process.pid, address
            finally:
                process.terminate()
                with suppress(subprocess.TimeoutExpired):
                    process.wait(STOP_WITHIN)
                process.kill()


def room_for(sockets: int) -> tuple[str, ...]:
    """No more than are needed: a server that may have more than there can be open files keeps a share for each client,
    and here all have one address."""
    return f"--sockets={sockets}", f"--sockets-per-address={sockets}"


@contextmanager
def crowd(plan: Plan, server: Server) -> Iterator[Crowd]:
    with beside("drlucky.bench.load", plan) as process:
        yield Crowd(process, server)
        assert process.stdin is not None
        process.stdin.close()
        process.wait(STOP_WITHIN)


@contextmanager
def disturbed(what: Disturbance) -> Iterator[None]:
    with beside("drlucky.bench.disturbers", what) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield
        if process.poll() is not None:
            raise DrLuckyError("those who disturb have stopped by themselves; what went wrong is above")


@contextmanager
def beside(module: str, what: object) -> Iterator["subprocess.Popen[bytes]"]:
    """A process that is told what to do in its first line."""
    with subprocess.Popen([sys.executable, "-m", module], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        try:
            written(process.stdin, what)
            yield process
        finally:
            process.kill()


def written(to: IO[bytes] | None, what: object) -> None:
    assert to is not None
    to.write(msgspec.json.encode(what) + b"\n")
    to.flush()


# The machine.


def taken_seconds() -> float | None:
    """Of all cores together, since the machine began."""
    try:
        with Path("/proc/stat").open(encoding="ascii") as lines:
            return int(next(lines).split()[8]) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError):
        return None


def load_average() -> float | None:
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None


def allow_files(wanted: int) -> None:
    """Every socket is a file to the system, which allows a process only so many unless it asks for more. Server and
    load inherit what is allowed here."""
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft >= wanted:
        return
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    if most < wanted:
        raise DrLuckyError(f"this machine allows {hard:,} open files, and this needs {wanted:,}: fewer --sockets")
