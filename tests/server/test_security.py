"""What a server lets nobody do: other sites, strangers, floods, noise, and those who do not read."""

import asyncio
import hashlib
import json
import re
import socket as sockets
from base64 import b64encode
from contextlib import AsyncExitStack, suppress
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from drlucky.server import context, security_log
from drlucky.server.auth import Identity, Signer, new_identity
from drlucky.server.auth.keys import load_keys
from drlucky.server.client import Client, ServerError
from drlucky.server.config import Config
from drlucky.server.http.operation import LARGEST_BODY
from drlucky.server.limits import connections
from drlucky.server.limits.connections import Connections
from drlucky.server.rate_limit import Bucket, Buckets
from drlucky.server.run import Server
from drlucky.server.security import HEADERS, is_welcome
from drlucky.server.security_log import SecurityLog
from drlucky.server.ws import session
from drlucky.server.ws.inbox import MOST_MALFORMED, MOST_TURNED_AWAY
from drlucky.server.ws.messages import LARGEST_FRAME
from drlucky.server.ws.protocol import SocketProtocol
from drlucky.table import Prefer, Say, state
from server.serving import KILL, ask, eventually, hear, on_loop, raw, say, served, two_at_a_table, until

OTHER = "https://evil.example"


@on_loop
async def test_pages_of_other_sites_are_turned_away(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        with pytest.raises(InvalidStatus, match="403"):
            async with raw(server, Origin=OTHER):
                pass
        async with raw(server, Origin=server.address) as socket:
            await say(socket, type="ping")
            assert (await hear(socket))["code"] == "hello first"
        body = {"name": "Ann"}
        assert (await ask(server, "PUT", "/api/me", body, Origin=OTHER)).status == 403
        assert (await ask(server, "PUT", "/api/me", body, Origin="null")).status == 403
        assert (await ask(server, "PUT", "/api/me", body, Origin=server.address)).status == 200


def test_where_a_page_may_come_from() -> None:
    plain, public = Config(), Config(public="https://lucky.example", origins=("https://friend.example",))
    assert is_welcome(None, "127.0.0.1:8000", plain)
    assert is_welcome("http://127.0.0.1:8000", "127.0.0.1:8000", plain)
    assert not is_welcome("http://127.0.0.1:8001", "127.0.0.1:8000", plain)
    assert not is_welcome("null", "127.0.0.1:8000", plain)
    assert not is_welcome("", "", plain)
    assert is_welcome("https://lucky.example", "127.0.0.1:8000", public)
    assert is_welcome("https://friend.example", "127.0.0.1:8000", public)
    assert not is_welcome("http://127.0.0.1:8000", "127.0.0.1:8000", public)
    assert not is_welcome("http://lucky.example", "lucky.example", public)


@on_loop
async def test_every_answer_has_the_headers_that_keep_a_browser_safe(tmp_path: Path) -> None:
    async with served(tmp_path, public="https://lucky.example") as server:
        for path in (
            "/",
            "/t/ABCDEF",
            "/icon.svg",
            "/api/lobby",
            "/api/nothing",
            "/nothing",
            "/api/boards/mansion.svg",
        ):
            heard = await ask(server, "GET", path)
            for name in HEADERS:
                assert heard.headers[name], f"{path}: {name}"
            assert heard.headers["strict-transport-security"]
            assert "unsafe" not in heard.headers["content-security-policy"]
            assert "frame-ancestors 'none'" in heard.headers["content-security-policy"]
            assert "default-src 'none'" in heard.headers["content-security-policy"]
            assert heard.headers["server"] is None
        assert (await ask(server, "GET", "/api/lobby")).headers["cache-control"] == "no-store"

        # What a page consists of needs no more than what keeps it from being taken for a page.
        page = (await ask(server, "GET", "/")).content.decode()
        parts = re.findall(r'"(/assets/[^"]+)"', page)
        assert parts
        for path in parts:
            heard = await ask(server, "GET", path)
            assert heard.headers["x-content-type-options"] == "nosniff"
            assert heard.headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
            assert heard.headers["permissions-policy"] is None
        assert (await ask(server, "GET", "/assets/nothing.html")).headers["x-content-type-options"]


@on_loop
async def test_pages_need_no_more_than_their_policy_allows(tmp_path: Path) -> None:
    """No script, no style and no handler is written into them, and nothing is loaded from elsewhere."""
    async with served(tmp_path) as server:
        page = (await ask(server, "GET", "/")).content.decode()
        assert "<script" in page
        assert not re.search(r"<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=|javascript:", page)
        for path in re.findall(r'(?:href|src)="([^"]+)"', page):
            assert path.startswith("/")
            assert (await ask(server, "GET", path)).status == 200, path
        drawn = await ask(server, "GET", "/api/boards/mansion.svg")
        (style,) = re.findall(r"<style>(.*?)</style>", drawn.content.decode(), re.DOTALL)
        digest = b64encode(hashlib.sha256(style.encode()).digest()).decode()
        assert f"style-src 'sha256-{digest}'" in drawn.headers["content-security-policy"]
        assert not re.search(r"<script|\sstyle=|\son\w+=|href=", drawn.content.decode())


@on_loop
async def test_a_frame_that_is_too_large_ends_the_conversation(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        async with raw(server) as socket:
            await socket.send(" " * (LARGEST_FRAME - 2) + "{}")
            assert (await hear(socket))["code"] == "malformed"
            await socket.send("x" * (LARGEST_FRAME + 1))
            with pytest.raises(ConnectionClosed) as closed:
                await hear(socket)
            assert closed.value.rcvd
            assert closed.value.rcvd.code == 1009
        async with raw(server) as socket:
            parts = ["x" * 1000] * 9
            await socket.send(parts)
            with pytest.raises(ConnectionClosed) as closed:
                await hear(socket)
            assert closed.value.rcvd
            assert closed.value.rcvd.code == 1009, "in parts, too"


NOISE = (
    "",
    "nonsense",
    "[]",
    "{}",
    '{"type":"dance"}',
    '{"type":"do"}',
    '{"type":"do","id":5,"version":1,"do":{"do":"undo"}}',
    '{"type":"do","id":"7","version":"one","do":{"do":"fly"}}',
    '{"type":"ping","id":"\\ud800"}',
    "[" * 4000,
)


@on_loop
async def test_noise_is_answered_and_in_the_end_closed(tmp_path: Path) -> None:
    async with served(tmp_path) as server, raw(server) as socket:
        for noise in NOISE:
            await socket.send(noise)
            answer = await hear(socket)
            assert answer["code"] == "malformed"
            assert answer["text"]
        assert answer.get("id") is None
        await say(socket, type="ping", id="sense")
        assert (await hear(socket))["code"] == "hello first", "one that makes sense begins the count anew"
        await socket.send(b"\x00\x01")
        assert "frames are text" in (await hear(socket))["text"]
        await socket.send('{"type":"dance","id":"d1"}')
        assert (await hear(socket))["id"] == "d1"
        for _ in range(MOST_MALFORMED):
            await socket.send("nonsense")
        bye = await hear(socket, "bye")
        assert (bye["code"], "again" in bye) == ("malformed", False)
        with pytest.raises(ConnectionClosed) as closed:
            await hear(socket)
        assert closed.value.rcvd
        assert closed.value.rcvd.code == 4400


@on_loop
async def test_a_flood_is_not_followed_and_in_the_end_closed(tmp_path: Path) -> None:
    async with (
        served(tmp_path, messages_per_second=1.0) as server,
        Client(server.address, "Ann") as ann,
        raw(server, ann) as socket,
    ):
        opened = await ann.open(KILL)
        await say(socket, type="hello", table=opened.code)
        for number in range(MOST_TURNED_AWAY + 40):
            command = {"do": "rename", "seat": 0, "name": f"Ann {number}"}
            with suppress(ConnectionClosed):
                await say(socket, type="do", id=f"c{number}", version=3, do=command)
        heard = [await hear(socket)]
        while heard[-1]["type"] != "bye":
            heard.append(await hear(socket))
        with pytest.raises(ConnectionClosed) as closed:
            await hear(socket)
        floods = [each for each in heard if each.get("code") == "flood" and each["type"] == "error"]
        assert floods[0]["id"], "the client knows which was not followed"
        assert len([each for each in heard if each["type"] == "answer"]) < 30
        assert heard[-1]["type"] == "bye"
        assert heard[-1]["again"] > 0
        assert closed.value.rcvd
        assert closed.value.rcvd.code == 4429
        followed = [each["id"] for each in heard if each["type"] == "answer" and each["accepted"]]
        assert server.context.tables.live[opened.table].table.seats[0].name == followed[-1].replace("c", "Ann ")


@on_loop
async def test_the_sockets_of_one_client_share_a_budget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context, "MESSAGES_OF_ONE", 1e-9)
    monkeypatch.setattr(context, "BURST", 6e5)
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann, AsyncExitStack() as stack:
        code = (await ann.open(KILL)).code
        three = [await stack.enter_async_context(raw(server)) for _ in range(3)]
        for socket in three:
            await say(socket, type="hello", table=code)
            await say(socket, type="ping", id="p")
            await hear(socket, "pong")
        for socket in three:
            await say(socket, type="ping", id="q")
            flood = await hear(socket, "error")
            assert (flood["code"], flood["id"]) == ("flood", "q")


@on_loop
async def test_connecting_again_and_again_is_asking(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        bucket = server.context.requests.of("127.0.0.1")
        bucket._tokens, bucket._rate = 1.0, 1e-6
        async with raw(server) as socket:
            await say(socket, type="ping", id="p")
            assert (await hear(socket))["code"] == "hello first"
        async with raw(server) as socket:
            bye = await hear(socket)
            assert (bye["code"], bye["again"] > 0) == ("full", True)
        assert (await ask(server, "GET", "/api/server")).status == 429


def empty(bucket: Bucket) -> None:
    """It does not fill again in this test."""
    bucket._tokens, bucket._rate = 0.0, 1e-6


@on_loop
async def test_whatever_is_asked_for_has_a_budget_and_who_exceeds_it_is_disconnected(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        for buckets, paths in (
            (server.context.requests, ("/api/server", "/api/nothing", "/api/openapi.json")),
            (server.context.files, ("/", "/assets/nothing.js", "/rules", "/metrics")),
        ):
            empty(buckets.of("127.0.0.1"))
            for path in paths:
                refused = await ask(server, "GET", path)
                assert (refused.status, refused.headers["connection"]) == (429, "close"), path
                assert int(refused.headers["retry-after"]) > 0
                assert refused.headers["x-content-type-options"] == "nosniff"


@on_loop
async def test_a_long_body_counts_as_several_requests(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        bucket = server.context.requests.of("127.0.0.1")
        bucket._tokens, bucket._rate = 6.0, 1e-6
        long = {"record": "x" * 60_000}
        assert (await ask(server, "POST", "/api/replay", long)).status == 400, "this is no record"
        assert 1 < bucket._tokens < 3
        assert (await ask(server, "POST", "/api/replay", long)).status == 429
        assert bucket._tokens < 1


@on_loop
async def test_new_identities_bring_no_more_hints(tmp_path: Path) -> None:
    async with served(tmp_path) as server, two_at_a_table(server) as (ann, _):
        empty(server.context.all_hints.of("127.0.0.1"))
        with pytest.raises(ServerError, match="many hints"):
            await ann.hint()


@on_loop
async def test_who_says_nothing_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "HELLO_WITHIN", 0.1)
    async with served(tmp_path) as server, raw(server) as socket:
        assert (await hear(socket))["code"] == "silent"
        with pytest.raises(ConnectionClosed):
            await hear(socket)


@on_loop
async def test_only_so_many_can_be_connected(tmp_path: Path) -> None:
    async with served(tmp_path, sockets_per_address=2) as server, raw(server), raw(server) as second:
        async with raw(server) as third:
            bye = await hear(third)
            assert (bye["code"], bye["again"] > 0) == ("full", True)
        await second.close()
        await eventually(lambda: len(server.context.connections) == 1)
        async with raw(server) as fourth:
            await say(fourth, type="ping")
            assert (await hear(fourth))["code"] == "hello first"


@on_loop
async def test_guessing_at_codes_ends_soon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context, "GUESSES_PER_SECOND", 1e-6)
    async with served(tmp_path) as server, raw(server) as socket:
        for number in range(40):
            await say(socket, type="hello", table=f"ABC{number:03}")
        heard = [await hear(socket) for _ in range(31)]
        assert [each["type"] for each in heard] == ["error"] * 30 + ["bye"]
        assert (await ask(server, "GET", "/api/tables/ZZZZZZ")).status == 429


@on_loop
async def test_who_guesses_learns_nothing_by_any_way_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither is a table that is there told from one that is not; whoever is known there comes in all the same."""
    monkeypatch.setattr(context, "GUESSES_PER_SECOND", 1e-6)
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann:
        opened = await ann.open(KILL)
        for number in range(30):
            assert (await ask(server, "GET", f"/api/games/ABC{number:03}")).status == 404
        for code in ("ZZZZZZ", opened.code):
            paths = [f"/api/tables/{code}", f"/api/games/{code}", f"/api/tables/{code}/qr.svg"]
            paths += [f"/api/games/{code}/1/{each}" for each in ("record", "replay", "analysis", "verify", "board.svg")]
            for path in paths:
                heard = await ask(server, "GET", path)
                assert (heard.status, heard.json["code"]) == (429, "too fast"), path
            async with raw(server) as socket:
                await say(socket, type="hello", table=code)
                assert (await hear(socket))["code"] == "flood"
        assert await ann.get(f"/api/tables/{opened.code}")


@on_loop
async def test_requests_have_their_limits(tmp_path: Path) -> None:
    async with served(tmp_path, requests_per_second=2.0, tables_per_minute=1.0) as server:
        ann = new_identity("Ann")
        token = f"Bearer {server.context.signer.sign(ann)}"
        wanted = {"edition": KILL, "players": 3}
        assert (await ask(server, "POST", "/api/quick", wanted, Authorization=token)).status == 201
        second = await ask(server, "POST", "/api/quick", wanted, Authorization=token)
        assert (second.status, second.json["code"]) == (429, "too fast")
        assert int(second.headers["retry-after"]) > 10
        heard = await ask(server, "GET", "/api/server")
        assert heard.status == 200
        while heard.status == 200:
            heard = await ask(server, "GET", "/api/server")
        assert heard.status == 429
        assert heard.json["text"]


@on_loop
async def test_bodies_are_json_and_small(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        form = await ask(server, "PUT", "/api/me", content=b"name=Ann", Content_Type="text/plain")
        assert (form.status, form.json["code"]) == (400, "malformed")
        large = await ask(server, "PUT", "/api/me", {"name": "x" * LARGEST_BODY})
        assert (large.status, large.json["code"]) == (413, "too large")
        for content in (b"", b"{", b'{"name": 7}', b"[" * 10_000, b'{"name": "\xff"}'):
            heard = await ask(server, "PUT", "/api/me", content=content, Content_Type="application/json")
            assert heard.status == 400
            assert heard.json["text"]


@on_loop
async def test_an_identity_is_a_cookie_that_scripts_and_other_sites_cannot_use(tmp_path: Path) -> None:
    async with served(tmp_path, public="https://lucky.example") as server:
        heard = await ask(server, "PUT", "/api/me", {"name": "  Ann  Lee ", "language": "de"})
        cookie = SimpleCookie(heard.headers["set-cookie"])["__Host-drlucky"]
        assert (cookie["httponly"], cookie["samesite"], cookie["secure"], cookie["path"]) == (True, "lax", True, "/")
        mine = f"__Host-drlucky={cookie.value}"
        assert (await ask(server, "GET", "/api/me", Cookie=mine)).json["name"] == "Ann Lee"
        again = await ask(server, "PUT", "/api/me", {"name": "Zoë"}, Cookie=mine)
        assert again.json["name"] == "Zoë"
        for forged in (mine[:-2] + "AA", mine.replace(".", "x"), "drlucky=", "drlucky=ü.y", "drlucky=" + "a." * 900):
            heard = await ask(server, "GET", "/api/me", Cookie=forged.encode("utf-8").decode("latin-1"))
            assert heard.json["known"] is False
            assert (await ask(server, "POST", "/api/quick", {"edition": KILL}, Cookie="drlucky=x")).status == 401


def test_a_signature_is_of_one_server_and_one_person(tmp_path: Path) -> None:
    ours, theirs = Signer(load_keys(tmp_path / "a")), Signer(load_keys(tmp_path / "b"))
    identity = Identity("0" * 32, "Ann")
    known = ours.verify(ours.sign(identity))
    assert known
    assert known.person == identity.person
    assert theirs.verify(ours.sign(identity)) is None
    assert Signer(load_keys(tmp_path / "a")).verify(ours.sign(identity)), "the keys are kept"
    assert (tmp_path / "a").stat().st_mode & 0o077 == 0
    assert len(new_identity().id) * 4 >= 128
    assert new_identity("A", robot=True).person != new_identity("A", robot=False).person


def test_a_bucket_fills_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("drlucky.server.rate_limit.monotonic", lambda: now[0])
    bucket = Bucket(2.0, 3.0)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    assert bucket.wait == 0.5
    now[0] += 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    now[0] += 100
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    many = Buckets(1.0, 1.0)
    assert many.of("here").take()
    assert many.of("there").take()
    assert not many.of("here").take()
    for number in range(20_001):
        many.of(str(number))
    assert many.of("here").take(), "who was forgotten begins anew"


@on_loop
async def test_who_does_not_read_is_let_go_and_holds_up_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state, "BY_ONE", 1_000_000)
    monkeypatch.setattr(state, "BY_ONE_PLACE", 1_000_000)
    monkeypatch.setattr(connections, "GIVEN_UP", 0.5)
    monkeypatch.setattr(connections, "LOOK_EVERY", 0.1)
    async with served(tmp_path) as server, two_at_a_table(server) as (ann, bob):
        with await deaf_client(server, ann.table):
            await eventually(lambda: len(server.context.connections) == 3)
            while len(server.context.connections) == 3:
                answers = [await ann.do(Prefer(confirm)) for confirm in (True, False)]
                assert all(answer.accepted for answer in answers)
            assert (await bob.ping()).now > 0


async def deaf_client(server: Server, table: str) -> sockets.socket:
    """One that asks for a table and then reads nothing."""
    loop = asyncio.get_running_loop()
    deaf = sockets.socket()
    deaf.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    deaf.setblocking(False)
    host, port = server.address.removeprefix("http://").split(":")
    await loop.sock_connect(deaf, (host, int(port)))
    shake = f"GET /api/socket HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    shake += "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    await loop.sock_sendall(deaf, shake.encode())
    assert b" 101 " in await loop.sock_recv(deaf, 4096)
    hello = json.dumps({"type": "hello", "table": table}).encode()
    masked_with_zeros = bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello
    await loop.sock_sendall(deaf, masked_with_zeros)
    return deaf


def test_there_is_room_again_when_someone_has_gone() -> None:
    class Someone:
        client = "here"
        person = None
        device = ""
        blocked_since = None

        def give_up(self) -> None: ...

        async def come_back(self) -> None: ...

    room = Connections(2, 1)
    with room.keep(Someone()):
        assert not room.has_room("here")
        assert room.has_room("there")
    assert room.has_room("here")
    assert len(room) == 0


@on_loop
async def test_one_that_falls_behind_is_told_everything_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "FALLEN_BEHIND", -1.0)
    monkeypatch.setattr(SocketProtocol, "write_texts", lambda self, *texts: False)
    async with served(tmp_path) as server, two_at_a_table(server) as (ann, bob), raw(server, bob.client) as socket:
        await say(socket, type="hello", table=ann.table)
        await hear(socket, "table")
        await ann.do(Say("hello"))
        await until(bob, lambda sheet: sheet.lines)
        told = (await hear(socket, "table"))["sheet"]
        assert "since" not in told


@on_loop
async def test_what_is_no_text_ends_the_conversation_with_a_reason(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with served(tmp_path) as server:
        for parts in ([b'{"type":"ping","id":"\xff"}'], [b"\xc3", b"\x28"]):
            async with raw(server) as socket:
                await socket.send(parts, text=True)
                with pytest.raises(ConnectionClosed) as closed:
                    await hear(socket)
                assert closed.value.rcvd
                assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1007, "a text is UTF-8")
        async with raw(server) as socket:
            await socket.send([b"\xc3", b"\xa4"], text=True)
            assert (await hear(socket))["code"] == "malformed", "a letter may come in parts"
    assert not caplog.records


@on_loop
async def test_what_is_answered_after_the_line_was_closed_is_answered_to_nobody(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with served(tmp_path) as server:
        for _ in range(20):
            async with raw(server) as socket:
                # Answers to the first ones are still to be written when the last one ends it.
                for _ in range(5):
                    await say(socket, type="ping", id="a")
                await socket.send([b"\xff"], text=True)
                with pytest.raises(ConnectionClosed):
                    await hear(socket, "nothing that there is")
        await eventually(lambda: not len(server.context.connections))
    assert not caplog.records


@on_loop
async def test_headers_that_make_no_sense_are_refused_with_all_due_headers(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with served(tmp_path) as server:
        body = {"name": "Ann"}
        for origin in ("http://[", "http://[::1", "http://" + "x" * 4000):
            heard = await ask(server, "PUT", "/api/me", body, Origin=origin)
            assert (heard.status, heard.json["code"]) == (403, "origin"), origin
            assert all(heard.headers[each] for each in HEADERS)
            with pytest.raises(InvalidStatus, match="403"):
                async with raw(server, Origin=origin):
                    pass
        for host in ("x" * 4000, "[", "[::1", "a b", "a@b", "lucky.example:99999999", "a,b", "ä"):
            for path in ("/", "/api/me", "/nothing", "/api/lobby"):
                heard = await ask(server, "GET", path, Host=host)
                assert (heard.status, heard.json["code"]) == (400, "malformed"), host
                assert all(heard.headers[each] for each in HEADERS)
        for host in ("lucky.example", "lucky.example:80", "[::1]:8000", "a_b", "127.0.0.1"):
            assert (await ask(server, "GET", "/api/me", Host=host)).status == 200, host
    assert not caplog.records


@on_loop
async def test_a_server_can_be_called_by_certain_names_only(tmp_path: Path) -> None:
    async with served(tmp_path, public="https://lucky.example") as server:
        for host in ("lucky.example", "LUCKY.example:443", "127.0.0.1:1", "localhost"):
            assert (await ask(server, "GET", "/api/me", Host=host)).status == 200, host
        heard = await ask(server, "GET", "/api/me", Host="evil.example")
        assert (heard.status, heard.json["code"]) == (421, "host")
        assert all(heard.headers[each] for each in HEADERS)
    async with served(tmp_path, public="https://lucky.example", hosts=("other.example",)) as server:
        assert (await ask(server, "GET", "/api/me", Host="other.example:8000")).status == 200
        assert (await ask(server, "GET", "/api/me", Host="lucky.example")).status == 421


@on_loop
async def test_who_is_refused_or_limited_is_noted(tmp_path: Path) -> None:
    async with served(tmp_path, tables_per_minute=1.0) as server:
        await ask(server, "PUT", "/api/me", {"name": "Ann"}, Origin=OTHER)
        await ask(server, "GET", "/api/me/tables", Authorization="Bearer nonsense")
        for _ in range(2):
            await ask(server, "POST", "/api/bot/token", {"name": "Otto"})
        lines = [json.loads(line) for line in (tmp_path / "security.log").read_text().splitlines()]
        assert [each["what"] for each in lines] == ["refused", "bad token", "limited"]
        assert {each["from"] for each in lines} == {"127.0.0.0/24"}
        assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", each["at"]) for each in lines)
        assert "nonsense" not in (tmp_path / "security.log").read_text()
        assert (tmp_path / "security.log").stat().st_mode & 0o077 == 0


def test_the_security_log_cannot_be_filled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("drlucky.server.rate_limit.monotonic", lambda: now[0])
    monkeypatch.setattr(security_log, "LARGEST", 2000)
    noted = SecurityLog(tmp_path / "security.log")
    for _ in range(60):
        now[0] += 1
        for _ in range(50):
            noted.note("limited", "2001:db8::1", "x" * 10_000)
    noted.close()
    files = list(tmp_path.iterdir())
    assert len(files) == 1 + security_log.OLDER
    assert all(file.stat().st_size <= 2000 for file in files)
    lines = [json.loads(line) for file in files for line in file.read_text().splitlines()]
    assert {each["from"] for each in lines} == {"2001:db8::/48"}
    assert any(each.get("left_out") for each in lines)


@on_loop
async def test_figures_are_for_whoever_runs_the_server(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        assert (await ask(server, "GET", "/metrics")).status == 200
        behind_a_proxy = "someone behind a proxy"
        assert (await ask(server, "GET", "/metrics", X_Forwarded_For="192.0.2.7")).status == 403, behind_a_proxy
        assert (await ask(server, "GET", "/metrics", Via="1.1 proxy")).status == 403, behind_a_proxy
        assert (await ask(server, "GET", "/metrics", Forwarded="for=192.0.2.7", Authorization="Bearer ")).status == 403
    for behind in ({"public": "https://lucky.example"}, {"proxies": ("127.0.0.1",)}):
        async with served(tmp_path, **behind) as server:
            assert (await ask(server, "GET", "/metrics")).status == 403
    async with served(tmp_path, public="https://lucky.example", metrics_token="figures and more") as server:
        assert (await ask(server, "GET", "/metrics", Authorization="Bearer figures and more")).status == 200
        assert (await ask(server, "GET", "/metrics", Authorization="Bearer figures and mire")).status == 403
        token = server.context.signer.sign(new_identity("Ann"))
        assert (await ask(server, "GET", "/metrics", Authorization=f"Bearer {token}")).status == 403


@on_loop
async def test_a_bad_token_is_not_taken_for_a_stranger(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        for path in ("/api/me", "/api/me/tables", "/api/lobby"):
            heard = await ask(server, "GET", path, Authorization="Bearer bad.token")
            assert (heard.status, heard.json["code"]) == (401, "unknown"), path
        assert (await ask(server, "GET", "/api/me/tables", Cookie="drlucky=bad.cookie")).status == 401
        assert (await ask(server, "GET", "/api/me", Cookie="drlucky=bad.cookie")).json["known"] is False


@on_loop
async def test_a_method_that_is_not_there_is_told_from_an_address_that_is_not(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        for method, path, allowed in (
            ("GET", "/api/tables", "POST"),
            ("GET", "/api/quick", "POST"),
            ("HEAD", "/api/bot/token", "POST"),
            ("POST", "/api/lobby", "GET, HEAD"),
            ("PATCH", "/api/me", "DELETE, GET, HEAD, PUT"),
        ):
            heard = await ask(server, method, path)
            assert (heard.status, heard.headers["allow"]) == (405, allowed), path
        for method in ("GET", "POST", "DELETE"):
            heard = await ask(server, method, "/api/nothing", Accept="text/html")
            assert (heard.status, heard.json["code"]) == (404, "not here")


@on_loop
async def test_requests_whose_end_is_in_doubt_are_refused(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        host, port = server.address.removeprefix("http://").split(":")
        head = f"PUT /api/me HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
        for doubtful in (
            "Content-Length: 2\r\nContent-Length: 30",
            "Content-Length: +2",
            "Transfer-Encoding: gzip, chunked",
            "Transfer-Encoding : chunked",
            "Content-Length: 2\r\n X: y\x00",
        ):
            reader, writer = await asyncio.open_connection(host, int(port))
            writer.write(f"{head}{doubtful}\r\n\r\n{{}}GET /api/server HTTP/1.1\r\n\r\n".encode())
            heard = await reader.read()
            writer.close()
            assert re.match(rb"HTTP/1.1 (400|501) ", heard), doubtful
            assert heard.count(b"HTTP/1.1") == 1, doubtful
        for method in ("TRACE", "CONNECT"):
            assert (await ask(server, method, "/")).status == 405


@on_loop
async def test_only_a_proxy_that_is_believed_says_for_whom_it_asks(tmp_path: Path) -> None:
    for proxies, statuses in (((), [201, 429]), (("10.0.0.1",), [201, 429]), (("127.0.0.1",), [201, 201])):
        async with served(tmp_path, proxies=proxies, tables_per_minute=1.0) as server:
            heard = [
                (await ask(server, "POST", "/api/bot/token", {"name": "Otto"}, X_Forwarded_For=address)).status
                for address in ("192.0.2.1", "192.0.2.2")
            ]
            assert heard == statuses, proxies
