"""Work on several processes, so that an end by any means leaves nothing running and nothing half written.

A worker is handed one job at a time over a pipe of its own. It ends when that pipe does, which also happens when the
process that handed out the jobs is killed."""

import signal
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any, NamedTuple, TypeVar

from drlucky.errors import DrLuckyError

Job = TypeVar("Job")
Result = TypeVar("Result")
PATIENCE = 5.0
"""Seconds for a worker that was told to stop."""


class Failed(NamedTuple):
    """What a worker says instead of a result."""

    trace: str


def results(work: Callable[[Job], Result], jobs: Iterable[Job], workers: int) -> Generator[Result, None, None]:
    """What comes of the jobs, in the order in which they are done. `work` and the jobs are sent to other processes."""
    spawned = get_context("spawn")
    waiting = iter(jobs)
    pipes: dict[Connection, Any] = {}
    try:
        for job in take(waiting, workers):
            ours, theirs = spawned.Pipe()
            pipes[ours] = spawned.Process(target=serve, args=(work, theirs), daemon=True)
            with undisturbed():
                pipes[ours].start()
            theirs.close()
            ours.send(job)
        busy = set(pipes)
        while busy:
            for pipe in wait(busy):
                assert isinstance(pipe, Connection)
                result = received(pipe)
                busy.discard(pipe)
                for job in take(waiting, 1):
                    pipe.send(job)
                    busy.add(pipe)
                yield result
    finally:
        stop(pipes)


def take(jobs: Iterator[Job], most: int) -> Iterator[Job]:
    for _, job in zip(range(most), jobs, strict=False):
        yield job


def received(pipe: Connection) -> Any:
    try:
        result = pipe.recv()
    except EOFError:
        raise DrLuckyError("a worker was killed; what is finished is kept, and the same command goes on") from None
    if isinstance(result, Failed):
        raise RuntimeError(f"a worker failed:\n{result.trace}")
    return result


def stop(pipes: dict[Connection, Any]) -> None:
    """Ends every worker. One that is at work is told to stop, and ends what it started itself."""
    for pipe, worker in pipes.items():
        pipe.close()
        worker.terminate()
    for worker in pipes.values():
        worker.join(PATIENCE)
        if worker.is_alive():
            worker.kill()
            worker.join()
        worker.close()


@contextmanager
def undisturbed() -> Iterator[None]:
    """An interruption waits meanwhile. Whoever is started here is born with that, until it can see to it by itself."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def serve(work: Callable[[Any], Any], pipe: Connection) -> None:
    """A worker's life."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is for the one who hands out the jobs
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    signal.signal(signal.SIGTERM, leave)
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            job = pipe.recv()
            try:
                result = work(job)
            except Exception:
                result = Failed(traceback.format_exc())
            pipe.send(result)


def leave(number: int, frame: Any) -> None:
    """Unwinds, so that whatever must be ended or closed is."""
    raise SystemExit(0)
