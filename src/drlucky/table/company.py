"""Company: who is at a table, as everyone may see it, and who sits where. It stays the same from move to move, and is
made anew when anything else has happened."""

from typing import Literal

from msgspec import Struct

from drlucky.table.log import Why
from drlucky.table.state import Seat, TableState


class SeatSheet(Struct, frozen=True, omit_defaults=True):
    kind: Literal["open", "person", "bot"]
    name: str = ""
    member: int | None = None
    level: str | None = None
    robot: bool = False
    ready: bool = False
    stand_in: Why | None = None
    invited: bool = False
    plays: int | None = None
    """Its seat in the game, where Strangers have seats too."""
    character: str = ""
    """Whom of the cast it plays."""


class PersonSheet(Struct, frozen=True, omit_defaults=True):
    member: int
    name: str
    present: bool = False
    host: bool = False
    muted: bool = False


class You(Struct, frozen=True, omit_defaults=True):
    member: int
    seats: tuple[int, ...]
    host: bool = False
    muted: bool = False
    confirm: bool = False
    alone: bool = False
    """Are all other seats bots'? Then one may hurry them, and play again at once."""
    may_erase: bool = False
    """Has nobody else ever been at the table?"""


class Company:
    """As of the last change to who is there."""

    def __init__(self, table: TableState) -> None:
        self.as_of = changed(table)
        self.seats = tuple([seat_sheet(table, number, seat) for number, seat in enumerate(table.seats)])
        self.people = tuple(people(table))
        self._table = table
        self._visitors: dict[str, You] = {}

    def you(self, person: str | None) -> You | None:
        """Only those who are there are remembered: anyone can come."""
        if person is None:
            return None
        found = self._visitors.get(person)
        if found is None and (found := you(self._table, person)) is not None:
            self._visitors[person] = found
        return found


def company_of(table: TableState, before: Company | None) -> Company:
    """The one of before the last change, if that has not changed it."""
    return before if before is not None and before.as_of == changed(table) else Company(table)


def changed(table: TableState) -> tuple[int, int]:
    """When who is there was last another than before."""
    return table.arranged, table.presence.changes


def seat_sheet(table: TableState, number: int, seat: Seat) -> SeatSheet:
    match = table.match if table.phase != "gathering" else None
    return SeatSheet(
        kind=seat.kind,
        name=seat.name,
        member=table.members[seat.person].number if seat.person is not None else None,
        level=seat.level,
        robot=seat.robot,
        ready=seat.ready,
        stand_in=seat.stand_in,
        invited=seat.invitation is not None,
        plays=match.plays(number) if match and number < match.is_for else None,
        character=seat.character,
    )


def people(table: TableState) -> list[PersonSheet]:
    return [
        PersonSheet(
            member=member.number,
            name=member.name,
            present=table.presence.is_here(person),
            host=person == table.host,
            muted=member.muted,
        )
        for person, member in table.members.items()
        if member.is_here
    ]


def you(table: TableState, person: str) -> You | None:
    member = table.members.get(person)
    if member is None or not member.is_here:
        return None
    mine = tuple(table.seats_of(person))
    return You(
        member=member.number,
        seats=mine,
        host=person == table.host,
        muted=member.muted,
        confirm=member.confirm,
        alone=table.plays_alone(person),
        may_erase=table.may_erase(person),
    )
