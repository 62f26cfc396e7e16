"""Compiled and interpreted: one source, the same games."""

import json
import os
import shutil
import subprocess
import sys
from typing import Any

import pytest

import drlucky
from drlucky.game.setup import setting
from drlucky.interpreted import WISH, is_compiled
from drlucky.search.playout import play_many

SCRIPT = """
import json, sys
from drlucky.search.playout import play_many
from drlucky.interpreted import is_compiled
from drlucky.game.setup import setting
edition, players, options, games = json.loads(sys.argv[1])
tally = play_many(setting(edition, players, **options).engine, games, 12345)
print(json.dumps([is_compiled(), tally.checksum, tally.decisions, tally.turns, tally.wins, tally.endings]))
"""

MAIN_GAMES: list[tuple[str, int, dict[str, Any], int]] = [(book.id, 4, {}, 1000) for book in drlucky.editions()]
VARIANTS = [
    (edition, players, options, 300)
    for edition in ("kill-2016", "kill-de")
    for players, options in (
        (2, {}),
        (4, {"pets": "both"}),
        (4, {"escape": True}),
        (2, {"board": "bed-and-breakfast", "layout": "upstairs", "pets": "cat"}),
    )
]


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "players", "options", "games"), MAIN_GAMES + VARIANTS, ids=str)
def test_games_come_out_the_same_compiled_and_interpreted(
    edition: str, players: int, options: dict[str, Any], games: int
) -> None:
    environment = os.environ | {WISH: "1"}
    command = [sys.executable, "-c", SCRIPT, json.dumps([edition, players, options, games])]
    out = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    compiled, *interpreted = json.loads(out)
    assert compiled is False
    tally = play_many(setting(edition, players, **options).engine, games, 12345)
    assert interpreted == [tally.checksum, tally.decisions, tally.turns, tally.wins, tally.endings]


def test_with_a_c_compiler_the_engine_is_compiled() -> None:
    if shutil.which("cc") or shutil.which("gcc") or shutil.which("clang"):
        assert is_compiled()


GROWTH = """
import resource, sys
from drlucky.game.setup import setting
from drlucky.game import Game
the_setting = setting("kill-2016", 4)
names = tuple("ABCD")
def peak():
    unit = 1024 if sys.platform == "darwin" else 1  # there it is bytes, elsewhere kilobytes
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // unit
for games in (500, 8000):
    before = peak()
    for _ in range(games):
        Game(the_setting, names, bytes(32))
print(peak() - before)
"""


@pytest.mark.slow
def test_games_that_are_over_leave_nothing_in_memory() -> None:
    """A vec handed from Python to compiled code is never freed, which would be some 10 MB here."""
    out = subprocess.run([sys.executable, "-c", GROWTH], capture_output=True, text=True, check=True).stdout
    assert int(out) < 4000
