"""The context: all that the parts of a server share, and what opens and closes it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.requests import HTTPConnection

from drlucky.errors import DrLuckyError
from drlucky.folder_lock import Held, held
from drlucky.server.auth import Identity, Signer, aside_in, cookie_in
from drlucky.server.auth.keys import load_keys
from drlucky.server.auth.revocations import Revocations
from drlucky.server.config import Config
from drlucky.server.devices import Devices
from drlucky.server.devices.offers import Offers
from drlucky.server.errors import Failed
from drlucky.server.history.analysis_cache import AnalysisCache
from drlucky.server.history.archive import Archive
from drlucky.server.history.keeper import GameKeeper
from drlucky.server.limits.client_address import client_of
from drlucky.server.limits.connections import Connections
from drlucky.server.limits.streams import Streams
from drlucky.server.limits.table_shares import TableShares
from drlucky.server.metrics import Metrics
from drlucky.server.notices.notifier import Notifier
from drlucky.server.people.hidden import HiddenTables
from drlucky.server.people.store import PeopleStore
from drlucky.server.previews.pictures import Pictures
from drlucky.server.rate_limit import BURST, Buckets
from drlucky.server.ratings.board import Boards
from drlucky.server.ratings.keeper import Keeper
from drlucky.server.ratings.store import RatingStore
from drlucky.server.security_log import SecurityLog
from drlucky.server.workers import Workers
from drlucky.table import LiveTable, Refused, SQLiteStore, Tables

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


class Context:
    def __init__(self, config: Config, tables: Tables, folder: Path, lock: Held) -> None:
        self.config = config
        self.lock = lock
        """Of the folder, for as long as the server runs."""
        self.tables = tables
        self.signer = Signer(load_keys(folder / "secret"))
        self.revoked = Revocations(folder / "revoked")
        self.people = PeopleStore(folder / "people.db")
        self.devices = Devices(self.people)
        self.offers = Offers()
        self.hidden = HiddenTables(self.people)
        self.security_log = SecurityLog(folder / "security.log")
        self.workers = Workers()
        self.archive = Archive(tables)
        self.pictures = Pictures(self.workers)
        self.keeper = GameKeeper(tables, self.workers, self.revoked)
        self.analyses = AnalysisCache(self.workers, folder / "analyses", self.keeper.note_luck)
        self.connections = Connections(config.sockets, config.sockets_per_address)
        self.metrics = Metrics(tables, lambda: len(self.connections))
        self.notifier = Notifier(config, folder, tables, self.people, self.connections, self.metrics)
        self.ratings = Keeper(RatingStore(folder / "ratings.db"), tables, self.revoked.is_forgotten)
        self.boards = Boards(self.ratings)
        self.streams = Streams()
        self.shares = TableShares(tables, config.tables)
        self.listens_at = (config.host, config.port)
        """As the system has it, once it does: a name has become an address, and port 0 a free one."""
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

    async def stop(self) -> None:
        """Tells everyone to come back soon."""
        self.closing.set()
        await self.connections.close()


def bearer(connection: HTTPConnection) -> str | None:
    """The token that a program sends, if it sends one."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None


@asynccontextmanager
async def open_context(config: Config) -> AsyncIterator[Context]:
    """Everything that a server needs, from its folder; when it is left all is on disk and nothing runs any more."""
    folder = config.data_folder
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise DrLuckyError(f"{folder} cannot be made: {error.strerror}") from None
    with held(folder, STARTING) as lock:
        async with opened_context(config, folder, lock) as context:
            yield context


@asynccontextmanager
async def opened_context(config: Config, folder: Path, lock: Held) -> AsyncIterator[Context]:
    async with Tables(SQLiteStore(folder / "games.db"), pace=config.pace) as tables:
        context = Context(config, tables, folder, lock)
        context.keeper.begin(context.analyses)
        context.ratings.begin()
        try:
            yield context
        finally:
            await context.keeper.close()
            context.analyses.close()
            context.pictures.close()
            await context.notifier.close()
            await context.ratings.close()
            context.people.close()
            context.workers.close()
            context.security_log.close()
