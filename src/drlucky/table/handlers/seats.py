"""Seating: what facts about people, seats and settings change at the table."""

from typing import TYPE_CHECKING

from drlucky.table import log as facts
from drlucky.table.handlers.progress import ask_anew
from drlucky.table.log import FORMAT, Entry, LogError
from drlucky.table.seats import Member, Seat

if TYPE_CHECKING:
    from drlucky.table.table import Table


def created(table: "Table", fact: facts.Created, entry: Entry) -> None:
    if fact.format > FORMAT:
        raise LogError(f"a newer drlucky wrote this log: its format is {fact.format}, and this one reads {FORMAT}")
    table.id = fact.table
    table.code = fact.code
    table.settings = fact.settings
    table.seats = [Seat() for _ in range(fact.seats)]


def sealed(table: "Table", fact: facts.Sealed, entry: Entry) -> None:
    table.seed = fact.seed


def changed(table: "Table", fact: facts.Changed, entry: Entry) -> None:
    table.settings = fact.settings
    table.ask_who_is_ready()


def joined(table: "Table", fact: facts.Joined | facts.Redeemed, entry: Entry) -> None:
    member = table.members.get(fact.person)
    if member is None:
        member = table.members[fact.person] = Member(len(table.members), fact.name)
    elif member.gone or member.kicked or not table.seats_of(fact.person):
        member.name = fact.name
    member.gone = member.kicked = False
    if fact.seat is not None:
        sit_down(table, fact.seat, fact.person, fact.name, fact.robot)
    find_host(table)


def sit_down(table: "Table", number: int, person: str, name: str, robot: bool) -> None:
    """Takes a seat. One in the middle of a game keeps its name, and all that goes with it but the bot."""
    seat = table.seats[number]
    if table.phase == "playing":
        seat.sit(person, seat.name, robot)
        ask_anew(table, number)
    else:
        seat.sit(person, name, robot)


def invited(table: "Table", fact: facts.Invited, entry: Entry) -> None:
    table.seats[fact.seat].invitation = fact.token


def vacated(table: "Table", fact: facts.Vacated, entry: Entry) -> None:
    table.seats[fact.seat].empty()
    find_host(table)


def gone(table: "Table", fact: facts.Gone, entry: Entry) -> None:
    table.members[fact.person].gone = True
    give_up_seats(table, fact.person)


def kicked(table: "Table", fact: facts.Kicked, entry: Entry) -> None:
    table.members[fact.person].kicked = True
    if table.phase != "playing":
        give_up_seats(table, fact.person)
        return
    for number in table.seats_of(fact.person):
        seat = table.seats[number]
        seat.person = None
        seat.invitation = None
        seat.stand_in = "kicked"
        ask_anew(table, number)


def give_up_seats(table: "Table", person: str) -> None:
    for number in table.seats_of(person):
        table.seats[number].empty()
    find_host(table)


def renamed(table: "Table", fact: facts.Renamed, entry: Entry) -> None:
    seat = table.seats[fact.seat]
    seat.name = fact.name
    if seat.person is not None:
        table.members[seat.person].name = table.seats[table.seats_of(seat.person)[0]].name


def bot_seated(table: "Table", fact: facts.BotSeated, entry: Entry) -> None:
    table.seats[fact.seat].seat_bot(fact.level, fact.name)


def seat_added(table: "Table", fact: facts.SeatAdded, entry: Entry) -> None:
    table.seats.append(Seat())
    table.ask_who_is_ready()


def seat_removed(table: "Table", fact: facts.SeatRemoved, entry: Entry) -> None:
    arrange(table, [number for number in range(len(table.seats)) if number != fact.seat])


def arranged(table: "Table", fact: facts.Arranged, entry: Entry) -> None:
    arrange(table, list(fact.order))


def arrange(table: "Table", order: list[int]) -> None:
    table.seats = [table.seats[number] for number in order]
    table.dealer = order.index(table.dealer) if table.dealer in order else None
    table.ask_who_is_ready()


def hosted(table: "Table", fact: facts.Hosted, entry: Entry) -> None:
    table.host = fact.person


def preferred(table: "Table", fact: facts.Preferred, entry: Entry) -> None:
    table.members[fact.person].confirm = fact.confirm


def readied(table: "Table", fact: facts.Readied, entry: Entry) -> None:
    for number in table.seats_of(fact.person):
        table.seats[number].ready = fact.ready
        table.seats[number].contribution = fact.contribution


def find_host(table: "Table") -> None:
    """A table whose host has left goes to whoever has a seat, or else to whoever is here."""
    host = table.members.get(table.host or "")
    if host is not None and host.is_here:
        return
    here = [person for person, member in table.members.items() if member.is_here]
    seated = [seat.person for seat in table.seats if seat.person in here]
    table.host = next(iter([*seated, *here]), None)
