"""The package that `drlucky new-edition` writes: docs/editions.md, followed to the letter, and its own tests."""

import re
import shlex
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from drlucky.editions import BOOKS
from packages import run

PAGE = Path(__file__).parents[2] / "docs" / "editions.md"
INSTALL = ["-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--target", "."]
"""Here nothing is fetched, and nobody else sees what is installed."""


def follow(line: str, folder: Path) -> CompletedProcess[str]:
    """A command of the page, in a folder that is also where packages are installed."""
    program, *words = shlex.split(line)
    return run(folder, *(["-m", "drlucky", *words] if program == "drlucky" else INSTALL + words[1:]))


@pytest.mark.slow
def test_the_commands_of_the_page_make_a_package_that_is_played(tmp_path: Path) -> None:
    block = re.search(r"```sh\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert block
    done = [follow(line, tmp_path) for line in block[1].splitlines()]
    assert [each.returncode for each in done] == [0] * 5, [each.stderr for each in done]
    _, _, conformance, simulate, editions = (each.stdout for each in done)
    assert re.search(r"kill-coffee keeps what every edition promises: 9 checks of \d+ set-ups", conformance)
    assert "200 games were played" in simulate
    assert "Kill Doctor Lucky, coffee break; 2 to 8 players" in editions


@pytest.mark.slow
@pytest.mark.parametrize("like", BOOKS.own)
def test_a_package_like_any_edition_passes_its_own_tests(like: str, tmp_path: Path) -> None:
    assert follow(f"drlucky new-edition mine --like {like}", tmp_path).returncode == 0
    run_tests = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error", "mine/tests"]
    assert follow("pip install ./mine", tmp_path).returncode == 0
    tested = run(tmp_path, *run_tests)
    assert tested.returncode == 0, tested.stdout
    assert "passed" in tested.stdout


def test_it_passes_no_test_that_it_should_fail(tmp_path: Path) -> None:
    """A book that says of strength and of what was laid in two voices is told by the conformance checks."""
    follow("drlucky new-edition mine", tmp_path)
    module = tmp_path / "mine" / "src" / "drlucky_mine" / "__init__.py"
    text = module.read_text(encoding="utf-8")
    wrong = "def many_weapons(self) -> bool:\n        return True\n\n    def strength(self, s):\n        return 7\n"
    module.write_text(text.replace("def many_weapons(self) -> bool:\n        return True\n", wrong))
    assert follow("pip install ./mine", tmp_path).returncode == 0
    checked = follow("drlucky conformance mine", tmp_path)
    assert checked.returncode == 2
    assert (
        "fails 'every_promise_is_kept': AssertionError: `laid_in` is `strength` the other way round" in checked.stderr
    )


def test_a_name_may_begin_with_a_digit(tmp_path: Path) -> None:
    """A class may not."""
    assert follow("drlucky new-edition 1996", tmp_path).returncode == 0
    assert follow("pip install ./1996", tmp_path).returncode == 0
    played = follow("drlucky simulate 1996 --games 2", tmp_path)
    assert played.returncode == 0, played.stderr


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("Kill_Coffee", "a name has small letters, digits and dashes, at most 40, unlike 'Kill_Coffee'"),
        ("kill-2016", "there is an edition 'kill-2016' already"),
        ("mine --like yours", "it can be like one of kill-1996, "),
        ("mine --title 'a\"b'", "a title is a line without quotes"),
        ("mine --title ' '", "a title is a line without quotes"),
        ("there", "there is there already"),
    ],
)
def test_what_cannot_be_written_is_refused_in_words(words: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    refused = follow(f"drlucky new-edition {words}", tmp_path)
    assert refused.returncode == 2
    assert why in refused.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["there"]
