"""The grid of a study: lists of values, crossed, and each crossing checked."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

from drlucky.boards import board
from drlucky.errors import DrLuckyError
from drlucky.lab.study.bots import check
from drlucky.lab.study.cells import FIXED, ROTATED, Cell

TYPES: dict[str, str] = {
    "edition": "text",
    "players": "number",
    "bots": "texts",
    "seating": "text",
    "board": "text",
    "layout": "text",
    "closed": "texts",
    "strangers": "truth",
    "pets": "text",
    "escape": "truth",
    "weapons_plus_one": "truth",
    "no_threes": "truth",
    "turn_limit": "number",
}
KINDS = {
    "text": "a text",
    "texts": "a text or a list of texts",
    "number": "a whole number",
    "truth": "true or false",
}
NEVER_OPTIONS = ("edition", "players", "bots", "seating")
USUAL_PLAYERS = 4
USUAL_BOT = "sensible"
MOST_CELLS = 1000


class StudyError(DrLuckyError):
    """Something in a study that does not fit."""


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
        if axis not in TYPES:
            raise StudyError(f"{where}.{axis} is unknown; what can be chosen is {', '.join(TYPES)}")
        if not fits(TYPES[axis], value):
            raise StudyError(f"{where}.{axis} is {KINDS[TYPES[axis]]}, not {value!r}")


def fits(kind: str, value: Any) -> bool:
    if kind == "truth":
        return isinstance(value, bool)
    if kind == "number":
        return isinstance(value, int) and not isinstance(value, bool)
    if kind == "texts" and isinstance(value, list | tuple):
        return all(isinstance(one, str) for one in value)
    return isinstance(value, str)


def make_cell(chosen: Mapping[str, Any], folder: Path) -> Cell:
    """A cell whose set-up the book allows. What could never be allowed is a StudyError."""
    if "edition" not in chosen:
        raise StudyError("it has no edition")
    seating = chosen.get("seating", FIXED)
    if seating not in (FIXED, ROTATED):
        raise StudyError(f"seating is {FIXED} or {ROTATED}, not {seating!r}")
    options: dict[str, Any] = {
        axis: tuple(value) if isinstance(value, list) else value
        for axis, value in chosen.items()
        if axis not in NEVER_OPTIONS
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
