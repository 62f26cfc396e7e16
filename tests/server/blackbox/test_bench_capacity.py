"""The capacity of a server: every figure once, so small that it says nothing, to see that it is measured and shown."""

import json
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from drlucky.bench import capacity
from drlucky.bench.capacity import Capacity, Carried, as_dict, show
from drlucky.cli.main import app


@pytest.mark.slow
def test_every_part_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capacity, "STALLING", 1.0)
    found = list(Capacity(seconds=1.0, part_of=0.02, rounds=1).figures())
    assert [each.part for each in found] == ["latency", "latency", "most", "tables", "disturbers", "disturbers"]
    assert all(each.measured > 0 for each in found)
    latency = found[0]
    assert latency.wanted == 15.0
    assert latency.usual is not None
    assert latency.usual <= latency.measured
    for each in as_dict(found)["figures"]:
        assert json.loads(json.dumps(each)) == each


def test_a_figure_is_shown_beside_what_was_wanted() -> None:
    console = Console(record=True, width=200)
    figures = [
        Carried("latency", "1,000 people: p99 in ms", 12.5, 15.0, usual=9.0, taken=0.031, cpu_per_move=0.4),
        Carried("most", "the most moves/s", 2500.0),
    ]
    show(figures, console)
    text = console.export_text()
    assert "at most 15" in text
    assert "3.1%" in text
    assert "2,500" in text
    assert max(map(len, text.splitlines())) <= 80
    assert [each.reached for each in figures] == [True, None]
    assert not Carried("latency", "", 15.1, 15.0).reached


def test_an_unknown_part_is_refused_in_words(tmp_path: Path) -> None:
    ran = CliRunner().invoke(app, ["bench", "capacity", "--part", "everything"])
    assert "'everything' is no part of it; the parts are latency, most, nodes, tables, disturbers" in str(ran.exception)
