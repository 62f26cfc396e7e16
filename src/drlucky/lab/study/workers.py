"""Workers: who plays the batches of a study. In this process, on all cores, or on a Ray cluster (see `on_ray`).

Each way takes batches and yields each with its part of the results, in any order. What comes of a batch hangs on the
batch alone, so it does not matter who plays it, nor how often it is tried."""

import os
import pickle
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread

from drlucky.errors import DrLuckyError
from drlucky.lab.study.answers import Answer, Fault, understood
from drlucky.lab.study.batches import Batch, played

TRIES = 3
Part = tuple[Batch, bytes]
Parts = Generator[Part, None, None]


def in_this_process(batches: Sequence[Batch]) -> Parts:
    for batch in batches:
        yield batch, played(batch)


def on_cores(batches: Sequence[Batch], workers: int) -> Parts:
    todo: SimpleQueue[Batch] = SimpleQueue()
    done: SimpleQueue[Part | Exception] = SimpleQueue()
    for batch in batches:
        todo.put(batch)
    crew = [Worker() for _ in range(min(workers, len(batches)))]
    threads = [Thread(target=work, args=(worker, todo, done), daemon=True) for worker in crew]
    for thread in threads:
        thread.start()
    try:
        for _ in batches:
            part = done.get()
            if isinstance(part, Exception):
                raise part
            yield part
    finally:
        for worker in crew:
            worker.dismiss()
        for thread in threads:
            thread.join()


def work(worker: "Worker", todo: "SimpleQueue[Batch]", done: "SimpleQueue[Part | Exception]") -> None:
    """Has a worker play batch after batch. Only waits, so that a thread will do."""
    with worker, suppress(Empty, Dismissed):
        while True:
            batch = todo.get_nowait()
            try:
                done.put((batch, worker.play(batch)))
            except (DrLuckyError, Fault) as error:
                done.put(error)


class Dismissed(Exception):
    """The worker is wanted no more."""


class Worker:
    """A process that plays batches, and is replaced when it dies.

    Not of `multiprocessing`, whose processes import the user's script again, and outlive a killed parent: this one ends
    when its input does."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._dismissed = False
        self._process: subprocess.Popen[bytes] | None = None

    def play(self, batch: Batch) -> bytes:
        for _ in range(TRIES):
            answered = self._ask(batch)
            if answered is not None:
                return understood(answered)
        raise DrLuckyError(
            f"a worker died {TRIES} times over the games from {batch.start} on of {batch.cell.axes}; "
            "is there enough memory? Fewer workers need less."
        )

    def dismiss(self) -> None:
        """From another thread: whatever it is playing is wanted no more."""
        with self._lock:
            self._dismissed = True
            if self._process:
                self._process.kill()

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def _end(self) -> None:
        with self._lock:
            if self._process:
                self._process.kill()
                # Its pipes are closed as well; whatever still waits in one for a dead reader does not matter.
                with suppress(OSError), self._process:
                    pass
                self._process = None

    def _ask(self, batch: Batch) -> Answer | None:
        """None if it died over it."""
        process = self._running()
        assert process.stdin
        assert process.stdout
        try:
            pickle.dump(batch, process.stdin)
            process.stdin.flush()
            found: Answer = pickle.load(process.stdout)
        except (OSError, EOFError, pickle.UnpicklingError):
            self._end()
            return None
        return found

    def _running(self) -> "subprocess.Popen[bytes]":
        with self._lock:
            if self._dismissed:
                raise Dismissed
            if self._process is None:
                # It must find the same modules, and one thread each is enough where every core has a worker.
                found = {"PYTHONPATH": os.pathsep.join(path or "." for path in sys.path), "POLARS_MAX_THREADS": "1"}
                self._process = subprocess.Popen(
                    [sys.executable, "-m", "drlucky.lab.study.worker"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    env=os.environ | found,
                )
            return self._process
