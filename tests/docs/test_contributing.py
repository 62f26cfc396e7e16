"""The recipes of CONTRIBUTING.md work: they are followed to the letter in a copy of the package, which plays."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

import pytest

from patience import NEVER

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "CONTRIBUTING.md"
STEP = re.compile(r"^\d+\. \*\*`(?P<file>[^`]+)`\*\*(?P<new> \(new\))?:", re.MULTILINE)
BLOCK = re.compile(r"^   ```(?P<kind>\w+)\n(?P<text>.*?)^   ```$", re.MULTILINE | re.DOTALL)
PLAY = """
import inspect, json

import msgspec

import drlucky
from drlucky import phrases
from drlucky.bots import RandomBot
from drlucky.bots.search import SearcherBot
from drlucky.interpreted import is_compiled
from drlucky.table import Settings

settings = msgspec.json.decode(b'{"edition": "kill-coffee", "options": {"no_twos": true}}', type=Settings)
game = drlucky.new(settings.edition, ["Ann", "Bob", "Cleo"], seed=1, **settings.options.chosen())
bots = [RandomBot(1), SearcherBot(iterations=3, seed=2), RandomBot(3)]
while game.to_decide is not None:
    game.play(bots[game.to_decide].choose(game.view(game.to_decide), game.legal))
again = drlucky.load(game.record())
print(json.dumps({
    "compiled": is_compiled(),
    "over": game.outcome is not None,
    "replays": again.outcome == game.outcome and again.setting.shorter == ("no_twos",),
    "cards": [card.name for card in game.setting.deck.cards],
    "luck": sorted({card.luck for card in game.setting.deck.cards if card.kind == "failure"}),
    "rules": [section.text for section in phrases.rules("kill-coffee") if section.id == "attempts"],
    "new": str(inspect.signature(drlucky.new)),
}))
"""


class Edit(NamedTuple):
    """One code block of a step: the whole text of a new file, or a change of one that is there."""

    file: str
    is_new: bool
    kind: str
    text: str


def edits(page: str) -> list[Edit]:
    starts = [*STEP.finditer(page)]
    ends = [re.compile(r"^(\d+\.|#)", re.MULTILINE).search(page, step.end()) for step in starts]
    return [
        Edit(step["file"], step["new"] is not None, block["kind"], dedent(block["text"]))
        for step, end in zip(starts, ends, strict=True)
        for block in BLOCK.finditer(page, step.end(), end.start() if end else len(page))
    ]


def follow(edit: Edit, copy: Path) -> None:
    path = copy / edit.file
    if edit.is_new:
        assert not path.exists(), edit.file
        path.write_text(edit.text, encoding="utf-8")
        return
    assert edit.kind == "diff", edit
    lines = edit.text.splitlines(keepends=True)
    before = "".join(line[1:] for line in lines if line[0] != "+")
    after = "".join(line[1:] for line in lines if line[0] != "-")
    text = path.read_text(encoding="utf-8")
    assert text.count(before) == 1, f"{edit.file} has no such place, or several:\n{before}"
    path.write_text(text.replace(before, after), encoding="utf-8")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources as they are after all recipes, with nothing compiled among them."""
    copy = tmp_path_factory.mktemp("newcomer")
    shutil.copytree(ROOT / "src", copy / "src", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "static"))
    for edit in edits(PAGE.read_text(encoding="utf-8")):
        follow(edit, copy)
    return copy


def run(copy: Path, *command: str) -> str:
    environment = os.environ | {"PYTHONPATH": str(copy / "src"), "DRLUCKY_INTERPRETED": "1", "COLUMNS": "200"}
    done = subprocess.run(
        [sys.executable, *command], cwd=copy, env=environment, capture_output=True, text=True, timeout=NEVER
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_the_recipes_of_contributing_work(copy: Path) -> None:
    """A tiny edition, a card and an option, and a game with them to its end."""
    found = json.loads(run(copy, "-c", PLAY))
    assert (found["compiled"], found["over"], found["replays"]) == (False, True, True)
    assert "Cold Coffee" in found["cards"]
    assert 2 not in found["luck"]
    assert "any number of weapons" in found["rules"][0].replace("\n", " ")
    assert "no_twos: bool = False" in found["new"]


@pytest.mark.slow
def test_what_the_recipes_add_is_offered_on_the_command_line(copy: Path) -> None:
    assert "kill-coffee" in run(copy, "-m", "drlucky", "editions")
    for command in ("play", "simulate", "tournament"):
        shown = run(copy, "-m", "drlucky", command, "--help")
        assert "--no-twos" in shown
        assert "A shorter game: no failures of value 2." in shown


@pytest.mark.slow
def test_the_new_files_of_the_recipes_are_in_good_form(copy: Path) -> None:
    run(copy, "-m", "ruff", "check", "--config", str(ROOT / "pyproject.toml"), "--quiet", "src")
    run(copy, "-m", "ruff", "format", "--check", "--config", str(ROOT / "pyproject.toml"), "--quiet", "src")


def test_every_file_that_the_page_names_is_there() -> None:
    """But for those that a recipe makes."""
    page = PAGE.read_text(encoding="utf-8")
    made = [*re.findall(r"`([^`]+)`(?:\*\*)? \(new\)", page), "docs/rules/kill-coffee.md", "web/src/api/protocol.ts"]
    for name in re.findall(r"`((?:src|tests|web|docs|tools)/[^`]*)`", page):
        if name not in made and "/fr/" not in name and not name.endswith("kill_coffee.py"):
            assert (ROOT / name).exists(), name
