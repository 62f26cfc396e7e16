"""What judging comes to, and what several handlers check first."""

from collections.abc import Sequence
from typing import NamedTuple

from drlucky.table.answers import Refused
from drlucky.table.log import AnyFact
from drlucky.table.names import check_name, look
from drlucky.table.state import Seat, TableState


class Judged(NamedTuple):
    """What is to be logged and then applied, and what was found out on the way."""

    facts: Sequence[AnyFact]
    """None if all is already as the person wishes."""
    token: str | None = None
    """The secret of an invitation: the log has its hash only."""
    action: int | None = None
    """The engine's number of the action that is played: it is legal, and not parsed or judged again."""


NOTHING_NEW = Judged(())


def check_gathering(table: TableState) -> None:
    if table.phase != "gathering":
        raise Refused("not now", "that is for before a game; after one, ask for a rematch first")


def check_host(table: TableState, person: str) -> None:
    table.member(person)
    if person != table.host:
        raise Refused("host only", "only the host may do that")


def check_company(table: TableState) -> None:
    """May one more person have a seat? The deal of a lesson is known: it is for one alone, against bots."""
    if table.settings.lesson and any(seat.person is not None for seat in table.seats):
        raise Refused("not now", "a lesson is for one player; open a table for a game with others")


def check_one_seat(table: TableState, person: str, most: int = 0) -> None:
    """May a person have one more seat, or as many as they have? Whoever plays for two plays against nobody."""
    if table.settings.rated and len(table.seats_of(person)) > most:
        raise Refused(
            "not now", "at a rated table everyone has one seat; for several people on one device, don't rate it"
        )


def check_kept(table: TableState) -> None:
    """May a seat go to somebody else? The result of a rated game belongs to whoever began it."""
    if table.phase == "playing" and table.playing().participation is not None:
        raise Refused("not now", "in a rated game everyone keeps their seat; whoever leaves is replaced by a bot")


def seat_at(table: TableState, number: int) -> Seat:
    if not 0 <= number < len(table.seats):
        raise Refused("no such seat", "the seats are 0 to {last}, not {seat}", last=len(table.seats) - 1, seat=number)
    return table.seats[number]


def own_seat(table: TableState, person: str, number: int) -> Seat:
    seat = seat_at(table, number)
    if seat.person != person:
        raise Refused("not yours", "seat {seat} is not yours", seat=number)
    return seat


def person_of(table: TableState, number: int) -> str:
    """The person whom others know by a member's number."""
    for person, member in table.members.items():
        if member.number == number and member.is_here:
            return person
    raise Refused("not here", "there is no member {number} at this table", number=number)


def new_name(table: TableState, name: str, person: str, mine: int | None = None) -> str:
    """A name that nobody else at the table has, nor one that looks like it; `mine` is a seat that gives up its own."""
    tidy = check_name(name)
    taken = [seat.name for number, seat in enumerate(table.seats) if number != mine]
    seated = {seat.person for seat in table.seats}
    taken += [
        member.name for one, member in table.members.items() if member.is_here and one not in seated and one != person
    ]
    if tidy.casefold() in {other.casefold() for other in taken}:
        raise Refused("name", "there is somebody called {name!r} at this table already", name=tidy)
    alike = next((other for other in taken if other and look(other) == look(tidy)), None)
    if alike is not None:
        raise Refused("name", "{name!r} looks like {other!r}, who is at this table already", name=tidy, other=alike)
    return tidy
