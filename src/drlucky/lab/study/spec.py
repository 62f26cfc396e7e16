"""Studies: a question, the cells to compare for an answer, and how many games to play of each."""

import hashlib
import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import tomli_w
from msgspec import Meta

from drlucky.errors import DrLuckyError
from drlucky.lab.study.cells import Cell, StudyError, check_type, cross, in_words
from drlucky.search.simulate import GAMES_IN_STREAM

TABLE = dict[str, Any]
KEYS: dict[str, tuple[Any, str]] = {
    "name": (str, "a text"),
    "title": (str, "a text"),
    "question": (str, "a text"),
    "seed": (int, "a whole number"),
    "games": (int, "a whole number"),
    "skip_impossible": (bool, "true or false"),
    "base": (TABLE, "a table"),
    "grid": (TABLE | Annotated[list[TABLE], Meta(min_length=1)], "a table or several"),
}
"""What the file of a study can say, with the type of each, also in words."""
SHIPPED = resources.files(__package__) / "data"


Games = Annotated[int, Meta(ge=1, le=GAMES_IN_STREAM)]


class Member(NamedTuple):
    """A cell of a group, with a label that leaves out what its group is called."""

    cell: int
    label: str


class Group(NamedTuple):
    title: str
    members: tuple[Member, ...]


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
        check_type("the seed", self.seed, int, "a whole number")
        check_type("games", self.games, Games, f"a whole number from 1 to {GAMES_IN_STREAM:,}")
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
        return tomli_w.dumps(self.as_dict())

    @cached_property
    def groups(self) -> list[Group]:
        """The cells by the first thing they differ in, as a report lays them out; one group if there is no other."""
        if len(self.axes) < 2:
            return [Group("", tuple(Member(n, self.label(cell)) for n, cell in enumerate(self.cells)))]
        axis = self.axes[0]
        found: dict[str, list[Member]] = {}
        for number, cell in enumerate(self.cells):
            title = in_words(axis, cell.axes.get(axis, "")) or "as in the book"
            found.setdefault(title, []).append(Member(number, self.label(cell, leave_out=axis)))
        return [Group(title, tuple(members)) for title, members in found.items()]


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
        check_type(key, value, *KEYS[key])
    return Study(**{"name": name, **told, "folder": folder})
