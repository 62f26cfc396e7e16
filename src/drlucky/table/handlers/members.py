"""Coming and going: joining, watching, leaving, names and wishes, and what a host may do about people."""

from drlucky.table.answers import Refused
from drlucky.table.casting import chosen
from drlucky.table.commands import GiveHost, Join, Kick, Leave, Prefer, Rename, Watch
from drlucky.table.handlers.common import (
    NOTHING_NEW,
    Judged,
    check_company,
    check_host,
    check_kept,
    check_one_seat,
    new_name,
    own_seat,
    person_of,
    seat_at,
)
from drlucky.table.log import Entry, Gone, Hosted, Joined, Kicked, Paused, Preferred, Redeemed, Renamed, StoodIn
from drlucky.table.state import TableState
from drlucky.table.visibility import may_watch, shown_to

MOST_SPECTATORS = 200
"""Those who have said their names and no seat. Whoever takes one is always welcome."""

# {"do": "join", "name": "Ann", "seat": 2}


def join(table: TableState, person: str, do: Join, now: float) -> Judged:
    check_welcome(table, person)
    if table.phase == "playing":
        raise Refused("not now", "the game has begun; watch it, or ask for an invitation")
    if table.settings.by_invitation and person != table.host:
        raise Refused("by invitation", "this table is by invitation only; ask the host for a link")
    check_company(table)
    check_one_seat(table, person)
    if do.seat is None:
        number = next((number for number, seat in enumerate(table.seats) if seat.kind == "open"), None)
        if number is None:
            raise Refused("full", "every seat is taken; you may watch")
    else:
        number = do.seat
        if seat_at(table, number).kind != "open":
            raise Refused("taken", "seat {seat} is taken", seat=number)
    name = new_name(table, do.name, person)
    return Judged([Joined(person, name, number, do.robot, chosen(table, do.character))])


# {"do": "watch", "name": "Ann"}


def watch(table: TableState, person: str, do: Watch, now: float) -> Judged:
    check_welcome(table, person)
    if table.seats_of(person):
        raise Refused("not now", "you have a seat at this table")
    if not may_watch(table, person):
        raise Refused("by invitation", "nobody may watch at this table; ask its host for a link to a seat")
    name = new_name(table, do.name, person)
    if not table.is_member(person):
        return Judged([*room_for_one(table), Joined(person, name)])
    return NOTHING_NEW if table.members[person].name == name else Judged([Joined(person, name)])


def room_for_one(table: TableState) -> list[Gone]:
    """Where there are too many, one who is not there at the moment makes room; first those who never had a seat."""
    seated = {seat.person for seat in table.seats}
    watching = [one for one, each in table.members.items() if each.is_here and one not in seated and one != table.host]
    if len(watching) < MOST_SPECTATORS:
        return []
    absent = [one for one in watching if not table.presence.is_here(one)]
    if not absent:
        raise Refused("full", "{number} people are watching; watch without joining", number=MOST_SPECTATORS)
    return [Gone(min(absent, key=lambda one: table.members[one].let_in))]


def check_welcome(table: TableState, person: str) -> None:
    member = table.members.get(person)
    if member is not None and member.kicked:
        raise Refused("kicked", "the host has asked you to leave; you may come back by invitation")


def joined(table: TableState, fact: Joined | Redeemed, entry: Entry) -> None:
    member = table.members.get(fact.person)
    if member is None:
        member = table.welcome(fact.person, fact.name)
    elif member.gone or member.kicked or not table.seats_of(fact.person):
        member.name = fact.name
    member.gone = member.kicked = False
    if fact.seat is not None:
        member.let_in = True
        sit_down(table, fact.seat, fact, entry.version)
    table.find_host()


def sit_down(table: TableState, number: int, fact: Joined | Redeemed, version: int) -> None:
    """Takes a seat. One in the middle of a game keeps its name, and all that goes with it but the bot."""
    seat = table.seats[number]
    if table.phase == "playing":
        seat.sit(fact.person, seat.name, fact.robot, version, seat.character)
        table.ask_anew(number)
    else:
        seat.sit(fact.person, fact.name, fact.robot, version, fact.character)


# {"do": "leave"}


def leave(table: TableState, person: str, do: Leave, now: float) -> Judged:
    table.member(person)
    mine = [number for number in table.seats_of(person) if table.seats[number].stand_in is None]
    if table.phase != "playing" or not table.seats_of(person):
        return Judged([Gone(person)])
    if not mine:
        raise Refused("not now", "a bot stands in for you already")
    if not any(seat.person not in (None, person) and seat.stand_in is None for seat in table.seats):
        # Nobody waits for anyone: the game does.
        if table.playing().paused is not None:
            raise Refused("paused", "the game is paused, and waits for you")
        return Judged([Paused(person)])
    return Judged([StoodIn(number, "left") for number in mine])


def gone(table: TableState, fact: Gone, entry: Entry) -> None:
    table.members[fact.person].gone = True
    give_up_seats(table, fact.person)


def give_up_seats(table: TableState, person: str) -> None:
    for number in table.seats_of(person):
        table.seats[number].empty()
    table.find_host()


# {"do": "rename", "seat": 0, "name": "Annabel"}


def rename(table: TableState, person: str, do: Rename, now: float) -> Judged:
    own_seat(table, person, do.seat)
    if table.phase == "playing" or (table.phase == "gathering" and table.coming == "escape"):
        raise Refused("not now", "names stay as they are until the game is over")
    name = new_name(table, do.name, person, do.seat)
    return NOTHING_NEW if table.seats[do.seat].name == name else Judged([Renamed(do.seat, name)])


def renamed(table: TableState, fact: Renamed, entry: Entry) -> None:
    seat = table.seats[fact.seat]
    seat.name = fact.name
    if seat.person is not None:
        table.members[seat.person].name = table.seats[table.seats_of(seat.person)[0]].name


# {"do": "prefer", "confirm": true}


def prefer(table: TableState, person: str, do: Prefer, now: float) -> Judged:
    member = table.member(person)
    return NOTHING_NEW if member.confirm == do.confirm else Judged([Preferred(person, do.confirm)])


def preferred(table: TableState, fact: Preferred, entry: Entry) -> None:
    table.members[fact.person].confirm = fact.confirm


# {"do": "kick", "member": 2}


def kick(table: TableState, person: str, do: Kick, now: float) -> Judged:
    check_host(table, person)
    other = person_of(table, do.member)
    if other == person:
        raise Refused("not now", "a host leaves, and is not asked to")
    check_kept(table)
    return Judged([Kicked(other)])


def kicked(table: TableState, fact: Kicked, entry: Entry) -> None:
    table.members[fact.person].kicked = True
    if table.phase != "playing":
        give_up_seats(table, fact.person)
        return
    for number in table.seats_of(fact.person):
        seat = table.seats[number]
        seat.kept_for = seat.person if seat.stand_in != "resigned" else None
        seat.person = None
        seat.invitation = None
        seat.stand_in = "kicked"
        table.ask_anew(number)


# {"do": "givehost", "member": 1}


def give_host(table: TableState, person: str, do: GiveHost, now: float) -> Judged:
    check_host(table, person)
    other = person_of(table, do.member)
    return NOTHING_NEW if other == table.host else Judged([Hosted(other)])


def hosted(table: TableState, fact: Hosted, entry: Entry) -> None:
    if not shown_to(table, fact.person).table:
        # Only as the host do they see the game: what they are told begins anew.
        table.reseated = entry.version
    table.host = fact.person
