"""Facts: what happened at a table, as its log has it. The names of facts and fields are the format of the log:
a field may be added with a default, and nothing may be renamed."""

from collections.abc import Iterable
from typing import Literal

import msgspec
from msgspec import Struct

from drlucky.errors import DrLuckyError
from drlucky.record.model import FIRST_RULES
from drlucky.table.pace import Tempo
from drlucky.table.settings import Settings

FORMAT = 1

Why = Literal["clock", "away", "left", "resigned", "kicked"]
"""Why a bot decides for a seat that was a person's."""
Coming = Literal["new", "rematch", "escape"]
Who = Literal["person", "bot", "stand-in"]


class Fact(Struct, frozen=True, tag=str.lower, tag_field="fact", omit_defaults=True):
    pass


class Created(Fact, frozen=True):
    table: str
    code: str
    settings: Settings
    seats: int
    format: int = FORMAT


class Sealed(Fact, frozen=True):
    """The seed of the coming game. Only its commitment is ever shown."""

    seed: bytes


class Changed(Fact, frozen=True):
    settings: Settings


class Joined(Fact, frozen=True):
    person: str
    name: str
    seat: int | None = None
    robot: bool = False
    character: str = ""


class Invited(Fact, frozen=True):
    seat: int
    token: bytes
    """Its hash."""


class Redeemed(Fact, frozen=True):
    person: str
    name: str
    seat: int
    robot: bool = False
    character: str = ""


class Vacated(Fact, frozen=True):
    seat: int


class Gone(Fact, frozen=True):
    person: str


class Renamed(Fact, frozen=True):
    seat: int
    name: str


class Portrayed(Fact, frozen=True, tag="portrayed"):
    seat: int
    character: str


class BotSeated(Fact, frozen=True):
    seat: int
    level: str
    name: str
    character: str = ""


class SeatAdded(Fact, frozen=True):
    pass


class SeatRemoved(Fact, frozen=True):
    seat: int


class Arranged(Fact, frozen=True):
    order: tuple[int, ...]


class Kicked(Fact, frozen=True):
    person: str


class Hosted(Fact, frozen=True):
    person: str


class Preferred(Fact, frozen=True):
    person: str
    confirm: bool


class Readied(Fact, frozen=True):
    person: str
    ready: bool
    contribution: str = ""


class Started(Fact, frozen=True):
    coming: Coming
    players: tuple[str, ...]
    contributions: tuple[str, ...]
    dealer: int | None
    """The seat that deals; None: a random one."""
    rules: int
    """The version of the edition's rules, as in records."""
    strangers: tuple[str, ...] = ()
    """Whom of the cast the Strangers play."""


class Acted(Fact, frozen=True):
    seat: int
    action: str
    who: Who
    copy: int | None = None
    """Which copy of a card it was, if somebody chose one."""


class Kept(Fact, frozen=True, tag="kept"):
    seat: int
    reason: int
    card: str


class Undone(Fact, frozen=True):
    seat: int


class StoodIn(Fact, frozen=True):
    seat: int
    why: Why


class Returned(Fact, frozen=True):
    seat: int


class Paused(Fact, frozen=True):
    person: str


class Unpaused(Fact, frozen=True):
    person: str


class Hurried(Fact, frozen=True):
    tempo: Tempo


class Abandoned(Fact, frozen=True):
    """No person is left in the game."""


class Revealed(Fact, frozen=True):
    pass


class Gathered(Fact, frozen=True):
    coming: Coming


class Said(Fact, frozen=True):
    person: str
    text: str
    cost: int | None = None
    """In penalties; None in logs of before it was told, and found out once more."""


class Reacted(Fact, frozen=True):
    person: str
    reaction: str
    cost: int = 0
    """In penalties."""


class Muted(Fact, frozen=True):
    person: str
    muted: bool


class Woke(Fact, frozen=True):
    """The table was rebuilt from its log while a game was going on."""

    rules: int = FIRST_RULES
    """The version of the edition's rules by which it goes on."""


class Closed(Fact, frozen=True):
    pass


AnyFact = (
    Created
    | Sealed
    | Changed
    | Joined
    | Invited
    | Redeemed
    | Vacated
    | Gone
    | Renamed
    | Portrayed
    | BotSeated
    | SeatAdded
    | SeatRemoved
    | Arranged
    | Kicked
    | Hosted
    | Preferred
    | Readied
    | Started
    | Acted
    | Kept
    | Undone
    | StoodIn
    | Returned
    | Paused
    | Unpaused
    | Hurried
    | Abandoned
    | Revealed
    | Gathered
    | Said
    | Reacted
    | Muted
    | Woke
    | Closed
)


class Entry(Struct, frozen=True, omit_defaults=True):
    version: int
    at: float
    fact: AnyFact
    by: str | None = None
    """The person whose command it came from; None: the table's own doing."""
    command: str | None = None


class LogError(DrLuckyError):
    """A log that cannot be read or replayed."""


class Damaged(LogError):
    """One of which it has been said what is wrong."""


encoder = msgspec.msgpack.Encoder()
decoder = msgspec.msgpack.Decoder(Entry)


def encode(entries: Iterable[Entry]) -> list[bytes]:
    return [encoder.encode(entry) for entry in entries]


def decode(written: Iterable[bytes]) -> list[Entry]:
    try:
        return [decoder.decode(entry) for entry in written]
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise LogError(f"this log is damaged, or a newer drlucky wrote it: {error}") from None
