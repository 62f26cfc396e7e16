"""A hint as data. `phrases.hint` puts it into words."""

from dataclasses import asdict, dataclass
from typing import Any

from drlucky.game.actions import Action


@dataclass(frozen=True, slots=True)
class Why:
    """What speaks for a plan, or what has changed since the last one. Each code is a sentence that is true in the
    position: docs/analysis.md lists them. Fields that do not belong to it are None, empty or 0."""

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
    steps: int = 0
    card: str | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """An action with its chance to win, as imagined games have it, and the interval that holds it with 95 % of
    certainty. It is the chance of the best plan that begins with this action."""

    action: Action
    chance: float
    low: float
    high: float
    games: int
    """In how many imagined games it was taken."""


@dataclass(frozen=True, slots=True)
class Position:
    """How things stand, as far as one player knows: where a plan has come to is told by it."""

    seat: int
    turn: int
    rooms: tuple[int, ...]
    """Of every pawn."""
    hand: tuple[str, ...]
    doing: tuple[int, ...]
    """What the player has begun: the phase, steps left, weapons laid down, luck played."""
    others: tuple[int, ...]
    """How many cards everyone else holds, the Reasons, the piles: what changes by others' doing alone."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The actions of one turn, or of one answer, that belong together, and the position in which each is due."""

    actions: tuple[Action, ...]
    positions: tuple[Position, ...] = ()
    done: int = 0
    """How many of the actions have been taken."""

    @property
    def rest(self) -> tuple[Action, ...]:
        return self.actions[self.done :]


@dataclass(frozen=True, slots=True)
class Hint:
    """The best option, why, and the others, the best of them first."""

    best: Option
    reasons: tuple[Why, ...]
    """One or two, of the whole plan."""
    alternatives: tuple[Option, ...]
    plan: Plan
    """What to do until the turn, or the answer, is over; `best` is the first of what is left of it."""
    changed: Why | None = None
    """Why it is not the plan of the hint before, in the same turn."""

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
            "plan": [str(action) for action in self.plan.rest],
            "done": self.plan.done,
            "changed": asdict(self.changed) if self.changed else None,
        }


def option_dict(option: Option) -> dict[str, Any]:
    return asdict(option) | {"action": str(option.action)}
