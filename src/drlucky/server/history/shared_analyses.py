"""Analyses in the database of several nodes: each is made by one of them, and found by all."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic

from drlucky.cluster.peers import Peers
from drlucky.postgres import LOST, Connection, Database
from drlucky.server.errors import Failed
from drlucky.server.history.analysis_store import Found

PART = "analyses"
SCHEMA = (
    """
CREATE TABLE analyses (
    name TEXT COLLATE "C" PRIMARY KEY, "table" TEXT COLLATE "C", node TEXT NOT NULL, at TIMESTAMPTZ NOT NULL,
    is_too_long BOOLEAN NOT NULL DEFAULT FALSE, size BIGINT NOT NULL DEFAULT 0, content BYTEA
);
CREATE INDEX analyses_by_table ON analyses ("table");
CREATE INDEX analyses_by_time ON analyses (at);
""",
)
BYTES_KEPT = 2**30
"""The oldest make room; they can be made again."""
TIDY_EVERY = 60.0
FIND = "SELECT content, node, is_too_long FROM analyses WHERE name = $1"
BEGIN = """
INSERT INTO analyses (name, "table", node, at) VALUES ($1, $2, $3, now())
ON CONFLICT (name) DO UPDATE SET node = $3, at = now()
WHERE analyses.content IS NULL AND NOT analyses.is_too_long
AND (NOT analyses.node = ANY($4) OR analyses.at < now() - interval '10 minutes')
RETURNING TRUE
"""
KEEP = """
UPDATE analyses SET content = $3, size = $4, at = now() WHERE name = $1 AND node = $2 AND content IS NULL RETURNING TRUE
"""
TOO_LONG = "UPDATE analyses SET is_too_long = TRUE, at = now() WHERE name = $1 AND node = $2 AND content IS NULL"
GIVE_UP = "DELETE FROM analyses WHERE name = $1 AND node = $2 AND content IS NULL"
FORGET = 'DELETE FROM analyses WHERE "table" = $1'
TIDY = """
DELETE FROM analyses
WHERE ("table" IS NULL AND content IS NOT NULL AND at < now() - interval '10 minutes')
OR (content IS NULL AND at < now() - interval '1 day')
OR at < now() - interval '1 year'
"""
"""What is made of a record that someone brought is not kept for longer than it takes to fetch it."""
MAKE_ROOM = """
DELETE FROM analyses WHERE name IN (
    SELECT name FROM (SELECT name, sum(size) OVER (ORDER BY at DESC, name) AS so_far FROM analyses) AS latest_first
    WHERE so_far > $1
)
"""

log = logging.getLogger(__name__)


class SharedAnalyses:
    """`await SharedAnalyses.open(...)`."""

    def __init__(self, database: Database, peers: Peers) -> None:
        self._database = database
        self._peers = peers
        self._tidied = monotonic()

    @classmethod
    async def open(cls, database: Database, peers: Peers) -> "SharedAnalyses":
        await database.migrate(PART, SCHEMA)
        return cls(database, peers)

    async def find(self, name: str) -> Found:
        async with self._transaction() as connection:
            found = await connection.fetchrow(FIND, name)
        if found is None:
            return Found()
        return Found(found["content"], found["node"] in self._peers.others, found["is_too_long"])

    async def begin(self, name: str, table: str | None) -> bool:
        async with self._transaction() as connection:
            return bool(await connection.fetchval(BEGIN, name, table, self._peers.me, list(self._peers.others)))

    async def keep(self, name: str, table: str | None, content: bytes) -> bool:
        async with self._transaction() as connection:
            is_kept = bool(await connection.fetchval(KEEP, name, self._peers.me, content, len(content)))
            if monotonic() >= self._tidied + TIDY_EVERY:
                self._tidied = monotonic()
                await connection.execute(TIDY)
                await connection.execute(MAKE_ROOM, BYTES_KEPT)
        return is_kept

    async def give_up(self, name: str, is_too_long: bool) -> None:
        async with self._transaction() as connection:
            await connection.execute(TOO_LONG if is_too_long else GIVE_UP, name, self._peers.me)

    async def forget(self, table: str) -> None:
        async with self._transaction() as connection:
            await connection.execute(FORGET, table)

    def close(self) -> None:
        """The database is not ours to close."""

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[Connection]:
        try:
            async with self._database.transaction() as connection:
                yield connection
        except LOST as error:
            log.warning("analyses in %s cannot be reached: %s", self._database.name, error or type(error).__name__)
            raise Failed("trouble", "this cannot be read at the moment; try again soon") from None
