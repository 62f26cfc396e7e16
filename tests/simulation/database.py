"""The simulated database: a server on a machine of its own, and the pool of connections to it that the real `Database`
of each node is given. It can be slow, stop, lose what was not synced, and lose its answers on the way."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from itertools import count
from typing import Any

import asyncpg

from drlucky.postgres import ANSWER_WITHIN, CONNECT_WITHIN, MOST_CONNECTIONS
from simulation.loops import Loop
from simulation.network import Network
from simulation.rows import Key, Locks, Rows, Transaction
from simulation.statements import STATEMENTS, Row, tidy

NAME = "database"
IDLE_LIMIT = re.compile(r"idle_in_transaction_session_timeout = '?(\d+)(m?s)'?")
STATEMENT_TAKES = 0.0003
SYNC_TAKES = 0.004
LAZY_SYNC = 0.6
"""Seconds until what nobody waits for is on disk."""

Found = list[Row] | Exception
Committed = Callable[[Transaction], None]


class Backend:
    """What serves one connection."""

    def __init__(self, server: "Server", node: str) -> None:
        self.number = next(server.numbers)
        self.is_gone = False
        """Does nobody wait for what it does any more?"""
        self.has_crashed = False
        self._doing: asyncio.Task[Any] | None = None
        self._reply: object = None
        """For whom that is."""
        self._answer: Callable[[Found], None] | None = None
        """Tells them."""
        self._server = server
        self.node = node
        self._transaction: Transaction | None = None
        self._has_failed = False
        self._is_committing = False
        self._in_turn = asyncio.Lock()
        self._idle: asyncio.TimerHandle | None = None

    async def serve(
        self, query: str, rows: Sequence[Sequence[Any]], reply: object, answer: Callable[[Found], None]
    ) -> None:
        async with self._in_turn:
            if self.is_gone:
                answer(asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation"))
                return
            self._is_busy()
            self._doing, self._reply, self._answer = asyncio.current_task(), reply, answer
            try:
                found: Found = await self._run(query, rows)
            except asyncpg.PostgresError as error:
                self._has_failed = True
                found = error
            except asyncio.CancelledError:
                self._has_failed = True
                found = asyncpg.QueryCanceledError("canceling statement due to user request")
            self._doing = self._reply = self._answer = None
            if query == "COMMIT" and self._server.loses_answer():
                found = ConnectionResetError("the connection was reset")
                answer(found)
                self.close()
                return
            if not self.is_gone:
                self._is_idle()
                answer(found)

    async def _run(self, query: str, rows: Sequence[Sequence[Any]]) -> list[Row]:
        await asyncio.sleep(self._server.takes(STATEMENT_TAKES))
        if query.startswith("BEGIN"):
            self._begin(query)
        elif query == "ROLLBACK":
            self._end()
        elif query == "COMMIT":
            await self._commit()
        else:
            return await self._do(query, rows)
        return []

    def _begin(self, query: str) -> None:
        is_synchronous = "synchronous_commit = on" in query or self._server.is_synchronous
        self._transaction = Transaction(self._server.rows, self._server.locks, self.node, is_synchronous)
        limit = IDLE_LIMIT.search(query)
        if limit:
            self._transaction.idle_for_most = int(limit[1]) / (1000 if limit[2] == "ms" else 1)

    async def _do(self, query: str, rows: Sequence[Sequence[Any]]) -> list[Row]:
        if self._has_failed:
            raise asyncpg.InFailedSQLTransactionError("current transaction is aborted")
        by_itself = self._transaction is None
        if by_itself:
            self._begin("")
        assert self._transaction is not None
        found: list[Row] = []
        for values in rows:
            found = await STATEMENTS[tidy(query)](self._transaction, self._server.loop.wall, *values)
        if self._transaction.writes and self._server.has_no_room():
            raise asyncpg.DiskFullError("could not extend file: no space left on device")
        if by_itself:
            await self._commit()
        return found

    async def _commit(self) -> None:
        transaction = self._transaction
        if transaction is not None and not self._has_failed:
            # A commit that has begun is not cancelled any more, and what it has locked is locked until it is over.
            self._is_committing = True
            try:
                await self._server.commit(transaction, self)
            finally:
                self._is_committing = False
        self._end()

    def _end(self) -> None:
        if self._transaction is not None:
            self._transaction.end()
        self._transaction, self._has_failed = None, False

    def _is_busy(self) -> None:
        if self._idle is not None:
            self._idle.cancel()

    def _is_idle(self) -> None:
        if self._transaction is not None and self._transaction.idle_for_most is not None:
            self._idle = self._server.loop.call_later(self._transaction.idle_for_most, self.close)

    def cancel(self, reply: object) -> None:
        """Whoever waits for this reply does so no more."""
        if self._doing is not None and self._reply is reply and not self._is_committing:
            self._doing.cancel()

    def close(self) -> None:
        """Whoever had the connection is gone, or is told so when they next say something."""
        self.is_gone = True
        self._is_busy()
        self.cancel(self._reply)
        if not self._is_committing:
            self._end()
        self._server.backends.discard(self)

    def tear(self) -> None:
        """The connection is lost, as whoever waits is told at once. What is being committed is committed all the same,
        when nobody waits for it any more."""
        if self._answer is not None:
            self._answer(ConnectionResetError("the connection was reset"))
        self.close()

    def crash(self) -> None:
        self.has_crashed = True
        self._is_committing = False
        self.close()


class Server:
    def __init__(self, loop: Loop, committed: Committed) -> None:
        self.loop = loop
        self.rows = Rows()
        self.locks = Locks()
        self.is_up = True
        self.is_synchronous = True
        """As whoever set it up has chosen, where a transaction does not ask for more."""
        self.slowness = 1.0
        self.fullness = 0.0
        """How many statements that write find no room on its disk."""
        self.forgetfulness = 0.0
        """How many commits are done and not confirmed: their connections are lost just before."""
        self.backends: set[Backend] = set()
        self.numbers = count()
        self._committed = committed
        self._unsynced: list[tuple[Transaction, dict[Key, Any]]] = []

    def takes(self, usual: float) -> float:
        return usual * (0.5 + self.loop.chance.random()) * self.slowness

    def has_no_room(self) -> bool:
        return self.fullness > 0.0 and self.loop.chance.random() < self.fullness

    def loses_answer(self) -> bool:
        return self.forgetfulness > 0.0 and self.loop.chance.random() < self.forgetfulness

    async def commit(self, transaction: Transaction, backend: Backend) -> None:
        """What is written can be seen when it is on disk; or before, where nobody waits for that."""
        if not transaction.writes:
            return
        if transaction.is_synchronous:
            await asyncio.sleep(self.takes(SYNC_TAKES))
            if backend.has_crashed:
                return
            self._apply(transaction)
            self._committed(transaction)
            return
        before = {key: self.rows.get(key) for key in transaction.writes}
        self._apply(transaction)
        self._unsynced.append((transaction, before))
        self.loop.call_later(self.takes(LAZY_SYNC), self._sync, transaction)

    def _apply(self, transaction: Transaction) -> None:
        for key, row in transaction.writes.items():
            self.rows.put(key, row)

    def _sync(self, transaction: Transaction) -> None:
        while any(each is transaction for each, _ in self._unsynced):
            self._committed(self._unsynced.pop(0)[0])

    def crash(self) -> None:
        self.is_up = False
        for backend in sorted(self.backends, key=lambda each: each.number):
            backend.crash()
        for _, before in reversed(self._unsynced):
            for key, row in before.items():
                self.rows.put(key, row)
        self._unsynced.clear()

    def start(self) -> None:
        self.is_up = True

    def of(self, node: str) -> list[Backend]:
        """Those that serve the connections of a node."""
        return sorted((each for each in self.backends if each.node == node), key=lambda each: each.number)


class Connection:
    """Of asyncpg, as far as it is used."""

    def __init__(self, node: str, server: Server, network: Network, loop: Loop) -> None:
        self.is_lost = False
        self._node = node
        self._server = server
        self._network = network
        self._loop = loop
        self._backend: Backend | None = None

    async def connect(self) -> None:
        await self._asked("CONNECT", [()], CONNECT_WITHIN)

    async def execute(self, query: str, *values: Any) -> str:
        await self._asked(query, [values])
        return ""

    async def executemany(self, query: str, rows: Iterable[Sequence[Any]]) -> None:
        await self._asked(query, list(rows))

    async def fetch(self, query: str, *values: Any) -> list[Row]:
        return await self._asked(query, [values])

    async def fetchrow(self, query: str, *values: Any) -> Row | None:
        found = await self._asked(query, [values])
        return found[0] if found else None

    async def fetchval(self, query: str, *values: Any) -> Any:
        found = await self.fetchrow(query, *values)
        return found[0] if found else None

    @asynccontextmanager
    async def transaction(self, readonly: bool = False) -> AsyncIterator[None]:
        """Of one statement that reads, which is one anyway."""
        assert readonly
        yield

    def terminate(self) -> None:
        if self.is_lost:
            raise asyncpg.InterfaceError("connection is closed")
        self.is_lost = True
        if self._backend is not None:
            self._network.say(self._node, NAME, self._backend.close, what="close")

    async def _asked(self, query: str, rows: Sequence[Sequence[Any]], within: float = ANSWER_WITHIN) -> list[Row]:
        if self.is_lost or self._network.is_over:
            raise asyncpg.InterfaceError("connection is closed")
        reply: asyncio.Future[Found] = self._loop.create_future()

        def settle(found: Found) -> None:
            if not reply.done():
                reply.set_result(found)

        def answer(found: Found) -> None:
            self._network.say(NAME, self._node, partial(settle, found), what="rows")

        gone = partial(settle, ConnectionResetError("the connection was reset"))
        what = f"{tidy(query)[:40]} {len(rows)}"
        self._network.say(self._node, NAME, partial(self._arrive, query, rows, reply, answer), gone, what)
        try:
            async with asyncio.timeout(within):
                found = await reply
        except (TimeoutError, asyncio.CancelledError):
            if self._backend is not None:
                self._network.say(self._node, NAME, partial(self._backend.cancel, reply), what="cancel")
            raise
        if isinstance(found, OSError | asyncpg.ConnectionDoesNotExistError):
            self.is_lost = True
        if isinstance(found, Exception):
            raise found
        return found

    def _arrive(
        self, query: str, rows: Sequence[Sequence[Any]], reply: object, answer: Callable[[Found], None]
    ) -> None:
        """On the machine of the server."""
        server, backend = self._server, self._backend
        if not server.is_up:
            answer(ConnectionRefusedError("nothing listens there"))
        elif backend is None and query == "CONNECT":
            self._backend = Backend(server, self._node)
            server.backends.add(self._backend)
            answer([])
        elif backend is None or backend not in server.backends:
            answer(ConnectionResetError("the connection was reset"))
        else:
            server.loop.do(backend.serve(query, rows, reply, answer))


class Pool:
    """Of asyncpg, as far as it is used."""

    def __init__(self, node: str, server: Server, network: Network, loop: Loop) -> None:
        self._make = partial(Connection, node, server, network, loop)
        self._free: list[Connection] = []
        self._all: list[Connection] = []
        self._room = asyncio.Semaphore(MOST_CONNECTIONS)
        self._is_closed = False

    @asynccontextmanager
    async def acquire(self, timeout: float) -> AsyncIterator[Connection]:
        if self._is_closed:
            raise asyncpg.InterfaceError("pool is closed")
        async with asyncio.timeout(timeout):
            await self._room.acquire()
            try:
                connection = await self._connected()
            except BaseException:
                self._room.release()
                raise
        try:
            yield connection
        finally:
            self._room.release()
            if not connection.is_lost:
                self._free.append(connection)

    async def close(self) -> None:
        """When those that are in use have been given back."""
        self._is_closed = True
        for _ in range(MOST_CONNECTIONS):
            await self._room.acquire()
        self.terminate()

    async def _connected(self) -> Connection:
        while self._free:
            connection = self._free.pop()
            if not connection.is_lost:
                return connection
        connection = self._make()
        await connection.connect()
        self._all.append(connection)
        return connection

    def terminate(self) -> None:
        self._is_closed = True
        for connection in self._all:
            if not connection.is_lost:
                connection.terminate()
