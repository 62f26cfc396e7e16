"""Standing in: someone resigns, is away or has run out of time, and a bot plays until they come back."""

from drlucky.table.answers import Refused
from drlucky.table.commands import Resign, Return
from drlucky.table.handlers.common import Judged, own_seat
from drlucky.table.log import Abandoned, AnyFact, Entry, Returned, StoodIn
from drlucky.table.state import COMES_BACK, TableState

# {"do": "resign", "seat": 0}


def resign(table: TableState, person: str, do: Resign, now: float) -> Judged:
    """A bot plays the seat to the end, for the others' sake; where there are none the game is over."""
    table.playing()
    seat = own_seat(table, person, do.seat)
    if seat.stand_in == "resigned":
        raise Refused("not now", "you have resigned already")
    resigned = StoodIn(do.seat, "resigned")
    others = (other for number, other in enumerate(table.seats) if number != do.seat)
    if any(other.person is not None and other.stand_in != "resigned" for other in others):
        return Judged([resigned])
    return Judged([resigned, Abandoned()])


def stood_in(table: TableState, fact: StoodIn, entry: Entry) -> None:
    seat = table.seats[fact.seat]
    seat.stand_in = fact.why
    seat.missed += fact.why == "clock"
    if fact.why == "resigned":
        seat.invitation = None
        if (taking_part := table.playing().participation) is not None:
            taking_part.resign(fact.seat, entry.at)
    if fact.why != "away":
        # They are here, and come back when they do something. Who was away may have come while it was written.
        table.presence.returning.discard(seat.person or "")
    table.ask_anew(fact.seat)


def abandoned(table: TableState, fact: Abandoned, entry: Entry) -> None:
    match = table.playing()
    match.abandoned = True
    match.over_at = entry.at
    match.changed = entry.version
    table.phase = "over"
    table.end_invitations()


# {"do": "return"}


def come_back(table: TableState, person: str, do: Return, now: float) -> Judged:
    table.playing()
    back = [fact for seat in table.seats_of(person) for fact in returning(table, seat)]
    if not back:
        raise Refused("not now", "no bot stands in for you that you could take over from")
    return Judged(back)


def returning(table: TableState, seat: int) -> list[AnyFact]:
    """A person who does something takes the seat over from the bot."""
    return [Returned(seat)] if table.seats[seat].stand_in in COMES_BACK else []


def returned(table: TableState, fact: Returned, entry: Entry) -> None:
    table.seats[fact.seat].hand_back()
    if table.playing().to_decide == fact.seat:
        table.playing().clocks.decided(fact.seat, entry.at)
    table.ask_anew(fact.seat)
