"""Timers: what time itself brings about at a table. When a bot's answer is told is in `pace`."""

from collections.abc import Iterator

from drlucky.table.log import AnyFact, Closed, Returned, Revealed, StoodIn
from drlucky.table.state import COMES_BACK, TableState

SHOWN_AFTER = 600.0
"""Cards that are held back for an Escape are shown after so many seconds without one."""
GIVEN_UP_AFTER = 86_400.0
"""A table at which nobody has been for so long before a game is closed."""


def timers(table: TableState) -> Iterator[tuple[float, AnyFact]]:
    """What will happen if nothing else does, and when."""
    if table.phase == "playing":
        yield from coming_back(table)
        yield from standing_in(table)
    elif table.phase == "gathering" and not table.presence.is_anyone_here:
        yield max(table.now, table.presence.quiet_since()) + GIVEN_UP_AFTER, Closed()
    elif table.phase == "over" and table.holds_back and table.match and table.match.over_at is not None:
        yield table.match.over_at + SHOWN_AFTER, Revealed()


def coming_back(table: TableState) -> Iterator[tuple[float, AnyFact]]:
    for number, seat in enumerate(table.seats):
        if seat.stand_in in COMES_BACK and seat.person in table.presence.returning:
            yield table.now, Returned(number)


def standing_in(table: TableState) -> Iterator[tuple[float, AnyFact]]:
    match = table.match
    number = match.to_decide if match and match.paused is None else None
    if match is None or number is None:
        return
    seat = table.seats[number]
    if seat.is_played_by_bot or seat.person is None:
        return
    deadline = match.clocks.deadline(number)
    if deadline is not None:
        yield deadline, StoodIn(number, "clock")
    if match.clocks.setting.kind != "days" and not table.presence.is_here(seat.person) and someone_waits(table):
        since = max(table.presence.away_since(seat.person), match.clocks.since)
        yield since + table.settings.away, StoodIn(number, "away")


def someone_waits(table: TableState) -> bool:
    """Is there a person here who plays? Where all are away the game rests, and loses nothing by it."""
    return any(seat.person is not None and table.presence.is_here(seat.person) for seat in table.seats)
