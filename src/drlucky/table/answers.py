"""Answers: what becomes of a command."""

from typing import Literal

from msgspec import Struct

from drlucky.errors import DrLuckyError
from drlucky.game.why_not import Obstacle

Code = Literal[
    "repeated",
    "stale",
    "ahead",
    "too old",
    "malformed",
    "not now",
    "not yours",
    "host only",
    "not here",
    "no such seat",
    "taken",
    "full",
    "name",
    "settings",
    "not ready",
    "paused",
    "invalid",
    "illegal",
    "confirm",
    "nothing to undo",
    "muted",
    "too long",
    "too fast",
    "bad token",
    "kicked",
    "by invitation",
]


class Refused(DrLuckyError):
    """A command that the table does not follow; its text is meant to be read by a person."""

    def __init__(self, code: Code, template: str, *, reason: Obstacle | None = None, **values: object) -> None:
        super().__init__(template, **values)
        self.code: Code = code
        self.reason = reason

    @classmethod
    def of(cls, code: Code, error: DrLuckyError) -> "Refused":
        """Says what the error says."""
        return cls(code, error.template, reason=None, **error.values)


class Answer(Struct, frozen=True, omit_defaults=True, kw_only=True):
    id: str
    accepted: bool
    """Has the command been applied, now or earlier?"""
    version: int
    """The table's, when the command has been dealt with."""
    at: int | None = None
    """The version that the command got."""
    code: Code | None = None
    text: str | None = None
    reason: Obstacle | None = None
    """The rule in the way of an illegal action."""
    token: str | None = None
    """The secret of an invitation, told this once."""
