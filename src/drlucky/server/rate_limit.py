"""Limits: how much is enough. A bucket holds so many drops, and fills again by and by."""

from collections import OrderedDict
from time import monotonic

MOST_BUCKETS = 20_000


class Bucket:
    __slots__ = ("_at", "_burst", "_drops", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._drops = burst
        self._at = monotonic()

    def take(self) -> bool:
        """One drop, if there is one."""
        now = monotonic()
        self._drops = min(self._burst, self._drops + (now - self._at) * self._rate)
        self._at = now
        if self._drops < 1:
            return False
        self._drops -= 1
        return True

    @property
    def wait(self) -> float:
        """Seconds until there is a drop."""
        return max(0.0, (1 - self._drops) / self._rate)


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
