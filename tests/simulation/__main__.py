"""`PYTHONPATH=tests python -m simulation SEED ...` replays what these seeds have in store; without any, every fault is
planted, and it is said which seed found it."""

import sys
import traceback
from collections.abc import Sequence
from time import process_time

from simulation.faults import FAULTS
from simulation.planting import Fault, planted
from simulation.world import World, run

TRIES = 100
"""Seeds within which a fault has to be found."""


def replay(seed: int) -> bool:
    print(f"seed {seed}: {World(seed).plan}")
    outcome = run(seed)
    counts = ", ".join(f"{name} {count}" for name, count in sorted(outcome.counts.items()))
    print(f"{outcome.seconds:.0f} s in {outcome.took:.2f} s: {counts}")
    print(f"trace {outcome.trace}")
    for problem in outcome.problems:
        print(f"PROBLEM {problem}")
    if outcome.error is not None:
        traceback.print_exception(outcome.error)
    return outcome.is_good


def hunt(fault: Fault) -> bool:
    began = process_time()
    with planted(fault):
        for seed in range(1, TRIES + 1):
            problems = run(seed).problems
            if problems:
                print(f"{seed:3d}  {process_time() - began:5.1f} s  {fault.name}: {problems[0]}", flush=True)
                return True
    print(f"NOT FOUND  {fault.name}", flush=True)
    return False


def main(seeds: Sequence[str]) -> int:
    found = [replay(int(seed)) for seed in seeds] if seeds else [hunt(fault) for fault in FAULTS]
    if not seeds:
        print(f"{sum(found)} of {len(found)} faults were found")
    return 0 if all(found) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
