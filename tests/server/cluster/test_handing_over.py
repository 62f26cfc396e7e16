"""A table is led by one node and followed by others, whichever these are at the moment; its clients need not know."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from drlucky.cluster.links import TcpPeers
from drlucky.server.client import Client, Seat
from drlucky.server.run import Server
from drlucky.table import Act, Join, Ready, Say, Start
from drlucky.table.cluster import messages as m
from server.cluster.test_health import leads
from server.serving import KILL, eventually, on_loop, served, until


@asynccontextmanager
async def nodes(folder: Path, database: str, count: int) -> AsyncIterator[list[Server]]:
    async with AsyncExitStack() as stack:
        servers = [
            await stack.enter_async_context(served(folder / f"{number}", store=database)) for number in range(count)
        ]
        await eventually(lambda: all(len(peers(server).others) == count - 1 for server in servers))
        yield servers


def peers(server: Server) -> TcpPeers:
    assert server.context.cluster is not None
    return server.context.cluster.peers


@asynccontextmanager
async def two_apart(one: Server, other: Server) -> AsyncIterator[tuple[Seat, Seat, str]]:
    """Ann, at the node that leads their table, and Bob at another one, in a game; and the table."""
    async with Client(one.address, "Ann") as ann, Client(other.address, "Bob") as bob:
        opened = await ann.open(KILL, 2)
        async with ann.sit(opened.code) as first, bob.sit(opened.code) as second:
            assert (await second.do(Join("Bob"))).accepted
            assert (await second.do(Ready())).accepted
            await until(first, lambda sheet: sheet.seats[1].ready)
            assert (await first.do(Start())).accepted
            await until(second, lambda sheet: sheet.phase == "playing")
            yield first, second, opened.table


def legal(seat: Seat) -> Sequence[str]:
    return seat.sheet.game.view.legal if seat.sheet and seat.sheet.game else ()


@on_loop
async def test_a_hint_is_made_where_it_is_asked_for(tmp_path: Path, database: str) -> None:
    async with nodes(tmp_path, database, 2) as (one, other), two_apart(one, other) as (first, second, table):
        while not legal(second):
            if legal(first):
                await first.do(Act(legal(first)[0], confirmed=True))
            await asyncio.sleep(0.005)
        assert leads(one, table)
        assert not leads(other, table)
        hinted = await second.hint()
        assert hinted.best.action in legal(second)
        assert (await second.why(hinted.best.action)).action == hinted.best.action
        assert (await second.sight()).sight
        assert (await second.do(Act(hinted.best.action, confirmed=True))).accepted
        assert other.context.metrics.exposed().count(b"drlucky_hints_total 1.0") == 1


@on_loop
async def test_two_nodes_that_stop_leave_their_tables_to_the_third(tmp_path: Path, database: str) -> None:
    async with nodes(tmp_path, database, 3) as (one, other, third), two_apart(one, other) as (first, second, table):
        await asyncio.gather(*(server.context.drain(lambda: False) for server in (one, other)))
        await eventually(lambda: leads(third, table))
        for seat in (first, second):
            assert (await seat.do(Say("Here I am"))).accepted
        await third.context.drain(lambda: False)
        assert leads(third, table), "there is nobody else"


@on_loop
async def test_a_node_that_was_not_told_to_lead_a_table_finds_it_out(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell = TcpPeers.tell

    def forget_some(peers: TcpPeers, node: str, kind: str, body: bytes = b"") -> None:
        if kind not in (m.LEAD, m.RELEASED):
            tell(peers, node, kind, body)

    monkeypatch.setattr(TcpPeers, "tell", forget_some)
    async with nodes(tmp_path, database, 3) as (one, other, third), two_apart(one, third) as (first, second, table):
        await one.context.drain(lambda: False)
        await eventually(lambda: leads(other, table) or leads(third, table))
        for seat in (first, second):
            assert (await seat.do(Say("Here I am"))).accepted
