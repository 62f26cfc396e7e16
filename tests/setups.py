"""Every set-up that the editions offer: edition, number of players, board, layout and closed wings."""

from functools import cache
from typing import Any

import pytest

import drlucky
from drlucky.conformance import SetUp, setups_of


@cache
def setups() -> tuple[SetUp, ...]:
    return tuple(setup for book in drlucky.editions() for setup in setups_of(book.id))


@cache
def quick_setups() -> frozenset[str]:
    """By name, the few that stand for all where there is no time for all: see conftest."""
    return frozenset(map(str, setups()[::10]))


# For environments: something of everything that the books have.
VARIED: list[tuple[str, int, dict[str, Any]]] = [
    ("kill-1996", 3, {"no_threes": True}),
    ("kill-2016", 4, {"closed": "west"}),
    ("kill-2016", 2, {}),
    ("kill-2016", 4, {"escape": True}),
    ("kill-de", 4, {"board": "bed-and-breakfast", "pets": "both"}),
    ("save-2000", 7, {"rewards": "zero-sum"}),
    ("save-paizo", 2, {"turn_limit": 20}),
]
varied = pytest.mark.parametrize(("edition", "players", "options"), VARIED, ids=str)
