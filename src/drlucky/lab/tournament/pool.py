"""The pool: whom the searcher is measured against, part by part, and how much of everything is played."""

from collections.abc import Callable, Sequence
from itertools import combinations, product
from typing import NamedTuple

import drlucky
from drlucky.bots.levels import LEVELS
from drlucky.lab.tournament.habits import HELD_OUT
from drlucky.lab.tournament.sides import ABLATIONS, Thought
from drlucky.lab.tournament.strength import Contest
from drlucky.search.styles import SENSIBLE, STYLES

KNOWN = tuple(f"style:{style.name}" for style in STYLES if style is not SENSIBLE)
UNKNOWN = tuple(f"habit:{name}" for name in HELD_OUT)
QUICK_GAMES = 1000
"""Of what takes less than 0.05 s a decision, which is all but what searches by seconds."""
SLOW_GAMES = 400
HARD, EXPERT = Thought(iterations=100), Thought(iterations=1000)
"""Stand-ins for the levels that look at the clock: for games that can be repeated."""


class Part(NamedTuple):
    """Something that is measured."""

    name: str
    contests: Callable[[Thought, Sequence[str]], list[Contest]]
    """For searches of such a length, in these editions."""
    searches: bool = True
    """Or are all who play in it quick?"""


def against(*others: str) -> Callable[[Thought, Sequence[str]], list[Contest]]:
    """The searcher against three of each."""

    def contests(thought: Thought, editions: Sequence[str]) -> list[Contest]:
        return [
            Contest(f"searcher:{thought.text}", other.format(thought.text), edition)
            for edition, other in product(editions, others)
        ]

    return contests


def sense(thought: Thought, editions: Sequence[str]) -> list[Contest]:
    return [Contest("sensible", "random", edition) for edition in editions]


def oracle(thought: Thought, editions: Sequence[str]) -> list[Contest]:
    """Beside the searcher, in the same deals."""
    sides = f"oracle:{thought.text}", f"searcher:{thought.text}"
    return [Contest(side, "sensible", edition) for edition, side in product(editions, sides)]


def ablations(thought: Thought, editions: Sequence[str]) -> list[Contest]:
    """The searcher with everything and without one thing each, in the same deals: against sensible players, a
    style that it knows and a habit that it does not."""
    sides = [f"searcher:{thought.text}{ablation}" for ablation in ("", *(f" {name}" for name in ABLATIONS))]
    return [
        Contest(side, others, edition)
        for edition, others, side in product(editions, ("sensible", KNOWN[1], UNKNOWN[0]), sides)
    ]


def quick_levels(thought: Thought, editions: Sequence[str]) -> list[Contest]:
    """Two against two, the stronger first."""
    pairs = ("newcomer", "easy"), ("normal", "easy"), ("normal", "newcomer")
    return [Contest(one, others, edition, seats=2) for edition, (one, others) in product(editions, pairs)]


def levels(thought: Thought, editions: Sequence[str]) -> list[Contest]:
    """Every level against every weaker one: those that search by the clock, or by iterations in their stead."""
    stand_ins = {"hard": f"searcher:{HARD.text}", "expert": f"searcher:{EXPERT.text}"} if thought.iterations else {}
    names = [stand_ins.get(name, name) for name in LEVELS]
    pairs = [(two, one) for one, two in combinations(names, 2)]
    return [Contest(one, others, edition, seats=2) for edition, (one, others) in product(editions, pairs)]


PARTS = {
    part.name: part
    for part in (
        Part("sense", sense, searches=False),
        Part("quick-levels", quick_levels, searches=False),
        Part("sensible", against("sensible")),
        Part("styles", against(*KNOWN)),
        Part("held-out", against(*UNKNOWN)),
        Part("older", against("older:{}")),
        Part("oracle", oracle),
        Part("ablations", ablations),
        Part("levels", levels),
        Part("openspiel", against("openspiel:{}")),
    )
}


def editions() -> list[str]:
    return [book.id for book in drlucky.editions()]
