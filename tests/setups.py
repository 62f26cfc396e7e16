"""Every set-up that the editions offer: edition, number of players, board, layout and closed wings."""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

import drlucky
from drlucky.game.setup import Setting, setting


class SetUp(NamedTuple):
    edition: str
    players: int
    options: dict[str, Any]

    def __str__(self) -> str:
        return "-".join([self.edition, str(self.players), *(str(value) for value in self.options.values())])

    def setting(self) -> Setting:
        return setting(self.edition, self.players, **self.options)

    def game(self, seed: int) -> drlucky.Game:
        return drlucky.new(self.edition, self.players, seed=seed, **self.options)


def every_setup() -> Iterator[SetUp]:
    for book in drlucky.editions():
        for players in book.players:
            plain: dict[str, Any] = {"strangers": False} if "strangers" in book.options and players == 2 else {}
            for board_name in book.boards:
                board = drlucky.board(board_name)
                for layout in board.layouts:
                    folded = {"layout": layout} if len(board.layouts) > 1 else {}
                    for closed in ("none", "west", "east", "both") if board.wings else ("",):
                        shut = {"closed": closed} if closed else {}
                        yield SetUp(book.id, players, {"board": board_name} | folded | shut | plain)
    for edition in ("kill-2016", "kill-de"):
        house = {"board": "bed-and-breakfast"}
        yield SetUp(edition, 2, {})
        yield SetUp(edition, 2, {"closed": "none"})
        yield SetUp(edition, 2, house | {"layout": "upstairs", "pets": "cat"})
        yield SetUp(edition, 2, house | {"layout": "whole", "pets": "both"})
        yield SetUp(edition, 2, {"pets": "dog", "strangers": False})
        for players in (3, 4, 8):
            for pets in ("cat", "dog", "both"):
                yield SetUp(edition, players, {"pets": pets})
        yield SetUp(edition, 4, house | {"layout": "downstairs", "pets": "dog"})
        for players in (2, 3, 5, 8):
            yield SetUp(edition, players, {"escape": True})
        yield SetUp(edition, 4, house | {"layout": "whole", "escape": True})
    yield SetUp("kill-1996", 4, {"weapons_plus_one": True})
    yield SetUp("kill-1996", 4, {"no_threes": True})


@cache
def setups() -> tuple[SetUp, ...]:
    return tuple(every_setup())


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
