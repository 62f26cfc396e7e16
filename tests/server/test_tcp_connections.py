"""Connections that say nothing, say it too slowly, or are too many: the others do not notice."""

import asyncio
import errno
import logging
import resource
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path

import h11
import pytest

from drlucky.server import run
from drlucky.server.client import Client
from drlucky.server.config import Config
from drlucky.server.http import protocol
from drlucky.server.limits import streams
from drlucky.server.limits.tcp_connections import TcpConnections
from drlucky.server.limits.turnstile import Turnstiles
from drlucky.server.log_budget import LINES_PER_MINUTE, LogBudget
from drlucky.server.run import Server
from patience import NEVER
from server.serving import KILL, ask, eventually, on_loop, raw, say, served


@asynccontextmanager
async def connected(
    server: Server, source: str = "127.0.0.1"
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    host, port = server.address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port), local_addr=(source, 0))
    try:
        yield reader, writer
    finally:
        writer.close()


async def heard(reader: asyncio.StreamReader) -> bytes:
    """All that comes until the server ends it."""
    try:
        return await asyncio.wait_for(reader.read(), NEVER)
    except ConnectionResetError:
        return b""


HEAD = b"PUT /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n"


@on_loop
async def test_who_does_not_say_what_they_want_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    within = dict.fromkeys(protocol.WITHIN, 0.3)
    monkeypatch.setattr(protocol, "WITHIN", within)
    monkeypatch.setattr("drlucky.server.limits.tcp_connections.LOOK_EVERY", 0.05)
    async with served(tmp_path) as server:
        for begun in (b"", b"GET /api/me HT", HEAD, HEAD + b'\r\n{"name'):
            async with connected(server) as (reader, writer):
                writer.write(begun)
                assert (await heard(reader)).startswith(b"HTTP/1.1 408 "), begun
        within[h11.IDLE] = NEVER
        async with connected(server) as (reader, writer):
            writer.write(b"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert b" 200 OK" in await reader.readuntil(b"}")
            within[h11.IDLE] = 0.3
            writer.write(b"GET /api/lobby")
            assert (await heard(reader)).startswith(b"HTTP/1.1 408 "), "the second request, too"
        await eventually(lambda: len(server._tcp) == 0)


@on_loop
async def test_a_little_now_and_then_is_not_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "WITHIN", dict.fromkeys(protocol.WITHIN, 0.3))
    monkeypatch.setattr("drlucky.server.limits.tcp_connections.LOOK_EVERY", 0.05)
    async with served(tmp_path) as server:
        for begun in (b"GET /api/me HTTP/1.1\r\nX-Slow: ", HEAD + b"\r\n"):
            async with connected(server) as (reader, writer):
                writer.write(begun)
                answer = asyncio.ensure_future(heard(reader))
                while not answer.done():
                    writer.write(b"x")
                    await asyncio.sleep(0.01)
                assert answer.result().startswith(b"HTTP/1.1 408 ") or not answer.result()


@on_loop
async def test_a_socket_may_be_silent(tmp_path: Path) -> None:
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann:
        opened = await ann.open(KILL)
        async with ann.sit(opened.code):
            assert [each.due for each in server._tcp._all] == [None]
        await eventually(lambda: len(server._tcp) == 0)


@on_loop
async def test_a_handshake_that_cannot_be_understood_is_answered(tmp_path: Path) -> None:
    head = "GET /api/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    head += "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    many = "".join(f"X-{number}: y\r\n" for number in range(200))
    async with served(tmp_path) as server:
        for more in ("Content-Length: 5\r\n", f"Cookie: {'x' * 10_000}\r\n", many):
            async with connected(server) as (reader, writer):
                writer.write(f"{head}{more}\r\n".encode())
                assert (await heard(reader)).startswith(b"HTTP/1.1 400 ")
        await eventually(lambda: len(server._tcp) == 0)


@on_loop
async def test_a_client_has_only_so_many_connections(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "OTHERS_OF_ONE", 1)
    async with served(tmp_path, sockets_per_address=2) as server, connected(server), raw(server) as socket:
        await say(socket, type="ping")
        async with connected(server), connected(server) as (reader, _):
            assert (await heard(reader)).startswith(b"HTTP/1.1 503 ")
            async with connected(server, "127.0.0.2") as (reader, writer):
                writer.write(b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
                assert b" 200 OK" in await heard(reader), "others are served"
        await eventually(lambda: len(server._tcp) == 2)
        async with connected(server) as (reader, writer):
            writer.write(b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            assert b" 200 OK" in await heard(reader), "there is room again"


class Someone:
    due: float | None = None

    def __init__(self, tcp: TcpConnections, address: str) -> None:
        self.is_in = tcp.admits(address)
        if self.is_in:
            tcp.enter(self, address)

    def give_up(self) -> None: ...


@on_loop
async def test_a_client_makes_only_so_many_connections_a_second(tmp_path: Path) -> None:
    request = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"

    async def status(source: str) -> bytes:
        async with connected(server, source) as (reader, writer):
            writer.write(request)
            return (await heard(reader))[9:12]

    async with served(tmp_path, requests_per_second=2) as server:
        statuses = Counter([await status("127.0.0.1") for _ in range(40)])
        assert statuses[b"200"] >= 10
        assert statuses[b"429"], "in words first"
        assert statuses[b"503"], "and then without a word"
        assert await status("127.0.0.2") == b"200", "others are served"


def test_who_was_turned_away_may_come_back_later(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("drlucky.server.rate_limit.monotonic", lambda: now)
    tcp = TcpConnections(100, 100, 2.0, Turnstiles(1.0))
    assert [Someone(tcp, "10.1.2.3").is_in for _ in range(12)] == [True] * 10 + [False] * 2
    assert Someone(tcp, "10.1.2.4").is_in
    now = 1.0
    assert [Someone(tcp, "10.1.2.3").is_in for _ in range(3)] == [True, True, False]


def test_a_proxy_has_as_many_as_there_are() -> None:
    for proxies, admitted in (((), 1), (("10.0.0.0/8",), 3), (("*",), 3)):
        tcp = TcpConnections(3, 1, 1.0, Turnstiles(1.0), proxies)
        everyone = [Someone(tcp, "10.1.2.3") for _ in range(4)]
        assert sum(each.is_in for each in everyone) == admitted
        for each in everyone:
            tcp.leave(each)
        assert len(tcp) == 0


def test_where_files_are_few_one_client_has_a_quarter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "most_open_files", lambda: 256)
    assert run.room(Config()) == (192, 48)
    monkeypatch.setattr(run, "most_open_files", lambda: 100_000)
    assert run.room(Config()) == (6000, 300)


def test_three_hundred_silent_connections_silence_nobody(tmp_path: Path) -> None:
    limited = "import resource, sys; resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256)); "
    limited += "sys.argv[1:1] = ['serve', '--port', '0']; from drlucky.cli.main import main; main()"
    command = [sys.executable, "-c", limited, "--data", str(tmp_path)]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server,
        ExitStack() as while_it_lasts,
    ):
        while_it_lasts.callback(server.kill)
        assert server.stdout
        assert server.stderr
        port = int(server.stdout.readline().split("127.0.0.1:")[1].split()[0])
        assert "only 256 files may be open at once" in server.stderr.readline()
        silent = [while_it_lasts.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(300)]
        assert silent[-1].recv(100).startswith(b"HTTP/1.1 503 ")
        friend = while_it_lasts.enter_context(
            socket.create_connection(("127.0.0.1", port), source_address=("127.0.0.2", 0))
        )
        friend.sendall(b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        assert friend.recv(100).startswith(b"HTTP/1.1 200 ")


@on_loop
async def test_one_token_has_only_so_many_streams(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "PER_TOKEN", 2)
    monkeypatch.setattr(streams, "PER_CLIENT", 3)
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann:
        opened = await ann.open(KILL)
        tokens = []
        for name in ("Otto", "Olga"):
            token = (await ask(server, "POST", "/api/bot/token", {"name": name})).json["token"]
            path = f"/api/bot/tables/{opened.table}"
            assert (await ask(server, "POST", f"{path}/join", {}, Authorization=f"Bearer {token}")).status == 200
            tokens.append(token)
        statuses = []
        async with (
            connected(server) as first,
            connected(server) as second,
            connected(server) as third,
            connected(server) as fourth,
            connected(server) as fifth,
        ):
            for token, (reader, writer) in zip(
                (tokens[0], tokens[0], tokens[0], tokens[1], tokens[1]),
                (first, second, third, fourth, fifth),
                strict=True,
            ):
                head = f"GET {path}/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n\r\n"
                writer.write(head.encode())
                statuses.append((await reader.readuntil(b"\r\n")).split()[1])
            assert statuses == [b"200", b"200", b"429", b"200", b"429"]
        await eventually(lambda: not server.context.streams._open.here)


def test_what_happens_again_and_again_is_said_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("drlucky.server.rate_limit.monotonic", lambda: now[0])
    budget = LogBudget()

    def said(message: str) -> str | None:
        record = logging.makeLogRecord({"name": "x", "msg": message, "args": (1,)})
        return record.getMessage() if budget.filter(record) else None

    lines = [said("trouble %d") for _ in range(100)]
    assert [line for line in lines if line] == ["trouble 1"] * int(LINES_PER_MINUTE)
    assert said("other trouble %d") == "other trouble 1"
    now[0] += 60
    assert said("trouble %d") == "trouble 1 (and 95 more like it)"
    for number in range(1000):
        said(f"{number} %d")
    assert len(budget._kinds) <= 200


def test_believing_everyone_is_warned_of(caplog: pytest.LogCaptureFixture) -> None:
    run.warn(Config(proxies=("10.0.0.1",)))
    assert not caplog.records
    run.warn(Config(proxies=("*",)))
    assert "--proxy '*'" in caplog.text


def test_that_no_files_are_left_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    tcp = TcpConnections(1, 1, 1.0, Turnstiles(1.0))
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    tcp._look_for_files()
    assert not caplog.records
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (3, hard))
        tcp._look_for_files()
        tcp._look_for_files()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    tcp._look_for_files()
    (said,) = caplog.messages
    assert "ulimit -n" in said
    error = OSError(errno.EMFILE, "Too many open files")
    record = logging.makeLogRecord({"name": "asyncio", "exc_info": (OSError, error, None)})
    assert not LogBudget().filter(record)
