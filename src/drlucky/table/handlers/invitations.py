"""Invitations: a link to one seat, which works once, for a while. It ends when the game begins, and when it is over."""

from drlucky.table.answers import Refused
from drlucky.table.casting import chosen
from drlucky.table.commands import Invite, Redeem
from drlucky.table.handlers.common import (
    Judged,
    check_company,
    check_host,
    check_kept,
    check_one_seat,
    new_name,
    seat_at,
)
from drlucky.table.handlers.members import joined
from drlucky.table.log import Entry, Invited, Redeemed
from drlucky.table.settings import DAY
from drlucky.table.state import TableState
from drlucky.table.tokens import hashed, new_token, same

LASTS, LASTS_IN_GAME = 7 * DAY, DAY
"""Seconds for which a link is good. During a game there are cards in the hand that comes with the seat."""

# {"do": "invite", "seat": 1}


def invite(table: TableState, person: str, do: Invite, now: float) -> Judged:
    """The host asks someone to an empty chair, or back to the one they were sent away from, and anyone may hand on the
    seat they hold."""
    seat = seat_at(table, do.seat)
    table.member(person)
    if seat.person != person or seat.stand_in in ("resigned", "kicked"):
        if seat.person is not None or seat.kind == "bot":
            raise Refused("not yours", "an invitation is for an open seat, or for your own")
        check_host(table, person)
        check_company(table)
        if table.phase == "playing" and seat.kept_for is None:
            raise Refused("not now", "a bot plays this seat to the end")
    check_kept(table)
    token = new_token()
    return Judged([Invited(do.seat, hashed(token))], token=token)


def invited(table: TableState, fact: Invited, entry: Entry) -> None:
    seat = table.seats[fact.seat]
    seat.invitation = fact.token
    seat.invited_at = entry.at


# {"do": "redeem", "token": "...", "name": "Bob"}


def redeem(table: TableState, person: str, do: Redeem, now: float) -> Judged:
    given = hashed(do.token)
    # Every seat is compared, so that the time taken does not tell which of them it was.
    matches = [seat.invitation is not None and same(seat.invitation, given) for seat in table.seats]
    number = matches.index(True) if any(matches) else None
    lasts = LASTS_IN_GAME if table.phase == "playing" else LASTS
    if number is None or now >= table.seats[number].invited_at + lasts:
        raise Refused(
            "bad token", "this link has been used or has run out, or a newer one has taken its place; ask for another"
        )
    seat = table.seats[number]
    if seat.person == person:
        raise Refused("taken", "this seat is yours already; the link is for another person or device")
    check_one_seat(table, person)
    if table.phase == "playing" and seat.person is None and seat.kept_for != person:
        # Identities cost nothing: someone new might be the host, with a second hand to look at.
        raise Refused(
            "not yours",
            "until the game is over this seat stays with its bot, or goes back to {name} and to nobody else",
            name=seat.name,
        )
    name = seat.name or new_name(table, do.name, person)
    # A seat that is handed on keeps its character, unless another is wished for before a game.
    character = seat.character
    if not character or (do.character is not None and table.phase != "playing"):
        character = chosen(table, do.character, number)
    return Judged([Redeemed(person, name, number, do.robot, character)])


def redeemed(table: TableState, fact: Redeemed, entry: Entry) -> None:
    """Sitting down uses the invitation up."""
    joined(table, fact, entry)
