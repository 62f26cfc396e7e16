"""What a board is once its plan has been read: spaces, doors, and the layouts they can be played in.

All coordinates are plan cells: x counts columns and y counts rows of the drawing, (0, 0) is the centre of its
top left character. Where a board has several floors they lie below each other, a few rows apart, so that
one coordinate system serves them all. A cell is about twice as high as it is wide.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

from drlucky import display
from drlucky.boards import paths, sight
from drlucky.errors import DrLuckyError

Kind = Literal["room", "hall", "hallway", "stairs"]


class Rect(NamedTuple):
    """A rectangle from wall centre to wall centre."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def area(self) -> int:
        return (self.right - self.left) * (self.bottom - self.top)

    @property
    def centre(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


@dataclass(frozen=True)
class Space:
    """A part of the board enclosed by walls and doors."""

    name: str
    label: str
    number: int | None
    kind: Kind
    floor: int
    rectangles: tuple[Rect, ...]
    """The whole area, without overlaps; the rectangles of neighbours touch."""
    label_box: Rect
    """A large rectangle inside the space, where a name has the most room."""

    @property
    def named(self) -> bool:
        """Whether it is a room proper, which hallways, stairs and halls are not."""
        return self.kind == "room"

    @property
    def standing(self) -> bool:
        """Whether one may stop here; a hall is only walked through."""
        return self.kind != "hall"

    @property
    def label_at(self) -> tuple[float, float]:
        """The centre for a label."""
        return self.label_box.centre


@dataclass(frozen=True)
class Door:
    """An opening in the wall between two spaces."""

    between: tuple[str, str]
    """The space above or to the left, then the one below or to the right."""
    wall: Literal["horizontal", "vertical"]
    at: int
    """The row of a horizontal wall, the column of a vertical one."""
    span: tuple[int, int]
    """The first and the last cell of the opening along its wall."""
    sight_only: bool
    """A rail: one sees through it but cannot walk."""

    @property
    def gap(self) -> sight.Segment:
        """The opening as a line along its wall."""
        start, end = self.span[0] - 0.5, self.span[1] + 0.5
        if self.wall == "horizontal":
            return sight.Segment(start, self.at, end, self.at)
        return sight.Segment(self.at, start, self.at, end)


@dataclass(frozen=True)
class Floor:
    """One drawing of the plan: its name (empty for an only floor), its first row and its size."""

    name: str
    top: int
    columns: int
    rows: int


@dataclass(frozen=True)
class LayoutRule:
    """What the plan says of a layout: the floors in play, and which halls are joined without a door."""

    floors: frozenset[int]
    joins: tuple[tuple[str, str], ...]


@dataclass(frozen=True, eq=False)
class Board:
    """A floor plan with all that follows from it. Two boards are equal only if they are the same object."""

    name: str
    title: str
    spaces: tuple[Space, ...]
    """All of them, halls included, in the order of the legend."""
    doors: tuple[Door, ...]
    floors: tuple[Floor, ...]
    wings: dict[str, tuple[str, ...]]
    """Wing name to room names; a wing can be closed."""
    decks: dict[str, tuple[str, ...]]
    """Deck name to room names, from the top deck to the lowest; empty if the board has none."""
    starts: dict[str, str]
    """Where "players", "doctor", "cat" and "dog" start, as far as the plan says so."""
    runs: tuple[sight.Run, ...] = field(repr=False)
    layout_rules: dict[str, LayoutRule] = field(repr=False)
    source_text: str = field(repr=False)

    @cached_property
    def rooms(self) -> tuple[Space, ...]:
        """The places to stand in: by ascending number, then those without one as the legend lists them."""
        standing = [space for space in self.spaces if space.standing]
        numbered = [space for space in standing if space.number is not None]
        unnumbered = [space for space in standing if space.number is None]
        return (*sorted(numbered, key=lambda space: space.number or 0), *unnumbered)

    @property
    def layouts(self) -> tuple[str, ...]:
        return tuple(self.layout_rules)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of all floors together."""
        lowest = self.floors[-1]
        return max(floor.columns for floor in self.floors), lowest.top + lowest.rows

    def layout(self, name: str = "whole", closed: Collection[str] = ()) -> "Layout":
        """The board as it is played in one layout with some wings closed. Asking again costs nothing."""
        if name not in self.layout_rules:
            raise DrLuckyError(f"{self.title} has no layout {name!r}; it has {_listed(self.layouts)}")
        if isinstance(closed, str):
            raise DrLuckyError(f"closed takes a collection of wing names, such as [{closed!r}], not one string")
        for wing in closed:
            if wing not in self.wings:
                known = f"it has {_listed(self.wings)}" if self.wings else "it has no wings to close"
                raise DrLuckyError(f"{self.title} has no wing {wing!r}; {known}")
        key = name, tuple(wing for wing in self.wings if wing in closed)
        if key not in self._layouts:
            self._layouts[key] = Layout(self, *key)
        return self._layouts[key]

    @cached_property
    def _layouts(self) -> dict[tuple[str, tuple[str, ...]], "Layout"]:
        return {}

    @property
    def adjacent(self) -> Mapping[str, tuple[str, ...]]:
        """The rooms one step away from each room, on the whole board."""
        return self.layout().adjacent

    @property
    def sees(self) -> Mapping[str, tuple[str, ...]]:
        """The other rooms seen from each room, on the whole board."""
        return self.layout().sees

    def _repr_svg_(self) -> str:
        return display.svg(self)


@dataclass(frozen=True, eq=False)
class Layout:
    """A board in one layout with some wings closed. Both tables are symmetric and list names in order."""

    board: Board
    name: str
    closed: tuple[str, ...]

    @cached_property
    def open(self) -> tuple[str, ...]:
        """The rooms in play, in the order of `board.rooms`."""
        floors = self.board.layout_rules[self.name].floors
        shut = {room for wing in self.closed for room in self.board.wings[wing]}
        return tuple(room.name for room in self.board.rooms if room.floor in floors and room.name not in shut)

    @cached_property
    def adjacent(self) -> Mapping[str, tuple[str, ...]]:
        """The rooms one step away from each open room: through a door, or along halls."""
        doors = [door.between for door in self.board.doors if not door.sight_only]
        joins = self.board.layout_rules[self.name].joins
        return paths.neighbours(self.open, self._halls, [*doors, *joins])

    @cached_property
    def sees(self) -> Mapping[str, tuple[str, ...]]:
        """The other open rooms seen from each open room."""
        return sight.sees(self.open, self._runs)

    def lines(self, a: str, b: str) -> tuple[sight.Segment, ...]:
        """The sight lines from room `a` to room `b`: one for each place where they see each other."""
        for room in (a, b):
            if room not in self.open:
                raise DrLuckyError(f"{room!r} is not in play here; the open rooms are {_listed(self.open)}")
        return sight.lines(a, b, self._runs)

    @cached_property
    def _halls(self) -> frozenset[str]:
        floors = self.board.layout_rules[self.name].floors
        return frozenset(space.name for space in self.board.spaces if not space.standing and space.floor in floors)

    @cached_property
    def _runs(self) -> tuple[sight.Run, ...]:
        # The doors of a closed room are shut: what lies behind it is not seen through it.
        return sight.clear_runs(self.board.runs, self._halls.union(self.open))


def _listed(names: Collection[str]) -> str:
    return ", ".join(names)
