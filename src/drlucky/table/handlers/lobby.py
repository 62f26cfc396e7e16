"""Before a game: what is played, how many seats there are, in which order, and where bots sit."""

from drlucky.editions import book_of
from drlucky.table.answers import Refused
from drlucky.table.casting import chosen, newcomers
from drlucky.table.commands import AddSeat, Arrange, Change, OpenSeat, Portray, PutBot, RemoveSeat, StandUp
from drlucky.table.handlers.common import NOTHING_NEW, Judged, check_gathering, check_host, own_seat, seat_at
from drlucky.table.log import Arranged, BotSeated, Changed, Entry, Portrayed, SeatAdded, SeatRemoved, Vacated
from drlucky.table.settings import check, check_level
from drlucky.table.state import Seat, TableState

# {"do": "change", "settings": {"edition": "kill-2016", "options": {"closed": "west"}}}


def change(table: TableState, person: str, do: Change, now: float) -> Judged:
    check_arranging(table, person)
    check(do.settings, len(table.seats))
    if do.settings.lesson != table.settings.lesson:
        raise Refused("settings", "a lesson is chosen when its table is opened, and is kept")
    return NOTHING_NEW if do.settings == table.settings else Judged([Changed(do.settings)])


def changed(table: TableState, fact: Changed, entry: Entry) -> None:
    table.settings = fact.settings
    table.ask_who_is_ready()


# {"do": "putbot", "seat": 2, "level": "normal"}


def put_bot(table: TableState, person: str, do: PutBot, now: float) -> Judged:
    check_gathering(table)
    check_host(table, person)
    check_level(do.level)
    seat = seat_at(table, do.seat)
    if seat.kind == "person":
        raise Refused("taken", "{name} sits there", name=seat.name)
    if seat.kind == "bot" and seat.level == do.level:
        return NOTHING_NEW
    if seat.kind == "bot":
        return Judged([BotSeated(do.seat, do.level, seat.name, seat.character)])
    someone, name = next(newcomers(table))
    return Judged([BotSeated(do.seat, do.level, name, someone.id)])


def bot_seated(table: TableState, fact: BotSeated, entry: Entry) -> None:
    table.seats[fact.seat].seat_bot(fact.level, fact.name, fact.character)


# {"do": "portray", "seat": 0, "character": "augusta"}


def portray(table: TableState, person: str, do: Portray, now: float) -> Judged:
    seat = own_seat(table, person, do.seat)
    check_gathering(table)
    if seat.character == do.character:
        return NOTHING_NEW
    return Judged([Portrayed(do.seat, chosen(table, do.character, do.seat))])


def portrayed(table: TableState, fact: Portrayed, entry: Entry) -> None:
    table.seats[fact.seat].character = fact.character


# {"do": "openseat", "seat": 2}


def open_seat(table: TableState, person: str, do: OpenSeat, now: float) -> Judged:
    """The bot leaves."""
    check_gathering(table)
    check_host(table, person)
    if seat_at(table, do.seat).kind != "bot":
        raise Refused("not now", "there is no bot in seat {seat}", seat=do.seat)
    return Judged([Vacated(do.seat)])


# {"do": "standup", "seat": 0}


def stand_up(table: TableState, person: str, do: StandUp, now: float) -> Judged:
    own_seat(table, person, do.seat)
    check_gathering(table)
    return Judged([Vacated(do.seat)])


def vacated(table: TableState, fact: Vacated, entry: Entry) -> None:
    table.seats[fact.seat].empty()
    table.find_host()


# {"do": "addseat"}


def add_seat(table: TableState, person: str, do: AddSeat, now: float) -> Judged:
    check_arranging(table, person)
    edition = table.settings.edition
    most = book_of(edition).players[-1]
    if len(table.seats) >= most:
        raise Refused("full", "{edition} is for at most {most}", edition=edition, most=most)
    return Judged([SeatAdded()])


def seat_added(table: TableState, fact: SeatAdded, entry: Entry) -> None:
    table.seats.append(Seat())
    table.ask_who_is_ready()


# {"do": "removeseat", "seat": 3}


def remove_seat(table: TableState, person: str, do: RemoveSeat, now: float) -> Judged:
    check_arranging(table, person)
    seat = seat_at(table, do.seat)
    if seat.kind == "person":
        raise Refused("taken", "{name} sits there", name=seat.name)
    edition = table.settings.edition
    least = book_of(edition).players[0]
    if len(table.seats) <= least:
        raise Refused("settings", "{edition} needs at least {least}", edition=edition, least=least)
    return Judged([SeatRemoved(do.seat)])


def seat_removed(table: TableState, fact: SeatRemoved, entry: Entry) -> None:
    reorder(table, [number for number in range(len(table.seats)) if number != fact.seat])


# {"do": "arrange", "order": [2, 0, 1]}


def arrange(table: TableState, person: str, do: Arrange, now: float) -> Judged:
    check_arranging(table, person)
    if sorted(do.order) != list(range(len(table.seats))):
        raise Refused("no such seat", "an order names each seat from 0 to {last} once", last=len(table.seats) - 1)
    return NOTHING_NEW if list(do.order) == sorted(do.order) else Judged([Arranged(do.order)])


def arranged(table: TableState, fact: Arranged, entry: Entry) -> None:
    reorder(table, list(fact.order))


def reorder(table: TableState, order: list[int]) -> None:
    table.seats = [table.seats[number] for number in order]
    table.dealer = order.index(table.dealer) if table.dealer in order else None
    table.ask_who_is_ready()


def check_arranging(table: TableState, person: str) -> None:
    check_gathering(table)
    check_host(table, person)
    if table.coming == "escape":
        raise Refused("not now", "the Escape is played by the same people in the same house")
