"""Analysis: each seat's chance to win at every decision of a game, and the moments that turned it."""

from dataclasses import dataclass
from math import floor
from typing import Any

from drlucky import display
from drlucky.game.actions import Action
from drlucky.game.events import Event, Pawn
from drlucky.game.view import Outcome
from drlucky.hints.model import Why
from drlucky.stats import Chance


@dataclass(frozen=True, slots=True)
class Point:
    """The chances before a decision, or at the end of a part, where nobody decides any more."""

    part: int
    decision: int
    """How many decisions of the record were made before."""
    turn: int
    """The turn under way, counted from 1 in each part; at the end of a part its last."""
    decider: int | None
    action: str | None
    known: tuple[Chance, ...]
    """For each seat its chance from what it could know. A Stranger knows what everyone does."""
    open: tuple[Chance, ...]
    """For each seat its chance with all cards face up but for the order of the pile."""
    nobody: Chance
    """That nobody wins, with open cards."""


@dataclass(frozen=True, slots=True)
class Amount:
    """How much of a chance to win something brought or cost, and the interval that holds it with 95 % of certainty."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Mistake:
    """A deed that cost more than its error, by what its player could know."""

    part: int
    first: int
    """The point before it, and the point after it."""
    last: int
    turn: int
    seat: int
    done: tuple[Action, ...]
    better: tuple[Action, ...]
    """What a sensible player does there."""
    cost: Amount
    grounds: tuple[Why, ...]
    """What speaks for that, of all that could be known then: as a hint would say it."""


@dataclass(frozen=True, slots=True)
class Account:
    """How a seat came from its chance before the deal to the end of its game. What `deal`, `draws`, `others` and `own`
    brought is together the way from `start` to `result`, exactly."""

    seat: int
    start: Chance
    """Before the deal, as the pawns stand and the turns go round."""
    deal: Amount
    draws: Amount
    """What came off the pile, for whomever; and what hidden cards made of the seat's own decisions, better or worse
    than it could know."""
    others: Amount
    """What the others decided otherwise than sensible players, with open cards."""
    own: Amount
    """What the seat decided otherwise than a sensible player, from what it could know."""
    result: int
    """1 if it won, otherwise 0."""
    mistakes: tuple[Mistake, ...]
    """A few of its own, the largest, in the order of play."""

    @property
    def rounded(self) -> dict[str, int]:
        """In whole percent that still add up: what would lose most by rounding down is rounded up."""
        exact = {"start": 100 * self.start.chance}
        exact |= {name: 100 * getattr(self, name).value for name in ("deal", "draws", "others", "own")}
        whole = {name: floor(value) for name, value in exact.items()}
        missing = 100 * self.result - sum(whole.values())
        for name in sorted(exact, key=lambda name: whole[name] - exact[name])[:missing]:
            whole[name] += 1
        return whole


@dataclass(frozen=True, slots=True)
class Part:
    """A game of the record: the first one, or one played on from the end of the one before."""

    escape: bool
    players: tuple[str, ...]
    strangers: tuple[int, ...]
    first: int
    """Its first point and its last."""
    last: int
    outcome: Outcome | None
    """None if the record ends before the game does."""
    accounts: tuple[Account, ...]
    """For each seat, of a game that has ended."""


@dataclass(frozen=True, slots=True)
class Struck:
    """An attempt, or in the Escape an attack, from the strike to its end."""

    striker: Pawn
    victim: int | None
    """None is the doctor."""
    weapons: tuple[str, ...]
    strength: int
    luck: int
    """What was played against it."""
    stopped: bool
    stopped_by: int | None
    """Who played the last card that was needed."""
    card: str | None = None
    """That card."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a moment made of a seat's chance with open cards; the seat None is for nobody to win."""

    seat: int | None
    before: Chance
    after: Chance


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A moment that changed chances beyond their errors: an attempt with its answers, or all else done in a turn."""

    number: int
    """Counted from 1 in the order of play."""
    part: int
    first: int
    """The point before it, and the point after it."""
    last: int
    sharpest: int
    """The point after that decision in it which changed most."""
    turn: int
    current: int
    """Whose turn it was."""
    told: tuple[Struck | Event, ...]
    """What happened: attempts, and otherwise events."""
    changes: tuple[Change, ...]
    """The largest rise and the largest fall, the larger of them first."""


@dataclass(frozen=True)
class Analysis:
    edition: str
    playouts: int
    """For each of the chances."""
    seed: int
    parts: tuple[Part, ...]
    points: tuple[Point, ...]
    turning_points: tuple[TurningPoint, ...]

    def words(self, language: str = "en") -> list[str]:
        """The turning points, a sentence or some for each."""
        return display.words(self, language)

    def text(self, language: str = "en") -> str:
        """A small graph of the chances with open cards, the turning points in words, and what was luck and what not."""
        return display.text(self, language)

    def svg(self, language: str = "en", *, dark: bool = False) -> str:
        return display.svg(self, language, dark=dark)

    def png(self, language: str = "en", *, dark: bool = False) -> bytes:
        return display.png(self, language, dark=dark)

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data, ready for JSON, with the turning points in every language."""
        return display.data(self)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        """The picture and the turning points under it."""
        return display.html(self)
