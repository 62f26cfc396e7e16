"""A long run of damaged records: each is refused or replayed to the same game, within a second and 100 MB.

PYTHONPATH=tests python -m records.soak [HOW MANY]"""

import resource
import sys
import tempfile
from pathlib import Path
from random import Random
from time import perf_counter

from records.mutations import MUTATIONS, fixtures, outlives, states

SECONDS = 1.0
MEGABYTES = 100


def peak() -> float:
    """The most memory that this process has ever had, in MB; Linux counts in KB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)


def soak(how_many: int, seed: int = 1) -> str:
    choose = Random(seed)
    texts = [path.read_bytes() for path in fixtures()]
    ends = states()
    slowest, same = 0.0, 0
    before = peak()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "damaged.txt")
        for _ in range(how_many):
            damaged = choose.choice(MUTATIONS)(choose.choice(texts), choose)
            began = perf_counter()
            same += outlives(damaged, ends, path)
            slowest = max(slowest, perf_counter() - began)
    grown = peak() - before
    report = (
        f"{how_many:,} damaged records: {how_many - same:,} refused, {same:,} replayed to the same game; "
        f"the slowest took {slowest:.3f} s, and memory grew by {grown:.0f} MB at most"
    )
    assert slowest < SECONDS, report
    assert grown < MEGABYTES, report
    return report


if __name__ == "__main__":
    print(soak(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000))
