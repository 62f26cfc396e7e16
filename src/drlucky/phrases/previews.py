"""Previews: what a link says of itself where it is posted. Anyone may read it there."""

from collections.abc import Sequence
from typing import NamedTuple

from drlucky.game.view import View
from drlucky.phrases.situation import house, status
from drlucky.phrases.words import Words


class Preview(NamedTuple):
    title: str
    text: str
    short: str
    """The text without who is there, for pictures on which everyone is to be seen."""


def neutral(words: Words) -> Preview:
    """Of what is not for everyone's eyes, and of what is not there."""
    text = words.say("Kill Doctor Lucky, or save him: board games with friends or against bots, in the browser.")
    return Preview(words.say("You are asked to the table"), text, text)


def gathering(edition: str, host: str, people: Sequence[str], free: int, words: Words) -> Preview:
    """A table that people come to."""
    title = words.say("{edition}, at {host}'s table", edition=edition, host=host) if host else edition
    here = words.say("At the table: {people}.", people=words.all_of(people)) if people else ""
    free_seats = words.count("{number} seat is free.", "{number} seats are free.", free)
    seats = free_seats if free else words.say("Every seat is taken.")
    return Preview(title, f"{here} {seats}".strip(), seats)


def game(edition: str, view: View, abandoned: bool, words: Words) -> Preview:
    """A game that is played, or is over, as a spectator sees it."""
    people = words.all_of([words.seated(seat, view.players) for seat in range(len(view.players))])
    told = words.say("The game was abandoned.") if abandoned else status(view, words)
    stands = f"{told} {house(view, words)}".strip()
    return Preview(edition, stands + " " + words.say("At the table: {people}.", people=people), stands)


def moment(edition: str, number: int, people: Sequence[str], words: Words) -> Preview:
    """A moment of a game that is over."""
    title = words.say("{edition}: moment {number}", edition=edition, number=number)
    return Preview(title, words.say("From a game of {people}.", people=words.all_of(people)), "")


def kicker(words: Words) -> str:
    """Above everything on the picture."""
    return words.say("Doctor Lucky")
