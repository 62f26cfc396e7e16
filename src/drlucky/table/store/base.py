"""Store: where the logs of tables are kept. A small interface, so that any database can stand behind it."""

import asyncio
from collections.abc import Collection, Sequence
from typing import Protocol

from msgspec import Struct

from drlucky.errors import DrLuckyError


class StoreError(DrLuckyError):
    """The log could not be read or written. What was not written has not happened."""


class Conflict(StoreError):
    """The log is not where its writer believed: somebody else has written to it."""


class Heading(Struct, frozen=True):
    """What a lobby shows of a table without reading its log. It follows from the log."""

    table: str
    code: str
    status: str
    """The table's phase."""
    changed: float
    """When its last entry was made, or up to a minute before that if nothing else has changed since."""
    summary: bytes
    """Whatever else is to be shown; no matter to the store."""
    past: bool = False
    """Is it shown among the tables whose game is over?"""
    people: tuple[str, ...] = ()
    """Who sits there, as long as it is not over."""


class Store(Protocol):
    failures: int
    """Times that it could not be written."""
    is_failing: bool
    """Was that so the last time?"""
    is_renewed: bool
    """Was it of an earlier form when it was opened? Then headings say less than they could until they are written."""

    def append(self, heading: Heading, first: int, entries: Sequence[bytes]) -> "asyncio.Future[None]":
        """Adds entries, the first of which has the version `first`, to the log of the heading's table, and replaces its
        heading. The future is done when all is on disk and synced; it has a StoreError if nothing has been written, and
        a Conflict if the log does not end just before `first` or another table has the code. Whoever cancels it does
        not take back what is being written."""

    async def read(self, table: str) -> list[bytes]:
        """All entries of a table in their order; none if there is no such table."""

    async def heading(self, table_or_code: str) -> Heading | None: ...

    async def headings(self, statuses: Collection[str], limit: int = 100, before: float | None = None) -> list[Heading]:
        """Those with one of these statuses that were changed before a time, the latest first."""

    async def past(self, limit: int = 50, before: float | None = None) -> list[Heading]:
        """Those that are past and were changed before a time, the latest first; however many others there are."""

    async def tables_of(self, person: str, limit: int = 50) -> list[Heading]:
        """Those where this person sits, the latest first."""

    async def close(self) -> None:
        """Writes what has been accepted, and lets go of everything."""
