"""The server is killed again and again under load: a short form of `make reliability`."""

import asyncio
from pathlib import Path

import pytest

from patience import NEVER
from reliability.series import killed

KILLS = 15
UNTOLD = 5
"""So many commands at least were on disk when a server was killed, and nobody had been told: there are as many kills as
that takes."""
TRIES = 20


@pytest.mark.slow
def test_kills_lose_nothing_and_repeat_nothing(tmp_path: Path) -> None:
    untold = 0
    for number in range(TRIES):
        found = asyncio.run(asyncio.wait_for(killed(f"short kills {number}", KILLS, tmp_path / f"{number}"), NEVER))
        assert not found.findings, found.notes
        assert found.acknowledged > KILLS
        untold += found.untold
        if untold >= UNTOLD:
            return
    raise AssertionError("no kill came between writing and telling")
