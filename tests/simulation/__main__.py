"""`PYTHONPATH=tests python -m simulation SEED ...` replays what these seeds have in store."""

import sys
import traceback

from simulation.world import World, run

for seed in map(int, sys.argv[1:]):
    print(f"seed {seed}: {World(seed).plan}")
    outcome = run(seed)
    counts = ", ".join(f"{name} {count}" for name, count in sorted(outcome.counts.items()))
    print(f"{outcome.seconds:.0f} s in {outcome.took:.2f} s: {counts}")
    print(f"trace {outcome.trace}")
    for problem in outcome.problems:
        print(f"PROBLEM {problem}")
    if outcome.error is not None:
        traceback.print_exception(outcome.error)
