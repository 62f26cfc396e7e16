"""What clients use up at several nodes counts together: who hammers three of them has little more than at one for a
moment, and over time the same."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from drlucky.cluster.links import TcpPeers
from drlucky.cluster.peers import Alone, Peer
from drlucky.server import rate_limit
from drlucky.server.limits import ledger as ledger_module
from drlucky.server.limits.ledger import TOLD_AT_ONCE, Ledger
from drlucky.server.rate_limit import Buckets
from patience import NEVER
from server.cluster.test_identities import two_nodes
from server.serving import ask, eventually, on_loop, raw

KEY = b"of these nodes"
NODES = 3
RATE, BURST = 1.0, 40.0
IN_A_ROW = 5
"""What an enemy is given at each node while something is on its way from one to another."""
ON_ITS_WAY = 60
"""Turns of the loop in which it arrives."""


@asynccontextmanager
async def ledgers() -> AsyncIterator[list[Ledger]]:
    """Of three nodes that talk to each other."""
    running = len(asyncio.all_tasks())
    async with AsyncExitStack() as stack:
        stack.push_async_callback(eventually, lambda: len(asyncio.all_tasks()) == running)
        talking = [await TcpPeers.listen(f"node {number}", KEY, "127.0.0.1", 0) for number in range(NODES)]
        for peers in talking:
            peers.know([Peer(other.me, other.address) for other in talking if other is not peers])
            stack.push_async_callback(peers.close)
        yield [Ledger(peers) for peers in talking]


@asynccontextmanager
async def watched(some: list[Ledger]) -> AsyncIterator[None]:
    tasks = [asyncio.get_running_loop().create_task(each.watch()) for each in some]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@on_loop
async def test_who_hammers_three_nodes_has_hardly_more_than_at_one(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(rate_limit, "monotonic", clock)
    monkeypatch.setattr(ledger_module, "AT_LEAST_BETWEEN", 0.0)
    async with ledgers() as some:
        buckets = [each.share("guesses", Buckets(RATE, BURST)) for each in some]
        async with watched(some):
            await hear_each_other(buckets)
            taken = await hammer(buckets, 100)
            # Each node may have given an eighth more than it has told, and what comes while it is on its way.
            assert BURST <= taken <= BURST + (NODES - 1) * (BURST * TOLD_AT_ONCE + 2 * IN_A_ROW)
            # What was too much is owed, so that over time it is what one node gives.
            for _ in range(20):
                clock.now += 10.0
                taken += await hammer(buckets, 20)
            most = BURST + RATE * clock.now
            assert most - BURST <= taken <= most + (NODES - 1) * (BURST * TOLD_AT_ONCE + 2 * IN_A_ROW)


async def hear_each_other(buckets: list[Buckets]) -> None:
    """Nobody is dialed for the first time when it counts."""
    for number, each in enumerate(buckets):
        each.of(f"hello {number}").charge(BURST)
    names = [f"hello {number}" for number in range(NODES)]
    await eventually(lambda: all(not each.of(name).has_one for each in buckets for name in names))


async def hammer(buckets: list[Buckets], rounds: int) -> int:
    """As often as an enemy can ask all of them."""
    taken = 0
    for _ in range(rounds):
        for each in buckets:
            taken += sum(each.of("enemy").take() for _ in range(IN_A_ROW))
        for _ in range(ON_ITS_WAY):
            await asyncio.sleep(0)
    return taken


@on_loop
async def test_what_is_lost_on_the_way_harms_nobody_and_memory_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger_module, "MOST_UNTOLD", 100)
    monkeypatch.setattr(ledger_module, "MOST_TOLD", 30)
    async with ledgers() as some:
        one, other, _ = [each.share("guesses", Buckets(RATE, BURST)) for each in some]
        for number in range(1000):
            one.of(f"client {number}").take()
        assert len(some[0]._taken["guesses"]) == 100
        for _ in range(4):
            some[0].tell()
        assert not some[0]._taken["guesses"]
        await eventually(lambda: len(other._buckets) == 100)
    alone = Ledger(Alone())
    mine, counts = alone.share("guesses", Buckets(RATE, BURST)), alone.counts("sockets", 10)
    for number in range(1000):
        mine.of(f"client {number}").take()
        counts.add(f"client {number}")
    assert not alone._taken["guesses"]
    assert not alone._changed["sockets"]


@on_loop
async def test_connections_at_all_nodes_count_together_for_as_long_as_their_node_is_there() -> None:
    async with ledgers() as some:
        counts = [each.counts("sockets", 8) for each in some]
        async with watched(some):
            for each in counts:
                for _ in range(2):
                    each.add("enemy")
            await eventually(lambda: all(each.of("enemy") == 6 for each in counts))
            counts[0].remove("enemy")
            await eventually(lambda: all(each.of("enemy") == 5 for each in counts))
            # A node that is gone has no connections any more, whatever it has told.
            peers = some[2]._peers
            assert isinstance(peers, TcpPeers)
            peers.know([other for other in peers.others.values() if other.node != "node 0"])
            await eventually(lambda: counts[2].of("enemy") == 4)


@on_loop
async def test_what_was_not_heard_of_is_told_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger_module, "WHOLE_EVERY", 0.05)
    async with ledgers() as some:
        one, other, _ = [each.counts("sockets", 8) for each in some]
        one.add("enemy")
        some[0]._changed["sockets"].clear()  # as if it had been lost on the way
        other.elsewhere["node 0"] = {"friend": 3}
        async with watched(some):
            await eventually(lambda: (other.of("enemy"), other.of("friend")) == (1, 0))


@on_loop
async def test_two_servers_count_what_one_client_guesses_and_has(tmp_path: Path, database: str) -> None:
    async with two_nodes(tmp_path, database, sockets_per_address=6) as (one, other):
        statuses = [0]
        while statuses[-1] != 429:
            statuses.append((await ask(one, "GET", "/api/tables/ZZZZZZ")).status)
        assert set(statuses[1:-1]) == {404}
        client = "127.0.0.1"
        await eventually(lambda: not other.context.guesses.of(client).has_one)
        heard = await ask(other, "GET", "/api/tables/YYYYYY")
        assert heard.status == 429, "where nothing was guessed yet"
        async with AsyncExitStack() as stack:
            for server in (one, other) * 3:
                await stack.enter_async_context(raw(server))
            await eventually(lambda: not one.context.connections.has_room(client))
            await eventually(lambda: not other.context.connections.has_room(client))
            async with raw(one) as refused:
                assert "too many are connected" in str(await asyncio.wait_for(refused.recv(), NEVER))
        await eventually(lambda: other.context.connections.has_room(client))
