"""How a server starts that has many tables: when it takes connections, how long a game takes to be back, and what a
table at rest costs.

    python -m reliability.start 10000          # open games, all of them played at a minute ago
    python -m reliability.start 10000 100000   # and as many finished ones"""

import asyncio
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from itertools import chain
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import NamedTuple
from urllib.request import Request, urlopen

from msgspec.structs import replace

from drlucky.table.store.base import Kept
from ports import free_port
from reliability.real_tables import OVER, PLAYING, fill, tables

ASKED = 300
LOOK_EVERY = 0.005
GIVEN_UP = 600.0
PER_SECOND = 100_000
"""Requests that one may make here: it is the server that is measured, and not its patience."""


class Measured(NamedTuple):
    accepts: float
    """Seconds from the start of the program to the first connection that it takes."""
    first: float
    """And to the first answer."""
    wakes: list[float]
    """Seconds in which a game was back."""
    idle: float
    """KB of memory before anything was asked for."""
    settled: float
    """And when all of it has been looked at."""


def measure(folder: Path, ids: list[str]) -> Measured:
    port = free_port()
    command = [sys.executable, "-m", "drlucky", "serve", "--data", str(folder), "--port", str(port)]
    command += ["--requests-per-second", str(PER_SECOND), "--tables-per-minute", str(PER_SECOND)]
    began = time.monotonic()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
        try:
            accepts = until_taken(port) - began
            ask(port, "health")
            first = time.monotonic() - began
            idle = memory(server.pid)
            wakes = []
            for table in Random(16).sample(ids, min(ASKED, len(ids))):
                before = time.monotonic()
                ask(port, f"tables/{table}")
                wakes.append(time.monotonic() - before)
            settled = memory(server.pid)
        finally:
            server.terminate()
    return Measured(accepts, first, wakes, idle, settled)


def until_taken(port: int) -> float:
    until = time.monotonic() + GIVEN_UP
    while time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=GIVEN_UP).close()
        except ConnectionError:
            time.sleep(LOOK_EVERY)
        else:
            return time.monotonic()
    raise TimeoutError(f"nothing listens at port {port}")


def ask(port: int, what: str) -> None:
    with urlopen(Request(f"http://127.0.0.1:{port}/api/{what}"), timeout=GIVEN_UP) as answer:
        answer.read()


def memory(pid: int) -> float:
    """KB that are in memory."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return float(line.split()[1])
    raise ValueError(f"process {pid} has no memory")


def finished(number: int, first: int) -> list[Kept]:
    """Headings as of games that are over: their logs are short, as nobody reads them."""
    (one,) = tables(1, only=OVER)
    return [
        Kept(replace(one.heading, table=f"f{at:07x}", code=f"{at:06d}", changed=one.heading.changed + at), [b"x"])
        for at in range(first, first + number)
    ]


def main(number: int, over: int = 0) -> None:
    folder = Path(tempfile.mkdtemp())
    try:
        empty = folder / "empty"
        empty.mkdir()
        nothing = measure(empty, [])
        full = folder / "full"
        full.mkdir()
        kept = chain(tables(number, only=PLAYING, since=time.time() - 60.0), finished(over, 0))
        ids = asyncio.run(fill(full / "games.db", kept))[:number]
        found = measure(full, ids)
    finally:
        shutil.rmtree(folder)
    cuts = quantiles(found.wakes, n=100)
    print(f"open games                        {number:10,}")
    print(f"finished games                    {over:10,}")
    print(f"takes connections after           {found.accepts:10.2f} s   (with no games {nothing.accepts:.2f} s)")
    print(f"first answer after                {found.first:10.2f} s   (with no games {nothing.first:.2f} s)")
    print(f"a game is back within, p50        {1000 * cuts[49]:10.1f} ms")
    print(f"a game is back within, p99        {1000 * cuts[98]:10.1f} ms")
    print(f"memory of a table at rest         {(found.idle - nothing.idle) / number:10.2f} KB")
    awake = f"memory with {len(found.wakes)} tables awake"
    print(f"{awake:33} {found.settled / 1024:10.1f} MB  (before {found.idle / 1024:.1f})")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
