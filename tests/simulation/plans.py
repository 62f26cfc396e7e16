"""Plans: what a seed has in store: how many nodes, people and tables there are, and what goes wrong."""

from random import Random
from typing import NamedTuple

from drlucky.table import Clock, Options, Settings

TROUBLES = (
    "crash",
    "power",
    "stop",
    "pause",
    "hold",
    "refuse",
    "store held",
    "store refused",
    "store crash",
    "store slow",
    "store forgetful",
    "store full",
    "store torn",
    "clock",
)
"""What may go wrong: see `simulation.troubles`."""
EDITIONS = ("kill-1996", "kill-2016", "kill-2016", "kill-de", "save-2000", "save-paizo")


class Plan(NamedTuple):
    nodes: int
    tables: int
    people: int
    """At each table."""
    seconds: float
    """For which things go wrong; after that all is mended."""
    troubles: tuple[str, ...]
    every: float
    """Seconds between two of them, more or less."""
    pace: float
    latency: float
    duplicates: float
    is_synchronous: bool
    """Does the database wait for its disk where it is not told to?"""
    erases: bool
    sleepy: bool
    """Do people fall asleep over their games, so that clocks and bots go on without them?"""
    last_words: bool
    """Do people say something when all was mended? Otherwise all has to be well without anyone's doing."""
    visited: bool
    """Does someone come by who tries what only others may do?"""


def plan(chance: Random) -> Plan:
    kinds = chance.choice((0, 1, 2, 3, 3, len(TROUBLES)))
    return Plan(
        nodes=chance.choice((1, 2, 3, 3, 3)),
        tables=chance.choice((1, 2, 2, 3)),
        people=chance.choice((1, 2, 2, 3)),
        seconds=chance.choice((30.0, 60.0)),
        troubles=tuple(chance.sample(TROUBLES, kinds)),
        every=chance.choice((2.0, 5.0, 10.0)),
        pace=chance.choice((0.05, 0.2, 0.5)),
        latency=chance.choice((0.001, 0.003, 0.03)),
        duplicates=chance.choice((0.0, 0.0, 0.05)),
        is_synchronous=chance.random() < 0.5,
        erases=chance.random() < 0.3,
        sleepy=chance.random() < 0.4,
        last_words=chance.random() < 0.5,
        visited=chance.random() < 0.3,
    )


def settings(chance: Random) -> tuple[Settings, int]:
    """What is played at a table, and by how many."""
    edition = chance.choice(EDITIONS)
    options = Options(turn_limit=chance.choice((4, 8, 40)))
    seats = chance.choice((3, 3, 4))
    if edition == "kill-2016":
        more = chance.choice(({}, {"closed": "west"}, {"escape": True}, {"pets": "cat"}, {"strangers": True}))
        options = Options(turn_limit=options.turn_limit, **more)
        seats = 2 if "strangers" in more else seats
    clock = chance.choice((Clock(), Clock(), Clock("decision", 5.0), Clock("game", 20.0, 5.0), Clock("days", 3600.0)))
    return (
        Settings(
            edition,
            options,
            clock,
            away=chance.choice((5.0, 10.0, 60.0)),
            stand_in="easy",
            watchable=chance.random() < 0.7,
            listed=chance.random() < 0.7,
            tempo=chance.choice(("fast", "at once")),
        ),
        seats,
    )
