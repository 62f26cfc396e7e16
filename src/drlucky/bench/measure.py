"""Measuring: all contestants take turns, round after round, on one core.

Each build, and each peer's package, has a process of its own, so that none runs in another's memory."""

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Self

from rich.console import Console

from drlucky.bench import engine, observed, peers
from drlucky.bench.engine import COPY, COPY_INTO, DRIVEN, SEARCH
from drlucky.bench.figures import Contestant, Figure, Lap, best
from drlucky.bench.observed import OBSERVERS
from drlucky.bench.peers import PEERS, SEARCHERS, Peer, installed_version
from drlucky.bench.report import PeerFound, Report, Same, machine, show
from drlucky.editions import BOOKS
from drlucky.errors import DrLuckyError
from drlucky.interpreted import WISH, is_compiled
from drlucky.jobs import JobError, JobFailed, Jobs

ROUNDS = 20
COMPARED = 40
"""Games of each edition that both builds play to compare checksums."""
SEED = 7
"""Of every lap: a contestant does the same work in all of them."""
LONGEST_LAP = 600.0
"""Seconds after which a contestant is given up."""
STOPPED = 130
"""What a program that was interrupted leaves as its exit status."""

Tell = Callable[[str], None]


class NotInstalled(DrLuckyError):
    """What should play could not be imported; the text says what Python said."""


class Failed(DrLuckyError):
    """The contestant could not play; the text says why."""


class Worker:
    """A process in which contestants play. Close it, or use it in a `with`."""

    def __init__(self, *, interpreted: bool = False) -> None:
        environment = {WISH: "1"} if interpreted else {}
        self._jobs = Jobs(1, seconds=LONGEST_LAP, prepare=be_silent, environment=environment)

    def play(self, name: str, amount: int, seed: int) -> Lap:
        try:
            return self._jobs.submit(play, name, amount, seed).result()
        except JobError as error:
            raise Failed(str(error)) from error
        except JobFailed as error:
            raise Failed(str(error).strip().rpartition("\n")[2]) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._jobs.close()


READY: dict[str, Contestant] = {}
"""Those that have played in this process."""


def play(name: str, amount: int, seed: int) -> Lap:
    """A lap of a contestant, in a process of the worker."""
    try:
        if name not in READY:
            READY[name] = contestant(name)
        return READY[name](amount, seed)
    except ImportError as error:
        raise NotInstalled(str(error)) from error


def be_silent() -> None:
    """What peers print and warn of does not belong between the tables."""
    with Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stderr.fileno())
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


def contestant(name: str) -> Contestant:
    """One of ours or a peer; raises ImportError where that is not installed."""
    if any(peer.name == name for peer in OBSERVERS):
        return observed.contestant(name)
    is_peer = any(peer.name == name for peer in (*PEERS, *SEARCHERS))
    return peers.contestant(name) if is_peer else engine.contestant(name)


class Entry:
    """One of ours."""

    def __init__(self, name: str, worker: Worker) -> None:
        self.name = name
        self.worker = worker
        self.amount = 1
        self.laps: list[Lap] = []

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


class Guest(Entry):
    """A peer: its trouble must not stop the others."""

    def __init__(self, peer: Peer, worker: Worker) -> None:
        super().__init__(peer.name, worker)
        self.peer = peer
        self.trouble: NotInstalled | Failed | None = None

    def warm_up(self, seconds: float) -> None:
        try:
            super().warm_up(seconds)
        except (NotInstalled, Failed) as trouble:
            self.trouble = trouble

    def play(self) -> None:
        if self.trouble is None:
            try:
                super().play()
            except (NotInstalled, Failed) as trouble:
                self.trouble = trouble

    @property
    def found(self) -> PeerFound:
        version = installed_version(self.peer.package)
        if self.trouble is None:
            return PeerFound(self.peer, self.figure, version)
        missing = version is None and isinstance(self.trouble, NotInstalled)
        return PeerFound(self.peer, None, version, None if missing else str(self.trouble))


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
        invited = (*PEERS, *SEARCHERS, *OBSERVERS) if peers else ()
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
            peers=[guest.found for guest in guests if guest.peer in PEERS],
            searchers=[guest.found for guest in guests if guest.peer in SEARCHERS],
            observers=[guest.found for guest in guests if guest.peer in OBSERVERS],
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


def run(*, as_json: bool, seconds: float = 2.0, peers: bool = True) -> None:
    """Measures and prints. How far it has come goes to stderr, and only to a person who watches."""
    watcher = Console(stderr=True)
    try:
        with watcher.status("Starting") as status:
            report = measure(seconds=seconds, peers=peers, tell=status.update)
    except KeyboardInterrupt:
        watcher.print("Stopped before there was anything to show.")
        sys.exit(STOPPED)
    if as_json:
        print(json.dumps(report.as_json(), indent=2))
    else:
        show(report, Console())
