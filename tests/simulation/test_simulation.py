"""Whole servers, simulated from seeds: nothing is lost, doubled or told to the wrong ones, and all faults are found."""

import os
import secrets
import subprocess
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path
from statistics import median
from time import process_time

import pytest

from simulation.__main__ import hunted
from simulation.faults import FAULTS, IN_SHORT
from simulation.planting import Fault, changed, planted, source_of
from simulation.world import Outcome, run

SECONDS = 60.0
"""Of processor time, for fresh seeds."""
TRIES = 10
"""Seeds within which a fault has to be found."""
TESTS = Path(__file__).parents[1]


@pytest.mark.slow
def test_fresh_seeds(capsys: pytest.CaptureFixture[str]) -> None:
    began, outcomes = process_time(), list[Outcome]()
    while process_time() - began < SECONDS:
        outcomes.append(run(secrets.randbits(40)))
        problems = outcomes[-1].problems
        assert not problems, f"{problems[0]}; to replay: PYTHONPATH=tests python -m simulation {outcomes[-1].seed}"
    counts = sum((each.counts for each in outcomes), Counter[str]())
    hours = sum(each.seconds for each in outcomes) / 3600
    gone = sum(counts[kind] for kind in ("crash", "power", "stop", "store crash"))
    led = sorted(seconds for each in outcomes for seconds in each.takeovers)
    with capsys.disabled():
        print(f" {len(outcomes)} seeds: {hours:.1f} hours, {counts['commands']} commands, {gone} crashes and stops")
        if led:
            print(f" others led the {len(led)} tables of dead nodes after {median(led):.2f} s, {led[-1]:.2f} s at most")


def test_a_seed_replays_exactly() -> None:
    """Also where sets are in another order."""
    seed = 3
    ours, again = run(seed), run(seed)
    assert again == ours._replace(took=again.took)
    theirs = subprocess.run(
        [sys.executable, "-m", "simulation", str(seed)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": f"{TESTS.parent / 'src'}:{TESTS}", "PYTHONHASHSEED": "7"},
    )
    assert f"trace {ours.trace}" in theirs.stdout, theirs.stderr


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_fits(fault: Fault) -> None:
    """Whoever changes what a fault is planted into says what it is now."""
    compile(changed(fault, source_of(import_module(fault.module))), fault.name, "exec")


def test_only_faults_have_been_looked_for() -> None:
    """Whoever strikes one, or gives it another name, looks for it anew."""
    assert set(hunted()) <= {fault.name for fault in FAULTS}


@pytest.mark.slow
@pytest.mark.parametrize("fault", IN_SHORT, ids=lambda fault: fault.name)
def test_a_fault_is_found(fault: Fault) -> None:
    with planted(fault):
        assert any(not run(seed).is_good for seed in range(1, TRIES + 1))
