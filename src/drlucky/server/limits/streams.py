"""Streams: what bots listen to, and how many one token and one client may."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from drlucky.server.errors import Failed

PER_TOKEN = 20
PER_CLIENT = 100


class Streams:
    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    @contextmanager
    def keep(self, person: str, client: str) -> Iterator[None]:
        """One more, for as long as this lasts; refused if there are too many."""
        if self._open[person] >= PER_TOKEN:
            raise Failed("too fast", "this token listens to {most} tables already; leave one of them", most=PER_TOKEN)
        if self._open[client] >= PER_CLIENT:
            raise Failed("too fast", "{most} programs of yours listen already; stop one of them", most=PER_CLIENT)
        both = (person, client)
        self._open.update(both)
        try:
            yield
        finally:
            self._open.subtract(both)
            for each in both:
                if not self._open[each]:
                    del self._open[each]
