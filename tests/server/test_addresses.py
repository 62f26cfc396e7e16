"""Links that others can open: which addresses of the machine are told, and to whom."""

import socket
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from drlucky.server import addresses
from drlucky.server.client import Client
from drlucky.server.run import Server
from drlucky.table import Kick
from server.serving import KILL, Heard, ask, on_loop, served, two_at_a_table
from server.test_devices import Browser

HOME, OTHER, PUBLIC, SIX = "192.168.77.5", "10.9.8.7", "203.0.113.9", "fd00:77::5"


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with these addresses, whatever the one has on which the tests run."""
    routed = {socket.AF_INET: HOME, socket.AF_INET6: None}
    monkeypatch.setattr(addresses, "routed", routed.get)
    monkeypatch.setattr(addresses, "ipv4_addresses", lambda: iter(["127.0.0.1", HOME, OTHER]))
    monkeypatch.setattr(addresses, "ipv6_addresses", lambda: iter(["::1", "fe80::1", SIX]))


async def ways(server: Server, client: Client, code: str, host: str | None = None, **headers: str) -> Heard:
    port = server.context.listens_at[1]
    called = {"Host": f"{host}:{port}"} if host else {}
    given = client.headers | called | headers
    return await ask(local(server), "GET", f"/api/tables/{code}/ways", None, None, **given)


def local(server: Server) -> Any:
    """The server by the address of this machine alone."""

    class Here:
        address = f"http://127.0.0.1:{server.context.listens_at[1]}"

    return Here()


def hosts(heard: Heard) -> list[str | None]:
    return [urlsplit(way["link"]).hostname for way in heard.json["ways"]]


@on_loop
async def test_who_sits_at_the_machine_is_told_addresses_that_friends_can_open(tmp_path: Path) -> None:
    async with served(tmp_path, host="0.0.0.0") as server, Client(local(server).address, "Ann") as ann:
        opened = await ann.open(KILL, 3)
        heard = await ways(server, ann, opened.code)
        assert (heard.json["reach"], hosts(heard)) == ("network", [HOME, OTHER])
        port = server.context.listens_at[1]
        assert heard.json["ways"][0]["link"] == f"http://{HOME}:{port}/t/{opened.code}"
        assert all(way["qr"].startswith("<svg") for way in heard.json["ways"])
        picture = await ask(local(server), "GET", f"/api/tables/{opened.code}/qr.svg", None, None, **ann.headers)
        assert picture.content.decode() == heard.json["ways"][0]["qr"]
        path = f"/api/tables/{opened.code}/invitations"
        invited = await ask(local(server), "POST", path, {"seat": 1}, None, **ann.headers)
        assert [urlsplit(way["link"]).hostname for way in invited.json["ways"]["ways"]] == [HOME, OTHER]
        assert invited.json["link"].endswith(f"#{invited.json['token']}")
        assert urlsplit(invited.json["link"]).hostname == HOME


@on_loop
async def test_a_second_device_is_linked_by_an_address_that_it_can_open(tmp_path: Path) -> None:
    async with served(tmp_path, host="0.0.0.0") as server:
        browser = await Browser(local(server)).called("Ann")
        offer = await browser.ask("POST", "/api/me/devices/offer")
        assert urlsplit(offer.json["link"]).hostname == HOME


@on_loop
async def test_a_server_that_listens_to_this_machine_only_says_so(tmp_path: Path) -> None:
    async with served(tmp_path) as server, Client(server.address, "Ann") as ann:
        opened = await ann.open(KILL, 3)
        heard = await ways(server, ann, opened.code)
        assert (heard.json["reach"], hosts(heard)) == ("machine", ["127.0.0.1"])


@on_loop
async def test_with_a_public_address_there_is_that_one(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"host": "0.0.0.0", "public": "https://lucky.example"}
    async with served(tmp_path, **settings) as server, Client(local(server).address, "Ann") as ann:
        opened = await ann.open(KILL, 3)
        heard = await ways(server, ann, opened.code)
        assert heard.json["reach"] == "anywhere"
        assert [way["link"] for way in heard.json["ways"]] == [f"https://lucky.example/t/{opened.code}"]
        assert HOME not in heard.content.decode()


@on_loop
async def test_nobody_else_is_told_what_the_machine_is_called(tmp_path: Path) -> None:
    """By whatever name or proxy they come, with a seat or without: they have the address that they came by."""
    async with (
        served(tmp_path, host="0.0.0.0") as server,
        Client(local(server).address, "Ann") as ann,
        Client(local(server).address, "Eve") as eve,
    ):
        opened = await ann.open(KILL, 3)
        told = [
            await ways(server, ann, opened.code, "lucky.example"),
            await ways(server, ann, opened.code, "evil.example"),
            await ways(server, ann, opened.code, HOME),
            *[await ways(server, ann, opened.code, **{name: PUBLIC}) for name in ("X_Forwarded_For", "X_Real_IP")],
            await ways(server, ann, opened.code, Forwarded=f"for={PUBLIC}"),
            await ways(server, ann, opened.code, Via="1.1 proxy"),
            await ways(server, eve, opened.code),
            await ways(server, Client(local(server).address), opened.code),
        ]
        names = ["lucky.example", "evil.example", HOME, *["127.0.0.1"] * 6]
        for heard, name in zip(told, names, strict=True):
            assert (heard.status, heard.json["reach"], hosts(heard)) == (200, "anywhere", [name])
            assert OTHER not in heard.content.decode()


@on_loop
async def test_who_asks_from_elsewhere_is_told_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with served(tmp_path, host="0.0.0.0") as server, Client(local(server).address, "Ann") as ann:
        opened = await ann.open(KILL, 3)
        for address in (PUBLIC, HOME, "192.168.77.6", "172.17.0.1", "2001:db8::7"):
            monkeypatch.setattr(server.context, "address", lambda _, address=address: address)
            heard = await ways(server, ann, opened.code)
            assert (heard.json["reach"], hosts(heard)) == ("anywhere", ["127.0.0.1"])


@on_loop
async def test_behind_a_proxy_nobody_is_at_the_machine(tmp_path: Path) -> None:
    async with (
        served(tmp_path, host="0.0.0.0", proxies=("127.0.0.1",)) as server,
        Client(local(server).address, "Ann") as ann,
    ):
        opened = await ann.open(KILL, 3)
        assert hosts(await ways(server, ann, opened.code)) == ["127.0.0.1"]


@on_loop
async def test_one_who_was_sent_away_invites_nobody(tmp_path: Path) -> None:
    async with served(tmp_path) as server, two_at_a_table(server) as (ann, bob):
        server.context.listens_at = ("0.0.0.0", server.context.listens_at[1])
        assert hosts(await ways(server, bob.client, bob.table)) == [HOME, OTHER]
        assert bob.sheet
        assert bob.sheet.you
        await ann.do(Kick(bob.sheet.you.member))
        assert hosts(await ways(server, bob.client, bob.table)) == ["127.0.0.1"]


@on_loop
async def test_named_hosts_are_what_links_begin_with(tmp_path: Path) -> None:
    """No other name would be answered."""
    async with (
        served(tmp_path, host="0.0.0.0", hosts=("lucky.lan",)) as server,
        Client(local(server).address, "Ann") as ann,
    ):
        opened = await ann.open(KILL, 3)
        assert hosts(await ways(server, ann, opened.code)) == ["lucky.lan"]


def test_addresses_that_a_server_does_not_listen_at_are_not_told() -> None:
    found = (HOME, OTHER, SIX)
    assert list(addresses.reachable("0.0.0.0", found)) == [HOME, OTHER]
    assert list(addresses.reachable("::", found)) == [HOME, OTHER, SIX]
    assert list(addresses.reachable(OTHER, found)) == [OTHER]
    assert addresses.spelt(SIX) == f"[{SIX}]"


def test_addresses_are_good_ones_and_few(monkeypatch: pytest.MonkeyPatch) -> None:
    assert addresses.machine_addresses() == (HOME, OTHER, SIX)
    monkeypatch.setattr(addresses, "ipv4_addresses", lambda: (f"10.0.0.{number}" for number in range(1, 200)))
    assert len(addresses.machine_addresses()) == addresses.MOST


def test_the_system_tells_addresses_without_being_connected(monkeypatch: pytest.MonkeyPatch) -> None:
    """What this machine really says: addresses, none of this machine alone, and nothing is sent anywhere."""
    monkeypatch.undo()

    def refuse(*_: object) -> None:
        raise AssertionError("nothing may be sent, and nobody asked")

    for name in ("send", "sendto", "sendall", "sendmsg"):
        monkeypatch.setattr(socket.socket, name, refuse)
    for name in ("getaddrinfo", "gethostbyname", "gethostbyname_ex"):
        monkeypatch.setattr(socket, name, refuse)
    for found in addresses.machine_addresses():
        assert not ip_address(found).is_loopback
    assert "::1" not in set(addresses.ipv6_addresses()) - {"::1"}
    assert "127.0.0.1" in set(addresses.ipv4_addresses()) or not Path("/sys/class/net/lo").exists()


def test_the_list_of_linux_is_read_as_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    listed = tmp_path / "if_inet6"
    listed.write_text(
        "00000000000000000000000000000001 01 80 10 80       lo\n"
        "fd000077000000000000000000000005 02 40 00 80     eth0\n"
        "fd000077000000000000000000000006 02 40 00 20     eth0\n"
        "fe800000000000000000000000000001 02 40 20 80     eth0\n"
    )
    monkeypatch.setattr(addresses, "IPV6_ADDRESSES", listed)
    assert list(addresses.ipv6_addresses()) == [SIX]
    monkeypatch.setattr(addresses, "IPV6_ADDRESSES", tmp_path / "none")
    assert list(addresses.ipv6_addresses()) == []
