"""Cells: what a study compares. A cell is one set-up with its bots in their chairs, played many times.

The cells of a study are its grid: lists of values, crossed, and each crossing checked."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any

import msgspec

from drlucky.boards import board, read_plan
from drlucky.errors import DrLuckyError
from drlucky.game.options import KINDS, OPTIONS
from drlucky.game.setup import Setting, setting_by_lot
from drlucky.lab.study.bots import check, seconds
from drlucky.search.simulate import STREAMS

FIXED = "fixed"
ROTATED = "rotated"
STRANGER = "Stranger"
TEXTS = str | list[str]
AXES: dict[str, Any] = {
    "edition": str,
    "players": int,
    "bots": TEXTS,
    "seating": str,
    **{name: option.kind for name, option in OPTIONS.items()},
    "closed": TEXTS,  # several wings
}
"""What the cells of a study can differ in, and the types of the values."""
WORDS: dict[Any, str] = {**KINDS, TEXTS: "a text or a list of texts"}
USUAL_PLAYERS = 4
USUAL_BOT = "sensible"
MOST_CELLS = 1000


class StudyError(DrLuckyError):
    """Something in a study that does not fit."""


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
    return setting_by_lot(cell.edition, cell.players, board=board, **options)


def in_words(axis: str, value: Any) -> str:
    """A value of an axis as a label; nothing for an option that is off."""
    if isinstance(value, bool):
        return OPTIONS[axis].about.label or axis if value else "no Strangers" if axis == "strangers" else ""
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


def cross(
    base: Mapping[str, Any], grids: Sequence[Mapping[str, Any]], folder: Path, skip_impossible: bool
) -> tuple[Cell, ...]:
    """Every combination of the grids' lists, on top of the base. Plans of boards are found from the folder."""
    check_values("base", base)
    cells: dict[Cell, None] = {}
    for grid in grids or [{}]:
        refused: dict[tuple[str, str], str] = {}
        played: set[tuple[str, str]] = set()
        for values in crossings(grid):
            chosen = {**base, **values}
            at = {(axis, repr(value)) for axis, value in values.items()}
            try:
                cell = make_cell(chosen, folder)
            except StudyError as error:
                raise StudyError(f"the cell {told(chosen)} is wrong: {error}") from error
            except DrLuckyError as error:
                if not skip_impossible:
                    raise StudyError(f"the cell {told(chosen)} cannot be played: {error}") from error
                refused |= dict.fromkeys(at, str(error))
                continue
            if cell in cells:
                raise StudyError(f"the cell {told(chosen)} is in the study twice")
            cells[cell] = None
            played |= at
            if len(cells) > MOST_CELLS:
                raise StudyError(f"a study has at most {MOST_CELLS:,} cells; make its lists shorter")
        # Skipping is for combinations: a value that fits none is a mistake, and must not go unnoticed.
        for axis, value in refused:
            if (axis, value) not in played:
                raise StudyError(f"no cell with grid.{axis} = {value} can be played: {refused[axis, value]}")
    return tuple(cells)


def crossings(grid: Mapping[str, Any]) -> list[dict[str, Any]]:
    for axis, values in grid.items():
        if not isinstance(values, list | tuple) or not values:
            raise StudyError(f"grid.{axis} is a list of values to compare, such as [2, 3, 4], not {values!r}")
        for value in values:
            check_values("grid", {axis: value})
    return [dict(zip(grid, values, strict=True)) for values in product(*grid.values())]


def check_values(where: str, values: Mapping[str, Any]) -> None:
    for axis, value in values.items():
        if axis not in AXES:
            raise StudyError(f"{where}.{axis} is unknown; what can be chosen is {', '.join(AXES)}")
        check_type(f"{where}.{axis}", value, AXES[axis], WORDS[AXES[axis]])


def check_type(name: str, value: Any, kind: Any, words: str) -> None:
    try:
        msgspec.convert(value, kind, strict=True)
    except msgspec.ValidationError as error:
        raise StudyError(f"{name} is {words}, not {value!r}") from error


def make_cell(chosen: Mapping[str, Any], folder: Path) -> Cell:
    """A cell whose set-up the book allows. What could never be allowed is a StudyError."""
    if "edition" not in chosen:
        raise StudyError("it has no edition")
    seating = chosen.get("seating", FIXED)
    if seating not in (FIXED, ROTATED):
        raise StudyError(f"seating is {FIXED} or {ROTATED}, not {seating!r}")
    options: dict[str, Any] = {
        axis: tuple(value) if isinstance(value, list) else value for axis, value in chosen.items() if axis in OPTIONS
    }
    cell = Cell(
        chosen["edition"],
        chosen.get("players", USUAL_PLAYERS),
        bots_named(chosen.get("bots", USUAL_BOT)),
        seating,
        tuple(sorted(options.items())),
        own_plan(options.get("board"), folder),
    )
    cell.setting()
    return replace(cell, bots=one_each(cell.bots, cell.players))


def own_plan(named: str | None, folder: Path) -> str | None:
    """The text of a plan that is given by its path."""
    if named is None or not (named.endswith(".txt") or "/" in named):
        return None
    return board(folder / named).source_text


def bots_named(bots: str | Sequence[str]) -> tuple[str, ...]:
    named = tuple(bot.strip() for bot in (bots.split(",") if isinstance(bots, str) else bots))
    for bot in sorted(set(named)):
        try:
            check(bot)
        except DrLuckyError as error:
            raise StudyError(str(error)) from error
    return named


def one_each(bots: tuple[str, ...], players: int) -> tuple[str, ...]:
    """A bot for each player, from one for all or one for each."""
    if len(bots) == 1:
        return bots * players
    if len(bots) != players:
        raise DrLuckyError(f"{players} players need one bot for all, or {players} bots, not {len(bots)}")
    return bots


def told(chosen: Mapping[str, Any]) -> str:
    return "(" + ", ".join(f"{axis} = {value!r}" for axis, value in chosen.items()) + ")"
