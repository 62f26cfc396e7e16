"""Storage: what a server keeps beside the logs of its tables, in its folder, or in the database that it shares with
other nodes."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from msgspec import Struct

from drlucky.cluster.peers import Alone, Peers
from drlucky.server.devices.offers import OFFERS
from drlucky.server.history.analysis_store import AnalysisStore, FolderAnalyses
from drlucky.server.notices import vapid
from drlucky.server.people.store import PEOPLE
from drlucky.server.ratings.store import RATINGS
from drlucky.server.rows.base import Rows
from drlucky.server.rows.sqlite import SqliteRows

if TYPE_CHECKING:
    from drlucky.postgres import Database


class Storage(Struct, frozen=True):
    people: Rows
    ratings: Rows
    offers: Rows
    analyses: AnalysisStore
    vapid_key: EllipticCurvePrivateKey
    peers: Peers
    """Who keeps it too."""

    def begin(self) -> None:
        """All follow who want to: from now on they are told what other nodes change."""
        for rows in (self.people, self.ratings, self.offers):
            rows.begin()


@asynccontextmanager
async def in_folder(folder: Path) -> AsyncIterator[Storage]:
    key = vapid.load(folder / "vapid")
    async with AsyncExitStack() as opened:
        yield Storage(
            people=await opened.enter_async_context(closing(SqliteRows(PEOPLE, folder / "people.db"))),
            ratings=await opened.enter_async_context(closing(SqliteRows(RATINGS, folder / "ratings.db"))),
            offers=await opened.enter_async_context(closing(SqliteRows(OFFERS))),
            analyses=FolderAnalyses(folder / "analyses"),
            vapid_key=key,
            peers=Alone(),
        )


@asynccontextmanager
async def in_database(database: "Database", peers: Peers, folder: Path) -> AsyncIterator[Storage]:
    """The folder is that of this node, which may have a key of before it had the database."""
    from drlucky.server.history.shared_analyses import SharedAnalyses
    from drlucky.server.rows.postgres import PostgresRows

    async with AsyncExitStack() as opened:
        people, ratings, offers = [
            await opened.enter_async_context(closing(await PostgresRows.open(part, database, peers)))
            for part in (PEOPLE, RATINGS, OFFERS)
        ]
        key = await vapid.load_shared(people, folder / "vapid")
        yield Storage(people, ratings, offers, await SharedAnalyses.open(database, peers), key, peers)


@asynccontextmanager
async def closing(rows: Rows) -> AsyncIterator[Rows]:
    try:
        yield rows
    finally:
        await rows.close()
