"""What the documents say is true: examples run, links lead somewhere, and the tests they name are there."""

import doctest
import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

import drlucky

ROOT = Path(__file__).parents[2]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/**/*.md"))]
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)


def test_the_readme_s_game_is_played_as_printed() -> None:
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert results.attempted >= 7
    assert results.failed == 0


@every_page
def test_links_lead_to_files(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


@every_page
def test_tests_that_are_named_exist(page: Path) -> None:
    there = {
        name
        for path in ROOT.glob("tests/**/*.py")
        for name in re.findall(r"^(?:async )?def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    for pattern in re.findall(r"`(test_[\w*]+)`", page.read_text(encoding="utf-8")):
        assert any(fnmatch(name, pattern) for name in there), f"{page.name} names {pattern}"


def test_the_map_names_files_that_are_there() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    for row in page.splitlines():
        folder = Path()
        for name in re.findall(r"`([\w./-]+/[\w./]*|\w[\w.]*\.(?:py|ts|toml))`", row):
            folder = Path(name).parent if "/" in name else folder
            path = Path(name) if "/" in name else folder / name
            assert (ROOT / path).exists() or (ROOT / "src/drlucky" / path).exists(), name


def test_every_edition_has_its_rules() -> None:
    assert {path.stem for path in (ROOT / "docs/rules").glob("*.md")} == {
        *(book.id for book in drlucky.editions()),
        "coverage",
        "rulings",
    }
