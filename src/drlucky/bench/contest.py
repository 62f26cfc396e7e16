"""The contest: all contestants take turns, round after round, on one core."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from drlucky.bench.entries import SEED, Entry, Guest
from drlucky.bench.ours import COPY, COPY_INTO, DRIVEN
from drlucky.bench.peers import PEERS
from drlucky.bench.report import Report, Same, machine
from drlucky.bench.searching import SEARCH, SEARCHERS
from drlucky.bench.worker import Worker
from drlucky.editions import BOOKS
from drlucky.interpreted import is_compiled

ROUNDS = 20
COMPARED = 40
"""Games of each edition that both builds play to compare checksums."""

Tell = Callable[[str], None]


def nothing(text: str) -> None:
    """Tells nobody."""


def measure(*, seconds: float = 2.0, peers: bool = True, rounds: int = ROUNDS, tell: Tell = nothing) -> Report:
    """Measures everything; each figure gets about so many seconds, spread over the rounds. `tell` hears how far
    it has come."""
    with one_core() as pinned, ExitStack() as stack:
        installed = stack.enter_context(Worker())
        playouts = {edition: Entry(edition, installed) for edition in BOOKS}
        driven, copy, copy_into, search = (Entry(name, installed) for name in (DRIVEN, COPY, COPY_INTO, SEARCH))
        interpreted: dict[str, Entry] = {}
        if is_compiled():
            source = stack.enter_context(Worker(interpreted=True))
            interpreted = {edition: Entry(edition, source) for edition in BOOKS}
        invited = (*PEERS, *SEARCHERS) if peers else ()
        workers = {package: stack.enter_context(Worker()) for package in {peer.package for peer in invited}}
        guests = [Guest(peer, workers[peer.package]) for peer in invited]
        everyone = [*playouts.values(), driven, copy, copy_into, search, *interpreted.values(), *guests]
        for entry in everyone:
            tell(f"Getting ready: {entry.name}")
            entry.warm_up(seconds / rounds)
        for number in range(rounds):
            for entry in everyone:
                tell(f"Round {number + 1} of {rounds}: {entry.name}")
                entry.play()
        tell("Comparing checksums")
        return Report(
            machine=machine(is_compiled(), pinned),
            rounds=rounds,
            seconds=seconds,
            editions={edition: entry.figure for edition, entry in playouts.items()},
            interpreted={edition: entry.figure for edition, entry in (interpreted or playouts).items()},
            same={edition: compare(edition, installed, entry.worker) for edition, entry in interpreted.items()},
            driven=driven.figure,
            copy=copy.figure,
            copy_into=copy_into.figure,
            search=search.figure,
            peers=[guest.found for guest in guests if guest.peer not in SEARCHERS],
            searchers=[guest.found for guest in guests if guest.peer in SEARCHERS],
        )


def compare(edition: str, installed: Worker, source: Worker) -> Same:
    """Plays the same games in both builds, and compares what came of them."""
    one, other = (worker.play(edition, COMPARED, SEED) for worker in (installed, source))
    return Same(COMPARED, (one.checksum, one.decisions) == (other.checksum, other.decisions))


@contextmanager
def one_core() -> Iterator[bool]:
    """Keeps this process and those it starts on one core, where the system can; says whether it could."""
    if not hasattr(os, "sched_setaffinity"):
        yield False
        return
    before = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {max(before)})
    except OSError:
        yield False
        return
    try:
        yield True
    finally:
        os.sched_setaffinity(0, before)
