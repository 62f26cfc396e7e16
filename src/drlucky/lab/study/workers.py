"""Workers: who plays the batches of a study. In this process, on all cores, or on a Ray cluster.

Each way takes batches and yields each with its part of the results, in any order. What comes of a batch hangs on the
batch alone, so it does not matter who plays it, nor how often it is tried."""

import os
from collections.abc import Generator, Sequence

from drlucky.errors import DrLuckyError
from drlucky.jobs import Jobs, Outcome, ProcessDied, attempt
from drlucky.lab import extras
from drlucky.lab.study.batches import Batch, played

WAYS = ("cores", "ray")
TRIES = 3
GRACE = 5.0
"""Seconds for a worker that is stopped to end the programs that it started."""
WAITING = 2
"""So many batches for each core of a cluster are handed out at a time, so that no core has to wait for the next one."""
Parts = Generator[tuple[Batch, bytes], None, None]


def crew(batches: Sequence[Batch], workers: int | None, on: str, address: str | None) -> Parts:
    """Plays them in the way that is asked for."""
    if on == "ray":
        return on_ray(batches, workers, address)
    wanted = workers or os.cpu_count() or 1
    return in_this_process(batches) if wanted == 1 else on_cores(batches, wanted)


def in_this_process(batches: Sequence[Batch]) -> Parts:
    for batch in batches:
        yield batch, played(batch)


def on_cores(batches: Sequence[Batch], workers: int) -> Parts:
    # One thread each is enough where every core has a worker.
    with Jobs(workers, tries=TRIES, grace=GRACE, environment={"POLARS_MAX_THREADS": "1"}) as jobs:
        try:
            yield from jobs.results(played, batches)
        except ProcessDied as error:
            batch: Batch = error.item
            raise DrLuckyError(
                f"a worker died {TRIES} times over the games from {batch.start} on of {batch.cell.axes}; "
                "is there enough memory? Fewer workers need less."
            ) from error


def on_ray(batches: Sequence[Batch], workers: int | None, address: str | None) -> Parts:
    """On the cluster that is connected already; otherwise on the one at this address, or else on a new one of this
    machine. Ray itself replaces workers that die, and tries again."""
    with extras():
        import ray
    mine = not ray.is_initialized()
    if mine:
        ray.init(address=address, num_cpus=None if address else workers, include_dashboard=False, log_to_driver=False)
    remote = ray.remote(attempt)
    todo = list(reversed(batches))
    asked: dict[ray.ObjectRef[Outcome], Batch] = {}
    limit = WAITING * int(ray.cluster_resources().get("CPU", 1))  # type: ignore[no-untyped-call]
    try:
        while todo or asked:
            while todo and len(asked) < limit:
                batch = todo.pop()
                asked[remote.remote(played, batch)] = batch
            for ready in ray.wait(list(asked))[0]:
                yield asked.pop(ready), ray.get(ready).result()
    finally:
        for waiting in asked:
            ray.cancel(waiting, force=True)
        if mine:
            ray.shutdown()
