"""Rate limits, by token buckets: a bucket holds so many tokens, each request takes one, and it fills again steadily."""

from collections import OrderedDict
from time import monotonic

MOST_BUCKETS = 20_000
BURST = 3.0
"""Seconds' worth of messages that may come at once."""


class Bucket:
    __slots__ = ("_at", "_burst", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._at = monotonic()

    def take(self) -> bool:
        """One token, if there is one."""
        if not self.has_one:
            return False
        self._tokens -= 1
        return True

    def charge(self, cost: float) -> None:
        """Takes as many as something has cost, also more than there are: whoever comes next waits for them."""
        self._tokens -= cost

    @property
    def has_one(self) -> bool:
        now = monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        return self._tokens >= 1

    @property
    def wait(self) -> float:
        """Seconds until there is a token."""
        return max(0.0, (1 - self._tokens) / self._rate)


class Buckets:
    """A bucket for each address or person, in bounded memory: who has not come for longest is forgotten first."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, whose: str) -> Bucket:
        bucket = self._buckets.get(whose)
        if bucket is None:
            bucket = self._buckets[whose] = Bucket(self._rate, self._burst)
            if len(self._buckets) > MOST_BUCKETS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(whose)
        return bucket
