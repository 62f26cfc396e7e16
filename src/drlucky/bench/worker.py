"""Worker: a process of its own for each build and each peer's package, so that none runs in another's memory.

It is asked in lines of JSON, `[contestant, amount, seed]`, and answers each with a line: a lap, or why there is
none. Only the one that is asked does anything."""

import json
import os
import signal
import subprocess
import sys
from dataclasses import asdict
from types import TracebackType
from typing import Self

from drlucky.bench import ours, peers, searching
from drlucky.bench.lap import Contestant, Lap
from drlucky.interpreted import WISH

START = "import sys; sys.path[:] = sys.argv[1:]; from drlucky.bench.worker import serve; serve()"


class NotInstalled(Exception):
    """What should play could not be imported; the text says what Python said."""


class Failed(Exception):
    """The contestant could not play; the text says why."""


class Worker:
    """The near end. Close it, or use it in a `with`."""

    def __init__(self, *, interpreted: bool = False) -> None:
        environment = {**os.environ, WISH: "1"} if interpreted else dict(os.environ)
        self.process = subprocess.Popen(
            # The same interpreter with the same places to import from, wherever it was started.
            [sys.executable, "-c", START, *sys.path],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def play(self, contestant: str, amount: int, seed: int) -> Lap:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(json.dumps([contestant, amount, seed]) + "\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if not answer:
            raise Failed("its process ended unexpectedly")
        found = json.loads(answer)
        if "not installed" in found:
            raise NotInstalled(found["not installed"])
        if "failed" in found:
            raise Failed(found["failed"])
        return Lap(**found)

    def close(self) -> None:
        self.process.terminate()
        self.process.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def serve() -> None:
    """The far end: runs in the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the near end ends it
    with os.fdopen(os.dup(1), "w") as answers:
        os.dup2(2, 1)  # whatever a peer prints is not an answer
        ready: dict[str, Contestant] = {}
        for line in sys.stdin:
            name, amount, seed = json.loads(line)
            print(json.dumps(answer(ready, name, amount, seed)), file=answers, flush=True)


def answer(ready: dict[str, Contestant], name: str, amount: int, seed: int) -> dict[str, object]:
    try:
        if name not in ready:
            ready[name] = find(name)
        return asdict(ready[name](amount, seed))
    except ImportError as error:
        return {"not installed": str(error)}
    except Exception as error:
        # A peer's own trouble must not stop the others.
        return {"failed": f"{type(error).__name__}: {error}"}


def find(name: str) -> Contestant:
    if name == searching.SEARCH or any(peer.name == name for peer in searching.SEARCHERS):
        return searching.contestant(name)
    if any(peer.name == name for peer in peers.PEERS):
        return peers.contestant(name)
    return ours.contestant(name)
