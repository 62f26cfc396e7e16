"""Who is one client."""

from pathlib import Path

import pytest

from drlucky.server.limits.client_address import client_of, is_this_machine
from server.serving import ask, on_loop, served


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("testclient", "testclient"),
    ],
)
def test_a_client_is_an_address_or_a_network_of_the_newer_kind(address: str, client: str) -> None:
    assert client_of(address) == client


def test_what_is_no_address_is_kept_short() -> None:
    assert client_of("x" * 100_000) == "x" * 100


@on_loop
async def test_all_addresses_of_a_network_share_a_limit(tmp_path: Path) -> None:
    async with served(tmp_path, proxies=("127.0.0.1",), tables_per_minute=1.0) as server:

        async def status(address: str) -> int:
            return (await ask(server, "POST", "/api/bot/token", {"name": "Otto"}, X_Forwarded_For=address)).status

        assert await status("2001:db8:1:2::1") == 201
        assert await status("2001:db8:1:2::2") == 429
        assert await status("2001:db8:1:3::1") == 201


def test_what_is_on_this_machine() -> None:
    assert all(map(is_this_machine, ("127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1")))
    assert not any(map(is_this_machine, ("192.0.2.7", "::2", "127.example", "", "::ffff:192.0.2.7")))
