"""Visibility: who may see what of a table. It is decided here and nowhere else.

Where anyone may watch everyone sees the same, and has their own hand beside it if they play. Where nobody may, what
each role is shown is on a list, and what is not on it is not shown."""

from typing import Literal

from msgspec import Struct

from drlucky.table.state import TableState

Role = Literal["outsider", "kicked", "spectator", "invited", "member", "seat", "host"]
"""What someone is to a table: not there; asked to leave; there to watch; not there any more, but once with a seat;
there, and once with a seat; with a seat; its host."""


class Shown(Struct, frozen=True):
    """What of a table someone is shown beside who sits there, and what is played."""

    table: bool = False
    """The game as a spectator sees it, what is said, who is there, and all that happens?"""
    past: bool = False
    """Games that are over, and their records?"""


EVERYTHING = Shown(table=True, past=True)
OUTSIDE = Shown()
WHERE_NOBODY_WATCHES: dict[Role, Shown] = {
    "outsider": OUTSIDE,
    "kicked": OUTSIDE,
    "spectator": OUTSIDE,
    "invited": Shown(past=True),
    "member": EVERYTHING,
    "seat": EVERYTHING,
    "host": EVERYTHING,
}
"""A spectator there came before the host turned others away, and was never let in."""
NEWS_OUTSIDE = frozenset(
    {
        "created",
        "changed",
        "joined",
        "redeemed",
        "vacated",
        "gone",
        "renamed",
        "portrayed",
        "botseated",
        "seatadded",
        "seatremoved",
        "arranged",
        "hosted",
        "readied",
        "started",
        "gathered",
        "closed",
    }
)
"""News that tell no more than the seats do. Nothing of a game is among them, and nothing that is said."""


def role_of(table: TableState, person: str | None) -> Role:
    member = table.members.get(person) if person is not None else None
    if member is None:
        return "outsider"
    if member.kicked:
        return "kicked"
    if member.gone:
        return "invited" if member.let_in else "outsider"
    if person == table.host:
        return "host"
    if table.seats_of(person):
        return "seat"
    return "member" if member.let_in else "spectator"


def shown_to(table: TableState, person: str | None) -> Shown:
    """What of this table a person (None: someone without a name) may see."""
    return EVERYTHING if table.settings.watchable else WHERE_NOBODY_WATCHES[role_of(table, person)]


def may_watch(table: TableState, person: str) -> bool:
    """May this person come to watch?"""
    return table.settings.watchable or role_of(table, person) in ("invited", "member", "seat", "host")
