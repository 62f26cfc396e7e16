"""The benchmark of the server: a small load for a short time, to see that it measures and says what it found."""

import json
import subprocess
import sys

from rich.console import Console
from typer.testing import CliRunner

from drlucky.bench.load import Found, Plan, Quantiles, quantiles
from drlucky.bench.rig import Stretch
from drlucky.bench.server import Served, show
from drlucky.cli.main import app

SMALL = ["bench", "serve", "--sockets", "9", "--tables", "4", "--moves", "20", "--seconds", "2"]


def test_a_small_load_is_measured() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "drlucky", *SMALL, "--json", "--check"], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 1, ran.stderr  # nine people are not a thousand
    report = json.loads(ran.stdout)
    found = report["found"]
    assert found["sockets"] == 9
    assert 0 < found["moves"] <= 40
    assert found["refused"] == 0
    assert 0 < found["own"]["p50"] <= found["own"]["p99"] <= found["own"]["most"]
    assert found["others"]["count"] >= found["own"]["count"]
    assert [goal["reached"] for goal in report["goals"]][:2] == [False, False]
    assert "addresses" not in report["plan"]


def served(p99: float) -> Served:
    told = Quantiles(count=5000, p50=2.5, p99=p99, most=40.0, usual=9.0)
    found = Found(1000, 10.0, 5000, 0, told, told, told, told)
    return Served(Plan(("http://127.0.0.1:1",), "kill-de", 1000, 250, 500), Stretch(found, 0.5, 0.031), 2, 0.1, 0.2)


def test_goals_are_shown_beside_what_was_measured() -> None:
    console = Console(record=True, width=200)
    show(served(12.5), console)
    text = console.export_text()
    assert "kill-de: 1,000 people at 250 tables" in text
    assert "0.50 of a core, 1.00 ms for each move" in text
    assert "took away 3.1% of" in text
    assert "not reached" not in text
    assert max(map(len, text.splitlines())) <= 80
    assert served(12.5).is_reached
    assert not served(15.1).is_reached


def test_quantiles_are_of_what_was_measured() -> None:
    even = [number / 1000 for number in range(1000)]
    assert quantiles(even, seconds=1) == Quantiles(1000, p50=500.0, p99=990.0, most=999.0, usual=990.0)


def test_a_moment_without_a_machine_is_not_usual() -> None:
    calm, stalled = [0.002] * 100, [0.002] * 90 + [0.3] * 10
    found = quantiles(calm + stalled + calm, seconds=3)
    assert (found.p99, found.usual) == (300.0, 2.0)


def test_people_who_do_not_fit_their_tables_are_refused_in_words() -> None:
    ran = CliRunner().invoke(app, ["bench", "serve", "--sockets", "9", "--tables", "1"])
    assert "give each table 2 to 7 of them" in str(ran.exception)
