"""Pace: how long everything that happens is shown, and how long a bot waits for it.

One table for both sides, beats.json, which the page is built with. It shows what happens one after the other, each for
as long as it says there; and a bot that is asked answers no sooner than what just
happened has been shown, so that at normal speed no page falls behind the table by more than one decision.

A table has a tempo: where bots answer faster, everything but what is to be read is shown faster by the same factor,
which stands in beats.json too. Thinking takes what it takes.

A bot's pace follows from what everyone can see: the tempo, what just happened, its level and the kind of decision, and
never from its cards or from how long it thought."""

from collections.abc import Sequence
from functools import cache, lru_cache
from importlib import resources
from math import ceil
from typing import Literal

import msgspec
from msgspec import Struct

from drlucky import phrases
from drlucky.game.events import Event

Tempo = Literal["normal", "fast", "at once"]
SECONDS = {"turn": 1.2, "walk": 0.8, "lay": 0.8, "answer": 1.2}
"""From question to answer of a bot at the least, by the phase of the game."""
DEFAULT = 1.2
SLACK = 0.4
"""What a bot's thinking may take beside its budget: starting it, and waiting for a core."""


class Beat(Struct, frozen=True):
    """How an event is shown."""

    name: str
    """What it is on the stage: events of the same name that follow each other may be shown as one."""
    seconds: float
    """For how long nothing else is shown."""
    breath: float = 0.0
    """For how long everyone holds their breath before it."""
    read: bool = False
    """Is its sentence to be read in full? Then it is shown longer, by its words."""


class Beats(Struct, frozen=True):
    """All that is shown."""

    word: float
    """Seconds in which a word is read: 240 in a minute."""
    tempos: dict[Tempo, float]
    """By how much each makes everything shorter that need not be read."""
    beats: dict[str, Beat]
    """By the kinds of events."""


SHOWN = msgspec.json.decode(resources.files("drlucky.table").joinpath("beats.json").read_bytes(), type=Beats)
WORD = SHOWN.word
TEMPOS = SHOWN.tempos
BEATS = SHOWN.beats
QUIET = Beat("quiet", 0.0)

saves = cache(phrases.saves)


def shown(events: Sequence[Event], names: tuple[str, ...], edition: str, tempo: Tempo = "normal") -> float:
    """Seconds for which all of this is shown at normal speed, in the language in which it takes longest."""
    return sum(one_shown(event, names, saves(edition), TEMPOS[tempo]) for event in events)


def one_shown(event: Event, names: tuple[str, ...], saving: bool, factor: float) -> float:
    """What is to be read takes its time at any tempo."""
    beat = BEATS.get(event.kind, QUIET)
    if not beat.read:
        return factor * (beat.breath + beat.seconds)
    return factor * beat.breath + beat.seconds + WORD * words_of(event, names, saving)


@lru_cache(1000)
def words_of(event: Event, names: tuple[str, ...], saving: bool) -> int:
    sentences = (phrases.event(event, names, language, saving=saving) for language in phrases.languages())
    return max(len(sentence.split()) for sentence in sentences)


def pace(phase: str, budget: float, shown: float = 0.0, tempo: Tempo = "normal") -> float:
    """Seconds from question to answer for a bot that thinks for up to `budget` seconds, while what led to the question
    is shown for so many."""
    return max(TEMPOS[tempo] * SECONDS.get(phase, DEFAULT), budget + SLACK, shown)


def release(asked: float, seconds: float, ready: float) -> float:
    """When an answer that is ready at some time is told: on time, or if it is late at the next whole multiple of the
    pace, so that its lateness tells little."""
    return asked + seconds * max(1, ceil((ready - asked) / seconds)) if seconds > 0 else ready
