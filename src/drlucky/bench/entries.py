"""Entries: a contestant in its worker, with the work it does in each round."""

from drlucky.bench.figures import Figure, best
from drlucky.bench.lap import Lap
from drlucky.bench.peers import Peer, installed_version
from drlucky.bench.report import PeerFound
from drlucky.bench.worker import Failed, NotInstalled, Worker

SEED = 7
"""Of every lap: a contestant does the same work in all of them."""


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
