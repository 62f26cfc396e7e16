"""Seats and members: who sits where, and who is at the table at all."""

from typing import Literal

from msgspec import Struct

from drlucky.table.log import Why

PATIENCE = 2
"""After so many run-outs in a row a bot stays until the person comes back."""
COMES_BACK = ("clock", "away", "left")
"""A bot stands in for these reasons only until the person returns."""


class Seat(Struct):
    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""
    person: str | None = None
    level: str | None = None
    robot: bool = False
    ready: bool = False
    contribution: str = ""
    invitation: bytes | None = None
    """The hash of the token of a link to this seat."""
    stand_in: Why | None = None
    missed: int = 0
    """How often in a row the clock ran out."""

    @property
    def is_played_by_bot(self) -> bool:
        return self.kind == "bot" or self.stand_in is not None

    def sit(self, person: str, name: str, robot: bool = False) -> None:
        self.empty()
        self.kind = "person"
        self.person = person
        self.name = name
        self.robot = robot

    def seat_bot(self, level: str, name: str) -> None:
        self.empty()
        self.kind = "bot"
        self.level = level
        self.name = name

    def empty(self) -> None:
        self.kind = "open"
        self.name = ""
        self.person = None
        self.level = None
        self.robot = False
        self.invitation = None
        self.hand_back()
        self.unready()

    def unready(self) -> None:
        self.ready = False
        self.contribution = ""

    def hand_back(self) -> None:
        self.stand_in = None
        self.missed = 0


class Member(Struct):
    number: int
    """What others know of the person."""
    name: str
    muted: bool = False
    confirm: bool = False
    kicked: bool = False
    gone: bool = False
    spoke: tuple[float, ...] = ()
    """When the last lines were said."""

    @property
    def is_here(self) -> bool:
        """Has the person neither left for good nor been asked to?"""
        return not self.gone and not self.kicked
