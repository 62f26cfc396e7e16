"""Streams: what bots listen to, and how many one token and one client may."""

from collections.abc import Iterator
from contextlib import contextmanager

from drlucky.server.errors import Failed
from drlucky.server.limits.ledger import Counts

PER_TOKEN = 20
PER_CLIENT = 100


class Streams:
    def __init__(self, by_whom: Counts) -> None:
        self._open = by_whom

    @contextmanager
    def keep(self, person: str, client: str) -> Iterator[None]:
        """One more, for as long as this lasts; refused if there are too many."""
        if self._open.of(person) >= PER_TOKEN:
            raise Failed("too fast", "this token listens to {most} tables already; leave one of them", most=PER_TOKEN)
        if self._open.of(client) >= PER_CLIENT:
            raise Failed("too fast", "{most} programs of yours listen already; stop one of them", most=PER_CLIENT)
        both = (person, client)
        for each in both:
            self._open.add(each)
        try:
            yield
        finally:
            for each in both:
                self._open.remove(each)
