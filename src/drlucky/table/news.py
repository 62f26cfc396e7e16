"""News: the facts of a log as everyone may know them. Shells put them into words."""

from collections.abc import Callable, Reversible
from itertools import takewhile
from typing import Protocol, TypeVar

from msgspec import Struct

from drlucky.table import log as facts
from drlucky.table.log import Entry


class News(Struct, frozen=True, omit_defaults=True):
    version: int
    at: float
    kind: str
    member: int | None = None
    seat: int | None = None
    how: str | None = None


# The fields of each fact that may be told. What is not named here, such as a seed, a token or a contribution, is not.
TOLD: dict[type[facts.Fact], tuple[str, ...]] = {
    facts.Created: (),
    facts.Changed: (),
    facts.Joined: ("person", "seat", "name"),
    facts.Redeemed: ("person", "seat", "name"),
    facts.Vacated: ("seat",),
    facts.Gone: ("person",),
    facts.Renamed: ("seat", "name"),
    facts.Portrayed: ("seat", "character"),
    facts.BotSeated: ("seat", "level"),
    facts.SeatAdded: (),
    facts.SeatRemoved: ("seat",),
    facts.Arranged: (),
    facts.Kicked: ("person",),
    facts.Hosted: ("person",),
    facts.Readied: ("person",),
    facts.Started: ("coming",),
    facts.Acted: ("seat", "action"),
    facts.Kept: ("seat", "card"),
    facts.Undone: ("seat",),
    facts.StoodIn: ("seat", "why"),
    facts.Returned: ("seat",),
    facts.Paused: ("person",),
    facts.Unpaused: ("person",),
    facts.Hurried: ("tempo",),
    facts.Abandoned: (),
    facts.Revealed: (),
    facts.Gathered: ("coming",),
    facts.Said: ("person",),
    facts.Reacted: ("person",),
    facts.Muted: ("person",),
    facts.Closed: (),
}
FIELDS = {"person": "member", "seat": "seat"}


class Versioned(Protocol):
    @property
    def version(self) -> int: ...


V = TypeVar("V", bound=Versioned)


def after(kept: Reversible[V], version: int) -> list[V]:
    """What came after a version: mostly the last one or two of many."""
    found = list(takewhile(lambda one: one.version > version, reversed(kept)))
    found.reverse()
    return found


def news(entry: Entry, number_of: Callable[[str], int]) -> News | None:
    """What everyone may know of an entry; None: nothing. `number_of` is what others know a person by."""
    told = TOLD.get(type(entry.fact))
    if told is None:
        return None
    values = {FIELDS.get(name, "how"): getattr(entry.fact, name) for name in told}
    if "member" in values:
        values["member"] = number_of(values["member"])
    return News(entry.version, entry.at, type(entry.fact).__name__.lower(), **values)
