"""Records of earlier rules: those that a changed ruling touches are refused with the ruling, and all others replay."""

from itertools import pairwise
from pathlib import Path

import pytest

import drlucky
from drlucky import phrases
from drlucky.editions import BOOKS
from drlucky.game.game import Game
from drlucky.record.model import RecordError

FOLDER = Path(__file__).parent / "rules-1"
"""Games of kill-de as they were written when a Stranger who was stopped before moving stayed where it was."""


def test_only_a_book_whose_rules_changed_has_another_version() -> None:
    assert {edition: book.version for edition, book in BOOKS.items() if book.version > 1} == {"kill-de": 2}


@pytest.mark.parametrize("name", ["foiled-after-moving", "stranger-wins-before-moving"])
def test_a_record_that_the_ruling_does_not_touch_replays_to_the_letter(name: str) -> None:
    path = FOLDER / f"kill-de-{name}.txt"
    assert drlucky.load(path).record() == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["touched", "touched-in-the-hotel", "touched-by-cards"])
def test_a_record_that_the_ruling_touches_is_refused_with_it(name: str) -> None:
    path = FOLDER / f"kill-de-{name}.txt"
    with pytest.raises(RecordError) as caught:
        drlucky.load(path)
    assert "version 1 of the rules of kill-de; ruling 17 was changed since" in caught.value.problem
    lines = path.read_text(encoding="utf-8").splitlines()
    assert ":" not in lines[(caught.value.line or 0) - 1], "the action after which it would come out otherwise"
    assert path.name in str(caught.value)
    assert "Regelung 17" in phrases.error(caught.value, "de")


def test_what_was_left_in_the_middle_of_such_an_attempt_is_refused_with_the_ruling_too() -> None:
    with pytest.raises(RecordError, match="ruling 17 was changed since"):
        drlucky.load(FOLDER / "kill-de-asked-before-moving.txt")


def test_a_game_of_earlier_rules_goes_on_by_those_of_today() -> None:
    game = drlucky.load(FOLDER / "kill-de-unfinished.txt")
    assert "\nrules: 2\n" in game.record(secret=True)
    assert drlucky.load(game.record(secret=True)).state.key() == game.state.key()


def test_what_is_written_today_says_so_and_replays() -> None:
    """Whoever says that the game is of earlier rules is told that it cannot be."""
    game = next(filter(went_on, map(stopped_strangers, range(100))))
    assert "\nrules: 2\n" in game.record()
    assert drlucky.load(game.record()).record() == game.record()
    with pytest.raises(RecordError, match="ruling 17"):
        drlucky.load(game.record().replace("rules: 2", "rules: 1"))


def stopped_strangers(seed: int) -> Game:
    """A game in which everything that can be stopped is."""
    game = drlucky.new("kill-de", ["Ann", "Bob"], seed=seed, turn_limit=60)
    while game.to_decide is not None:
        legal = [str(action) for action in game.legal]
        game.play(next((action for action in legal if action.startswith("play")), legal[0]))
    return game


def went_on(game: Game) -> bool:
    """Did a Stranger go on after its attempt was stopped?"""
    kinds = [event.kind for event in game.events if event.kind in ("foiled", "stranger moved", "turn over")]
    return ("foiled", "stranger moved") in pairwise(kinds)
