"""Chat: what was said at the table, and in the Save editions what it costs."""

from collections import deque
from collections.abc import Sequence
from functools import cache
from typing import Literal

from msgspec import Struct

from drlucky import penalties, phrases
from drlucky.decks import deck
from drlucky.editions import Book
from drlucky.game.view import Outcome
from drlucky.table.news import after

LONGEST_LINE = 300
KEPT = 200
"""Lines that are shown to someone who comes later."""


Reaction = Literal["gasp", "applause", "eyebrow", "pearls", "alibi", "butler", "tea", "faint", "condolences", "advance"]
"""What can be said without a word. `phrases.reaction` has the words for it."""
IN_ADVANCE: Reaction = "advance"
"""The one that costs what it says, where penalties are counted."""


class Line(Struct, frozen=True, omit_defaults=True):
    version: int
    at: float
    member: int
    name: str
    text: str
    seat: int | None = None
    """The speaker's seat in the game; None for a spectator."""
    penalty: int = 0
    reaction: str = ""
    """What it is a line about, if nothing was said; `text` is that in English then."""


class Chat:
    def __init__(self) -> None:
        self.lines: deque[Line] = deque(maxlen=KEPT)
        self.said = 0
        """All lines there ever were."""
        self.totals: list[int] = []
        """Penalties by seat of the game."""

    def begin(self, seats: int) -> None:
        """A new game begins with nothing to pay."""
        self.totals = [0] * seats

    def say(self, line: Line) -> None:
        self.lines.append(line)
        self.said += 1
        if line.seat is not None and line.penalty:
            self.totals[line.seat] += line.penalty

    def end(self, book: Book, players: Sequence[str], outcome: Outcome, hand: Sequence[str]) -> None:
        """What the loser still holds costs too, where the book says so."""
        owed = penalties.tally([], book.id, players, outcome=outcome, hand=hand).totals
        self.totals = [total + more for total, more in zip(self.totals, owed, strict=True)]

    def since(self, version: int | None) -> tuple[int, tuple[Line, ...]]:
        """The lines after a version (None: all that are kept), and how many came before them."""
        found = tuple(self.lines if version is None else after(self.lines, version))
        return self.said - len(found), found


def penalty(
    book: Book, players: Sequence[str], seat: int, text: str, in_attempt: bool, language: str | None = None
) -> int:
    """What a line costs its speaker, who speaks this language."""
    line = penalties.Line(seat, text, in_attempt, penalties.language_of(text, language))
    return penalties.tally([line], book.id, players, aids=aids_of(book.deck)).totals[seat]


@cache
def aids_of(name: str) -> tuple[str, ...]:
    """What the aids are called in other languages."""
    aids = [card.name for card in deck(name).cards if card.kind == "aid"]
    return tuple(phrases.card(aid, language) for language in phrases.languages() for aid in aids)
