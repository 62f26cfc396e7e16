"""The context: all that the parts of a server share, and what opens and closes it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.requests import HTTPConnection

from drlucky.errors import DrLuckyError
from drlucky.server.auth import Identity, Signer, cookie_in
from drlucky.server.auth.keys import load_keys
from drlucky.server.auth.revocations import Revocations
from drlucky.server.config import Config
from drlucky.server.errors import Failed
from drlucky.server.history.analysis_cache import AnalysisCache
from drlucky.server.history.archive import Archive
from drlucky.server.limits.client_address import client_of
from drlucky.server.limits.connections import Connections
from drlucky.server.limits.streams import Streams
from drlucky.server.limits.table_shares import TableShares
from drlucky.server.metrics import Metrics
from drlucky.server.rate_limit import BURST, Buckets
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


class Context:
    def __init__(self, config: Config, tables: Tables, folder: Path) -> None:
        self.config = config
        self.tables = tables
        self.signer = Signer(load_keys(folder / "secret"))
        self.revoked = Revocations(folder / "revoked")
        self.security_log = SecurityLog(folder / "security.log")
        self.workers = Workers()
        self.archive = Archive(tables)
        self.analyses = AnalysisCache(self.workers, folder / "analyses")
        self.connections = Connections(config.sockets, config.sockets_per_address)
        self.metrics = Metrics(tables, lambda: len(self.connections))
        self.streams = Streams()
        self.shares = TableShares(tables, config.tables)
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

    def identity(self, connection: HTTPConnection) -> Identity | None:
        """Who asks, by cookie or by token."""
        sealed = self.sealed(connection)
        identity = self.signer.verify(sealed) if sealed else None
        return None if identity is None or identity in self.revoked else identity

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
    async with Tables(SQLiteStore(folder / "games.db"), pace=config.pace) as tables:
        context = Context(config, tables, folder)
        try:
            yield context
        finally:
            context.analyses.close()
            context.workers.close()
            context.security_log.close()
