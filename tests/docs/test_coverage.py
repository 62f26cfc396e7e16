"""docs/rules/coverage.md: every rule has its proof, and every proof is there."""

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import drlucky

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/rules/coverage.md"
RULINGS = ROOT / "docs/rules/rulings.md"
IDS = {"kill-1996": "K96", "kill-2016": "K16", "kill-de": "KDE", "save-2000": "S00", "save-paizo": "SPZ"}
PROOF = re.compile(r"`(?P<file>[\w/]+\.py)::(?P<test>test_\w+)`|ruling (?P<ruling>\d+|[a-z])")


class Rule(NamedTuple):
    id: str
    text: str
    shown_by: str


def books() -> dict[str, list[Rule]]:
    """The rules of each book, in the order of the page."""
    found: dict[str, list[Rule]] = {}
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            found[line.removeprefix("## ")] = []
        elif cells := re.fullmatch(r"\| ([A-Z]\w\w-\d+) \| (.*) \| (.*) \|", line):
            next(reversed(found.values())).append(Rule(*cells.groups()))
    return found


EVERY_RULE = [rule for rules in books().values() for rule in rules]


@cache
def functions_in(file: str) -> set[str]:
    tree = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def rulings() -> set[str]:
    return set(re.findall(r"^\| (\d+|[a-z]) \| ", RULINGS.read_text(encoding="utf-8"), re.MULTILINE))


def test_every_book_is_there_and_its_rules_are_numbered_without_a_gap() -> None:
    assert set(books()) == {book.id for book in drlucky.editions()}
    for edition, rules in books().items():
        assert [rule.id for rule in rules] == [f"{IDS[edition]}-{number}" for number in range(1, len(rules) + 1)]


def test_the_page_counts_right() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for edition, rules in books().items():
        assert f"| {edition} | {len(rules)} |" in page
    assert f"| all | {len(EVERY_RULE)} |" in page


def test_no_line_of_the_page_is_passed_over() -> None:
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if re.match(r"\| *[A-Z]\w\w-", line)]
    assert len(rows) == len(EVERY_RULE)


@pytest.mark.parametrize("rule", EVERY_RULE, ids=lambda rule: rule.id)
def test_it_has_a_proof_that_is_there(rule: Rule) -> None:
    assert rule.text.strip()
    proofs = rule.shown_by.split("; ")
    for proof in proofs:
        found = PROOF.fullmatch(proof)
        assert found, f"{proof!r} is neither a test nor a ruling"
        if found["ruling"]:
            assert found["ruling"] in rulings()
        else:
            assert found["test"] in functions_in(found["file"])


def test_a_proof_is_of_the_same_book() -> None:
    """What is told of one book only proves nothing of another: a test in its file must not stand for that one."""
    others = {"KDE": "scenarios/test_kill_2016.py", "SPZ": "scenarios/test_save_2000.py"}
    for rule in EVERY_RULE:
        other = others.get(rule.id[:3])
        assert other is None or other not in rule.shown_by, rule.id
