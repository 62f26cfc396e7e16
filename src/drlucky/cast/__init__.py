"""The cast: the people who are asked to the house and sail on the ship, as data. Who they are is in people.toml.

Everything that they say and that is said of them is in the catalogue: `phrases.character` has it in a language."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any
from zlib import crc32

from drlucky.errors import DrLuckyError

MOMENTS = (
    "sits",
    "turn",
    "near",
    "strikes",
    "fails",
    "foils",
    "luck",
    "passes",
    "draws",
    "dark",
    "sinks",
    "wins",
    "loses",
    "ghost",
    "dies",
)
"""When someone has something to say: they sit down; their turn begins; the doctor walks in on them; they strike; they
are foiled; they foil someone; they play luck; they pass; they draw a card; the lights go out; a deck sinks; they win;
someone else does; the doctor attacks them; they die."""


@dataclass(frozen=True)
class Character:
    id: str
    name: str
    """The same in every language."""
    letter: str
    day: str
    """The colour of the pawn in a light picture, under a white letter."""
    night: str
    """The same in a dark one, under a black letter."""
    pawn: str
    """The outline of the pawn, as the data of an SVG path."""
    about: str
    temperament: str
    style: str
    """How they play as a bot: the name of one of `search.styles.TEMPERAMENTS`."""
    manner: str
    """The same in words."""
    grudge: str
    """What they have against the doctor, in the house."""
    vanity: str
    """What they hope for from saving him, on the ship."""
    lines: Mapping[str, str]
    """What they say at each of the MOMENTS."""

    @property
    def texts(self) -> Iterator[str]:
        yield from (self.about, self.temperament, self.manner, self.grudge, self.vanity, *self.lines.values())


@dataclass(frozen=True)
class Doctor:
    """The one whom it is all about, on both sides of his card."""

    name: str
    alive: str
    ghost: str
    lines: Mapping[str, str]

    @property
    def texts(self) -> Iterator[str]:
        yield from (self.alive, self.ghost, *self.lines.values())


@cache
def data() -> dict[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath("people.toml").read_text(encoding="utf-8"))


@cache
def people() -> tuple[Character, ...]:
    manners = data()["manners"]
    return tuple(Character(**entry, manner=manners[entry["style"]]) for entry in data()["person"])


@cache
def doctor() -> Doctor:
    return Doctor(**data()["doctor"])


def texts() -> Iterator[str]:
    """All that is said by them and of them."""
    for each in people():
        yield from each.texts
    yield from doctor().texts


def character(name: str) -> Character:
    """The one with this id."""
    for each in people():
        if each.id == name:
            return each
    known = ", ".join(each.id for each in people())
    raise DrLuckyError("there is no character {name!r:.60}; there are {known}", name=name, known=known)


def guests(invitation: str) -> tuple[Character, ...]:
    """All of them, in an order that differs from table to table: a text that everyone knows says who comes first."""
    first = crc32(invitation.encode()) % len(people())
    return people()[first:] + people()[:first]


def casting(
    players: Sequence[str], strangers: Sequence[int] = (), known: Mapping[str, str] | None = None
) -> tuple[str, ...]:
    """A character for each seat of a game of which hardly more than the names is known. Whoever is known to play one,
    or is called like one, plays it; of the rest Strangers have the first ones."""
    called = {each.name: each.id for each in people()} if known is None else known
    found = {seat: called[name] for seat, name in enumerate(players) if name in called}
    free = (each.id for each in people() if each.id not in found.values())
    for seat in sorted(range(len(players)), key=lambda seat: seat not in strangers):
        if seat not in found:
            found[seat] = next(free)
    return tuple(found[seat] for seat in range(len(players)))


def with_strangers_named(players: Sequence[str], strangers: Sequence[int], cast: Sequence[str]) -> tuple[str, ...]:
    """What everyone is called: Strangers by their characters, people by their own names."""
    return tuple(character(cast[seat]).name if seat in strangers else name for seat, name in enumerate(players))
