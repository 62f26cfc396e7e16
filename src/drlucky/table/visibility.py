"""Visibility: who may see what of a table. It is decided here and nowhere else.

Where anyone may watch everyone sees the same, and has their own hand beside it if they play. Where nobody may, what
each role is shown is on a list, and what is not on it is not shown."""

from typing import Literal

from msgspec import Struct

from drlucky.table import log
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
        "hurried",
        "gathered",
        "closed",
    }
)
"""News that tell no more than the seats do. Nothing of a game is among them, and nothing that is said."""

UNSEEN_OUTSIDE = (
    log.Acted,
    log.Kept,
    log.Undone,
    log.StoodIn,
    log.Returned,
    log.Paused,
    log.Unpaused,
    log.Revealed,
    log.Said,
    log.Reacted,
    log.Muted,
    log.Preferred,
    log.Woke,
)
"""Facts that change nothing there unless a game ends by them. Nobody outside is told that anything happened: when
people move is theirs to know."""


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


def version_for(table: TableState, person: str | None) -> int:
    """The version that a person is told of: where they may not watch it does not grow with what they do not see."""
    return table.version if shown_to(table, person).table else table.outside_changed


def is_for_everyone(table: TableState) -> bool:
    """May strangers be told of the table who did not ask for it? Only where it is listed, and anyone may watch."""
    return table.settings.listed and shown_to(table, None).table


def may_invite(table: TableState, person: str | None) -> bool:
    """Is this person at the table, and sees it? Then they may ask others to come."""
    return shown_to(table, person).table and role_of(table, person) in ("spectator", "member", "seat", "host")


def may_watch(table: TableState, person: str) -> bool:
    """May this person come to watch?"""
    return table.settings.watchable or role_of(table, person) in ("invited", "member", "seat", "host")
