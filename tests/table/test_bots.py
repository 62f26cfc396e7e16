"""Bots at a table: they are given a view and nothing else, and tell nothing by their timing."""

import asyncio
import os
import signal
from collections.abc import Callable
from concurrent.futures import Future
from random import Random
from typing import Any, TypeVar

import pytest

from drlucky import cast
from drlucky.game.view import View
from drlucky.jobs import Jobs
from drlucky.table import Clock, Settings, Thinkers
from drlucky.table.pace import pace, release, shown
from table.desk import KILL, begun
from table.worlds import other_world

T = TypeVar("T")


def test_when_a_bot_answers_follows_from_what_everyone_sees() -> None:
    """Whatever it holds, and also where it has no choice."""
    alone = sum(watch_bots(seed) for seed in range(1, 5))
    assert alone, "somebody could only pass, and was asked like everyone"


def watch_bots(seed: int) -> int:
    """Plays a game, and counts how often a bot had no choice."""
    desk = begun(Settings("kill-2016"), people=1, bots=5, seed=seed)
    choose = Random(seed)
    alone = 0
    while desk.table.phase == "playing":
        asked = desk.table.asked()
        if asked is None:
            desk.act()
            continue
        phase = desk.match.game.view(None).phase
        told = shown(desk.match.latest, desk.match.players, desk.match.game.edition.id)
        assert asked.pace == pace(phase, 0.0, told)
        with other_world(desk.match.game, [], choose):
            assert desk.table.asked() == asked
        alone += len(desk.match.game.legal) == 1
        version = desk.table.version
        desk.wait(asked.at + asked.pace - desk.now - 0.001)
        assert desk.table.version == version
        desk.wait(0.002)
        assert desk.table.version > version
    return alone


def test_an_answer_that_is_late_waits_for_the_next_whole_multiple() -> None:
    assert release(100.0, 1.5, 100.2) == 101.5
    assert release(100.0, 1.5, 101.5) == 101.5
    assert release(100.0, 1.5, 101.6) == 103.0
    assert release(100.0, 0.0, 100.2) == 100.2


class Watching(Jobs):
    """Sees what is handed to bots."""

    def __init__(self) -> None:
        super().__init__()
        self.handed: list[object] = []

    def submit(self, work: Callable[..., T], *given: Any, seconds: float | None = None) -> "Future[T]":
        self.handed += given
        return super().submit(work, *given, seconds=seconds)


def test_a_bot_that_plays_or_stands_in_is_handed_the_view_of_its_seat_and_nothing_else() -> None:
    desk = begun(Settings(KILL, clock=Clock("decision", 5)), bots=1)
    desk.wait(6)
    asked = desk.table.asked()
    assert asked
    view, legal, past = desk.table.bot_sees(asked)
    seat = desk.match.plays(asked.seat)
    assert (view, past) == (desk.match.game.view(seat), []), "it makes no use of the past"
    asked = asked._replace(level="hard")
    view, legal, past = desk.table.bot_sees(asked)
    assert (view, past) == (desk.match.game.view(seat), desk.match.game.past(seat))
    with Watching() as jobs:
        asyncio.run(Thinkers(jobs).choose(asked.level, view, legal, past=past))
    assert {type(each) for each in jobs.handed} == {str, int, View, list}


def test_whatever_happens_to_a_bot_the_game_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    desk = begun(people=1, bots=2)
    view, legal = desk.match.game.view(desk.match.game.to_decide), desk.match.game.legal
    jobs = Jobs()
    jobs.close()
    for given, level in ((jobs, "normal"), (None, "hard"), (None, "easy")):
        thinkers = Thinkers(given)
        thinkers.close()
        caplog.clear()
        assert asyncio.run(thinkers.choose(level, view, legal)) in [str(each) for each in legal]
        assert f"a bot of level {level}" in caplog.text


def test_a_process_that_dies_while_thinking_is_replaced() -> None:
    desk = begun(people=1, bots=2)
    view, legal = desk.match.game.view(desk.match.game.to_decide), desk.match.game.legal
    with Jobs() as jobs:
        thinkers = Thinkers(jobs)
        before = jobs.submit(os.getpid).result()
        os.kill(before, signal.SIGKILL)
        assert asyncio.run(thinkers.choose("hard", view, legal)) in [str(each) for each in legal]
        assert jobs.submit(os.getpid).result() != before


def test_a_bot_plays_in_the_style_of_the_one_whom_it_plays_and_a_stand_in_plainly() -> None:
    desk = begun(Settings(KILL), people=2, bots=2)
    kinds = {seat.kind: number for number, seat in enumerate(desk.table.seats)}
    chair = desk.table.seats[kinds["bot"]]
    assert desk.table.style_of(kinds["bot"]) == cast.character(chair.character).style
    assert desk.table.style_of(kinds["person"]) == ""
    chair.character = ""
    assert desk.table.style_of(kinds["bot"]) == "", "in logs from before there was a cast"
    view, legal = desk.match.game.view(desk.match.game.to_decide), desk.match.game.legal
    with Watching() as jobs:
        asyncio.run(Thinkers(jobs).choose("normal", view, legal, style="sly"))
    assert "sly" in jobs.handed
