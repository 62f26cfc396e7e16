"""An enemy asks three nodes, each a process of its own, as often as they answer."""

import asyncio
from pathlib import Path
from time import monotonic
from urllib.parse import urlsplit

from drlucky.server.context import GUESSES, GUESSES_PER_SECOND
from drlucky.server.limits.ledger import TOLD_AT_ONCE
from server.cluster.nodes import Nodes
from server.serving import on_loop

NODES, CONNECTIONS = 3, 2
LASTS = 6.0
SERVED_MEANWHILE = 20
"""Requests that a node may answer while what it was told by another is on its way, on a machine that has much to do."""
GUESS = b"GET /api/tables/ZZZZZZ HTTP/1.1\r\nHost: lucky\r\n\r\n"


@on_loop
async def test_who_guesses_at_three_nodes_has_hardly_more_guesses_than_at_one(tmp_path: Path, database: str) -> None:
    with Nodes(tmp_path, database, NODES) as nodes:
        began = monotonic()
        addresses = [house.address for house in nodes.houses for _ in range(CONNECTIONS)]
        told = await asyncio.gather(*(guess(address, began + LASTS) for address in addresses))
        lasted = monotonic() - began
    guesses, turned_away = (sum(each) for each in zip(*told, strict=True))
    at_one = GUESSES + GUESSES_PER_SECOND * lasted
    assert guesses <= at_one + (NODES - 1) * (GUESSES * TOLD_AT_ONCE + SERVED_MEANWHILE)
    assert turned_away > guesses
    print(f"{guesses} guesses at {NODES} nodes in {lasted:.1f} s, {at_one:.0f} at one; {turned_away} turned away")


async def guess(address: str, until: float) -> tuple[int, int]:
    """How many guesses were answered, and how many were not."""
    reader, writer = await asyncio.open_connection(*urlsplit(address).netloc.split(":"))
    statuses: list[bytes] = []
    while monotonic() < until:
        writer.write(GUESS)
        head = await reader.readuntil(b"\r\n\r\n")
        statuses.append(head.split()[1])
        length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length"))
        await reader.readexactly(int(length.split()[1]))
    writer.close()
    await writer.wait_closed()
    assert set(statuses) <= {b"404", b"429"}
    return statuses.count(b"404"), statuses.count(b"429")
