"""First games that teach: each script is legal and won, by the rules and the decks as they are."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import drlucky
from drlucky.decks import Card
from drlucky.editions import BOOKS
from drlucky.game.events import Event
from drlucky.game.game import Game
from drlucky.lessons import NEWCOMER, Lesson, lessons

ROOT = Path(__file__).parents[2]
NAMES = ("You", "Bob", "Cleo")
each_lesson = pytest.mark.parametrize("lesson", lessons().values(), ids=list(lessons()))


def played(lesson: Lesson) -> tuple[Game, list[Event]]:
    game = drlucky.new(lesson.edition, NAMES, seed=lesson.seed)
    happened = list(game.events)
    for line in lesson.script:
        assert game.to_decide == line.seat, f"somebody else decides than the script says; make lessons: {line}"
        happened += game.play(line.action)
    return game, happened


def test_there_is_one_for_each_family() -> None:
    assert list(lessons()) == ["kill", "save"]


@each_lesson
def test_a_script_is_legal_and_the_newcomer_wins(lesson: Lesson) -> None:
    game, _ = played(lesson)
    assert game.outcome is not None
    assert game.outcome.winner == NEWCOMER
    assert 6 <= lesson.own <= 12


@each_lesson
def test_everything_comes_up_that_is_to_be_taught(lesson: Lesson) -> None:
    _, happened = played(lesson)
    mine = [event for event in happened if NEWCOMER in (event.seat, event.pawn)]
    kinds = [event.kind for event in mine]
    assert {"stepped", "drew", "called up", "played", "attempt"} <= set(kinds)
    # Two attempts: the first is foiled, the second is the end. In between somebody else strikes, and is foiled.
    struck = [event.seat for event in happened if event.kind == "attempt"]
    assert (struck.count(NEWCOMER), len(struck)) == (2, 3)
    assert [event.kind for event in happened].count("foiled") == 2
    taught = [line.teaches for line in lesson.script if line.seat == NEWCOMER]
    assert {"walk", "draw", "strike", "stop", "win"} <= set(taught)
    assert {"card", "send"} & set(taught)
    assert all(taught), "the page explains every decision"
    assert not any(line.teaches for line in lesson.script if line.seat != NEWCOMER)


@each_lesson
def test_the_newcomer_is_the_last_who_can_stop_the_attempt_of_another(lesson: Lesson) -> None:
    game = drlucky.new(lesson.edition, NAMES, seed=lesson.seed)
    for line in lesson.script:
        if line.teaches == "stop":
            attempt = game.view(NEWCOMER).attempt
            assert attempt is not None
            assert attempt.attacker == 1, "everyone else has been asked before"
        game.play(line.action)


@each_lesson
def test_the_last_to_be_asked_could_not_have_stopped_the_winner(lesson: Lesson) -> None:
    """Nobody lets the newcomer win."""
    game = drlucky.new(lesson.edition, NAMES, seed=lesson.seed)
    for line in lesson.script[:-1]:
        game.play(line.action)
    seat = game.to_decide
    assert seat == lesson.script[-1].seat
    view = game.view(seat)
    facts: dict[str, Card] = {card.name: card for card in game.setting.deck.cards}
    assert view.attempt is not None
    assert view.attempt.strength is not None
    held = sum(facts[card].luck for card in view.hand or () if f"play {card}" in view.legal)
    assert held < view.attempt.strength - view.attempt.luck


@each_lesson
def test_a_lesson_is_by_the_book_that_the_page_begins_with(lesson: Lesson) -> None:
    """As `usual` in web/src/game/editions.ts has it."""
    family = [book for book in BOOKS.values() if book.id.startswith(lesson.name)]
    assert lesson.edition == next(book.id for book in family if book.stages != "one")


@each_lesson
def test_what_follows_is_known_only_as_long_as_the_script_is_followed(lesson: Lesson) -> None:
    said = [line.action for line in lesson.script]
    assert lesson.following([]) == lesson.script[0]
    assert lesson.following(said[:3]) == lesson.script[3]
    assert lesson.following([*said[:2], "something else"]) is None
    assert lesson.following(said) is None


@each_lesson
def test_the_tool_finds_the_same_script_again(lesson: Lesson, tmp_path: Path) -> None:
    seed = re.sub(r"\D", "", lesson.seed)
    tool = [sys.executable, "tools/lessons.py", lesson.name, "--first", seed, "--last", seed, "--to", str(tmp_path)]
    subprocess.run(tool, cwd=ROOT, check=True)
    kept = ROOT / "src" / "drlucky" / "lessons" / f"{lesson.name}.toml"
    assert (tmp_path / f"{lesson.name}.toml").read_text(encoding="utf-8") == kept.read_text(encoding="utf-8")
