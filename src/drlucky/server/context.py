"""The context: all that the parts of a server share, and what opens and closes it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import uniform
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from drlucky.errors import DrLuckyError
from drlucky.files import make_folder
from drlucky.folder_lock import Held, held
from drlucky.server.auth import Identity, Signer, aside_in, cookie_in
from drlucky.server.auth.keys import load_keys
from drlucky.server.auth.revocations import GivenUp, Revocations
from drlucky.server.cluster import need_asyncpg
from drlucky.server.config import Config
from drlucky.server.devices import Devices
from drlucky.server.devices.offers import Offers
from drlucky.server.errors import Failed
from drlucky.server.history.analysis_cache import AnalysisCache
from drlucky.server.history.archive import Archive
from drlucky.server.history.keeper import GameKeeper
from drlucky.server.limits.client_address import client_of
from drlucky.server.limits.connections import Connections
from drlucky.server.limits.ledger import Ledger
from drlucky.server.limits.streams import PER_TOKEN, Streams
from drlucky.server.limits.table_shares import TableShares
from drlucky.server.metrics import Metrics
from drlucky.server.notices.notifier import Notifier
from drlucky.server.notices.vapid import Vapid
from drlucky.server.notices.whereabouts import Whereabouts
from drlucky.server.people.hidden import HiddenTables
from drlucky.server.previews.pictures import Pictures
from drlucky.server.rate_limit import BURST, Buckets
from drlucky.server.ratings.board import Boards
from drlucky.server.ratings.keeper import Keeper
from drlucky.server.security_log import SecurityLog
from drlucky.server.storage import Storage, in_database, in_folder
from drlucky.server.workers import Workers
from drlucky.table import LiveTable, Refused, SQLiteStore, Tables

if TYPE_CHECKING:
    from drlucky.server.cluster.node import Cluster

GUESSES_PER_SECOND, GUESSES = 1.0, 30.0
"""How often one client may be wrong about a table's code; there are 887 million of them."""
MESSAGES_OF_ONE = 10
"""Sockets that may be as busy as one may be, of all those of a client: people have the same address at home or at
school, and send a message now and then."""
HINTS_OF_ONE = 5
"""People who may ask for as many hints as one may, of all those of a client: an identity costs nothing."""
FILES_OF_A_PAGE = 5
"""Files that may be asked for, for each request that may: a page has many, and several people have one address."""
FORGOTTEN_PER_HOUR = 20.0
"""Identities that one client may give up: each has to be remembered."""
ERASED_PER_MINUTE, ERASED = 4.0, 10.0
"""Tables that one client may delete: for each of them the log may have to be written anew."""
PREVIEWS_PER_SECOND, PREVIEWS = 2.0, 60.0
"""Pages of tables and games for which it is looked up for one client what their links say."""
STARTING = "a server that starts"
LINKS_PER_MINUTE, LINKS = 6.0, 20.0
"""Phrases that one client may ask for or try. A phrase bears a few wrong tries only, wherever they come from."""


COME_BACK_AFTER = 1.0
"""Seconds in which a server is there again."""
COME_BACK_PER_SECOND = 500.0
"""How many other nodes take of those who were connected to this one."""


class Context:
    def __init__(
        self,
        config: Config,
        tables: Tables,
        folder: Path,
        lock: Held,
        storage: Storage,
        cluster: "Cluster | None" = None,
    ) -> None:
        self.config = config
        self.lock = lock
        """Of the folder, for as long as the server runs."""
        self.tables = tables
        self.cluster = cluster
        """This server as one of several nodes, if it is."""
        self.signer = Signer(load_keys(folder / "secret") if cluster is None else cluster.identity_keys)
        self.revoked: GivenUp = Revocations(folder / "revoked") if cluster is None else cluster.revoked
        self.storage = storage
        self.ledger = Ledger(storage.peers)
        sockets = self.ledger.counts("sockets", config.sockets_per_address)
        self.connections = Connections(config.sockets, config.sockets_per_address, sockets)
        self.devices = Devices(storage.people, self.connections.let_go)
        self.offers = Offers(storage.offers)
        self.hidden = HiddenTables(storage.people)
        self.security_log = SecurityLog(folder / "security.log")
        self.workers = Workers()
        self.archive = Archive(tables)
        self.pictures = Pictures(self.workers)
        self.keeper = GameKeeper(tables, self.workers, self.revoked, self.does_chores)
        self.analyses = AnalysisCache(self.workers, storage.analyses, self.keeper.note_luck)
        if cluster is not None:
            cluster.rekeyed = self.signer.use
            cluster.revoked.gone = self.connections.let_go
        self.metrics = Metrics(tables, lambda: len(self.connections))
        if cluster is not None and tables.ownership is not None:
            self.metrics.watch_node(cluster, tables.ownership)
        vapid = Vapid(storage.vapid_key, config.notice_contact or (config.public if config.is_secure else ""))
        here = Whereabouts(self.connections, storage.peers)
        self.notifier = Notifier(config, vapid, tables, storage.people, here, self.metrics, storage.peers)
        self.ratings = Keeper(storage.ratings, tables, self.revoked.is_forgotten, storage.peers)
        self.boards = Boards(self.ratings)
        self.streams = Streams(self.ledger.counts("streams", PER_TOKEN))
        self.shares = TableShares(tables, config.tables)
        self.listens_at = (config.host, config.port)
        """As the system has it, once it does: a name has become an address, and port 0 a free one."""
        self.is_draining = False
        """Is it going to stop, so that nobody should come any more?"""
        self.closing = asyncio.Event()
        """Set when the server is going to stop."""
        self.requests = Buckets(config.requests_per_second, 5 * config.requests_per_second)
        files = FILES_OF_A_PAGE * config.requests_per_second
        self.files = Buckets(files, 5 * files)
        self.openings = Buckets(config.tables_per_minute / 60, config.tables_per_minute)
        self.guesses = Buckets(GUESSES_PER_SECOND, GUESSES)
        messages = MESSAGES_OF_ONE * config.messages_per_second
        self.messages = Buckets(messages, BURST * messages)
        self.hints = Buckets(config.hints_per_minute / 60, config.hints_per_minute)
        hints = HINTS_OF_ONE * config.hints_per_minute
        self.all_hints = Buckets(hints / 60, hints)
        self.forgettings = Buckets(FORGOTTEN_PER_HOUR / 3600, FORGOTTEN_PER_HOUR)
        self.erasings = Buckets(ERASED_PER_MINUTE / 60, ERASED)
        self.previews = Buckets(PREVIEWS_PER_SECOND, PREVIEWS)
        self.links = Buckets(LINKS_PER_MINUTE / 60, LINKS)
        self._share_buckets()

    def _share_buckets(self) -> None:
        """What one client may take it may take once, at however many nodes."""
        for kind, buckets in (
            ("requests", self.requests),
            ("files", self.files),
            ("openings", self.openings),
            ("guesses", self.guesses),
            ("messages", self.messages),
            ("hints", self.hints),
            ("all hints", self.all_hints),
            ("forgettings", self.forgettings),
            ("erasings", self.erasings),
            ("previews", self.previews),
            ("links", self.links),
            ("notices", self.notifier.outbox.of_one),
            ("notices to a host", self.notifier.outbox.to_host),
        ):
            self.ledger.share(kind, buckets)

    def identity(self, connection: HTTPConnection) -> Identity | None:
        """Who asks, by cookie or by token."""
        return self.opened(self.sealed(connection))

    def aside(self, connection: HTTPConnection) -> Identity | None:
        """Who a browser was before its device became someone else's too."""
        return self.opened(aside_in(connection.cookies))

    def opened(self, sealed: str | None) -> Identity | None:
        """The identity in a signed text, if it is good."""
        identity = self.signer.verify(sealed) if sealed else None
        is_good = identity is not None and identity not in self.revoked and identity in self.devices
        return identity if is_good else None

    def sealed(self, connection: HTTPConnection) -> str | None:
        """What someone sends to say who they are, be it true or not."""
        token = bearer(connection)
        return cookie_in(connection.cookies) if token is None else token

    def is_secure(self, connection: HTTPConnection) -> bool:
        """Did they come by https? A proxy that is believed may say so."""
        return self.config.is_secure or connection.scope["scheme"] in ("https", "wss")

    def address(self, connection: HTTPConnection) -> str:
        """Where they ask from."""
        return connection.client.host if connection.client else ""

    def client(self, connection: HTTPConnection) -> str:
        """Who counts as one for all limits."""
        return client_of(self.address(connection))

    async def find(self, connection: HTTPConnection, table_or_code: str, person: str | None) -> LiveTable:
        """The table that is asked for. Who is wrong about too many is told no more, whether there is such a table or
        not, but for those where they are known: codes are short."""
        client = self.client(connection)
        guesses = self.guesses.of(client)
        try:
            live = await self.tables.get(table_or_code, lambda: self.shares.check(client))
        except Refused:
            if guesses.take():
                raise
        else:
            self.shares.note(client, live)
            if guesses.has_one or person in live.table.members:
                return live
        raise Failed("too fast", "you have asked for many tables that do not exist; wait a while", wait=guesses.wait)

    async def erase(self, live: LiveTable, person: str) -> None:
        """Deletes a table with all that came of it, for the only one who has ever been there; Refused for others."""
        live.check_erasable(person)
        await self.notifier.forget_table(person, live.id)
        await self.hidden.show(person, live.id)
        await self.tables.erase(live, person)
        await self.analyses.forget(live.id)
        self.archive.forget(live.id)

    def base(self, connection: HTTPConnection) -> str:
        """The address that links to this server begin with."""
        scheme = "https" if self.is_secure(connection) else "http"
        return self.config.public or f"{scheme}://{connection.url.netloc}"

    def does_chores(self) -> bool:
        """Is this the one of several nodes that does what needs to be done once only?"""
        return self.cluster is None or self.cluster.is_first

    async def drain(self, is_hurried: Callable[[], bool]) -> None:
        """Before this server stops other nodes do its work, if there are any."""
        self.is_draining = True
        if self.cluster is not None and self.tables.ownership is not None:
            await self.cluster.drain(self.tables.ownership, self.config.drain_for, is_hurried)

    async def stop(self) -> None:
        """Tells everyone to come back soon."""
        self.closing.set()
        await self.connections.close()

    @property
    def come_back_after(self) -> float:
        """Seconds in which someone is served again: by this server when it has been restarted, or at once by other
        nodes, not everyone in the same moment."""
        if self.cluster is None or not self.cluster.has_others:
            return COME_BACK_AFTER
        return uniform(0, len(self.connections) / COME_BACK_PER_SECOND)


def bearer(connection: HTTPConnection) -> str | None:
    """The token that a program sends, if it sends one."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None


@asynccontextmanager
async def open_context(config: Config) -> AsyncIterator[Context]:
    """Everything that a server needs, from its folder and its database; when it is left all is on disk and nothing runs
    any more."""
    folder = config.data_folder
    try:
        make_folder(folder, 0o700)
    except OSError as error:
        raise DrLuckyError(f"{folder} cannot be made: {error.strerror}") from None
    with held(folder, STARTING) as lock:
        async with opened_context(config, folder, lock) as context:
            yield context


@asynccontextmanager
async def opened_context(config: Config, folder: Path, lock: Held) -> AsyncIterator[Context]:
    async with opened_tables(config, folder) as (tables, cluster), stored(folder, cluster) as storage:
        context = Context(config, tables, folder, lock, storage, cluster)
        storage.begin()
        context.keeper.begin(context.analyses)
        context.ratings.begin()
        try:
            yield context
        finally:
            await context.keeper.close()
            await context.analyses.close()
            context.pictures.close()
            await context.notifier.close()
            await context.ratings.close()
            context.workers.close()
            context.security_log.close()


@asynccontextmanager
async def opened_tables(config: Config, folder: Path) -> AsyncIterator[tuple[Tables, "Cluster | None"]]:
    """All tables: those of the folder, or those that this node shares with others."""
    if not config.store:
        async with Tables(SQLiteStore(folder / "games.db"), pace=config.pace) as tables:
            yield tables, None
        return
    need_asyncpg()
    from drlucky.server.cluster.node import joined

    async with (
        joined(config, folder) as cluster,
        Tables(cluster.store, pace=config.pace, peers=cluster.peers) as tables,
    ):
        assert tables.ownership is not None
        cluster.serve(tables.ownership)
        try:
            yield tables, cluster
        finally:
            await cluster.leave()


@asynccontextmanager
async def stored(folder: Path, cluster: "Cluster | None") -> AsyncIterator[Storage]:
    """What is kept beside the tables, in the same place."""
    async with (
        in_folder(folder) if cluster is None else in_database(cluster.database, cluster.peers, folder) as storage
    ):
        yield storage
