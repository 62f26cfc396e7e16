"""The ledger: what clients have used up at each node, so that who asks at three of them has no more than at one.

Nobody waits for another node. Each takes from its own buckets, tells the others several times a second what was taken,
and takes from its own what was taken there. So all have the same buckets but for what was not told yet: an eighth of a
bucket is told at once. Who is quicker than that has a little more, once, and owes it: over time it is the same.

Of what is had, and not used up, such as connections, each node tells how many a client has, and all count together."""

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import TypeVar

import msgspec
from msgspec import Struct

from drlucky.cluster.peers import Peers
from drlucky.server.rate_limit import Buckets

TELL_EVERY = 0.2
AT_LEAST_BETWEEN = 0.005
WHOLE_EVERY = 5.0
"""Seconds after which all counts are told, for those who missed some or have just come."""
TOLD_AT_ONCE = 1 / 8
"""Of a bucket, or of what one may have."""
MOST_TOLD = 5000
"""Clients in one message; the others are in the next."""
MOST_UNTOLD = 20_000
KIND = "ledger"
T = TypeVar("T")


class Page(Struct, array_like=True):
    """What a node tells the others."""

    taken: dict[str, dict[str, float]] = {}
    """By kind of bucket, whose they are and how much was taken."""
    counts: dict[str, dict[str, int]] = {}
    """By kind, whose they are and how many there are."""
    whole: bool = False
    """Are these all counts that are not 0?"""


encoder = msgspec.msgpack.Encoder()
decoder = msgspec.msgpack.Decoder(Page)


class Counts:
    """How many of something each client has: here, and at all nodes."""

    def __init__(self, noted: Callable[[str], object] = lambda whose: None) -> None:
        """`noted` is called with whose number has changed."""
        self.here: Counter[str] = Counter()
        self.elsewhere: dict[str, dict[str, int]] = {}
        """By node."""
        self._noted = noted

    def of(self, whose: str) -> int:
        return self.here[whose] + sum(each.get(whose, 0) for each in self.elsewhere.values())

    def add(self, whose: str) -> None:
        self.here[whose] += 1
        self._noted(whose)

    def remove(self, whose: str) -> None:
        self.here[whose] -= 1
        if not self.here[whose]:
            del self.here[whose]
        self._noted(whose)


class Ledger:
    def __init__(self, peers: Peers) -> None:
        self._peers = peers
        self._buckets: dict[str, Buckets] = {}
        self._taken: dict[str, dict[str, float]] = {}
        """What was taken here and is not told yet."""
        self._counts: dict[str, Counts] = {}
        self._changed: dict[str, Counter[str]] = {}
        """Of whom there are other numbers than the other nodes know, and how often they have changed."""
        self._hurry = asyncio.Event()
        peers.on(KIND, self._hear)

    def share(self, kind: str, buckets: Buckets) -> Buckets:
        """From now on all nodes have these together; before anyone takes from them."""
        taken = self._taken[kind] = {}
        hurry_at = max(1.0, buckets.burst * TOLD_AT_ONCE)

        def note(whose: str, cost: float) -> None:
            if not self._peers.others:
                return
            so_far = taken.get(whose, 0.0)
            if so_far or len(taken) < MOST_UNTOLD:
                taken[whose] = so_far + cost
            if so_far + cost >= hurry_at:
                self._hurry.set()

        self._buckets[kind] = buckets
        buckets.noted = note
        return buckets

    def counts(self, kind: str, share: int) -> Counts:
        """Of what each client may have so many, at all nodes together."""
        changed = self._changed[kind] = Counter()

        def note(whose: str) -> None:
            if not self._peers.others or (whose not in changed and len(changed) >= MOST_UNTOLD):
                return
            changed[whose] += 1
            if changed[whose] >= share * TOLD_AT_ONCE:
                self._hurry.set()

        counts = self._counts[kind] = Counts(note)
        return counts

    async def watch(self) -> None:
        whole_at = 0.0
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(TELL_EVERY):
                    await self._hurry.wait()
            self._hurry.clear()
            is_whole = monotonic() >= whole_at
            if is_whole:
                whole_at = monotonic() + WHOLE_EVERY
            self.tell(is_whole)
            await asyncio.sleep(AT_LEAST_BETWEEN)

    def tell(self, whole: bool = False) -> None:
        """What is not told yet."""
        taken = {kind: popped(each) for kind, each in self._taken.items() if each}
        counts = {kind: self._told(kind, whole) for kind, each in self._changed.items() if whole or each}
        for each in self._counts.values():
            each.elsewhere = {node: known for node, known in each.elsewhere.items() if node in self._peers.others}
        if self._peers.others and (taken or counts):
            self._peers.tell_all(KIND, encoder.encode(Page(taken, counts, whole)))

    def _told(self, kind: str, whole: bool) -> dict[str, int]:
        here, changed = self._counts[kind].here, self._changed[kind]
        if whole:
            changed.clear()
            return dict(here.most_common(MOST_TOLD))
        return {whose: here[whose] for whose in popped(changed)}

    async def _hear(self, node: str, body: bytes) -> bytes:
        page = decoder.decode(body)
        for kind, taken in page.taken.items():
            if kind in self._buckets:
                for whose, cost in taken.items():
                    self._buckets[kind].of(whose).charge_elsewhere(cost)
        for kind, told in page.counts.items():
            if kind in self._counts:
                known = {} if page.whole else self._counts[kind].elsewhere.get(node, {})
                self._counts[kind].elsewhere[node] = {who: n for who, n in {**known, **told}.items() if n}
        return b""


def popped(entries: dict[str, T]) -> dict[str, T]:
    """Some of them, which are gone there then."""
    some = {whose: entries[whose] for whose in list(entries)[:MOST_TOLD]}
    for whose in some:
        del entries[whose]
    return some
