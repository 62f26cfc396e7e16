"""Places: where a store is, as it is named on the command line. The folder of a server, an SQLite file, or the URL of a
PostgreSQL that several nodes share."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from drlucky.errors import DrLuckyError
from drlucky.folder_lock import held
from drlucky.table import SQLiteStore
from drlucky.table.store.base import Portable

LOGS = "games.db"
NODE = "drlucky store"
"""As which this program is known to a shared store; it leads no table."""
SCHEMES = ("postgresql://", "postgres://")


class Place(NamedTuple):
    text: str

    @property
    def is_database(self) -> bool:
        return self.text.startswith(SCHEMES)

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
            raise DrLuckyError("there are no games in {place}", place=self.text)

    @asynccontextmanager
    async def own(self, doing: str) -> AsyncIterator[None]:
        """For as long as this lasts no server runs there. FolderInUse if one does."""
        folder = self.logs.parent if self.logs.name == LOGS else None
        if self.is_database or folder is None:
            yield
            return
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise DrLuckyError("{folder} cannot be made: {reason}", folder=folder, reason=error.strerror) from None
        with held(folder, doing):
            yield

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Portable]:
        if not self.is_database:
            store: Portable = SQLiteStore(self.logs)
            try:
                yield store
            finally:
                await store.close()
            return
        raise DrLuckyError("{place}: PostgreSQL", place=self.text)
