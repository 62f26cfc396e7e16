"""What the documents once told people to import is still found there."""

import subprocess
import sys

import pytest

EARLIER = [
    "from drlucky import drawing; drawing.svg, drawing.text",
    "from drlucky.actions import Action",
    "from drlucky.dealer import as_seed, commitment",
    "from drlucky.imagine import imagine",
    "from drlucky.reasons import Reason",
    "from drlucky.server.messages import Hello, Table",
    "from drlucky.table.heading import read",
    "from drlucky.undoing import can_go_back",
    "from drlucky.view import View",
]


@pytest.mark.parametrize("line", EARLIER)
def test_documented_paths_of_earlier_versions_are_kept(line: str) -> None:
    subprocess.run([sys.executable, "-c", line], check=True)
