"""Analysis: each seat's chance to win at every decision of a game, and the moments that turned it."""

from base64 import b64encode
from dataclasses import asdict, dataclass
from html import escape
from typing import Any

from drlucky import phrases
from drlucky.analysis.text import as_text
from drlucky.game.events import Event, Pawn
from drlucky.game.view import Outcome
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
        return [phrases.turning_point(one, self.parts[one.part].players, language) for one in self.turning_points]

    def text(self, language: str = "en") -> str:
        """A small graph of the chances with open cards, and the turning points in words."""
        return as_text(self, language)

    def svg(self, language: str = "en", *, dark: bool = False) -> str:
        from drlucky.analysis.plot import as_svg

        return as_svg(self, language, dark)

    def png(self, language: str = "en", *, dark: bool = False) -> bytes:
        from drlucky.analysis.plot import as_png

        return as_png(self, language, dark)

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data, ready for JSON, with the turning points in every language."""
        return {
            "edition": self.edition,
            "playouts": self.playouts,
            "seed": self.seed,
            "interval": "Wilson 95 %",
            "parts": [asdict(part) for part in self.parts],
            "points": [asdict(point) for point in self.points],
            "turning_points": [
                asdict(one) | {"words": {language: self.words(language)[at] for language in phrases.languages()}}
                for at, one in enumerate(self.turning_points)
            ],
        }

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        """The picture and the turning points under it. As an image of its own, it takes no style from the page."""
        picture = b64encode(self.svg().encode()).decode()
        listed = "".join(f"<li>{escape(sentence)}</li>" for sentence in self.words())
        return f'<img alt="" src="data:image/svg+xml;base64,{picture}"><ol>{listed}</ol>'
