"""Your turn finds you: who is told, once, when they are not here; by a push service and a webhook of our own."""

import hashlib
import hmac
import json
import time
from base64 import b64decode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from drlucky.server.client import Client, Seat
from drlucky.server.notices import notifier as notifier_module
from drlucky.server.notices import outbox
from drlucky.server.notices.decisions import Decision
from drlucky.server.run import Server
from drlucky.table import Clock, Join, Ready, Start, registry
from server.receiving import PushedBrowser, Received, Receiver, receiver, vapid_claims
from server.serving import KILL, Heard, ask, eventually, move, on_loop, rows_of, served, until
from server.test_devices import Browser

pytestmark = pytest.mark.usefixtures("either_store")

HERE = ("127.0.0.0/8",)
"""What these tests let the server reach."""
DAYS = Clock("days", 3 * 86_400.0)
LATER = 4 * 86_400.0


async def asked(server: Server, who: Client, method: str, path: str, body: Any = None) -> Heard:
    return await ask(server, method, path, body, None, Authorization=who.headers["Authorization"])


async def push(server: Server, who: Client, browser: PushedBrowser) -> str:
    """Asks to be told by a push service, and says which subscription it is."""
    heard = await asked(server, who, "POST", "/api/me/notices/push", browser.subscription)
    assert heard.status == 201, heard.json
    return str(heard.json["subscriptions"][-1]["id"])


async def hook(server: Server, who: Client, service: Receiver) -> Any:
    heard = await asked(server, who, "PUT", "/api/me/notices/webhook", {"address": f"{service.address}/hook"})
    assert heard.status == 200, heard.json
    return heard.json


@asynccontextmanager
async def one_is_away(server: Server, **settings: Any) -> AsyncIterator[tuple[Client, Seat, Client, str]]:
    """Ann, who is here, and Bob, who is not, in a game of days; it is not Bob's turn yet."""
    async with Client(server.address, "Bob") as bob, Client(server.address, "Ann") as ann:
        opened = await ann.open(KILL, 2, **({"clock": DAYS} | settings))
        async with ann.sit(opened.code, language="en") as first:
            async with bob.sit(opened.code, language="en") as second:
                assert (await second.do(Join("Bob"))).accepted
                assert (await second.do(Ready())).accepted
                await until(first, lambda sheet: sheet.seats[1].ready)
                assert (await first.do(Start())).accepted
                await until(second, lambda sheet: sheet.phase == "playing")
                await until_asked(server, opened.code, 0, second)
            yield ann, first, bob, opened.code


async def until_asked(server: Server, code: str, seat: int, other: Seat) -> None:
    """The other plays until this seat has to decide."""
    live = await server.context.tables.get(code)
    while (match := live.table.match) is not None and match.to_decide != seat:
        await move(other)


async def fence(server: Server, who: Client, number: str, service: Receiver) -> None:
    """Whatever was going to be sent to them before this has been."""
    before = len(service.received)
    assert (await asked(server, who, "POST", f"/api/me/notices/{number}/try")).status == 200
    await service.heard(before + 1)
    await eventually(lambda: len(server.context.notifier.outbox) == 0)


async def the_open_one(server: Server) -> Decision:
    await server.context.notifier.decisions.settled()
    (one,) = server.context.notifier.decisions._open.values()
    return one


def kinds(browser: PushedBrowser, received: list[Received]) -> list[str]:
    return [browser.read(each)["title"] for each in received]


@on_loop
async def test_who_is_not_here_is_told_once_that_it_is_their_turn(tmp_path: Path) -> None:
    async with (
        receiver() as service,
        served(tmp_path, notice_networks=HERE, notice_after=0.0) as server,
        one_is_away(server) as (ann, first, bob, code),
    ):
        browser = PushedBrowser(service.address)
        number = await push(server, bob, browser)
        await push(server, ann, PushedBrowser(service.address))
        await until_asked(server, code, 1, first)
        (told,) = await service.heard(1)
        assert told.path == browser.endpoint.removeprefix(service.address)
        assert browser.read(told) == {
            "title": "It's your turn",
            "body": "Kill Doctor Lucky, 1996, at Ann's table",
            "path": f"/t/{code}",
            "tag": (await server.context.tables.get(code)).id,
            "open": "Open the table",
            "off": "No more of these",
            "id": number,
        }
        claims = vapid_claims(told, server.context.notifier.vapid.public)
        assert claims["aud"] == service.address
        assert time.time() < claims["exp"] <= time.time() + 86_400
        assert told.headers["ttl"] == str(86_400)
        assert code not in str(told.headers)
        # Coming to look, and going, is no reason to be told again.
        async with bob.sit(code) as second:
            await until(second, lambda sheet: sheet.phase == "playing")
        await fence(server, bob, number, service)
        assert kinds(browser, service.received) == ["It's your turn", "Notices work"]
        # The next decision is another one, and who is here is told of none.
        async with bob.sit(code) as second:
            await until_asked(server, code, 0, second)
        await until_asked(server, code, 1, first)
        await service.heard(3)
        assert kinds(browser, service.received)[2] == "It's your turn"
        metrics = (await ask(server, "GET", "/metrics")).content.decode()
        assert 'drlucky_notices_total{kind="push",result="sent"} 3.0' in metrics
        assert "drlucky_notices_waiting 0.0" in metrics


@on_loop
async def test_nobody_is_told_while_a_tab_of_theirs_is_open(tmp_path: Path) -> None:
    async with (
        receiver() as service,
        served(tmp_path, notice_networks=HERE, notice_after=0.0) as server,
        one_is_away(server) as (_, first, bob, code),
    ):
        browser = PushedBrowser(service.address)
        number = await push(server, bob, browser)
        elsewhere = await bob.quick(KILL, 3)
        async with bob.sit(elsewhere.code) as open_tab:
            await until(open_tab, lambda sheet: sheet.phase == "playing")
            await until_asked(server, code, 1, first)
            await fence(server, bob, number, service)
            assert kinds(browser, service.received) == ["Notices work"]
            notifier = server.context.notifier
            one = await the_open_one(server)
            assert not one.told
            assert await notifier._due(one), "it is looked again later"
        await eventually(lambda: not server.context.connections.is_here(one.person))
        await notifier._due(one)
        await service.heard(2)
        assert kinds(browser, service.received)[1] == "It's your turn"


@on_loop
async def test_a_clock_of_days_is_reminded_of_once(tmp_path: Path) -> None:
    async with (
        receiver() as service,
        served(tmp_path, notice_networks=HERE, notice_after=0.0) as server,
        one_is_away(server) as (_, first, bob, code),
    ):
        browser = PushedBrowser(service.address)
        number = await push(server, bob, browser)
        await until_asked(server, code, 1, first)
        await service.heard(1)
        notifier = server.context.notifier
        one = await the_open_one(server)
        assert one.deadline is not None
        assert one.remind == one.deadline - 12 * 3600
        assert abs(one.deadline - time.time() - DAYS.seconds) < 3600
        one.remind = time.time() - 1  # it is late
        for _ in range(3):
            assert await notifier._due(one), "and the deadline comes after it"
        await service.heard(2)
        await fence(server, bob, number, service)
        assert kinds(browser, service.received) == ["It's your turn", "Your time is running out", "Notices work"]
        assert service.received[1].headers["urgency"] == "high"


@on_loop
async def test_a_webhook_says_the_same_and_is_signed(tmp_path: Path) -> None:
    async with (
        receiver() as service,
        served(tmp_path, notice_networks=HERE, notice_after=0.0) as server,
        one_is_away(server) as (_, first, bob, code),
    ):
        made = await hook(server, bob, service)
        await until_asked(server, code, 1, first)
        (told,) = await service.heard(1)
        said = json.loads(told.body)
        number = made["notices"]["subscriptions"][0]["id"]
        assert said == {
            "kind": "turn",
            "title": "It's your turn",
            "text": said["text"],
            "content": said["text"],
            "link": f"{server.address}/t/{code}",
            "deadline": said["deadline"],
            "off": f"{server.address}/me#off={number}",
        }
        assert said["text"].startswith("It's your turn: Kill Doctor Lucky")
        text = f"{told.headers['webhook-id']}.{told.headers['webhook-timestamp']}.".encode() + told.body
        version, _, signature = told.headers["webhook-signature"].partition(",")
        assert version == "v1"
        assert b64decode(signature) == hmac.digest(made["secret"].encode(), text, hashlib.sha256)
        # A person has one: another takes its place.
        again = await hook(server, bob, service)
        assert [each["id"] for each in again["notices"]["subscriptions"]] != [number]
        assert len(again["notices"]["subscriptions"]) == 1


@on_loop
async def test_what_every_notice_brings_along_ends_it(tmp_path: Path) -> None:
    async with (
        receiver() as service,
        served(tmp_path, notice_networks=HERE, notice_after=0.0) as server,
        one_is_away(server) as (ann, first, bob, code),
    ):
        browser = PushedBrowser(service.address)
        number = await push(server, bob, browser)
        await until_asked(server, code, 1, first)
        (told,) = await service.heard(1)
        assert (await asked(server, ann, "DELETE", f"/api/me/notices/{number}")).status == 404, "not hers"
        assert (await ask(server, "POST", "/api/notices/off", {"id": "nonsense"})).json == {"ended": False}
        elsewhere = await ask(server, "POST", "/api/notices/off", {"id": number}, None, Origin="https://evil.example")
        assert elsewhere.status == 403
        assert (await ask(server, "POST", "/api/notices/off", {"id": browser.read(told)["id"]})).json == {"ended": True}
        assert (await asked(server, bob, "GET", "/api/me/notices")).json["subscriptions"] == []
        assert await rows_of(server, "subscriptions") == []
        assert not server.context.notifier.decisions._open
        number = await push(server, bob, browser)
        assert (await asked(server, bob, "DELETE", f"/api/me/notices/{number}")).json["subscriptions"] == []


@pytest.mark.parametrize("status", [404, 410])
@on_loop
async def test_a_dead_subscription_is_dropped(tmp_path: Path, status: int) -> None:
    async with (
        receiver(status) as service,
        served(tmp_path, notice_networks=HERE, notice_after=0.0) as server,
        one_is_away(server) as (_, first, bob, code),
    ):
        await push(server, bob, PushedBrowser(service.address))
        await until_asked(server, code, 1, first)
        await service.heard(1)
        subscriptions = server.context.notifier.subscriptions
        await eventually(lambda: len(subscriptions) == 0)
        assert (await asked(server, bob, "GET", "/api/me/notices")).json["subscriptions"] == []
    async with served(tmp_path) as server:
        assert await rows_of(server, "subscriptions") == []


@on_loop
async def test_what_fails_is_tried_again_so_often_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "WAITS", (0.0, 0.0))
    monkeypatch.setattr(outbox, "FAILURES", 2)
    async with (
        receiver(503, 429, 201, 500) as service,
        served(tmp_path, notice_networks=HERE) as server,
        Client(server.address, "Ann") as ann,
    ):
        number = await push(server, ann, PushedBrowser(service.address))
        tries = f"/api/me/notices/{number}/try"
        await asked(server, ann, "POST", tries)
        await service.heard(3)
        await eventually(lambda: len(server.context.notifier.outbox) == 0)
        assert len(service.received) == 3, "the third was taken"
        await asked(server, ann, "POST", tries)
        await service.heard(6)
        await eventually(lambda: len(server.context.notifier.outbox) == 0)
        assert len(service.received) == 6
        assert len(server.context.notifier.subscriptions) == 1
        await asked(server, ann, "POST", tries)
        await eventually(lambda: len(server.context.notifier.subscriptions) == 0)
        assert len(service.received) == 9, "who never answers is as good as dead"
        metrics = (await ask(server, "GET", "/metrics")).content.decode()
        assert 'drlucky_notices_total{kind="push",result="failed"} 2.0' in metrics


@on_loop
async def test_a_service_that_does_not_answer_holds_up_no_table_and_has_a_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "MOST_OF_ONE", 2)
    async with receiver() as service, served(tmp_path, notice_networks=HERE, notice_after=0.0) as server:
        service.is_open.clear()
        async with one_is_away(server) as (_, first, bob, code):
            number = await push(server, bob, PushedBrowser(service.address))
            await until_asked(server, code, 1, first)
            await service.heard(1)
            statuses = [(await asked(server, bob, "POST", f"/api/me/notices/{number}/try")).status for _ in range(3)]
            assert statuses == [200, 429, 429]
            async with bob.sit(code) as second:
                await until_asked(server, code, 0, second)  # the game goes on meanwhile
            assert len(server.context.notifier.outbox) == 2
            service.is_open.set()
            await eventually(lambda: len(server.context.notifier.outbox) == 0)


@on_loop
async def test_what_was_told_is_told_after_a_restart_no_more_and_what_was_not_is(tmp_path: Path) -> None:
    async with receiver() as service:
        browser = PushedBrowser(service.address)
        async with served(tmp_path, notice_networks=HERE, notice_after=3600.0) as server:
            async with one_is_away(server) as (_, first, bob, code):
                number = await push(server, bob, browser)
                await until_asked(server, code, 1, first)
                known = bob.identity
            assert not service.received
        for _ in range(2):
            async with served(tmp_path, notice_networks=HERE, notice_after=0.0) as server:
                await service.heard(1)
                async with Client(server.address, "Bob", known) as bob:
                    await fence(server, bob, number, service)
        assert kinds(browser, service.received) == ["It's your turn", "Notices work", "Notices work"]


@on_loop
async def test_a_clock_of_days_runs_out_at_a_table_that_rests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with receiver() as service:
        async with (
            served(tmp_path, notice_networks=HERE, notice_after=3600.0) as server,
            one_is_away(server) as (_, first, bob, code),
        ):
            await push(server, bob, PushedBrowser(service.address))
            await until_asked(server, code, 1, first)
        # Days later the server is started again, and nobody comes.
        monkeypatch.setattr(registry, "RECENT", -LATER)
        monkeypatch.setattr(registry, "SteadyClock", lambda: lambda: time.time() + LATER)
        monkeypatch.setattr(notifier_module, "seconds_until", lambda at: at - time.time() - LATER)
        async with served(tmp_path, notice_networks=HERE, notice_after=0.0) as server:
            assert not server.context.tables.live
            assert (await the_open_one(server)).code == code
            await eventually(lambda: bool(server.context.tables.live))
            (live,) = server.context.tables.live.values()
            await eventually(lambda: live.table.seats[1].stand_in == "clock")
            assert not service.received, "it was too late to be told"


@on_loop
async def test_a_device_that_is_taken_off_is_told_nothing_and_who_is_forgotten_neither(tmp_path: Path) -> None:
    async with receiver() as service, served(tmp_path, notice_networks=HERE) as server:
        ann, tablet = await Browser(server).called("Ann"), Browser(server)
        await ann.link(tablet)
        browsers = PushedBrowser(service.address), PushedBrowser(service.address)
        for device, browser in zip((ann, tablet), browsers, strict=True):
            assert (await device.ask("POST", "/api/me/notices/push", browser.subscription)).status == 201
        listed = (await tablet.ask("GET", "/api/me/notices")).json["subscriptions"]
        assert [each["here"] for each in listed] == [False, True]
        assert {each["address"] for each in listed} == {"127.0.0.1"}, "of a browser only the service is told"
        second = (await ann.ids())[1]
        await ann.ask("DELETE", f"/api/me/devices/{second}")
        assert [each["here"] for each in (await ann.ask("GET", "/api/me/notices")).json["subscriptions"]] == [True]
        # Somebody else in the same browser has it from then on.
        bob = await Browser(server).called("Bob")
        assert (await bob.ask("POST", "/api/me/notices/push", browsers[0].subscription)).status == 201
        assert (await ann.ask("GET", "/api/me/notices")).json["subscriptions"] == []
        assert (await bob.ask("DELETE", "/api/me")).status == 200
        assert await rows_of(server, "subscriptions") == []


@on_loop
async def test_a_server_may_send_none(tmp_path: Path) -> None:
    async with served(tmp_path, notices=False) as server, Client(server.address, "Ann") as ann:
        assert (await asked(server, ann, "GET", "/api/me/notices")).json["possible"] is False
        body = PushedBrowser("https://push.example").subscription
        assert (await asked(server, ann, "POST", "/api/me/notices/push", body)).status == 409


@pytest.mark.parametrize(
    "change",
    [
        {"endpoint": "http://push.example/x"},
        {"endpoint": "https://push.example:22/x"},
        {"endpoint": "https://user@push.example/x"},
        {"endpoint": "https://push.example/x\r\nEvil: 1"},
        {"endpoint": "https://push.example/" + "x" * 1000},
        {"keys": {"p256dh": "AAAA", "auth": "BBBB"}},
        {"keys": {"p256dh": "B" + "A" * 86, "auth": "BTBZMqHH6r4Tts7J_aSIgg"}},
    ],
    ids=["http", "port", "user", "header", "long", "short keys", "no point of the curve"],
)
@on_loop
async def test_what_is_no_subscription_is_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann:
        body = PushedBrowser("https://push.example").subscription
        assert (await asked(server, ann, "POST", "/api/me/notices/push", body)).status == 201
        assert (await asked(server, ann, "POST", "/api/me/notices/push", body | change)).status == 400
        if "endpoint" in change:
            heard = await asked(server, ann, "PUT", "/api/me/notices/webhook", {"address": change["endpoint"]})
            assert heard.status == 400
        token = (await ask(server, "POST", "/api/bot/token", {"name": "Otto"})).json["token"]
        robot = await ask(server, "POST", "/api/me/notices/push", body, None, Authorization=f"Bearer {token}")
        assert robot.status == 409
