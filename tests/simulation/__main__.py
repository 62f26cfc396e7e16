"""`PYTHONPATH=tests python -m simulation SEED ...` replays what these seeds have in store. Without any, faults are
planted until a seed has found each; what came of it is kept in found.tsv, and it goes on from there."""

import sys
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import shorten
from time import process_time
from typing import NamedTuple

from simulation.faults import FAULTS
from simulation.planting import Fault, planted
from simulation.world import World, run

ROUNDS = (10, 30, 100, 300)
"""Seeds within which a fault is looked for, first all in the first ones; in the end it has to be found."""
FOUND = Path(__file__).with_name("found.tsv")
"""Of every fault that was looked for: its name, the last seed that was tried, and what was wrong there, if it was."""


class Hunted(NamedTuple):
    tried: int = 0
    problem: str = ""


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


def hunted() -> dict[str, Hunted]:
    """What is known so far, by the names of faults."""
    lines = FOUND.read_text().splitlines() if FOUND.exists() else []
    return {name: Hunted(int(seed), problem) for name, seed, problem in (line.split("\t") for line in lines)}


def keep(known: Mapping[str, Hunted]) -> None:
    rows = [(name, *known[name]) for name in (fault.name for fault in FAULTS) if name in known]
    FOUND.write_text("".join(f"{name}\t{tried}\t{problem}\n" for name, tried, problem in rows))


def hunt(fault: Fault, first: int, last: int) -> Hunted:
    """With these seeds, until one finds it."""
    with planted(fault):
        for seed in range(first, last + 1):
            problems = run(seed).problems
            if problems:
                return Hunted(seed, shorten(problems[0], 160))
    return Hunted(last)


def hunt_all() -> bool:
    known = hunted()
    for last in ROUNDS:
        for fault in FAULTS:
            before = known.get(fault.name, Hunted())
            if before.problem or before.tried >= last:
                continue
            began = process_time()
            known[fault.name] = after = hunt(fault, before.tried + 1, last)
            keep(known)
            took = f"{process_time() - began:5.1f} s"
            print(f"{took}  {after.tried:3d}  {fault.name}: {after.problem or 'not found yet'}", flush=True)
    found = sum(bool(known[fault.name].problem) for fault in FAULTS)
    print(f"{found} of {len(FAULTS)} faults were found")
    return found == len(FAULTS)


def main(seeds: Sequence[str]) -> int:
    found = [replay(int(seed)) for seed in seeds] or [hunt_all()]
    return 0 if all(found) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
