"""The clock of tables: the time of day, which never goes back. Someone may set the machine's clock, and neither bots
nor players should have to wait until it is again as late as it was."""

import time


class SteadyClock:
    """Seconds since 1970."""

    def __init__(self) -> None:
        self._now = time.time()
        self._at = time.monotonic()

    def __call__(self) -> float:
        at = time.monotonic()
        self._now = max(self._now + at - self._at, time.time())
        self._at = at
        return self._now
