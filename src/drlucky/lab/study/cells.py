"""Cells: what a study compares. A cell is one set-up with its bots in their chairs, played many times."""

import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from drlucky.boards import read_plan
from drlucky.game.setup import Setting, setting
from drlucky.lab.study.bots import seconds
from drlucky.search.simulate import STREAMS

FIXED = "fixed"
ROTATED = "rotated"
STRANGER = "Stranger"


@dataclass(frozen=True)
class Cell:
    edition: str
    players: int
    bots: tuple[str, ...]
    """One for each player, in seating order."""
    seating: str = FIXED
    """Does everyone keep their chair, or move to the left after each game?"""
    options: tuple[tuple[str, Any], ...] = ()
    """Those of `drlucky.new` that were chosen."""
    plan: str | None = None
    """The text of a board of the user's own: a worker on another machine has no such file."""

    @property
    def axes(self) -> dict[str, Any]:
        """All that can tell it from another cell, by name."""
        alike = len(set(self.bots)) == 1
        who = self.bots[0] if alike else ", ".join(self.bots)
        return {"edition": self.edition, "players": self.players, "bots": who, "seating": self.seating} | dict(
            self.options
        )

    @property
    def key(self) -> str:
        """The same for equal cells, in every study."""
        told = [self.edition, self.players, self.bots, self.seating, sorted(self.options), self.plan]
        return json.dumps(told, sort_keys=True)

    @property
    def seconds(self) -> float:
        """Roughly how long a game takes."""
        return sum(seconds(bot) for bot in self.bots) / len(self.bots)

    def stream(self, seed: int) -> int:
        """Where its games get their chance from. It hangs on the cell and not on its place in the study, so that a
        study can grow without changing the games it has."""
        digest = hashlib.sha256(f"{seed} {self.key}".encode()).digest()
        return int.from_bytes(digest[:8], "big") % STREAMS

    def setting(self) -> Setting:
        return settings(self)

    def bot_at(self, seat: int, game: int) -> str:
        """Who sat in a chair in a game of this number."""
        live = self.setting().live
        if seat not in live:
            return STRANGER
        shift = game % self.players if self.seating == ROTATED else 0
        return self.bots[(live.index(seat) - shift) % self.players]


@lru_cache(maxsize=1024)  # as many as a study may have
def settings(cell: Cell) -> Setting:
    options = dict(cell.options)
    named = options.pop("board", None)
    board = named if cell.plan is None else read_plan(cell.plan, str(named))
    return setting(cell.edition, cell.players, board=board, **options)


def in_words(axis: str, value: Any) -> str:
    """A value of an axis as a label; nothing for an option that is off."""
    if isinstance(value, bool):
        name = {"weapons_plus_one": "weapons +1", "no_threes": "no 3s"}.get(axis, axis)
        return name if value else "no Strangers" if axis == "strangers" else ""
    if axis == "players":
        return f"{value} players"
    if axis == "closed":
        wings = value if isinstance(value, str) else " and ".join(value) or "none"
        return {"none": "whole house", "both": "both wings closed"}.get(wings, f"{wings} closed")
    if axis == "turn_limit":
        return f"at most {value} turns"
    if axis == "pets":
        return {"none": "no pets", "both": "cat and dog"}.get(value, str(value))
    return str(value)
