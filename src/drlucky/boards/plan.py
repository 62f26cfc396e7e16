"""A floor plan drawn as text becomes a board. docs/boards.md shows how to draw one."""

import re
from collections.abc import Iterable, Mapping
from itertools import combinations

from drlucky.boards import paths as walking
from drlucky.boards.grid import Drawing, Opening, largest_rectangle, read_drawing, to_rectangles
from drlucky.boards.legend import MAX_WINGS, Entry, Group, read_groups, read_layouts, read_legend
from drlucky.boards.model import Board, Door, Floor, Rect, Space
from drlucky.boards.sections import Place, PlanError, Section, split_sections
from drlucky.boards.sight import Run, find_runs

__all__ = ["PlanError", "read_plan"]

# The engine keeps sets of rooms as bits of one machine word.
MAX_ROOMS = 62
# Rows left free between two floors, enough for a caption.
FLOOR_GAP = 3


def read_plan(text: str, source: str = "<plan>") -> Board:
    """The board that a plan describes, or a PlanError that says where the plan is wrong.

    `source` is the plan's file name: it begins every error, and the board is called after it.
    Every board that comes out is playable: in each layout, with any of its wings closed, there are
    at least two rooms and one can walk from each to each.
    """
    sections = split_sections(text, source)
    taken: dict[str, Place] = {}
    drawings = [read_drawing(section, taken) for section in sections if section.heading == "plan"]
    if not drawings:
        raise sections[0].place.error("there is no drawing; draw one below a heading plan:")
    legend = read_legend(sections)
    _check_labels(taken, legend)
    floors = _place_floors(drawings)
    spaces = _make_spaces(legend, drawings, floors)
    names = {label: space.name for label, space in spaces.items()}
    _check_number_of_rooms(legend, sections)
    wings = _read_wings(sections, spaces)
    decks = _read_decks(sections, spaces)
    layouts = read_layouts(sections, floors, spaces)
    name = re.split(r"[/\\]", source.strip("<>"))[-1].removesuffix(".txt")
    board = Board(
        name=name,
        title=_title(sections) or name,
        spaces=tuple(spaces.values()),
        doors=tuple(door for pair in zip(drawings, floors, strict=True) for door in _make_doors(*pair, names)),
        floors=tuple(floors),
        wings={wing.name: wing.rooms for wing in wings},
        decks={deck.name: deck.rooms for deck in decks},
        starts=_read_starts(sections, spaces),
        runs=tuple(run for pair in zip(drawings, floors, strict=True) for run in _make_runs(*pair, names)),
        layout_rules={layout: rule for _, layout, rule in layouts},
        source_text=text,
    )
    _check_halls(board, legend)
    places = {names[label]: place for label, place in taken.items()}
    for place, layout, _ in layouts:
        _check_walkable(board, layout, places if layout == "whole" else dict.fromkeys(places, place), wings)
    return board


def _title(sections: list[Section]) -> str:
    titles = [section for section in sections if section.heading == "title"]
    for title in titles:
        for line in title.lines:
            if line.text:
                raise line.place.error("this line belongs to nothing; a title is all on the line of title:")
    if len(titles) > 1:
        raise titles[1].place.error(f"the plan has two titles, the first in line {titles[0].place.line}")
    return titles[0].value if titles else ""


# From cells to spaces and doors


def _place_floors(drawings: list[Drawing]) -> list[Floor]:
    """The floors below each other, in the order of the file."""
    floors: list[Floor] = []
    for drawing in drawings:
        name, place = drawing.section.value, drawing.section.place
        if len(drawings) > 1 and not name:
            raise place.error("this floor has no name; with several plans each is named, such as plan: upstairs")
        if not re.fullmatch(r"[^ ,+]*", name):
            raise place.error(f"{name!r} cannot name a floor; its name is one word, with no comma or plus sign")
        if any(name == floor.name for floor in floors):
            raise place.error(f"two floors are called {name!r}; each needs a name of its own")
        top = floors[-1].top + floors[-1].rows + FLOOR_GAP if floors else 0
        floors.append(Floor(name, top, drawing.columns - drawing.left + 1, drawing.rows))
    return floors


def _make_spaces(legend: list[Entry], drawings: list[Drawing], floors: list[Floor]) -> dict[str, Space]:
    """The spaces by label, in the order of the legend."""
    found = {}
    for index, (drawing, floor) in enumerate(zip(drawings, floors, strict=True)):
        for label, squares in drawing.areas().items():
            rectangles = tuple(_on_board(rect, drawing, floor) for rect in to_rectangles(squares))
            found[label] = index, rectangles, _on_board(largest_rectangle(squares), drawing, floor)
    return {
        entry.label: Space(entry.name, entry.label, entry.number, entry.kind, *found[entry.label]) for entry in legend
    }


def _on_board(rect: Rect, drawing: Drawing, floor: Floor) -> Rect:
    right, down = -drawing.left, floor.top - 1
    return Rect(rect.left + right, rect.top + down, rect.right + right, rect.bottom + down)


def _make_doors(drawing: Drawing, floor: Floor, names: Mapping[str, str]) -> list[Door]:
    return [_make_door(opening, drawing, floor, names) for opening in drawing.openings]


def _make_door(opening: Opening, drawing: Drawing, floor: Floor, names: Mapping[str, str]) -> Door:
    left, top, right, bottom = _on_board(Rect(*opening.first, *opening.last), drawing, floor)
    at, span = (top, (left, right)) if opening.wall == "horizontal" else (left, (top, bottom))
    one, other = opening.between
    return Door((names[one], names[other]), opening.wall, at, span, opening.sight_only)


def _make_runs(drawing: Drawing, floor: Floor, names: Mapping[str, str]) -> tuple[Run, ...]:
    openings = {
        (x, y)
        for opening in drawing.openings
        for x in range(opening.first[0], opening.last[0] + 1)
        for y in range(opening.first[1], opening.last[1] + 1)
    }

    def owner(x: int, y: int) -> str | None:
        cell = x + drawing.left, y - floor.top + 1
        return "" if cell in openings else names.get(drawing.owners.get(cell, ""))

    return find_runs(owner, range(floor.columns), range(floor.top, floor.top + floor.rows))


# What must hold between the parts


def _check_labels(drawn: Mapping[str, Place], legend: Iterable[Entry]) -> None:
    """The drawings and the legend have the same labels."""
    listed = {entry.label: entry for entry in legend}
    for label, place in drawn.items():
        if label not in listed:
            raise place.error(f"the label {label} is not explained; list it below, under rooms: or halls:")
    for label, entry in listed.items():
        if label not in drawn:
            raise entry.place.error(f"{entry.name} is not in the drawing; write its label {label} inside a space")


def _check_number_of_rooms(legend: list[Entry], sections: list[Section]) -> None:
    standing = [entry for entry in legend if entry.kind != "hall"]
    if len(standing) < 2:
        raise sections[0].place.error(
            f"a board needs at least two rooms to stand in, and this plan has {len(standing)}"
        )
    if len(standing) > MAX_ROOMS:
        raise standing[MAX_ROOMS].place.error(f"there are too many rooms; a board has at most {MAX_ROOMS}")


def _read_wings(sections: list[Section], spaces: Mapping[str, Space]) -> list[Group]:
    wings = read_groups(sections, "wings", spaces)
    if len(wings) > MAX_WINGS:
        raise wings[MAX_WINGS].place.error(f"there are too many wings; {MAX_WINGS} are the limit")
    return wings


def _read_decks(sections: list[Section], spaces: Mapping[str, Space]) -> list[Group]:
    decks = read_groups(sections, "decks", spaces)
    on_deck = {room for deck in decks for room in deck.rooms}
    for space in spaces.values():
        if decks and space.standing and space.name not in on_deck:
            raise decks[0].place.error(f"{space.name} is on no deck; on a board with decks every room is on one")
    return decks


def _read_starts(sections: list[Section], spaces: Mapping[str, Space]) -> dict[str, str]:
    starts = read_groups(sections, "starts", spaces)
    for start in starts:
        if start.name not in ("players", "doctor", "cat", "dog") or len(start.rooms) != 1:
            raise start.place.error("starts are players, doctor, cat or dog and one room each; such as: doctor 15")
    return {start.name: start.rooms[0] for start in starts}


def _check_halls(board: Board, legend: list[Entry]) -> None:
    """Every hall leads from somewhere to somewhere else."""
    ways = {door.between for door in board.doors if not door.sight_only}
    ways |= {join for rule in board.layout_rules.values() for join in rule.joins}
    for entry in legend:
        if entry.kind == "hall":
            beyond = {place for way in ways if entry.name in way for place in way} - {entry.name}
            if len(beyond) < 2:
                raise entry.place.error(f"{entry.name} joins nothing; a hall needs doors to two spaces or more")


def _check_walkable(board: Board, layout: str, places: Mapping[str, Place], wings: list[Group]) -> None:
    """Whichever wings are closed, two rooms are left and none is cut off. `places` is where to complain."""
    for closed in (some for size in range(len(wings) + 1) for some in combinations(wings, size)):
        playing = board.layout(layout, [wing.name for wing in closed])
        when = f" when closed: {', '.join(playing.closed)}" if closed else ""
        if layout != "whole":
            when = f" in the layout {layout!r}{when}"
        if len(playing.open) < 2:
            where = closed[-1].place if closed else next(iter(places.values()))
            raise where.error(f"fewer than two rooms are left{when}; a board needs at least two")
        _, *cut_off = walking.parts(playing.adjacent)
        for room in playing.open:
            if any(room in part for part in cut_off):
                where = closed[-1].place if closed else places[room]
                raise where.error(f"{room} cannot be reached{when}; join it to the others by doors or halls")
