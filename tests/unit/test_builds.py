"""Compiled and interpreted: one source, the same games."""

import json
import os
import shutil
import subprocess
import sys

import pytest

import drlucky
from drlucky.engine.rollout import play_many
from drlucky.interpreted import WISH, is_compiled
from drlucky.setting import setting

GAMES = 1000
SCRIPT = f"""
import json, sys
from drlucky.engine.rollout import play_many
from drlucky.interpreted import is_compiled
from drlucky.setting import setting
tally = play_many(setting(sys.argv[1], 4).engine, {GAMES}, 12345)
print(json.dumps([is_compiled(), tally.checksum, tally.decisions, tally.turns, tally.wins, tally.endings]))
"""


@pytest.mark.parametrize("edition", [book.id for book in drlucky.editions()])
def test_a_thousand_games_come_out_the_same_compiled_and_interpreted(edition: str) -> None:
    environment = os.environ | {WISH: "1"}
    command = [sys.executable, "-c", SCRIPT, edition]
    out = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    compiled, *interpreted = json.loads(out)
    assert compiled is False
    tally = play_many(setting(edition, 4).engine, GAMES, 12345)
    assert interpreted == [tally.checksum, tally.decisions, tally.turns, tally.wins, tally.endings]


def test_with_a_c_compiler_the_engine_is_compiled() -> None:
    if shutil.which("cc") or shutil.which("gcc") or shutil.which("clang"):
        assert is_compiled()
