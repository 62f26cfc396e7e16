"""Studies: a question, the cells to compare for an answer, and how many games to play of each."""

import hashlib
import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Any

from drlucky.errors import DrLuckyError
from drlucky.lab.study.cells import Cell, in_words
from drlucky.lab.study.grid import StudyError, cross
from drlucky.search.simulate import GAMES_IN_STREAM

KEYS = {
    "name": "a text",
    "title": "a text",
    "question": "a text",
    "seed": "a whole number",
    "games": "a whole number",
    "skip_impossible": "true or false",
    "base": "a table",
    "grid": "a table or several",
}
SHIPPED = resources.files(__package__) / "data"


@dataclass(frozen=True, kw_only=True)
class Study:
    """`games` are played of every cell. `base` is what all cells share, and `grid` has lists that are crossed; several
    grids are put one after another. With `skip_impossible` combinations that a book does not allow are left out."""

    name: str = "study"
    title: str = ""
    question: str = ""
    seed: int = 1
    games: int = 1000
    base: Mapping[str, Any] = field(default_factory=dict)
    grid: Mapping[str, Any] | Sequence[Mapping[str, Any]] = field(default_factory=dict)
    skip_impossible: bool = False
    folder: Path = Path()
    """Where plans of boards are looked for."""

    def __post_init__(self) -> None:
        if not self.name or not all(part.isalnum() for part in self.name.replace("_", "-").split("-")):
            raise StudyError(f"a study's name is made of letters, digits and dashes, not {self.name!r}")
        if isinstance(self.seed, bool) or not isinstance(self.seed, int):
            raise StudyError(f"the seed is a whole number, not {self.seed!r}")
        if isinstance(self.games, bool) or not isinstance(self.games, int) or not 1 <= self.games <= GAMES_IN_STREAM:
            raise StudyError(f"games is a whole number from 1 to {GAMES_IN_STREAM:,}, not {self.games!r}")
        _ = self.cells  # so that what cannot be played is refused at once

    @cached_property
    def grids(self) -> list[Mapping[str, Any]]:
        return [self.grid] if isinstance(self.grid, Mapping) else list(self.grid)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        return cross(self.base, self.grids, self.folder, self.skip_impossible)

    @cached_property
    def axes(self) -> tuple[str, ...]:
        """What the cells differ in, in the order of the grid."""
        known = dict.fromkeys(axis for grid in self.grids for axis in grid)
        return tuple(axis for axis in known if len({cell.axes.get(axis) for cell in self.cells}) > 1)

    def label(self, cell: Cell, leave_out: str | None = None) -> str:
        """What tells a cell from the others of this study, in words."""
        axes = [axis for axis in self.axes if axis != leave_out]
        words = [in_words(axis, cell.axes[axis]) for axis in axes if axis in cell.axes]
        return ", ".join(word for word in words if word) or ("as in the book" if axes else cell.edition)

    @property
    def digest(self) -> str:
        """Equal for studies that play the same number of the same games."""
        played = [self.seed, self.games, [cell.key for cell in self.cells]]
        return hashlib.sha256(json.dumps(played).encode()).hexdigest()

    def as_dict(self) -> dict[str, Any]:
        """As it stands in a file, without what is as usual."""
        told: dict[str, Any] = {"name": self.name, "title": self.title, "question": self.question}
        told |= {"seed": self.seed, "games": self.games, "skip_impossible": self.skip_impossible}
        told |= {"base": dict(self.base), "grid": [dict(grid) for grid in self.grids]}
        if len(self.grids) == 1:
            told["grid"] = told["grid"][0]
        return {key: value for key, value in told.items() if value}

    def as_toml(self) -> str:
        lines: list[str] = []
        tables: list[str] = []
        for key, value in self.as_dict().items():
            for one in value if isinstance(value, list) else [value]:
                if isinstance(one, dict):
                    head = f"[[{key}]]" if isinstance(value, list) else f"[{key}]"
                    tables += ["", head, *(f"{axis} = {toml_value(chosen)}" for axis, chosen in one.items())]
                else:
                    lines.append(f"{key} = {toml_value(one)}")
        return "\n".join([*lines, *tables]) + "\n"


def toml_value(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "[" + ", ".join(toml_value(one) for one in value) + "]"
    # JSON's texts, numbers and truths are TOML's as well.
    return json.dumps(value, ensure_ascii=False)


def shipped() -> list[str]:
    """The names of the studies that come with drlucky."""
    return sorted(entry.name.removesuffix(".toml") for entry in SHIPPED.iterdir() if entry.name.endswith(".toml"))


def load(study: str | Path) -> Study:
    """A study from its file, or one that comes with drlucky by its name."""
    if isinstance(study, str) and study in shipped():
        return read((SHIPPED / f"{study}.toml").read_text(encoding="utf-8"), f"{study}.toml")
    path = Path(study)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no UTF-8 text"
        raise StudyError(
            f"{path} cannot be read: {reason}; give the file of a study, or one of {', '.join(shipped())}"
        ) from error
    return read(text, str(path), path.parent)


def read(text: str, name: str, folder: Path = Path()) -> Study:
    """A study from the text of its file."""
    try:
        told = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise StudyError(f"{name} is no TOML: {error}") from error
    try:
        return from_dict(told, Path(name).stem, folder)
    except DrLuckyError as error:
        raise StudyError(f"{name}: {error}") from error


def from_dict(told: Mapping[str, Any], name: str, folder: Path = Path()) -> Study:
    for key, value in told.items():
        if key not in KEYS:
            raise StudyError(f"{key} is unknown; a study has {', '.join(KEYS)}")
        if not fits(KEYS[key], value):
            raise StudyError(f"{key} is {KEYS[key]}, not {value!r}")
    return Study(**{"name": name, **told, "folder": folder})


def fits(kind: str, value: Any) -> bool:
    if kind == "a table or several" and isinstance(value, list):
        return bool(value) and all(isinstance(one, dict) for one in value)
    expected = {"a text": str, "a whole number": int, "true or false": bool}.get(kind, dict)
    return isinstance(value, expected) and (expected is bool or not isinstance(value, bool))
