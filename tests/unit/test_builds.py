"""Compiled and interpreted: one source, the same games."""

import json
import os
import shutil
import subprocess
import sys
from typing import Any

import pytest

import drlucky
from drlucky.engine.rollout import play_many
from drlucky.interpreted import WISH, is_compiled
from drlucky.setting import setting

SCRIPT = """
import json, sys
from drlucky.engine.rollout import play_many
from drlucky.interpreted import is_compiled
from drlucky.setting import setting
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
        (2, {"board_name": "bed-and-breakfast", "layout": "upstairs", "pets": "cat"}),
    )
]


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
