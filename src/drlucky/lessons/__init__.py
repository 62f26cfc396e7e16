"""Lessons: first games that teach, as data. The deal is kept, and every decision is written down in a script, so that
each thing to learn comes up in its turn and the newcomer wins. `tools/lessons.py` finds them.

A script is no rule: it is what the bots play as long as the newcomer does what it says. Whoever does something else
plays on against bots that think for themselves."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from msgspec import Struct

NEWCOMER = 0
"""The seat of whoever learns."""


@dataclass(frozen=True)
class Line:
    """A decision in a script."""

    seat: int
    action: str
    teaches: str = ""
    """What the newcomer learns by it."""


@dataclass(frozen=True)
class Lesson:
    name: str
    edition: str
    players: int
    seed: str
    script: tuple[Line, ...]

    @property
    def own(self) -> int:
        """How many of the decisions are the newcomer's."""
        return sum(line.seat == NEWCOMER for line in self.script)

    def following(self, played: Sequence[str]) -> Line | None:
        """The next decision in the script; None if something else was played than it says, or at its end."""
        said = len(played)
        if said >= len(self.script) or any(
            line.action != action for line, action in zip(self.script, played, strict=False)
        ):
            return None
        return self.script[said]

    def sheet(self, played: Sequence[str]) -> "LessonSheet | None":
        """What the newcomer is told; None if the script is left."""
        line = self.following(played)
        if line is None:
            return None
        done = sum(each.seat == NEWCOMER for each in self.script[: len(played)])
        if line.seat != NEWCOMER:
            return LessonSheet(done, self.own)
        return LessonSheet(done, self.own, line.action, line.teaches)


class LessonSheet(Struct, frozen=True, omit_defaults=True):
    """How far the newcomer is. Nothing in it is about what the others will do."""

    done: int
    """So many of their decisions are made."""
    of: int
    action: str | None = None
    """What they should do now, if it is for them to decide."""
    teaches: str = ""
    """What they learn by it."""


@cache
def lessons() -> dict[str, Lesson]:
    """By their names."""
    files = sorted(resources.files(__package__).iterdir(), key=lambda each: each.name)
    return {
        name: read(name, each.read_text(encoding="utf-8"))
        for each in files
        if (name := each.name.removesuffix(".toml")) != each.name
    }


def read(name: str, text: str) -> Lesson:
    data = tomllib.loads(text)
    script = tuple(Line(**line) for line in data["line"])
    return Lesson(name, data["edition"], data["players"], data["seed"], script)
