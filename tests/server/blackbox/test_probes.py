"""Probes: what someone with a network tries, seen from outside. They know the protocol and nothing else, and can be put
to any version of the server."""

import asyncio
import json
import signal
import socket
import subprocess
import time
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

import drlucky
from abuse.hostile import SMALLEST_FRAME
from abuse.line import line
from abuse.siege import GuardedHouse, resident
from patience import NEVER
from server.blackbox import house as houses
from server.blackbox.house import CommandHouse, House, logs
from server.blackbox.web import Reply, Web
from server.serving import on_loop

SHORT = {"edition": "kill-1996", "options": {"turn_limit": 12}}
PRIVATE = SHORT | {"watchable": False, "listed": False, "by_invitation": True}
UNKNOWN = "a" * 43
A_MOMENT = 60.0
"""Seconds that a person may be asked to wait."""


async def do(web: Web, table: str, deed: str, **more: Any) -> dict[str, Any]:
    """A command by one who has just looked."""
    version = (await web.ask("GET", f"/api/tables/{table}")).json["sheet"]["version"]
    command = {"id": f"{deed}-{time.monotonic_ns()}", "version": version, "do": {"do": deed} | more}
    answer: dict[str, Any] = (await web.call("POST", f"/api/tables/{table}/commands", command)).json
    return answer


async def look(web: Web, table: str, query: str = "") -> dict[str, Any]:
    sheet: dict[str, Any] = (await web.ask("GET", f"/api/tables/{table}{query}")).json["sheet"]
    return sheet


async def person(house: House, name: str) -> Web:
    return await Web(house.address, name).introduce()


async def invited(host: Web, guest: Web, table: str, seat: int) -> None:
    made = (await host.ask("POST", f"/api/tables/{table}/invitations", {"seat": seat})).json
    token = made["token"]
    assert (await do(guest, table, "redeem", token=token, name=guest.name))["accepted"]


async def two_at(house: House, settings: dict[str, Any], *, start: bool = True) -> tuple[Web, Web, str]:
    """Ann, who is the host, and Bob, whose game has begun."""
    ann, bob = await person(house, "Ann"), await person(house, "Bob")
    table = (await ann.ask("POST", "/api/tables", {"settings": settings, "seats": 2})).json["table"]
    if settings.get("by_invitation"):
        await invited(ann, bob, table, 1)
    else:
        assert (await do(bob, table, "join", name="Bob"))["accepted"]
    if start:
        for each in (ann, bob):
            assert (await do(each, table, "ready"))["accepted"]
        assert (await do(ann, table, "start"))["accepted"]
    return ann, bob, table


async def play_out(people: list[Web], table: str) -> None:
    """Until the game is over."""
    while True:
        for each in people:
            sheet = await look(each, table)
            if sheet["phase"] == "over":
                return
            legal = sheet["game"]["view"]["legal"]
            if legal:
                await do(each, table, "act", action=legal[-1])


@asynccontextmanager
async def talking(house: House, who: Web | None = None) -> AsyncIterator[ClientConnection]:
    address = house.address.replace("http", "ws", 1) + "/api/socket"
    headers = who.headers if who else {}
    async with connect(address, additional_headers=headers, max_size=None, compression=None, proxy=None) as opened:
        yield opened


async def hear(talk: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(talk.recv(), NEVER))
        if message["type"] == kind:
            return message


def raw(house: House, request: bytes) -> bytes:
    """The first bytes of the answer to whatever is sent."""
    with socket.create_connection(("127.0.0.1", house.port), timeout=NEVER) as line:
        line.sendall(request)
        return line.recv(4096)


# Who may see what.


@on_loop
async def test_where_nobody_may_watch_nobody_does(tmp_path: Path) -> None:
    with CommandHouse(tmp_path, pace=0) as house:
        ann, bob, table = await two_at(house, PRIVATE)
        eve = await person(house, "Eve")
        assert not (await do(eve, table, "watch", name="Eve"))["accepted"]
        assert (await look(eve, table)).get("game") is None
        await play_out([ann, bob], table)
        assert (await eve.call("GET", f"/api/games/{table}/1/record")).status == 403
        assert (await bob.call("GET", f"/api/games/{table}/1/record")).status == 200
        news = (await look(Web(house.address), table, "?since=1"))["news"]
        assert "acted" not in {each["kind"] for each in news}


@on_loop
async def test_one_who_was_sent_away_follows_no_longer(tmp_path: Path) -> None:
    with CommandHouse(tmp_path, pace=0) as house:
        ann, bob, table = await two_at(house, PRIVATE)
        member = (await look(bob, table))["you"]["member"]
        async with talking(house, bob) as talk:
            await talk.send(json.dumps({"type": "hello", "table": table}))
            await hear(talk, "table")
            assert (await do(ann, table, "kick", member=member))["accepted"]
            while not (legal := (await look(ann, table))["game"]["view"]["legal"]):
                await asyncio.sleep(0.01)
            assert (await do(ann, table, "act", action=legal[-1]))["accepted"]
            await talk.send(json.dumps({"type": "ping", "id": "now"}))
            sheets = []
            while (message := json.loads(await asyncio.wait_for(talk.recv(), NEVER)))["type"] != "pong":
                sheets.append(message["sheet"])
            assert not sheets[-1].get("game")
            assert "acted" not in {each["kind"] for sheet in sheets for each in sheet["news"]}


@on_loop
async def test_a_host_comes_to_no_hand_by_sending_its_player_away(tmp_path: Path) -> None:
    with CommandHouse(tmp_path, pace=0) as house:
        ann, bob, table = await two_at(house, SHORT)
        member = (await look(bob, table))["you"]["member"]
        assert (await do(ann, table, "kick", member=member))["accepted"]
        made = await ann.call("POST", f"/api/tables/{table}/invitations", {"seat": 1})
        if made.status < 400:
            await do(ann, table, "redeem", token=made.json["token"], name="Ann")
        shown = await ann.call("GET", f"/api/tables/{table}?seat=1")
        if shown.status < 400:
            game = shown.json["sheet"].get("game") or {"view": {"seat": None}}
            assert game["view"]["seat"] != 1


@on_loop
async def test_a_program_that_opens_a_table_is_shown_as_one(tmp_path: Path) -> None:
    with CommandHouse(tmp_path) as house:
        token = (await Web(house.address).ask("POST", "/api/bot/token", {"name": "Otto"})).json["token"]
        otto = Web(house.address, "Otto", token)
        table = (await otto.ask("POST", "/api/tables", {"settings": SHORT, "seats": 2})).json["table"]
        assert (await look(otto, table))["seats"][0].get("robot")


@on_loop
async def test_nobody_looks_like_another(tmp_path: Path) -> None:
    lookalikes = (
        "Ann\ufe0f",
        "Ann\u3164",
        "Ann\u2800",
        "A\u034fnn",
        "\u0410nn",
        "\uff21nn",
        "A" + "\u0301" * 20 + "nn",
    )
    with CommandHouse(tmp_path) as house:
        ann = await person(house, "Ann")
        table = (await ann.ask("POST", "/api/tables", {"settings": SHORT, "seats": 8})).json["table"]
        for name in lookalikes:
            eve = await person(house, "Eve")
            answer = await do(eve, table, "join", name=name)
            names = [seat.get("name") for seat in (await look(eve, table))["seats"] if seat["kind"] == "person"]
            assert not answer["accepted"] or name not in names, ascii(name)


@on_loop
async def test_an_invitation_ends_with_the_phase_it_was_made_for(tmp_path: Path) -> None:
    with CommandHouse(tmp_path, pace=0) as house:
        ann, eve = await person(house, "Ann"), await person(house, "Eve")
        table = (await ann.ask("POST", "/api/tables", {"settings": SHORT, "seats": 2, "bots": ["easy"]})).json["table"]
        token = (await ann.ask("POST", f"/api/tables/{table}/invitations", {"seat": 0})).json["token"]
        for deed in ("ready", "start"):
            assert (await do(ann, table, deed))["accepted"]
        assert not (await do(eve, table, "redeem", token=token, name="Eve"))["accepted"]


@on_loop
async def test_an_identity_can_be_given_up(tmp_path: Path) -> None:
    with CommandHouse(tmp_path) as house:
        ann = await person(house, "Ann")
        assert (await ann.call("DELETE", "/api/me")).status < 300
        assert (await ann.ask("GET", "/api/me")).json.get("name") != "Ann"


# What one visitor may cost.


@on_loop
async def test_numbers_fill_no_memory(tmp_path: Path) -> None:
    with CommandHouse(tmp_path) as house:
        ann = await person(house, "Ann")
        game = {"edition": "kill-2016", "players": 8, "level": "easy"}
        table = (await ann.ask("POST", "/api/quick", game)).json["table"]

        async def come(first: int, number: int) -> None:
            for since in range(first, first + number):
                async with talking(house) as talk:
                    await talk.send(json.dumps({"type": "hello", "table": table, "since": since}))
                    await hear(talk, "table")

        await come(10**9, 100)
        assert house.pid
        before = resident(house.pid)
        await come(2 * 10**9, 600)
        assert resident(house.pid) - before < 2 * 1024 * 1024


@on_loop
async def test_a_record_that_could_go_on_for_ever_is_refused(tmp_path: Path) -> None:
    endless = drlucky.new("kill-2016", players=["A", "B", "C"], seed="x", turn_limit=300_000).record(secret=True)
    with CommandHouse(tmp_path) as house:
        asked = await Web(house.address).call("POST", "/api/analysis?playouts=10", {"record": endless})
        assert 400 <= asked.status < 500


@on_loop
async def test_a_few_games_do_not_fill_a_server_for_good(tmp_path: Path) -> None:
    game = {"edition": "kill-1996", "players": 3, "level": "easy"}
    with CommandHouse(tmp_path, tables=5) as house:
        for _ in range(5):
            await (await person(house, "Eve")).ask("POST", "/api/quick", game)
        house.kill()
        house.start()
        ann, until = await person(house, "Ann"), time.monotonic() + A_MOMENT
        while (await ann.call("POST", "/api/quick", game)).status >= 300:
            assert time.monotonic() < until
            await asyncio.sleep(0.5)


@on_loop
async def test_silent_connections_silence_nobody(tmp_path: Path) -> None:
    with GuardedHouse(tmp_path) as house, ExitStack() as stack:
        for _ in range(400):
            last = stack.enter_context(socket.create_connection(("127.0.0.1", house.port)))
        while house.files < 300:
            await asyncio.sleep(0.05)
        friend = stack.enter_context(
            socket.create_connection(("127.0.0.1", house.port), source_address=("127.0.0.2", 0))
        )
        friend.sendall(b"GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n")
        assert friend.recv(100).startswith(b"HTTP/1.1 200 ")
        last.settimeout(5)
        assert last.recv(100).startswith(b"HTTP/1.1 503 ")


@on_loop
async def test_what_changes_nothing_is_not_written(tmp_path: Path) -> None:
    with CommandHouse(tmp_path) as house:
        ann, _, table = await two_at(house, SHORT, start=False)
        for _ in range(30):
            assert (await do(ann, table, "ready", ready=True))["accepted"]
        house.kill()
        assert len((await logs(tmp_path))[table]) < 15


@on_loop
async def test_throwaway_identities_lock_no_table(tmp_path: Path) -> None:
    with CommandHouse(tmp_path) as house:
        ann = await person(house, "Ann")
        table = (await ann.ask("POST", "/api/tables", {"settings": SHORT, "seats": 2})).json["table"]
        for number in range(220):
            eve = await person(house, f"Eve {number}")
            await do(eve, table, "watch", name=f"Eve {number}")
            await do(eve, table, "leave")
        bob = await person(house, "Bob")
        assert (await do(bob, table, "join", name="Bob"))["accepted"]


@on_loop
async def test_codes_are_guessed_by_no_way_in(tmp_path: Path) -> None:
    with CommandHouse(tmp_path) as house:
        web = Web(house.address)
        statuses = [(await web.call("GET", f"/api/games/AAAA{number:02}")).status for number in range(60)]
        assert 429 in statuses


# What operators learn.


def test_headers_that_make_no_sense_are_refused(tmp_path: Path) -> None:
    with CommandHouse(tmp_path) as house:
        origin = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nOrigin: http://[\r\nContent-Length: 0\r\n\r\n"
        host = b"GET /api/server HTTP/1.1\r\nHost: " + b"x" * 4000 + b"\r\n\r\n"
        for request in (origin, host):
            answer = raw(house, request)
            assert answer.startswith(b"HTTP/1.1 4"), answer[:40]
            assert b"x-content-type-options" in answer


@on_loop
async def test_figures_are_for_whoever_runs_it(tmp_path: Path) -> None:
    with CommandHouse(tmp_path, public="https://lucky.example") as house:
        request = b"GET /metrics HTTP/1.1\r\nHost: lucky.example\r\nConnection: close\r\n\r\n"
        assert not raw(house, request).startswith(b"HTTP/1.1 200")


@on_loop
async def test_behind_a_proxy_cookies_are_secure(tmp_path: Path) -> None:
    with CommandHouse(tmp_path, proxy="127.0.0.1") as house:
        body = b'{"name":"Ann"}'
        head = (
            b"PUT /api/me HTTP/1.1\r\nHost: lucky.example\r\nX-Forwarded-Proto: https\r\nX-Forwarded-For: 192.0.2.7\r\n"
        )
        head += b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body)
        answer = raw(house, head + body)
        assert b"__Host-drlucky=" in answer
        assert b"Secure" in answer
        assert b"strict-transport-security" in answer


def said_at_start(folder: Path, *options: str) -> str:
    """What the server says on the standard error until it can be asked."""
    command = [*houses.SERVE, "--port=0", f"--data={folder}", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout
        server.stdout.readline()
        server.terminate()
        return server.communicate(timeout=NEVER)[1]


def test_what_is_seldom_meant_is_warned_of(tmp_path: Path) -> None:
    assert "proxy" in said_at_start(tmp_path, "--proxy=*")
    (tmp_path / "secret").chmod(0o644)
    assert "secret" in said_at_start(tmp_path)


def test_an_empty_secret_is_none(tmp_path: Path) -> None:
    (tmp_path / "secret").touch()
    with CommandHouse(tmp_path) as house:
        assert raw(house, b"GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n").startswith(b"HTTP/1.1 200")


@on_loop
async def test_what_is_no_text_is_closed_with_a_reason(tmp_path: Path) -> None:
    command = [*houses.SERVE, "--port=0", f"--data={tmp_path}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout
        address = next(word for word in server.stdout.readline().split() if word.startswith("http://"))
        for _ in range(3):
            with suppress(ConnectionClosed):
                async with connect(address.replace("http", "ws", 1) + "/api/socket", proxy=None) as talk:
                    await talk.send(b"\xff\xfe", text=True)
                    await talk.recv()
        server.send_signal(signal.SIGTERM)
        assert "Traceback" not in server.communicate(timeout=NEVER)[1]


@on_loop
async def test_a_method_and_a_token_that_are_wrong_are_told(tmp_path: Path) -> None:
    with CommandHouse(tmp_path) as house:
        web = Web(house.address)
        assert (await web.call("GET", "/api/quick")).status == 405
        assert token(house, "/api/me/tables").status == 401


def token(house: House, path: str) -> Reply:
    request = f"GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {UNKNOWN}\r\nConnection: close\r\n\r\n"
    answer = raw(house, request.encode())
    return Reply(int(answer.split()[1]), {}, answer)


@on_loop
async def test_the_smallest_frames_are_read_a_few_at_a_time(tmp_path: Path) -> None:
    with GuardedHouse(tmp_path) as house:
        async with line(house.address, "127.0.0.9") as each:
            await each.upgrade()
            began, pongs = time.monotonic(), 0
            each.writer.write(SMALLEST_FRAME * 20_000)
            while pongs < 1_500:
                pongs += (await asyncio.wait_for(each.reader.read(3_000), NEVER)).count(b"\x8a\x00")
            assert time.monotonic() - began > 2, "400 a second, and as many at once"


@on_loop
async def test_a_body_of_thousands_of_parts_is_not_read(tmp_path: Path) -> None:
    with GuardedHouse(tmp_path) as house:
        async with line(house.address, "127.0.0.9") as each:
            each.begin("PUT", "/api/me", None, Transfer_Encoding="chunked")
            each.writer.write(b"1\r\n \r\n" * 2_000)
            status, _, _ = await asyncio.wait_for(each.answer(), NEVER)
            assert status == 411
