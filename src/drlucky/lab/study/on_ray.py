"""Playing the batches of a study on a Ray cluster. Ray itself replaces workers that die, and tries again."""

from collections.abc import Sequence

import ray

from drlucky.lab.study.answers import Answer, answer, understood
from drlucky.lab.study.batches import Batch
from drlucky.lab.study.workers import Parts

WAITING = 2
"""So many batches for each core are handed out at a time, so that no core has to wait for the next one."""


def on_ray(batches: Sequence[Batch], workers: int | None, address: str | None) -> Parts:
    """On the cluster that is connected already; otherwise on the one at this address, or else on a new one of this
    machine."""
    mine = not ray.is_initialized()
    if mine:
        ray.init(address=address, num_cpus=None if address else workers, include_dashboard=False, log_to_driver=False)
    remote = ray.remote(answer)
    todo = list(reversed(batches))
    asked: dict[ray.ObjectRef[Answer], Batch] = {}
    limit = WAITING * int(ray.cluster_resources().get("CPU", 1))  # type: ignore[no-untyped-call]
    try:
        while todo or asked:
            while todo and len(asked) < limit:
                batch = todo.pop()
                asked[remote.remote(batch)] = batch
            for ready in ray.wait(list(asked))[0]:
                yield asked.pop(ready), understood(ray.get(ready))
    finally:
        for waiting in asked:
            ray.cancel(waiting, force=True)
        if mine:
            ray.shutdown()
