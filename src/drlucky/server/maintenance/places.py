"""Places: where a store is, as it is named on the command line. The folder of a server, an SQLite file, or the URL of a
PostgreSQL that several nodes share."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from drlucky.database_url import is_database, without_password
from drlucky.errors import DrLuckyError
from drlucky.folder_lock import held
from drlucky.server.cluster import need_asyncpg
from drlucky.table import SQLiteStore
from drlucky.table.store.base import Portable

if TYPE_CHECKING:
    from drlucky.postgres import Database

LOGS = "games.db"
NODE = "drlucky store"
"""As which this program is known to a shared store; it leads no table."""


class Place(NamedTuple):
    text: str

    def __str__(self) -> str:
        """As it may be shown."""
        return without_password(self.text) if self.is_database else self.text

    @property
    def is_database(self) -> bool:
        return is_database(self.text)

    @property
    def folder(self) -> Path | None:
        """Of a server, with all that it keeps; None if the place has logs alone."""
        path = Path(self.text)
        return None if self.is_database or (path.suffix and not path.is_dir()) else path

    @property
    def logs(self) -> Path:
        return Path(self.text) if self.folder is None else self.folder / LOGS

    def check_there(self) -> None:
        """Refuses a place to read from where nothing is."""
        if not self.is_database and not self.logs.is_file():
            raise DrLuckyError("there are no games in {place}", place=self)

    @asynccontextmanager
    async def own(self, doing: str) -> AsyncIterator[None]:
        """For as long as this lasts no server runs there, or so it is when it begins where several could: refused in
        words if one does."""
        if self.is_database:
            await self._check_no_nodes()
        if self.is_database or self.logs.name != LOGS:
            yield
            return
        folder = self.logs.parent
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise DrLuckyError("{folder} cannot be made: {reason}", folder=folder, reason=error.strerror) from None
        with held(folder, doing):
            yield

    async def _check_no_nodes(self) -> None:
        async with self.open(), self.database() as database:
            found = await database.fetch("SELECT address FROM nodes WHERE alive_until > clock_timestamp()")
        if found:
            addresses = ", ".join(row[0] for row in found)
            raise DrLuckyError(
                "nodes are running on {place}, at {addresses}: stop them first",
                place=self,
                addresses=addresses,
            )

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Portable]:
        if not self.is_database:
            store: Portable = SQLiteStore(self.logs)
            try:
                yield store
            finally:
                await store.close()
            return
        async with self.database() as database:
            from drlucky.table.store.postgres import PostgresStore

            shared = await PostgresStore.open(database, NODE)
            try:
                yield shared
            finally:
                await shared.close()

    @asynccontextmanager
    async def database(self) -> AsyncIterator["Database"]:
        need_asyncpg()
        from drlucky.postgres import Database

        async with await Database.open(self.text) as database:
            yield database
