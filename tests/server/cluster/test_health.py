"""What a node says of itself: to a balancer, which sends nobody to one that is going to stop or has no database, and to
whoever looks at its figures."""

import asyncio
from pathlib import Path

from drlucky.server.client import Client
from drlucky.server.run import Server
from drlucky.table import Say
from postgres import Postgres
from server.cluster.test_identities import two_nodes
from server.serving import KILL, ask, eventually, on_loop, served


async def readiness(server: Server) -> tuple[int, str]:
    heard = await ask(server, "GET", "/api/ready")
    return heard.status, heard.json["status"]


def leads(server: Server, table: str) -> bool:
    live = server.context.tables.live.get(table)
    return live is not None and live.leads


@on_loop
async def test_a_server_by_itself_is_ready(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        assert await readiness(server) == (200, "ready")
        await server.context.drain(lambda: False)
        assert await readiness(server) == (503, "draining")
        assert (await ask(server, "GET", "/api/health")).status == 200, "it serves those who are there"


@on_loop
async def test_a_node_that_drains_sends_its_tables_away_and_serves_on(tmp_path: Path, database: str) -> None:
    async with two_nodes(tmp_path, database) as (one, other), Client(one.address, "Ann") as ann:
        opened = await ann.open(KILL)
        async with ann.sit(opened.code) as seat:
            await one.context.drain(lambda: False)
            assert await readiness(one) == (503, "draining")
            assert await readiness(other) == (200, "ready")
            assert not one.context.tables.live[opened.table].leads
            await eventually(lambda: leads(other, opened.table))
            later = await ann.open(KILL)
            assert (await seat.do(Say("Still here"))).accepted
            assert opened.table in one.context.tables.live, "its clients are served here"
        # A table that is opened here is led there.
        await eventually(lambda: leads(other, later.table))


@on_loop
async def test_a_node_without_its_database_is_not_ready(tmp_path: Path) -> None:
    with Postgres() as postgres:
        async with served(tmp_path, store=postgres.fresh_database()) as server:
            assert await readiness(server) == (200, "ready")
            await asyncio.to_thread(postgres.stop)
            while await readiness(server) != (503, "failing"):
                await asyncio.sleep(0.05)
            await asyncio.to_thread(postgres.start)
            while await readiness(server) != (200, "ready"):
                await asyncio.sleep(0.05)


@on_loop
async def test_figures_of_nodes(tmp_path: Path, database: str) -> None:
    async with two_nodes(tmp_path, database) as (one, other), Client(one.address, "Ann") as ann:
        opened = await ann.open(KILL)
        async with Client(other.address, "Bob") as bob, bob.sit(opened.code):
            figures = {server: (await ask(server, "GET", "/metrics")).content.decode() for server in (one, other)}
        names = {server: server.context.cluster.node for server in (one, other) if server.context.cluster}
        assert f'drlucky_node_led{{node="{names[one]}"}} 1.0' in figures[one]
        assert f'drlucky_node_followed{{node="{names[other]}"}} 1.0' in figures[other]
        for server, said in figures.items():
            assert f'drlucky_node_peers{{node="{names[server]}"}} 1.0' in said
            assert f'drlucky_node_alive{{node="{names[server]}"}} 1.0' in said
            assert f'drlucky_node_draining{{node="{names[server]}"}} 0.0' in said
            assert f'drlucky_node_takeovers_total{{node="{names[server]}"}} 0.0' in said
            assert f'drlucky_node_handed_on_total{{node="{names[server]}"}} 0.0' in said
