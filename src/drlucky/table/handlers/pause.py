"""Pausing: the clocks stop, and go on; also when a server that was stopped goes on. And how fast bots go on."""

from msgspec.structs import replace

from drlucky.table.answers import Refused
from drlucky.table.commands import Hurry, Pause, Unpause
from drlucky.table.handlers.common import NOTHING_NEW, Judged
from drlucky.table.log import Entry, Hurried, Paused, Unpaused, Woke
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


# {"do": "hurry", "tempo": "fast"}


def hurry(table: TableState, person: str, do: Hurry, now: float) -> Judged:
    """Where others play too, they agreed to a tempo when they got ready."""
    if not table.plays_alone(person):
        raise Refused("not yours", "only who plays against bots alone says how fast they are during a game")
    return NOTHING_NEW if do.tempo == table.settings.tempo else Judged([Hurried(do.tempo)])


def hurried(table: TableState, fact: Hurried, entry: Entry) -> None:
    table.settings = replace(table.settings, tempo=fact.tempo)


def check_running(match: Match) -> None:
    if match.paused is not None:
        raise Refused("paused", "the game is paused; anyone who plays may let it go on")


def check_seated(table: TableState, person: str) -> None:
    if not any(table.seats[seat].stand_in != "resigned" for seat in table.seats_of(person)):
        raise Refused("not yours", "those who play decide that")
