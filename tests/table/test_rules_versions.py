"""Tables that were begun by earlier rules: one that a changed ruling touches is refused with it, all others go on."""

from base64 import b64decode
from itertools import pairwise
from pathlib import Path

import pytest

from drlucky.errors import RulesChanged
from drlucky.table import Refused, Settings, Table
from drlucky.table.log import Started, Woke, decode
from drlucky.table.registry import replayed
from table.desk import Desk, begun
from table.test_formats import shown_to_all

FOLDER = Path(__file__).parent / "rules-1"
"""Tables of kill-de as they were logged when a Stranger who was stopped before moving stayed where it was: what
everyone was shown in the end, as a hash, and the entries."""


def logged(name: str) -> tuple[str, list[bytes]]:
    shown, *entries = (FOLDER / f"{name}.txt").read_text(encoding="ascii").splitlines()
    return shown, [b64decode(entry) for entry in entries]


@pytest.mark.parametrize("name", ["untouched", "running"])
def test_a_table_that_the_ruling_does_not_touch_comes_to_the_same(name: str) -> None:
    shown, entries = logged(name)
    assert shown_to_all(Table.replay(decode(entries))) == shown


def test_a_table_that_the_ruling_touches_is_refused_with_it() -> None:
    _, entries = logged("touched")
    with pytest.raises(RulesChanged, match="ruling 17 was changed since"):
        Table.replay(decode(entries))


def test_whoever_asks_for_such_a_table_is_told_the_ruling(caplog: pytest.LogCaptureFixture) -> None:
    _, entries = logged("touched")
    with pytest.raises(Refused, match="version 1 of the rules of kill-de; ruling 17 was changed since") as caught:
        replayed("t1", entries, 1.0)
    assert caught.value.code == "not now"
    assert "table t1 is refused" in caplog.text, "and so is whoever runs the server"


def test_a_running_table_goes_on_by_the_rules_of_today() -> None:
    """It is woken once by this drlucky, which the log says; what is then played replays by what it was played by."""
    desk = Desk()
    _, desk.log = logged("running")
    desk.table = Table.replay(decode(desk.log))
    desk.now = desk.table.now
    desk.restart()
    assert desk.facts[-1] == Woke(rules=2)
    went_on = False
    for _ in range(400):
        if desk.table.phase != "playing":
            break
        desk.act()
        kinds = [event.kind for event in desk.match.events if event.kind in ("foiled", "stranger moved", "turn over")]
        went_on = went_on or ("foiled", "stranger moved") in pairwise(kinds)
    assert went_on, "the ruling made a difference, so the log tells which rules it was"
    desk.restart()


def test_a_new_table_says_which_rules_it_plays_by() -> None:
    for edition, version in (("kill-de", 2), ("kill-2016", 1)):
        desk = begun(Settings(edition), people=2)
        assert [fact.rules for fact in desk.facts if isinstance(fact, Started)] == [version]
