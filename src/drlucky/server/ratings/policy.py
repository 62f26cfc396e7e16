"""The policy of rated games: which of them count, and for whom. docs/ratings.md says it in words."""

from collections.abc import Collection, Iterable, Iterator
from typing import Literal

from msgspec import Struct

from drlucky.table import Table
from drlucky.table.log import Entry, Started
from drlucky.table.match import Match
from drlucky.table.participation import Participation
from drlucky.table.settings import DAY
from drlucky.table.state import TableState

LEAST_ACTIONS = 3
"""A game that is given up before anyone has played so many did not really begin."""
MOST_STOOD_IN = 0.1
"""Of the actions of a seat, so many may be a bot's for a win to be the person's."""
STILL_FOR = 7 * DAY
"""Seconds after which a game in which nothing happens is lost by whoever it waits for."""

Result = Literal["won", "lost", "none"]
How = Literal["played", "resigned", "still", "early", "nobody"]
"""How a game was settled: to its end, by those who resigned, or by those who did not come back; or not at all, as it
was given up early or nobody who played won it."""


class Played(Struct, frozen=True):
    """How a rated game came out for someone."""

    result: Result
    name: str
    person: str | None
    level: str | None


class Settled(Struct, frozen=True):
    table: str
    number: int
    edition: str
    at: float
    how: How
    seats: tuple[Played, ...]
    stand_in: str | None = None
    """The level of the bot that won, if it was one that stood in for someone."""


def settled(table: TableState, now: float) -> Settled | None:
    """What the rated game at a table comes to; None if there is none, or as long as it is not settled. Once it is,
    nothing that happens afterwards changes it."""
    match = table.match
    taking_part = match.participation if match else None
    if match is None or taking_part is None:
        return None
    people = [seat for seat, each in enumerate(taking_part.seats) if each.person is not None]
    others = len(taking_part.seats) - 1
    resigned = [each.seat for each in taking_part.resigned]
    if len(people) > others and len(resigned) >= others:
        # Only people played, and one of them is left: as in chess, they have won.
        left = next(seat for seat in people if seat not in resigned[:others])
        last = taking_part.resigned[others - 1]
        return given_up(table, match, taking_part, "resigned", last.at, last.played, resigned[:others], left)
    if match.abandoned:
        last = taking_part.resigned[-1]
        return given_up(table, match, taking_part, "resigned", last.at, last.played, people)
    if match.is_over:
        return played_out(table, match, taking_part)
    still = still_at(match, taking_part)
    if now >= still:
        losers = {*resigned, *awaited(match, taking_part, resigned)}
        return given_up(table, match, taking_part, "still", still, max(taking_part.own), losers)
    return None


def played_out(table: TableState, match: Match, taking_part: Participation) -> Settled:
    outcome = match.game.outcome
    winner = outcome.winner if outcome is not None else None
    at = match.over_at or table.now
    if winner not in match.game.setting.live:
        return told(table, match, taking_part, at, "nobody")
    seat = match.seat(winner)
    is_own = taking_part.seats[seat].person is None or has_played(taking_part, seat)
    losers = [each for each in range(len(taking_part.seats)) if each != seat or not is_own]
    stand_in = None if is_own else table.settings.stand_in
    return told(table, match, taking_part, at, "played", losers, seat if is_own else None, stand_in)


def has_played(taking_part: Participation, seat: int) -> bool:
    """Is what became of the seat the person's own doing?"""
    own, stood_in = taking_part.own[seat], taking_part.stood_in[seat]
    return seat not in taking_part.replaced and stood_in <= MOST_STOOD_IN * (own + stood_in)


def given_up(
    table: TableState,
    match: Match,
    taking_part: Participation,
    how: How,
    at: float,
    played: int,
    losers: Collection[int],
    winner: int | None = None,
) -> Settled:
    if played < LEAST_ACTIONS:
        return told(table, match, taking_part, at, "early")
    return told(table, match, taking_part, at, how, losers, winner)


def still_at(match: Match, taking_part: Participation) -> float:
    """When the game has stood still for too long."""
    clock = match.clocks.setting
    return taking_part.moved + STILL_FOR + (clock.seconds if clock.kind == "days" else 0.0)


def awaited(match: Match, taking_part: Participation, resigned: Collection[int]) -> list[int]:
    """Whoever has paused a game, or else whoever has to decide; if that is a bot, everyone who could have come back."""
    seats = taking_part.seats
    who = match.to_decide
    if match.paused is not None:
        return [seat for seat, each in enumerate(seats) if each.person == match.paused]
    if who is not None and seats[who].person is not None and who not in resigned:
        return [who]
    return [seat for seat, each in enumerate(seats) if each.person is not None]


def told(
    table: TableState,
    match: Match,
    taking_part: Participation,
    at: float,
    how: How,
    losers: Collection[int] = (),
    winner: int | None = None,
    stand_in: str | None = None,
) -> Settled:
    def result(seat: int) -> Result:
        return "won" if seat == winner else "lost" if seat in losers else "none"

    seats = (
        Played(result(number), each.name, each.person, each.level) for number, each in enumerate(taking_part.seats)
    )
    return Settled(table.id, match.number, match.game.edition.id, at, how, tuple(seats), stand_in)


def rated_games(entries: Iterable[Entry], now: float) -> Iterator[Settled]:
    """All rated games of a table's log that are settled by now, each as it was when it happened."""
    table = Table()
    is_open = False
    for entry in entries:
        if is_open and (found := settled(table, entry.at)) is not None:
            yield found  # it stood still until now
            is_open = False
        table.apply(entry)
        if isinstance(entry.fact, Started):
            is_open = table.last_match().participation is not None
        if is_open and (found := settled(table, entry.at)) is not None:
            yield found
            is_open = False
    if is_open and (found := settled(table, now)) is not None:
        yield found
