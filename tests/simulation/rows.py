"""Rows: what a simulated database holds, and transactions over it as PostgreSQL has them when they read what is
committed: locks on rows that last until the end, and writes that nobody else sees before it."""

import asyncio
from collections.abc import Iterator
from typing import Any, Literal

import asyncpg

Key = tuple[Any, ...]
"""The kind of a row, and by what it is found."""
Written = tuple[bytes, bytes]
"""An entry of a log, and its checksum."""
Mode = Literal["share", "exclusive"]


class Rows:
    """By kind and key."""

    def __init__(self) -> None:
        self._kinds: dict[str, dict[Key, Any]] = {}

    def get(self, key: Key) -> Any:
        return self._kinds.get(key[0], {}).get(key)

    def put(self, key: Key, row: Any) -> None:
        """None takes it away."""
        if row is None:
            self._kinds.get(key[0], {}).pop(key, None)
        else:
            self._kinds.setdefault(key[0], {})[key] = row

    def of(self, kind: str) -> dict[Key, Any]:
        return self._kinds.get(kind, {})


class Lock:
    """Of one row: several may share it, and those who come first are let in first."""

    def __init__(self) -> None:
        self.holders: dict[Transaction, Mode] = {}
        self.waiting: list[tuple[Transaction, Mode, asyncio.Future[None]]] = []

    def admits(self, transaction: "Transaction", mode: Mode) -> bool:
        others = [held for holder, held in self.holders.items() if holder is not transaction]
        return not others or (mode == "share" and all(held == "share" for held in others))

    def let_in(self) -> None:
        while self.waiting and self.admits(*self.waiting[0][:2]):
            transaction, mode, admitted = self.waiting.pop(0)
            if not admitted.done():
                self.hold(transaction, mode)
                admitted.set_result(None)

    def hold(self, transaction: "Transaction", mode: Mode) -> None:
        if self.holders.get(transaction) != "exclusive":
            self.holders[transaction] = mode


class Locks:
    def __init__(self) -> None:
        self._locks: dict[Key, Lock] = {}

    async def take(self, transaction: "Transaction", key: Key, mode: Mode) -> None:
        lock = self._locks.setdefault(key, Lock())
        if lock.holders.get(transaction) in ("exclusive", mode):
            return
        if not lock.waiting and lock.admits(transaction, mode):
            lock.hold(transaction, mode)
            return
        admitted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        lock.waiting.append((transaction, mode, admitted))
        try:
            await admitted
        except asyncio.CancelledError:
            lock.waiting = [each for each in lock.waiting if each[2] is not admitted]
            lock.let_in()
            raise

    def give_back(self, transaction: "Transaction") -> None:
        for key, lock in list(self._locks.items()):
            if lock.holders.pop(transaction, None) is not None:
                lock.let_in()
            if not lock.holders and not lock.waiting:
                del self._locks[key]


class Transaction:
    def __init__(self, rows: Rows, locks: Locks, node: str, is_synchronous: bool) -> None:
        self.node = node
        """Who began it."""
        self.is_synchronous = is_synchronous
        """Does whoever commits wait until it is on disk?"""
        self.idle_for_most: float | None = None
        """Seconds after which it is ended if nothing more is asked in it."""
        self.writes: dict[Key, Any] = {}
        self._rows = rows
        self._locks = locks

    def get(self, *key: Any) -> Any:
        return self.writes[key] if key in self.writes else self._rows.get(key)

    def put(self, *key: Any, row: Any) -> None:
        self.writes[key] = row

    async def lock(self, *key: Any, mode: Mode = "exclusive") -> None:
        await self._locks.take(self, key, mode)

    def scan(self, kind: str) -> Iterator[tuple[Key, Any]]:
        """All rows of a kind, in the order of their keys."""
        found = {**self._rows.of(kind), **{key: row for key, row in self.writes.items() if key[0] == kind}}
        return ((key, found[key]) for key in sorted(found) if found[key] is not None)

    def add_to_log(self, table: str, version: int, entry: Written) -> None:
        log: tuple[Written, ...] = self.get("log", table) or ()
        if version <= len(log):
            raise asyncpg.UniqueViolationError(f"entry {version} of table {table} is there already")
        # A hole is allowed by the database; whoever looks into the log finds it.
        self.put("log", table, row=(*log, *[(b"", b"")] * (version - len(log) - 1), entry))

    def end(self) -> None:
        self._locks.give_back(self)
