"""Shares of tables: for how many of those that are awake one client is the reason, and for whom their bots think."""

from drlucky.server.errors import Failed
from drlucky.table import LiveTable, Tables

LEAST = 20
"""Also where there may be few tables in all: many people can have one address."""


class TableShares:
    """A table counts for the client who opened it, or woke it when it was at rest, until it rests again."""

    def __init__(self, tables: Tables, most: int) -> None:
        self._tables = tables
        self._share = max(LEAST, most // 10)
        self._clients: dict[str, str] = {}
        """Of tables, by their ids."""

    def check(self, client: str) -> None:
        """Refuses one more if this client has its share."""
        self._clients = {table: whose for table, whose in self._clients.items() if table in self._tables.live}
        if sum(whose == client for whose in self._clients.values()) >= self._share:
            raise Failed(
                "full", "{most} tables are open for you already; play at one of them, or come later", most=self._share
            )

    def note(self, client: str, live: LiveTable) -> None:
        live.sponsor = self._clients.setdefault(live.id, client)
