"""Store: where the logs of tables are kept. A small interface, so that any database can stand behind it."""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from typing import Protocol, runtime_checkable

from msgspec import Struct

from drlucky.cluster.peers import Peer
from drlucky.errors import DrLuckyError
from drlucky.table.log import Damaged


class StoreError(DrLuckyError):
    """The log could not be read or written. What was not written has not happened."""


class Conflict(StoreError):
    """The log is not where its writer believed: somebody else has written to it."""


class Fenced(Conflict):
    """Another node leads this table by now: what this one wanted to write is not written."""


class Lease(Struct, frozen=True):
    """Which node leads a table."""

    node: str
    epoch: int
    """Grows with every change of hands, and is checked with every write."""


class DamagedLog(StoreError, Damaged):
    """What is read is not what was written, as its checksums say."""

    def __init__(self, table: str, version: int) -> None:
        super().__init__(f"entry {version} of table {table} is missing, or not as it was written")
        self.table = table
        self.version = version
        """Of the first entry that is damaged; all before it are good."""


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
    finished: int = 0
    """The number of the last of its games that is over."""


class PlayedGame(Struct, frozen=True):
    """A finished game, as one of the people who played it finds it again. It follows from the log."""

    person: str
    table: str
    number: int
    ended: float
    about: bytes
    """Whatever else is to be shown; no matter to the store."""

    @property
    def place(self) -> tuple[float, str, int]:
        """Where it stands among the games of its person: the latest come first."""
        return self.ended, self.table, self.number


def unwritable() -> StoreError:
    return StoreError("the server cannot write down what happens at the moment; try again soon")


def unreadable() -> StoreError:
    return StoreError("the log of this server cannot be read at the moment")


def without_heading(table: str) -> StoreError:
    return StoreError("the heading of table {table} is damaged; `drlucky store repair` writes it anew", table=table)


def until(before: float | None) -> float:
    """As a time that can be compared."""
    return float("inf") if before is None else before


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

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """The entries of a table after this version in their order; none if there is no such table. DamagedLog if they
        are not those that were written."""

    async def heading(self, table_or_code: str) -> Heading | None:
        """Headings that are damaged, here and wherever there are several, are left out and said to whoever runs the
        server; `unsound` names them."""

    async def headings(self, statuses: Collection[str], limit: int = 100, before: float | None = None) -> list[Heading]:
        """Those with one of these statuses that were changed before a time, the latest first."""

    async def past(self, limit: int = 50, before: float | None = None) -> list[Heading]:
        """Those that are past and were changed before a time, the latest first; however many others there are."""

    async def tables_of(self, person: str, limit: int = 50) -> list[Heading]:
        """Those where this person sits, the latest first."""

    def delete(self, table: str) -> "asyncio.Future[None]":
        """Deletes the log and the heading of a table, as if there had never been one: what the store calls nobody can
        read again, nor find in its files. The future is done when that is on disk; it has a StoreError if nothing has
        been deleted. Of what was appended before it nothing is left; a table that is not there is no error. Whoever
        cancels it does not take it back."""

    # The finished games of people, which are found whatever became of their tables.

    async def keep_games(self, table: str, finished: int, games: Sequence[PlayedGame]) -> None:
        """Keeps these, each in the place of what was kept of the same game for the same person: now all games of the
        table up to the number `finished` are kept. It is on disk when this returns."""

    async def unkept(self, limit: int = 100) -> list[Heading]:
        """Tables whose heading says that more games are `finished` than are kept: a server was stopped in between, or
        they are from before games were kept. However many others there are."""

    async def games_of(
        self, person: str, limit: int = 50, before: tuple[float, str, int] | None = None
    ) -> list[PlayedGame]:
        """The games of a person, the latest first, from after this place on; however many others there are."""

    async def games_at(self, table: str, number: int) -> list[PlayedGame]:
        """One game, as it is kept for each of its people."""

    async def forget(self, person: str) -> None:
        """Nobody's games are kept with this person any more."""

    async def unsound(self) -> list[str]:
        """Tables whose heading is damaged, or missing. What they have to say follows from their logs: an `append` of
        no entries writes it. Takes a while where there are many tables."""

    async def close(self) -> None:
        """Writes what has been accepted, and lets go of everything."""


@runtime_checkable
class SharedStore(Store, Protocol):
    """A store that several nodes write to. Each table has one node that leads it, and only that one can append to its
    log: `append` checks the lease in the transaction that writes, and has Fenced if another node leads the table. Who
    opens a table leads it."""

    node: str
    """The id of this node."""

    async def beat(self, address: str, is_draining: bool, lasting: float) -> list[Peer]:
        """This node is alive for so many seconds more, by the store's own clock. Returns the others that are."""

    async def leave(self) -> None:
        """This node is alive no more, and leads nothing."""

    async def claim(self, table: str) -> Lease:
        """The lease of a table, which is this node's from now on if it was nobody's, its own, or that of a node that is
        not alive."""

    async def release(self, tables: Sequence[str]) -> None:
        """This node leads them no more; whoever claims one next does."""

    async def hand_over(self, table: str, node: str) -> None:
        """Another node leads it from now on; Fenced if this one does not."""

    async def read_after(self, known: Mapping[str, int]) -> Mapping[str, Sequence[bytes] | DamagedLog]:
        """Of many tables at once what is in their logs after the versions that are known, or that it is damaged; those
        with nothing new are left out."""

    async def there(self, tables: Collection[str]) -> set[str]:
        """Those of some tables that have a log: the others were deleted."""

    async def abandoned(self, since: float, limit: int = 100) -> list[Heading]:
        """Tables in progress that changed since a time and that no living node leads, the latest first."""


class Kept(Struct, frozen=True):
    """All that a store keeps of one table."""

    heading: Heading
    entries: Sequence[bytes]
    games: Sequence[PlayedGame] = ()
    """Its finished games, as they are kept for people."""
    kept: int = 0
    """Up to which number they are: the largest that `keep_games` was told."""


class Portable(Store, Protocol):
    """A store of which all can be copied to another kind of store, a table at a time: what `drlucky store copy` needs.
    `checksums.content_hash` says of what was taken out whether it is the same in both."""

    async def tables(self, after: str = "", limit: int = 1000) -> list[str]:
        """The ids of tables that come after this one, in the order of their bytes: page by page, all of them. Also of
        tables whose heading is missing."""

    async def take_out(self, table: str) -> Kept | None:
        """All that is kept of a table; None if there is no such table. DamagedLog if it is not what was written. Where
        nothing but the heading is damaged, StoreError: it has to be written from the log first."""

    async def put_in(self, kept: Sequence[Kept]) -> None:
        """Writes tables as they are, each in the place of whatever was there with its id: all or, with an error, none.
        They are on disk when this returns. Conflict if another table has the code of one of them."""
