"""Whoever is known at one node is known at all, and an identity that is given up at one is worth nothing at any."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from drlucky.cluster.links import TcpPeers
from drlucky.server.client import Client
from drlucky.server.cluster import node
from drlucky.server.run import Server
from patience import NEVER
from server.serving import KILL, ask, eventually, hear, on_loop, raw, say, served


@asynccontextmanager
async def two_nodes(folder: Path, database: str, **settings: Any) -> AsyncIterator[tuple[Server, Server]]:
    given: Any = settings | {"store": database}
    async with served(folder / "one", **given) as one, served(folder / "other", **given) as other:
        await eventually(lambda: all(each.context.cluster and each.context.cluster.has_others for each in (one, other)))
        yield one, other


@on_loop
async def test_who_is_known_at_one_node_is_known_at_the_other(tmp_path: Path, database: str) -> None:
    async with two_nodes(tmp_path, database) as (one, other), Client(one.address, "Ann") as ann:
        cookie = f"drlucky={ann.identity}"
        assert (await ask(other, "GET", "/api/me", Cookie=cookie)).json["name"] == "Ann"


@pytest.mark.parametrize("how", ["told", "found out"])
@on_loop
async def test_who_is_given_up_at_one_node_is_nobody_at_the_other(
    tmp_path: Path, database: str, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if how == "told":
        monkeypatch.setattr(node, "LOOK_EVERY", NEVER)
    else:
        monkeypatch.setattr(TcpPeers, "tell_all", lambda *_: None)
    async with two_nodes(tmp_path, database) as (one, other), Client(one.address, "Ann") as ann:
        cookie = f"drlucky={ann.identity}"
        identity = one.context.opened(ann.identity)
        table = await ann.open(KILL)
        async with raw(other, ann) as socket:
            await say(socket, type="hello", table=table.code)
            assert (await hear(socket, "welcome"))["known"]
            assert (await ask(one, "DELETE", "/api/me", Cookie=cookie)).status == 200
            assert one.context.opened(ann.identity) is None
            await eventually(lambda: other.context.opened(ann.identity) is None)
            await socket.wait_closed()
        assert not (await ask(other, "GET", "/api/me", Cookie=cookie)).json["known"]
    assert identity is not None
    async with served(tmp_path / "third", store=database) as third:
        assert third.context.revoked.is_forgotten(identity.person)


@on_loop
async def test_who_was_given_up_before_there_was_a_database_stays_so(tmp_path: Path, database: str) -> None:
    async with served(tmp_path / "one") as server, Client(server.address, "Ann") as ann:
        await ask(server, "DELETE", "/api/me", Cookie=f"drlucky={ann.identity}")
        sealed = ann.identity
    for _ in range(2):
        async with served(tmp_path / "one", store=database) as server:
            assert server.context.signer.verify(sealed or "") is not None
            assert server.context.opened(sealed) is None


@on_loop
async def test_only_so_many_can_be_given_up(tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drlucky.server.auth.shared_revocations.MOST", 1)
    async with served(tmp_path, store=database) as server:
        statuses = []
        for name in ("Ann", "Bob"):
            async with Client(server.address, name) as client:
                statuses.append((await ask(server, "DELETE", "/api/me", Cookie=f"drlucky={client.identity}")).status)
        assert statuses == [200, 503]
