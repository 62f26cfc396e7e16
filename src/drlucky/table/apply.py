"""Applying: what each fact of the log changes at the table. It may look at the fact and the table, and at nothing else:
a replay must come to the same."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from drlucky.table import log as facts
from drlucky.table.handlers import progress
from drlucky.table.handlers import seats as seating
from drlucky.table.log import Entry
from drlucky.table.news import News, news

if TYPE_CHECKING:
    from drlucky.table.table import Table

APPLY: dict[type[facts.Fact], Callable[["Table", Any, Entry], None]] = {
    facts.Created: seating.created,
    facts.Sealed: seating.sealed,
    facts.Changed: seating.changed,
    facts.Joined: seating.joined,
    facts.Invited: seating.invited,
    facts.Redeemed: seating.joined,
    facts.Vacated: seating.vacated,
    facts.Gone: seating.gone,
    facts.Renamed: seating.renamed,
    facts.BotSeated: seating.bot_seated,
    facts.SeatAdded: seating.seat_added,
    facts.SeatRemoved: seating.seat_removed,
    facts.Arranged: seating.arranged,
    facts.Kicked: seating.kicked,
    facts.Hosted: seating.hosted,
    facts.Preferred: seating.preferred,
    facts.Readied: seating.readied,
    facts.Started: progress.started,
    facts.Acted: progress.acted,
    facts.Undone: progress.undone,
    facts.StoodIn: progress.stood_in,
    facts.Returned: progress.returned,
    facts.Paused: progress.paused,
    facts.Unpaused: progress.unpaused,
    facts.Abandoned: progress.abandoned,
    facts.Revealed: progress.revealed,
    facts.Gathered: progress.gathered,
    facts.Said: progress.said,
    facts.Muted: progress.muted,
    facts.Woke: progress.woke,
    facts.Closed: progress.closed,
}

RESEATING = (
    facts.Changed,
    facts.Joined,
    facts.Redeemed,
    facts.Vacated,
    facts.Gone,
    facts.Kicked,
    facts.BotSeated,
    facts.SeatRemoved,
    facts.Arranged,
    facts.Gathered,
)
"""What may change through whose eyes someone sees the game, and whether they see it at all."""


def apply(table: "Table", entry: Entry) -> News | None:
    """Changes the table, and says what everyone may know of it."""
    APPLY[type(entry.fact)](table, entry.fact, entry)
    if isinstance(entry.fact, RESEATING):
        table.reseated = entry.version
    return news(table, entry)
