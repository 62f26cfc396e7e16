"""A hint as data. `phrases.hint` puts it into words."""

from dataclasses import asdict, dataclass
from typing import Any

from drlucky.game.actions import Action


@dataclass(frozen=True, slots=True)
class Why:
    """What speaks for an action. Each code is a sentence that is true in the position: docs/analysis.md lists them.
    Fields that do not belong to it are None, empty or 0."""

    code: str
    room: str | None = None
    seats: tuple[int, ...] = ()
    strength: int = 0
    """Of an attempt; in an answer what is still needed to stop it."""
    cards: int = 0
    luck: float = 0.0
    """What those cards are worth against an attempt: one's own exactly, others' on the average of all cards that the
    player has not seen."""
    turns: int = 0


@dataclass(frozen=True, slots=True)
class Option:
    """An action with its chance to win, as imagined games have it, and the interval that holds it with 95 % of
    certainty."""

    action: Action
    chance: float
    low: float
    high: float
    games: int
    """In how many imagined games it was taken."""


@dataclass(frozen=True, slots=True)
class Hint:
    """The best option, why, and the others, the best of them first."""

    best: Option
    reasons: tuple[Why, ...]
    """One or two."""
    alternatives: tuple[Option, ...]

    @property
    def action(self) -> Action:
        return self.best.action

    @property
    def chance(self) -> float:
        return self.best.chance

    @property
    def low(self) -> float:
        return self.best.low

    @property
    def high(self) -> float:
        return self.best.high

    @property
    def reason(self) -> Why:
        """The one that weighs most."""
        return self.reasons[0]

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data, ready for JSON; an action is its line of text."""
        return {
            "best": option_dict(self.best),
            "reasons": [asdict(why) for why in self.reasons],
            "alternatives": [option_dict(option) for option in self.alternatives],
        }


def option_dict(option: Option) -> dict[str, Any]:
    return asdict(option) | {"action": str(option.action)}
