"""Shared revocations: identities that were given up at any of several nodes, in their database. The others are told at
once, and look now and then."""

import logging
import time
from collections.abc import Callable, Mapping
from contextlib import suppress

from drlucky.cluster.peers import Peers
from drlucky.postgres import LOST, Database
from drlucky.server.auth import Identity
from drlucky.server.auth.revocations import MOST, GivenUp, needed_until, not_kept, too_many

PART = "revocations"
FIRST = """
CREATE TABLE revocations (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, person TEXT COLLATE "C" NOT NULL UNIQUE,
    until BIGINT NOT NULL
)
"""
STEPS = (FIRST,)
LOCK = "LOCK TABLE revocations IN SHARE ROW EXCLUSIVE MODE"
"""One after the other: so whoever has seen a number has seen all before it."""
ADD = "INSERT INTO revocations (person, until) VALUES ($1, $2) ON CONFLICT DO NOTHING"
ENDED = "DELETE FROM revocations WHERE until > 0 AND until <= $1"
NEW = "SELECT number, person, until FROM revocations WHERE number > $1 ORDER BY number"
GIVEN_UP = "given up"
"""What the others are told when there is a new one."""

log = logging.getLogger(__name__)


class SharedRevocations(GivenUp):
    """`await SharedRevocations.open(database, peers, earlier)`; `look` is to be called now and then."""

    def __init__(self, database: Database, peers: Peers) -> None:
        self._known: dict[str, int] = {}
        super().__init__(self._known)
        self._database = database
        self._peers = peers
        self._last = 0
        self.gone: Callable[[str], object] = lambda person: None
        """Is called for everyone who gives up their identity, at whatever node."""
        peers.on(GIVEN_UP, self._on_given_up)

    @classmethod
    async def open(cls, database: Database, peers: Peers, earlier: Mapping[str, int]) -> "SharedRevocations":
        """`earlier` are those of a server that had no database."""
        await database.migrate(PART, STEPS)
        async with database.transaction() as connection:
            await connection.execute(LOCK)
            await connection.executemany(ADD, list(earlier.items()))
        opened = cls(database, peers)
        await opened.look()
        return opened

    async def give_up(self, identity: Identity) -> None:
        try:
            async with self._database.transaction() as connection:
                await connection.execute(LOCK)
                await connection.execute(ENDED, int(time.time()))
                if await connection.fetchval("SELECT count(*) FROM revocations") >= MOST:
                    raise too_many()
                await connection.execute(ADD, identity.person, needed_until(identity))
        except LOST as error:
            log.error("what was given up cannot be kept: %s", error)
            raise not_kept() from None
        self._note(identity.person, needed_until(identity))
        self._peers.tell_all(GIVEN_UP)

    async def look(self) -> None:
        """Reads what is new, from wherever."""
        for number, person, until in await self._database.fetch(NEW, self._last):
            self._last = max(self._last, number)
            self._note(person, until)

    def _note(self, person: str, until: int) -> None:
        is_new = person not in self._known
        self._known[person] = until
        if is_new:
            self.gone(person)

    async def _on_given_up(self, node: str, body: bytes) -> bytes:
        with suppress(*LOST):  # it is looked again soon
            await self.look()
        return b""
