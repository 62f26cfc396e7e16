"""Visiting: coming, going and talking, and what a host may do about it, at any time."""

from typing import TYPE_CHECKING

from drlucky.table import commands as c
from drlucky.table import log as facts
from drlucky.table.answers import Refused
from drlucky.table.chat import check_line
from drlucky.table.log import AnyFact
from drlucky.table.names import check_name
from drlucky.table.seats import Seat
from drlucky.table.tokens import hashed, same

if TYPE_CHECKING:
    from drlucky.table.table import Table

MOST_MEMBERS = 200


def join(table: "Table", person: str, do: c.Join, now: float) -> list[AnyFact]:
    check_welcome(table, person)
    if table.phase == "playing":
        raise Refused("not now", "the game has begun; watch it, or ask for an invitation")
    if table.settings.by_invitation and person != table.host:
        raise Refused("by invitation", "this table is by invitation only; ask the host for a link")
    if do.seat is None:
        number = next((number for number, seat in enumerate(table.seats) if seat.kind == "open"), None)
        if number is None:
            raise Refused("full", "every seat is taken; you may watch")
    else:
        number = do.seat
        if seat_at(table, number).kind != "open":
            raise Refused("taken", "seat {seat} is taken", seat=number)
    return [facts.Joined(person, new_name(table, do.name, person), number, do.robot)]


def watch(table: "Table", person: str, do: c.Watch, now: float) -> list[AnyFact]:
    check_welcome(table, person)
    if table.seats_of(person):
        raise Refused("not now", "you have a seat at this table")
    return [facts.Joined(person, new_name(table, do.name, person))]


def check_welcome(table: "Table", person: str) -> None:
    member = table.members.get(person)
    if member is not None and member.kicked:
        raise Refused("kicked", "the host has asked you to leave; you may come back by invitation")
    if member is None and len(table.members) >= MOST_MEMBERS:
        raise Refused("full", "there are {number} people at this table; watch without joining", number=MOST_MEMBERS)


def check_invitation(table: "Table", person: str, number: int) -> None:
    """The host asks someone to an empty chair, and anyone may hand on the seat they hold."""
    seat = seat_at(table, number)
    table.member(person)
    if seat.person == person and seat.stand_in not in ("resigned", "kicked"):
        return
    if seat.person is not None or seat.kind == "bot":
        raise Refused("not yours", "an invitation is for an open seat, or for your own")
    check_host(table, person)


def redeem(table: "Table", person: str, do: c.Redeem, now: float) -> list[AnyFact]:
    given = hashed(do.token)
    # Every seat is compared, so that the time taken does not tell which of them it was.
    matches = [seat.invitation is not None and same(seat.invitation, given) for seat in table.seats]
    if not any(matches):
        raise Refused("bad token", "this link has been used, or a newer one has taken its place; ask for another")
    number = matches.index(True)
    if table.seats[number].person == person:
        raise Refused("taken", "this seat is yours already; the link is for another person or device")
    name = table.seats[number].name or new_name(table, do.name, person)
    return [facts.Redeemed(person, name, number, do.robot)]


def leave(table: "Table", person: str, do: c.Leave, now: float) -> list[AnyFact]:
    table.member(person)
    mine = [number for number in table.seats_of(person) if table.seats[number].stand_in is None]
    if table.phase != "playing" or not table.seats_of(person):
        return [facts.Gone(person)]
    if not mine:
        raise Refused("not now", "a bot stands in for you already")
    if not any(seat.person not in (None, person) and seat.stand_in is None for seat in table.seats):
        # Nobody waits for anyone: the game does.
        if table.playing().paused is not None:
            raise Refused("paused", "the game is paused, and waits for you")
        return [facts.Paused(person)]
    return [facts.StoodIn(number, "left") for number in mine]


def rename(table: "Table", person: str, do: c.Rename, now: float) -> list[AnyFact]:
    own_seat(table, person, do.seat)
    if table.phase == "playing" or (table.phase == "gathering" and table.coming == "escape"):
        raise Refused("not now", "names stay as they are until the game is over")
    return [facts.Renamed(do.seat, new_name(table, do.name, person, do.seat))]


def prefer(table: "Table", person: str, do: c.Prefer, now: float) -> list[AnyFact]:
    table.member(person)
    return [facts.Preferred(person, do.confirm)]


def say(table: "Table", person: str, do: c.Say, now: float) -> list[AnyFact]:
    return [facts.Said(person, check_line(table.member(person), do.text, now))]


def mute(table: "Table", person: str, do: c.Mute, now: float) -> list[AnyFact]:
    check_host(table, person)
    return [facts.Muted(person_of(table, do.member), do.muted)]


def kick(table: "Table", person: str, do: c.Kick, now: float) -> list[AnyFact]:
    check_host(table, person)
    other = person_of(table, do.member)
    if other == person:
        raise Refused("not now", "a host leaves, and is not asked to")
    return [facts.Kicked(other)]


def give_host(table: "Table", person: str, do: c.GiveHost, now: float) -> list[AnyFact]:
    check_host(table, person)
    return [facts.Hosted(person_of(table, do.member))]


def close(table: "Table", person: str, do: c.Close, now: float) -> list[AnyFact]:
    check_host(table, person)
    if table.phase == "playing" and any(seat.person not in (None, person) for seat in table.seats):
        raise Refused("not now", "others are playing; leave, and they can go on")
    return [facts.Closed()]


# What judges of other deeds need too.


def check_host(table: "Table", person: str) -> None:
    table.member(person)
    if person != table.host:
        raise Refused("host only", "only the host may do that")


def seat_at(table: "Table", number: int) -> Seat:
    if not 0 <= number < len(table.seats):
        raise Refused("no such seat", "the seats are 0 to {last}, not {seat}", last=len(table.seats) - 1, seat=number)
    return table.seats[number]


def own_seat(table: "Table", person: str, number: int) -> Seat:
    seat = seat_at(table, number)
    if seat.person != person:
        raise Refused("not yours", "seat {seat} is not yours", seat=number)
    return seat


def person_of(table: "Table", number: int) -> str:
    """The person whom others know by a member's number."""
    for person, member in table.members.items():
        if member.number == number and member.is_here:
            return person
    raise Refused("not here", "there is no member {number} at this table", number=number)


def new_name(table: "Table", name: str, person: str, mine: int | None = None) -> str:
    """A name that nobody else at the table has, whatever the letters' case; `mine` is a seat that gives up its own."""
    tidy = check_name(name)
    seats = {seat.name.casefold() for number, seat in enumerate(table.seats) if number != mine}
    here = {
        member.name.casefold()
        for one, member in table.members.items()
        if member.is_here and not table.seats_of(one) and one != person
    }
    if tidy.casefold() in seats | here:
        raise Refused("name", "there is somebody called {name!r} at this table already", name=tidy)
    return tidy
