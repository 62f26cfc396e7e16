"""What a record tells: a game's whole history as data. `writer` makes a text of it, and `reader` takes one apart."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from drlucky.errors import DrLuckyError

FORMAT = 1
FIRST_RULES = 1
"""The first version of any edition's rules."""

HEAD = f"drlucky record {FORMAT}"
COMMENT = "#"
DRAWN = "|"
"""Begins a line of a board's plan."""
SECRET = "the seed below tells every hidden card, so show this file to nobody before the game is over"
UNFINISHED = "unfinished"
PLAN_NAME = re.compile(r"[^/\\.<>:|?*\"]{1,60}")

# A game of 1,000 turns needs some thousand actions. The limits are far above that, and low enough that any text at all
# is read and replayed, or refused, within a second.
MAX_ACTIONS = 20_000
MAX_PARTS = 10
MAX_LINES = 100_000
MAX_LINE = 1_000
MAX_BYTES = 2 * 2**20

NEW = "new"
ESCAPE = "escape"
SEED_BYTES = 32

Contribution = str | bytes
"""What a player gave to be mixed into the deal."""


class RecordError(DrLuckyError):
    """A record that cannot be written, read or replayed: `problem` says why, `line` where, counted from 1."""

    def __init__(self, template: str, line: int | None = None, source: str = "", **values: object) -> None:
        super().__init__(template, **values)
        self.problem = str(self.args[0])
        self.args = (self.problem, line, source)  # as pickling makes it anew
        self.line = line
        self.source = source

    def __str__(self) -> str:
        place = ", ".join(filter(None, [self.source, f"line {self.line}" if self.line else ""]))
        return f"{place}: {self.problem}" if place else self.problem


class Lot(NamedTuple):
    """A number that was drawn, out of how many."""

    number: int
    out_of: int


class Shuffle(NamedTuple):
    """The order that a shuffle brought cards into."""

    order: tuple[int, ...]


class Plan(NamedTuple):
    """A board of someone's own."""

    name: str
    text: str


class Move(NamedTuple):
    """An action that was played."""

    text: str
    turn: int
    """Turns finished before it."""
    current: int
    """Whose turn it was."""
    chance: int
    """How long the dealer's log was after it: longer than before if it made the dealer shuffle."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: "success" (an attempt was not stopped), "sunk" or "turn limit"."""

    how: str
    winner: int | None
    loser: int | None


@dataclass
class Part:
    """A game as it was begun and played. One begun from the end of another has that one's parts before its own."""

    begun: str
    """NEW, or the method of Game that played on from the finished game of the part before."""
    options: Mapping[str, Any] | None
    """What was chosen, by name; None if the game was not begun by a call that can be repeated."""
    edition: str
    rules: int
    """The version of the edition's rules that it is played by."""
    title: str
    plan: Plan | None
    """The board, if it is not a printed one."""
    players: tuple[str, ...]
    """The names at all seats, Strangers' too."""
    live: tuple[int, ...]
    """The seats of players who decide for themselves."""
    cards: tuple[str, ...]
    """The name of each card of the deck."""
    seed: bytes
    commitment: str
    """The SHA-256 of the seed."""
    contributions: tuple[Contribution, ...]
    log: Sequence[Lot | Shuffle]
    """All that the dealer drew, as secret as the seed. It grows while the game goes on."""
    starts: int
    aside: tuple[int, ...]
    """The cards on closed rooms."""
    hands: tuple[tuple[int, ...], ...]
    """The cards that each seat was dealt."""
    chance: int
    """How long the dealer's log was when the cards were dealt."""
    moves: list[Move] = field(default_factory=list)


def plan_name(name: str) -> str:
    """A board's name as far as it is fit for a file anywhere; it is called after its plan's file."""
    return name if PLAN_NAME.fullmatch(name) and name.isprintable() else "board"


def counts(line: str) -> bool:
    """Whether a line is neither empty nor a comment."""
    return bool(line) and not line.startswith(COMMENT)
