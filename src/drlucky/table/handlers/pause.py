"""Pausing: the clocks stop, and go on; also when a server that was stopped goes on."""

from drlucky.table.answers import Refused
from drlucky.table.commands import Pause, Unpause
from drlucky.table.handlers.common import Judged
from drlucky.table.log import Entry, Paused, Unpaused, Woke
from drlucky.table.match import Match
from drlucky.table.state import TableState

# {"do": "pause"}


def pause(table: TableState, person: str, do: Pause, now: float) -> Judged:
    match = table.playing()
    check_seated(table, person)
    check_running(match)
    return Judged([Paused(person)])


def paused(table: TableState, fact: Paused, entry: Entry) -> None:
    match = table.playing()
    match.paused = fact.person
    match.clocks.pause(entry.at)


# {"do": "unpause"}


def unpause(table: TableState, person: str, do: Unpause, now: float) -> Judged:
    match = table.playing()
    check_seated(table, person)
    if match.paused is None:
        raise Refused("not now", "the game is not paused")
    return Judged([Unpaused(person)])


def unpaused(table: TableState, fact: Unpaused, entry: Entry) -> None:
    match = table.playing()
    match.paused = None
    match.clocks.go_on(entry.at)
    match.ask(entry.version, entry.at)


def woke(table: TableState, fact: Woke, entry: Entry) -> None:
    """The table was rebuilt from its log: the time in which nothing ran does not count."""
    match = table.playing()
    match.game.played_by(fact.rules)
    if match.paused is None:
        match.clocks.wake(entry.at)
    match.ask(entry.version, entry.at)


def check_running(match: Match) -> None:
    if match.paused is not None:
        raise Refused("paused", "the game is paused; anyone who plays may let it go on")


def check_seated(table: TableState, person: str) -> None:
    if not any(table.seats[seat].stand_in != "resigned" for seat in table.seats_of(person)):
        raise Refused("not yours", "those who play decide that")
