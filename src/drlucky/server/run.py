"""Running a server: from the socket that it listens at to its end, in order, after a signal."""

import asyncio
import gc
import logging
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Protocol

import uvicorn

from drlucky import boards
from drlucky.errors import DrLuckyError
from drlucky.loops import loop_factory
from drlucky.server.app import application
from drlucky.server.config import Config
from drlucky.server.context import MESSAGES_OF_ONE, Context, open_context
from drlucky.server.http.protocol import KEPT_ALIVE, LARGEST_HEAD, protocol_for
from drlucky.server.limits.open_files import allow_open_files, most_open_files
from drlucky.server.limits.tcp_connections import TcpConnections
from drlucky.server.limits.turnstile import Turnstiles
from drlucky.server.log_budget import LogBudget
from drlucky.server.memory import Memory, share_arena
from drlucky.server.ws.messages import LARGEST_FRAME
from drlucky.server.ws.protocol import SocketProtocol
from drlucky.server.ws.session import PING_EVERY, PONG_WITHIN

GC_THRESHOLDS = (3_000, 3, 800)
"""Looking at all objects takes 130 ms with 250 games, and they live long: it is done once in 40 minutes of 500 moves a
second. A move leaves some 30 objects that stay: looking at the young ones after 100 moves, and at those that were left
three times as seldom, takes 12 ms at most and 3 % of the time; in smaller steps it takes half as much again."""
SIGNALS = (signal.SIGINT, signal.SIGTERM)
SHUT_DOWN_WITHIN = 5
UNSENT = 128 * 1024
"""Bytes that the system keeps for a client that does not take them: many could be deaf at once."""
UNREAD_FOR = 30_000
"""Milliseconds after which the system drops a connection whose other side takes nothing."""
OTHER_CONNECTIONS, OTHERS_OF_ONE = 1000, 100
"""Connections for requests and streams, beside the sockets: in all, and of one client."""
NEW_FOR_A_REQUEST = 2
"""New connections that one client may make for each request that it may: who asks too often over connections that are
new each time is told so in words, and only who goes on is turned away without."""
PIECES_FOR_A_MESSAGE = 2
"""Pieces that are read of one client for each message that all its sockets may send: who sends too many is told so in
words, and only who goes on is made to wait."""
OTHER_FILES = 64
"""That a server has open beside its connections: the log, and pipes to the processes that think."""
FEWEST = 16
RESTED_AS = 10
"""A table that has gone to rest leaves as much memory behind as so many connections: some 300 KB."""

log = logging.getLogger(__name__)


def run(config: Config, ready: Callable[[str], None]) -> None:
    """Serves until a signal comes. `ready` is told the address as soon as clients can come."""
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s", level=logging.WARNING)
    budget = LogBudget()
    for handler in logging.getLogger().handlers:
        handler.addFilter(budget)
    warn(config)
    share_arena()
    allow_open_files(config.sockets + OTHER_CONNECTIONS + OTHER_FILES)
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(serve(config, ready))


def warn(config: Config) -> None:
    """Of what is allowed, and seldom meant."""
    if "*" in config.proxies:
        log.warning("--proxy '*' believes whoever says another address, who then has no limits: name the proxy's own")


async def serve(config: Config, ready: Callable[[str], None]) -> None:
    async with running(config, signals=True) as server:
        for name in boards.names():
            # Reading a plan takes some 40 ms, in which nobody else would be answered.
            boards.board(name)
        gc.collect()
        gc.freeze()
        gc.set_threshold(*GC_THRESHOLDS)
        ready(server.address)
        await server.stopped()


@asynccontextmanager
async def running(config: Config, *, signals: bool = False) -> AsyncIterator["Server"]:
    """A server that runs for as long as this lasts. With `signals` it stops by itself when one comes."""
    listening = listen(config.host, config.port)
    try:
        async with open_context(config) as context:
            server = Server(context, listening, signals)
            await server.start()
            try:
                yield server
            finally:
                server.should_exit = True
                await server.stopped()
    finally:
        listening.close()


class Watching(Protocol):
    async def watch(self) -> None:
        """Looks now and then, for as long as the server runs."""


class Server(uvicorn.Server):
    """Tells its clients before it stops."""

    def __init__(self, context: Context, listening: socket.socket, signals: bool) -> None:
        config = context.config
        self._tcp = TcpConnections(
            *room(config),
            NEW_FOR_A_REQUEST * config.requests_per_second,
            Turnstiles(PIECES_FOR_A_MESSAGE * MESSAGES_OF_ONE * config.messages_per_second),
            config.proxies,
            context.security_log,
            context.ledger,
        )
        super().__init__(
            uvicorn.Config(
                application(context),
                lifespan="off",
                http=protocol_for(self._tcp),
                h11_max_incomplete_event_size=LARGEST_HEAD,
                timeout_keep_alive=KEPT_ALIVE,
                ws=SocketProtocol,
                ws_max_size=LARGEST_FRAME,
                ws_ping_interval=PING_EVERY,
                ws_ping_timeout=PONG_WITHIN,
                ws_per_message_deflate=False,
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=bool(config.proxies),
                forwarded_allow_ips=list(config.proxies),
                timeout_graceful_shutdown=SHUT_DOWN_WITHIN,
            )
        )
        self.context = context
        self._listening = listening
        host, port = context.listens_at = listening.getsockname()[:2]
        self.address = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
        context.lock.note(self.address)
        self._signals = SIGNALS if signals else ()
        self._ready = asyncio.Event()
        self._running: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Returns when clients can come."""
        loop = asyncio.get_running_loop()
        self._running = loop.create_task(self.serve([self._listening]))
        ready = loop.create_task(self._ready.wait())
        await asyncio.wait({ready, self._running}, return_when=asyncio.FIRST_COMPLETED)
        ready.cancel()

    async def stopped(self) -> None:
        if self._running is not None:
            await self._running

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready.set()

    async def main_loop(self) -> None:
        loop = asyncio.get_running_loop()
        memory = Memory(lambda: self._tcp.ended + RESTED_AS * self.context.tables.rested)
        watched: list[Watching] = [self.context.connections, self._tcp, memory]
        if self.context.cluster is not None:
            watched.append(self.context.ledger)
        watching = [loop.create_task(each.watch()) for each in watched]
        await super().main_loop()
        for each in watching:
            each.cancel()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.context.drain(lambda: self.force_exit)
        for server in self.servers:
            server.close()  # whoever is told to come back must not come here
        await self.context.stop()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A signal ends the server in order, and is no error of the program."""
        before = {number: signal.signal(number, self.handle_exit) for number in self._signals}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def room(config: Config) -> tuple[int, int]:
    """Connections that there may be in all, and of one client. Where there are fewer files than would be needed, one
    client has a quarter of them at most."""
    most, of_one = config.sockets + OTHER_CONNECTIONS, config.sockets_per_address + OTHERS_OF_ONE
    files = most_open_files()
    if files is None or files - OTHER_FILES >= most:
        return most, of_one
    most = max(FEWEST, files - OTHER_FILES)
    return most, min(of_one, most // 4)


def is_taken(host: str, port: int) -> bool:
    """Does another program listen there?"""
    try:
        listen(host, port).close()
    except DrLuckyError:
        return True
    return False


def listen(host: str, port: int) -> socket.socket:
    """A socket that is bound, and refuses connections until the tables are there."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
    except OSError as error:
        raise DrLuckyError(f"there is no address {host!r:.80} to listen at: {error.strerror}") from None
    if sys.platform != "win32":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # What is set here holds for every connection that comes in.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNSENT)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_FOR)
    try:
        listening.bind(address)
    except OSError as error:
        listening.close()
        raise DrLuckyError(
            f"the server cannot listen at {host}, port {port}: {error.strerror}; try another --port"
        ) from None
    return listening
