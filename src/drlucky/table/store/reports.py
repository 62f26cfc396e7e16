"""Reports: what a store leaves out since it is damaged, and what it tells whoever runs the server. Others need not know
of paths, databases and disks."""

import logging
from collections.abc import Iterable
from time import monotonic

from drlucky.table.store.base import Heading, PlayedGame
from drlucky.table.store.checksums import game_sum, heading_sum

SAID_EVERY = 60.0
"""Seconds after which it is said again that something does not work."""
DAMAGES_KNOWN = 1000
"""So many damaged headings and games are said, each once."""

log = logging.getLogger(__name__)


class Reports:
    """`name` is that of the store, as it may be shown."""

    def __init__(self, name: object) -> None:
        self._name = name
        self._said: dict[str, float] = {}
        self._damaged: set[str] = set()

    def trouble(self, what: str, error: object, hint: str = "") -> None:
        """A line now and then."""
        now = monotonic()
        if now >= self._said.get(what, -SAID_EVERY) + SAID_EVERY:
            self._said[what] = now
            until = "until it can, nothing happens at the tables"
            log.error("%s cannot be %s: %s; %s%s", self._name, what, error, until, hint)

    def over(self) -> None:
        self._said.clear()
        log.warning("%s can be written again", self._name)

    def sound_headings(self, found: Iterable[tuple[Heading, object]]) -> list[Heading]:
        """Of headings with their checksums those that are as they were written."""
        good: list[Heading] = []
        for heading, checksum in found:
            if heading_sum(heading) == checksum:
                good.append(heading)
            else:
                self._damage(f"the heading of table {heading.table}")
        return good

    def sound_games(self, found: Iterable[tuple[PlayedGame, object]]) -> list[PlayedGame]:
        good: list[PlayedGame] = []
        for game, checksum in found:
            if game_sum(game) == checksum:
                good.append(game)
            else:
                self._damage(f"a game of table {game.table}, as it is kept for one of its people,")
        return good

    def _damage(self, what: str) -> None:
        if what not in self._damaged and len(self._damaged) < DAMAGES_KNOWN:
            self._damaged.add(what)
            log.error("%s: %s is not as it was written, and is left out", self._name, what)
