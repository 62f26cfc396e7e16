"""Rate limits, by token buckets: a bucket holds so many tokens, each request takes one, and it fills again steadily."""

from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from time import monotonic

MOST_BUCKETS = 20_000
BURST = 3.0
"""Seconds' worth of messages that may come at once."""
DEEPEST = 10
"""So many times what it holds a bucket can be owed: what was taken at other nodes before they heard of each other."""

Noted = Callable[[float], object]


class Bucket:
    __slots__ = ("_at", "_burst", "_noted", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float, noted: Noted | None = None) -> None:
        """`noted` is called with all that is taken here."""
        self._rate = rate
        self._burst = burst
        self._noted = noted
        self._tokens = burst
        self._at = monotonic()

    def take(self) -> bool:
        """One token, if there is one."""
        if not self.has_one:
            return False
        self.charge(1)
        return True

    def charge(self, cost: float) -> None:
        """Takes as many as something has cost, also more than there are: whoever comes next waits for them."""
        self._tokens -= cost
        if self._noted is not None:
            self._noted(cost)

    def charge_elsewhere(self, cost: float) -> None:
        """Takes what was taken at another node, where it had to be there."""
        self._fill()
        self._tokens = max(self._tokens - cost, -DEEPEST * self._burst)

    @property
    def has_one(self) -> bool:
        self._fill()
        return self._tokens >= 1

    @property
    def wait(self) -> float:
        """Seconds until there is a token."""
        return max(0.0, (1 - self._tokens) / self._rate)

    def _fill(self) -> None:
        now = monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now


class Buckets:
    """A bucket for each address or person, in bounded memory: who has not come for longest is forgotten first."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self.burst = burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self.noted: Callable[[str, float], object] | None = None
        """Is called with all that is taken of any bucket that is made from now on, and whose it is."""

    def of(self, whose: str) -> Bucket:
        bucket = self._buckets.get(whose)
        if bucket is None:
            noted = partial(self.noted, whose) if self.noted is not None else None
            bucket = self._buckets[whose] = Bucket(self._rate, self.burst, noted)
            if len(self._buckets) > MOST_BUCKETS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(whose)
        return bucket
