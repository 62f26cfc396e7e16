"""Gathering: what is played, who sits where, being ready, and starting; and after a game what comes next."""

from typing import TYPE_CHECKING

from drlucky.editions import book_of
from drlucky.errors import DrLuckyError
from drlucky.game.dealer import LONGEST_CONTRIBUTION, as_seed
from drlucky.game.setup import escape_from
from drlucky.record.writer import RULES
from drlucky.table import commands as c
from drlucky.table import log as facts
from drlucky.table.answers import Refused
from drlucky.table.handlers import progress
from drlucky.table.handlers.members import check_host, own_seat, seat_at
from drlucky.table.log import AnyFact
from drlucky.table.settings import check, check_level

if TYPE_CHECKING:
    from drlucky.table.table import Table


def change(table: "Table", person: str, do: c.Change, now: float) -> list[AnyFact]:
    check_arranging(table, person)
    check(do.settings, len(table.seats))
    return [facts.Changed(do.settings)]


def put_bot(table: "Table", person: str, do: c.PutBot, now: float) -> list[AnyFact]:
    check_gathering(table)
    check_host(table, person)
    check_level(do.level)
    seat = seat_at(table, do.seat)
    if seat.kind == "person":
        raise Refused("taken", "{name} sits there", name=seat.name)
    return [facts.BotSeated(do.seat, do.level, seat.name or bot_name(table))]


def bot_name(table: "Table") -> str:
    taken = {seat.name.casefold() for seat in table.seats}
    return next(name for name in (f"Bot {n}" for n in range(1, len(taken) + 2)) if name.casefold() not in taken)


def open_seat(table: "Table", person: str, do: c.OpenSeat, now: float) -> list[AnyFact]:
    check_gathering(table)
    check_host(table, person)
    if seat_at(table, do.seat).kind != "bot":
        raise Refused("not now", "there is no bot in seat {seat}", seat=do.seat)
    return [facts.Vacated(do.seat)]


def add_seat(table: "Table", person: str, do: c.AddSeat, now: float) -> list[AnyFact]:
    check_arranging(table, person)
    most = book_of(table.settings.edition).players[-1]
    if len(table.seats) >= most:
        raise Refused("full", "{edition} is for at most {most}", edition=table.settings.edition, most=most)
    return [facts.SeatAdded()]


def remove_seat(table: "Table", person: str, do: c.RemoveSeat, now: float) -> list[AnyFact]:
    check_arranging(table, person)
    if seat_at(table, do.seat).kind == "person":
        raise Refused("taken", "{name} sits there", name=table.seats[do.seat].name)
    least = book_of(table.settings.edition).players[0]
    if len(table.seats) <= least:
        raise Refused("settings", "{edition} needs at least {least}", edition=table.settings.edition, least=least)
    return [facts.SeatRemoved(do.seat)]


def arrange(table: "Table", person: str, do: c.Arrange, now: float) -> list[AnyFact]:
    check_arranging(table, person)
    if sorted(do.order) != list(range(len(table.seats))):
        raise Refused("no such seat", "an order names each seat from 0 to {last} once", last=len(table.seats) - 1)
    return [facts.Arranged(do.order)]


def stand_up(table: "Table", person: str, do: c.StandUp, now: float) -> list[AnyFact]:
    own_seat(table, person, do.seat)
    check_gathering(table)
    return [facts.Vacated(do.seat)]


def ready(table: "Table", person: str, do: c.Ready, now: float) -> list[AnyFact]:
    check_gathering(table)
    if not table.seats_of(person):
        raise Refused("not yours", "take a seat first")
    if len(do.contribution) > LONGEST_CONTRIBUTION or not do.contribution.isprintable():
        raise Refused("malformed", "a contribution has at most {most} printable characters", most=LONGEST_CONTRIBUTION)
    return [facts.Readied(person, do.ready, do.contribution)]


def start(table: "Table", person: str, do: c.Start, now: float) -> list[AnyFact]:
    check_gathering(table)
    check_host(table, person)
    for number, seat in enumerate(table.seats):
        if seat.kind == "open":
            raise Refused(
                "not ready", "seat {seat} is open: invite someone, put a bot there, or remove it", seat=number
            )
        if seat.kind == "person" and not seat.ready and seat.person != person:
            raise Refused("not ready", "{name} is not ready yet", name=seat.name)
    players = tuple(seat.name for seat in table.seats)
    dealer = table.dealer if table.coming == "rematch" else None
    started = facts.Started(table.coming, players, tuple(seat.contribution for seat in table.seats), dealer, RULES)
    try:
        progress.begin(table, started)
    except DrLuckyError as error:
        raise Refused.of("settings", error) from None
    return [started]


def again(table: "Table", person: str, do: c.Again, now: float) -> list[AnyFact]:
    """A rematch, or the Escape: with a seal of its own, for the last game's seed is no secret any more."""
    if table.phase == "playing" or table.match is None:
        raise Refused("not now", "the game is not over")
    if not table.seats_of(person):
        raise Refused("not yours", "those who have a seat say if they play on")
    if table.phase == "gathering" and table.coming == do.what:
        if do.what == "escape":
            raise Refused("not now", "the escape is being gathered for already")
        raise Refused("not now", "the rematch is being gathered for already")
    if do.what == "escape":
        check_escape(table)
    return [facts.Gathered(do.what), facts.Sealed(as_seed(None))]


def check_escape(table: "Table") -> None:
    match = table.last_match()
    if match.game.outcome is None:
        raise Refused("not now", "the game was given up: there is nothing to escape from")
    if match.game.setting.escape:
        raise Refused("not now", "that was the Escape")
    if len(table.seats) != len(match.game.setting.live):
        raise Refused("not now", "the Escape is for those who played the game, and the seats have changed")
    try:
        escape_from(match.game.setting)
    except DrLuckyError as error:
        raise Refused.of("settings", error) from None
    if not match.escape_may_follow:
        raise Refused("not now", "the cards on the closed rooms have been shown, and the Escape needs them hidden")


def reveal(table: "Table", person: str, do: c.Reveal, now: float) -> list[AnyFact]:
    check_host(table, person)
    if table.phase != "over" or not table.holds_back:
        raise Refused("not now", "nothing is held back")
    return [facts.Revealed()]


def check_gathering(table: "Table") -> None:
    if table.phase != "gathering":
        raise Refused("not now", "that is for before a game; after one, ask for a rematch first")


def check_arranging(table: "Table", person: str) -> None:
    check_gathering(table)
    check_host(table, person)
    if table.coming == "escape":
        raise Refused("not now", "the Escape is played by the same people in the same house")
