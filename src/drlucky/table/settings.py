"""Settings: what is played at a table, and how it is played there."""

from typing import Literal

from msgspec import Struct

from drlucky.boards import names as board_names
from drlucky.bots import LEVELS
from drlucky.editions import BOOKS
from drlucky.errors import DrLuckyError
from drlucky.game.options import Options
from drlucky.game.setup import setting
from drlucky.lessons import Lesson, lessons
from drlucky.table.answers import Refused
from drlucky.table.pace import Tempo

DAY = 86_400.0
SHORTEST_CLOCK = 5.0
LONGEST_CLOCK = 30 * DAY
AWAY = 60.0
RATED_OPTIONS = frozenset({"board", "layout", "closed", "strangers", "pets"})
"""Where a rated game is played and who else is about: all that everyone has alike."""


class Clock(Struct, frozen=True, omit_defaults=True):
    """No clock, one for each decision, one for the game with some spare seconds for each decision, or a decision
    clock for games that go on for days, where nobody is expected to be present."""

    kind: Literal["none", "decision", "game", "days"] = "none"
    seconds: float = 0
    spare: float = 15
    """What a decision has when the clock for the game is used up."""


class Settings(Struct, frozen=True, omit_defaults=True):
    edition: str
    options: Options = Options()
    clock: Clock = Clock()
    away: float = AWAY
    """After so many seconds of absence a bot stands in for whoever is asked; not in games of days."""
    stand_in: str = "normal"
    """The level of bots that stand in."""
    watchable: bool = True
    """May anyone watch?"""
    listed: bool = True
    """Does the lobby show the table?"""
    by_invitation: bool = False
    """Is the code alone not enough for a seat?"""
    tally: bool = True
    """Are penalties counted, where the book has them?"""
    lesson: str = ""
    """The lesson by whose deal and script the first game is played, if it is one: for one person, against bots."""
    tempo: Tempo = "normal"
    """How fast bots answer, and what they do is shown."""
    rated: bool = False
    """Do its games count for the ratings of those who play?"""


def lesson_of(settings: Settings) -> Lesson | None:
    """None also for one that an earlier drlucky had."""
    return lessons().get(settings.lesson)


def check(settings: Settings, players: int) -> None:
    """Refuses in words what does not fit."""
    board = settings.options.board
    if board is not None and board not in board_names():
        raise Refused(
            "settings",
            "there is no board {board!r:.60}; the boards are {boards}",
            board=board,
            boards=", ".join(sorted(board_names())),
        )
    check_level(settings.stand_in)
    check_clock(settings.clock)
    if not SHORTEST_CLOCK <= settings.away <= DAY:
        raise Refused(
            "settings",
            "someone is away after {least:g} to {most:g} seconds, not {seconds:g}",
            least=SHORTEST_CLOCK,
            most=DAY,
            seconds=settings.away,
        )
    if not settings.tally and settings.edition in BOOKS and BOOKS[settings.edition].penalties == "none":
        raise Refused(
            "settings", "{edition} knows no penalties: there is no tally to switch off", edition=settings.edition
        )
    check_lesson(settings, players)
    check_rated(settings)
    try:
        setting(settings.edition, players, **settings.options.chosen())
    except DrLuckyError as error:
        raise Refused.of("settings", error) from None


def check_lesson(settings: Settings, players: int) -> None:
    """Its deal is known to everyone: it must not be played for anything else than to learn."""
    if not settings.lesson:
        return
    lesson = lesson_of(settings)
    if lesson is None:
        raise Refused(
            "settings",
            "there is no lesson {lesson!r:.60}; the lessons are {lessons}",
            lesson=settings.lesson,
            lessons=", ".join(lessons()),
        )
    if (settings.edition, players) != (lesson.edition, lesson.players) or settings.options != Options():
        raise Refused(
            "settings",
            "the lesson {lesson} is played by {edition}, by {players}, and without options",
            lesson=lesson.name,
            edition=lesson.edition,
            players=lesson.players,
        )
    if settings.listed:
        raise Refused("settings", "a lesson is nobody else's: the lobby does not show it")


def check_rated(settings: Settings) -> None:
    """Ratings compare those who play the same game."""
    if not settings.rated:
        return
    if settings.lesson:
        raise Refused("settings", "a lesson is not rated")
    others = sorted(settings.options.chosen().keys() - RATED_OPTIONS)
    if others:
        raise Refused("settings", "a rated game is played without {options}", options=", ".join(others))


def check_level(level: str) -> None:
    if level not in LEVELS:
        raise Refused(
            "settings",
            "there is no bot of the level {level!r:.60}; the levels are {levels}",
            level=level,
            levels=", ".join(LEVELS),
        )


def check_clock(clock: Clock) -> None:
    if clock.kind == "none":
        return
    for seconds in (clock.seconds, clock.spare):
        if not SHORTEST_CLOCK <= seconds <= LONGEST_CLOCK:
            raise Refused(
                "settings",
                "a clock has {least:g} to {most:g} seconds, not {seconds:g}",
                least=SHORTEST_CLOCK,
                most=LONGEST_CLOCK,
                seconds=seconds,
            )
