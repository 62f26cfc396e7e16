"""The benchmark: the same deals in every seat, an interval that holds, and a run that goes on."""

import json
import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from drlucky.bots.external import Limits
from drlucky.editions import BOOKS
from drlucky.errors import DrLuckyError
from drlucky.lab.benchmark import (
    DEALS,
    OPPONENTS,
    PLAYERS,
    QUICK_DEALS,
    VERSION,
    Benchmark,
    Round,
    comparison,
    per_cent,
    reference,
    run,
    so_far,
)
from drlucky.lab.tournament.report import pipes
from drlucky.stats import share_of_groups
from packages import run as run_python

PAGE = Path(__file__).parents[2] / "docs" / "benchmark.md"
GAMES = PLAYERS * len(OPPONENTS) * len(BOOKS.own)
"""Of a deal."""


def ignored(done: int) -> None:
    """Nobody looks on."""


def one(bot: str, deals: int = 1) -> Benchmark:
    return Benchmark(bot, Limits(), deals)


@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize("edition", BOOKS.own)
def test_a_deal_is_the_same_in_every_seat(edition: str, opponent: str) -> None:
    """So a bot against three like itself plays one game four times, and wins it in one seat if anybody wins it."""
    played = [one(opponent).play(Round(edition, opponent, 0, seat)) for seat in range(PLAYERS)]
    assert len({(each["winner"], each["how"], each["turns"]) for each in played}) == 1
    assert sum(each["winner"] == each["seat"] for each in played) == (played[0]["winner"] is not None)


def test_deals_and_editions_differ() -> None:
    turns = {one("random").play(Round(edition, "random", deal, 0))["turns"] for edition in BOOKS.own for deal in (0, 1)}
    assert len(turns) > 5


def interrupted_after(games: int) -> Callable[[int], None]:
    def look(done: int) -> None:
        if done == games:
            raise KeyboardInterrupt

    return look


def test_an_interrupted_run_goes_on_and_comes_to_the_same(tmp_path: Path) -> None:
    whole = run(one("random"), tmp_path / "whole", workers=2, progress=ignored)
    assert (whole.games, whole.deals, len(whole.cells)) == (GAMES, 1, len(OPPONENTS) * len(BOOKS.own))
    broken = tmp_path / "broken"
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            run(one("random"), broken, workers=1, progress=interrupted_after(7))
    assert so_far(one("random"), broken) is None
    assert run(one("random"), broken, workers=1, progress=ignored) == whole
    lines = (broken / "benchmark.jsonl").read_text().splitlines()
    assert len(lines) == GAMES, "no game was played twice"
    more = run(one("random", 2), broken, workers=2, progress=ignored)
    assert (more.games, more.deals) == (2 * GAMES, 2), "a quick one is the beginning of a long one"
    assert so_far(one("random"), broken) == whole, "and is still in it"
    with pytest.raises(DrLuckyError, match="holds other work, begun with bot"):
        run(one("sensible"), broken, workers=1, progress=ignored)


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    """Of deals that decide nothing, and of such that decide much."""
    chance = Random(1)
    for luck in (0.0, 0.3):
        held = 0
        for _ in range(1000):
            strata = [[deal(chance, p, luck) for _ in range(10)] for p in (0.2, 0.3, 0.4)]
            found = share_of_groups(strata)
            held += found.low <= 0.3 <= found.high
        assert 930 <= held <= 975, luck


def deal(chance: Random, p: float, luck: float) -> float:
    p += chance.choice((-luck, luck)) / 2
    return sum(chance.random() < p for _ in range(PLAYERS)) / PLAYERS


def test_the_interval_is_wilson_s_where_nothing_differs() -> None:
    assert share_of_groups([[0.0] * 10] * 3).high == pytest.approx(0.1135, abs=1e-4)
    assert share_of_groups([[0.25]]).low < 0.1


PROGRAM = f"program:{shlex.quote(sys.executable)} -m drlucky.bots.program drlucky.bots:SensibleBot"
BOTS = """
import numpy as np
from drlucky.lab.gymnasium import PolicyBot

class Lazy:
    def choose(self, view, legal):
        return legal[0]

def learned():
    return PolicyBot(lambda observation, mask: int(np.flatnonzero(mask)[0]))
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "bot",
    [
        "mybots:Lazy",
        "mybots:learned",
        f"program:{shlex.quote(sys.executable)} -m drlucky.bots.program drlucky.bots:SensibleBot",
    ],
)
def test_one_s_own_bots_are_measured(bot: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mybots.py").write_text(BOTS)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=":")
    played = [one(bot).play(Round("kill-2016", "random", 0, seat)) for seat in range(PLAYERS)]
    assert [each["faults"] for each in played] == [[]] * PLAYERS
    assert {each["how"] for each in played} <= {"success", "turn limit"}


def test_the_command_says_what_came_of_it(tmp_path: Path) -> None:
    command = ["-m", "drlucky", "benchmark", "random", "--deals", "1"]
    told = run_python(tmp_path, *command, "--json")
    assert told.returncode == 0, told.stderr
    found = json.loads(told.stdout)
    assert (found["benchmark"], found["bot"], found["deals"], found["games"]) == (VERSION, "random", 1, GAMES)
    assert found["low"] < found["share"] < found["high"]
    shown = run_python(tmp_path, *command)
    assert per_cent(found["share"]) in shown.stdout
    assert all(each.bot in shown.stdout for each in reference())
    refused = run_python(tmp_path, "-m", "drlucky", "benchmark", "program:false")
    assert refused.returncode == 2
    assert "did not say hello" in refused.stderr


def test_the_page_has_the_table_of_the_package() -> None:
    assert {each.benchmark for each in reference()} == {VERSION}
    assert pipes(comparison()) in PAGE.read_text(encoding="utf-8")
    for each in reference():
        assert each.games == sum(cell.games for cell in each.cells) == each.deals * GAMES
        assert [(cell.edition, cell.opponent) for cell in each.cells] == [(e, o) for e in BOOKS.own for o in OPPONENTS]
        assert all(cell.share == pytest.approx(cell.wins / cell.games, abs=1e-4) for cell in each.cells)
        assert each.share == pytest.approx(sum(cell.wins for cell in each.cells) / each.games, abs=1e-4)
        assert each.low <= each.share <= each.high
    number = re.search(r"benchmark (\d+)", PAGE.read_text(encoding="utf-8"))
    assert number
    assert int(number[1]) == VERSION
    assert DEALS > QUICK_DEALS


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["random", "sensible"])
@pytest.mark.parametrize("edition", BOOKS.own)
def test_the_table_is_what_comes_out(edition: str, bot: str) -> None:
    """A cell of it once more, to the game."""
    known = next(each for each in reference() if each.bot == bot)
    cell = next(cell for cell in known.cells if (cell.edition, cell.opponent) == (edition, "random"))
    rounds = [Round(edition, "random", deal, seat) for deal in range(known.deals) for seat in range(PLAYERS)]
    played = [one(bot).play(each) for each in rounds]
    assert (len(played), sum(each["winner"] == each["seat"] for each in played)) == (cell.games, cell.wins)


def test_a_bot_that_does_not_play_every_edition_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(DrLuckyError, match="plays only what it was trained for"):
        run(Benchmark("learned", Limits()), tmp_path / "new", workers=1, progress=lambda done: None)
    assert not (tmp_path / "new").exists()
