"""Recorded games of every edition and variant, each named for what it proves, replay as when they were made."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import drlucky
from drlucky.game.replay import proven
from drlucky.record.model import ESCAPE
from records.make import DOCS, WANTED, Told, note_force
from records.mutations import MUTATIONS, fixtures, outlives, states
from records.soak import soak

every_record = pytest.mark.parametrize("path", fixtures(), ids=lambda path: path.stem)
INDEPENDENT = DOCS / "verify.py"
STATES = states()


def test_every_wanted_record_is_there_and_no_other() -> None:
    assert {path.stem for path in fixtures()} == set(WANTED)


def retold(path: Path) -> Told:
    """A record replayed step by step."""
    replay = proven(path)
    told = Told(replay.game)
    for step in range(replay.last + 1):
        replay.go_to(step)
        told.game = replay.game
        note_force(told)
    told.events += replay.game.events
    return told


@every_record
def test_it_replays_and_proves_what_its_name_says(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    wanted = WANTED[path.stem]
    told = retold(path)
    assert wanted.proof(told)
    assert told.game.edition.id == wanted.edition
    assert told.game.history[-1].begun == ESCAPE or not wanted.then_escape
    assert (told.game.board.name == "cottage") == wanted.own_board
    assert drlucky.load(path).record() == text, "comments and all"


@every_record
def test_the_independent_script_verifies_it(path: Path) -> None:
    assert independent(path).returncode == 0


def independent(path: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-I", "-W", "error", INDEPENDENT, path], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("commitment: ", "commitment: 0", "commitment"),
        ("lot: 2", "lot: 7", "lot"),
        ("shuffle: ", "shuffle: 99 ", "shuffle"),
        ('hand: "Ann" ', 'hand: "Ann" Bats, ', "Ann"),
        ("seed: ", "sown: ", "no record of a finished game"),
    ],
)
def test_the_independent_script_finds_a_deal_that_does_not_follow(
    old: str, new: str, words: str, tmp_path: Path
) -> None:
    text = (fixtures()[0].parent / "kill-1996-dealer-given.txt").read_text(encoding="utf-8")
    assert old in text
    forged = tmp_path / "forged.txt"
    forged.write_text(text.replace(old, new, 1), encoding="utf-8")
    found = independent(forged)
    assert found.returncode == 1
    assert "Not proven" in found.stderr
    assert words in found.stderr


@pytest.mark.slow
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
@every_record
def test_damage_is_refused_or_changes_nothing(path: Path, data: st.DataObject, tmp_path: Path) -> None:
    """About 2,000 damaged records; `make soak` tries 100,000."""
    text = path.read_bytes()
    mutation = data.draw(st.sampled_from(MUTATIONS))
    choose = data.draw(st.randoms(use_true_random=False))
    assert isinstance(choose, Random)
    outlives(mutation(text, choose), STATES, tmp_path / "damaged.txt")


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(start=st.sampled_from(["", "drlucky record 1\n"]), text=st.text(max_size=200))
def test_foreign_text_is_refused(start: str, text: str, tmp_path: Path) -> None:
    assert not outlives((start + text).encode("utf-8", "surrogatepass"), STATES, tmp_path / "foreign.txt")


def test_the_long_run_works() -> None:
    assert soak(50).startswith("50 damaged records:")
