"""Where analyses are kept: in the folder of a server that runs by itself, and those of records that someone brought in
its memory. `shared_analyses` has them for several nodes."""

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from drlucky import files
from drlucky.server.history.byte_cache import ByteCache

BYTES_KEPT = 4 * 2**20
TOO_LONG_KNOWN = 1000


class Found(Struct, frozen=True):
    """What is known of an analysis."""

    content: bytes | None = None
    is_begun: bool = False
    """Does another node make it?"""
    is_too_long: bool = False
    """Was it given up, as it takes too long?"""


class AnalysisStore(Protocol):
    async def find(self, name: str) -> Found: ...

    async def begin(self, name: str, table: str | None) -> bool:
        """Is it for this node to make it? `table` is the one of whose game it is, if it is one of ours."""

    async def keep(self, name: str, table: str | None, content: bytes) -> bool:
        """What this node has begun is made; False if it was forgotten meanwhile."""

    async def give_up(self, name: str, is_too_long: bool) -> None:
        """What this node has begun comes to nothing."""

    async def forget(self, table: str) -> None:
        """Those of its games."""

    def close(self) -> None: ...


class FolderAnalyses:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._disk = ThreadPoolExecutor(1, "analyses")
        """Writes and deletes, one after the other."""
        self._recent: ByteCache[str, bytes] = ByteCache(BYTES_KEPT)
        self._too_long: OrderedDict[str, None] = OrderedDict()

    async def find(self, name: str) -> Found:
        if name in self._too_long:
            return Found(is_too_long=True)
        path = self._path(name)
        content = self._recent.get(name)
        if content is None and path.exists():
            content = await asyncio.to_thread(path.read_bytes)
        return Found(content)

    async def begin(self, name: str, table: str | None) -> bool:
        return True

    async def keep(self, name: str, table: str | None, content: bytes) -> bool:
        if table is None:
            self._recent.put(name, content, len(content))
        else:
            await asyncio.get_running_loop().run_in_executor(self._disk, write, self._path(name), content)
        return True

    async def give_up(self, name: str, is_too_long: bool) -> None:
        if is_too_long:
            self._too_long[name] = None
            if len(self._too_long) > TOO_LONG_KNOWN:
                self._too_long.popitem(last=False)

    async def forget(self, table: str) -> None:
        await asyncio.get_running_loop().run_in_executor(self._disk, discard, self._folder, f"{table}-*.json")

    def close(self) -> None:
        self._disk.shutdown(wait=True)

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.json"


def write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    files.write(path, content)


def discard(folder: Path, names: str) -> None:
    for path in folder.glob(names):
        path.unlink(missing_ok=True)
