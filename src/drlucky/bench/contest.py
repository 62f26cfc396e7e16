"""The contest: all contestants take turns, round after round, on one core."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from drlucky.bench.figures import Figure, best
from drlucky.bench.lap import Lap
from drlucky.bench.ours import COPY, COPY_INTO, DRIVEN
from drlucky.bench.peers import PEERS, Peer, installed_version
from drlucky.bench.report import PeerFound, Report, Same, machine
from drlucky.bench.worker import Failed, NotInstalled, Worker
from drlucky.editions import BOOKS
from drlucky.interpreted import is_compiled

ROUNDS = 20
SEED = 7

Tell = Callable[[str], None]


def nothing(text: str) -> None:
    """Tells nobody."""


@dataclass
class Entry:
    """A contestant in its worker, with the work it does in each round."""

    name: str
    worker: Worker
    amount: int = 1
    laps: list[Lap] = field(default_factory=list)

    def warm_up(self, seconds: float) -> None:
        """Finds how much work takes so long."""
        while (lap := self.worker.play(self.name, self.amount, SEED)).seconds < seconds / 4:
            self.amount *= 3
        self.amount = max(1, round(self.amount * seconds / lap.seconds))

    def play(self) -> None:
        self.laps.append(self.worker.play(self.name, self.amount, SEED))

    @property
    def figure(self) -> Figure:
        return best(self.laps)


def measure(*, seconds: float = 2.0, peers: bool = True, rounds: int = ROUNDS, tell: Tell = nothing) -> Report:
    """Measures everything; each figure gets about so many seconds, spread over the rounds. `tell` hears how far
    it has come."""
    with one_core() as pinned, ExitStack() as stack:
        compiled = is_compiled()
        installed = stack.enter_context(Worker())
        rollouts = {edition: Entry(edition, installed) for edition in BOOKS}
        driven, copy, copy_into = (Entry(name, installed) for name in (DRIVEN, COPY, COPY_INTO))
        entries = [*rollouts.values(), driven, copy, copy_into]
        slow: dict[str, Entry] = {}
        if compiled:
            source = stack.enter_context(Worker(interpreted=True))
            slow = {edition: Entry(edition, source) for edition in BOOKS}
            entries += slow.values()
        for entry in entries:
            tell(f"Getting ready: {entry.name}")
            entry.warm_up(seconds / rounds)
        found: dict[str, PeerFound] = {}
        guests = PEERS if peers else ()
        workers = {package: stack.enter_context(Worker()) for package in {peer.package for peer in guests}}
        for peer in guests:
            tell(f"Getting ready: {peer.name}")
            entry_or_why = enter(peer, workers[peer.package], seconds / rounds)
            if isinstance(entry_or_why, Entry):
                entries.append(entry_or_why)
            else:
                found[peer.name] = entry_or_why
        for number in range(rounds):
            for entry in entries:
                tell(f"Round {number + 1} of {rounds}: {entry.name}")
                entry.play()
        tell("Comparing checksums")
        same = {edition: compare(installed, entry) for edition, entry in slow.items()}
        by_name = {entry.name: entry for entry in entries}
        editions = {edition: entry.figure for edition, entry in rollouts.items()}
        return Report(
            machine=machine(compiled, pinned),
            rounds=rounds,
            seconds=seconds,
            editions=editions,
            interpreted={edition: entry.figure for edition, entry in slow.items()} if compiled else editions,
            same=same,
            driven=driven.figure,
            copy=copy.figure,
            copy_into=copy_into.figure,
            peers=[
                found.get(peer.name) or PeerFound(peer, by_name[peer.name].figure, installed_version(peer.package))
                for peer in guests
            ],
        )


def enter(peer: Peer, worker: Worker, seconds: float) -> Entry | PeerFound:
    """The peer ready to play, or why it is not."""
    entry = Entry(peer.name, worker)
    try:
        entry.warm_up(seconds)
    except (NotInstalled, Failed) as why:
        there = installed_version(peer.package)
        missing = there is None and isinstance(why, NotInstalled)
        return PeerFound(peer, None, there, None if missing else str(why))
    return entry


def compare(installed: Worker, interpreted: Entry) -> Same:
    """Plays the interpreted games once more, compiled."""
    wanted = interpreted.laps[0]
    lap = installed.play(interpreted.name, interpreted.amount, SEED)
    agree = (lap.checksum, lap.decisions) == (wanted.checksum, wanted.decisions)
    return Same(interpreted.amount, agree)


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
