"""The shipped boards: their tables, the rule books' examples, and what a Board offers."""

import json
import pickle
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from drlucky import boards
from drlucky.boards import Board, PlanError, Rect
from drlucky.errors import DrLuckyError

GOLDEN = Path(__file__).parent.parent / "golden" / "boards"
NAMES = ("bed-and-breakfast", "estate", "mansion", "ship")
LAYOUTS = [
    *(("bed-and-breakfast", layout) for layout in ("upstairs", "downstairs", "whole")),
    *((name, "whole") for name in ("estate", "mansion", "ship")),
]


def golden(name: str) -> Any:
    return json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))


def as_lists(table: Any) -> dict[str, list[str]]:
    return {room: list(others) for room, others in table.items()}


@pytest.fixture(params=NAMES)
def board(request: pytest.FixtureRequest) -> Board:
    return boards.board(request.param)


# The tables


def test_every_board_and_layout_has_a_golden_table() -> None:
    assert boards.names() == NAMES
    assert {path.stem for path in GOLDEN.glob("*.json")} == set(NAMES)
    for name in NAMES:
        assert set(boards.board(name).layouts) == set(golden(name)["layouts"])
    assert {(name, layout) for name in NAMES for layout in golden(name)["layouts"]} == set(LAYOUTS)


@pytest.mark.parametrize("table", ["adjacent", "sees"])
@pytest.mark.parametrize(("name", "layout"), LAYOUTS)
def test_tables_follow_from_the_drawing(name: str, layout: str, table: str) -> None:
    derived = getattr(boards.board(name).layout(layout), table)
    assert as_lists(derived) == golden(name)["layouts"][layout][table]


@pytest.mark.parametrize("name", NAMES)
def test_rooms_numbers_kinds_wings_and_decks(name: str) -> None:
    board, facts = boards.board(name), golden(name)
    assert {room.name: (room.number, room.kind) for room in board.rooms} == {
        room: (fact["number"], fact["kind"]) for room, fact in facts["rooms"].items()
    }
    number = {room.name: room.number for room in board.rooms}
    assert {wing: [number[room] for room in rooms] for wing, rooms in board.wings.items()} == facts.get("wings", {})
    deck_of = {room: deck for deck, rooms in board.decks.items() for room in rooms}
    assert deck_of == {room: fact["deck"] for room, fact in facts["rooms"].items() if "deck" in fact}


def test_tables_are_symmetric_and_never_name_the_room_itself(board: Board) -> None:
    for layout in (board.layout(name) for name in board.layouts):
        for table in (layout.adjacent, layout.sees):
            assert tuple(table) == layout.open
            for room, others in table.items():
                assert room not in others
                assert list(others) == sorted(set(others))
                assert all(room in table[other] for other in others)


def test_rooms_come_by_number_then_as_listed() -> None:
    assert [room.number for room in boards.board("mansion").rooms] == list(range(1, 25))
    assert [room.number for room in boards.board("bed-and-breakfast").rooms] == list(range(1, 29))
    estate = boards.board("estate").rooms
    assert [room.number for room in estate[:20]] == list(range(20))
    assert [room.name for room in estate[20:25]] == [
        "Gallery",
        "Foyer",
        "Wine Cellar",
        "White Room",
        "Northwest Hallway",
    ]
    assert sum(room.named for room in estate) == 24
    assert [room.kind for room in estate[24:]] == ["hallway"] * 6 + ["stairs"] * 2
    ship = boards.board("ship").rooms
    assert [room.number for room in ship] == [*range(23), *[None] * 8]


# The rule books' own examples


def sees(board: str, room: str) -> set[str]:
    return set(boards.board(board).sees[room])


def test_kill_1996_kitchen_sees_along_doorways() -> None:
    assert sees("estate", "Kitchen") == {
        "Master Suite",
        "West Stairs",
        "West Hallway",
        "Southwest Hallway",
        "Trophy Room",
        "Wine Cellar",
        "Winter Garden",
    }


def test_kill_1996_nobody_sees_diagonally() -> None:
    assert "Carriage House" not in sees("estate", "Foyer")
    assert "Foyer" not in sees("estate", "Carriage House")


def test_kill_1996_gallery_overlooks_the_dining_hall() -> None:
    straight_down = {"Dining Hall", "Drawing Room", "Foyer", "Piazza"}
    hallway_between = {"Northwest Hallway"}
    assert sees("estate", "Gallery") == straight_down | {"Nursery", "Master Suite", "Library"} | hallway_between
    assert "Dining Hall" not in boards.board("estate").adjacent["Gallery"]


def test_kill_2016_trophy_room() -> None:
    assert sees("mansion", "Trophy Room") == {
        "Sitting Room",
        "Drawing Room",
        "Parlor",
        "Green House",
        "Kitchen",
    }


def test_kill_2016_rail_is_open_to_sight_but_not_to_steps() -> None:
    assert {"Dining Hall", "Drawing Room", "Foyer"} <= sees("mansion", "Gallery")
    assert "Dining Hall" not in boards.board("mansion").adjacent["Gallery"]
    (rail,) = [door for door in boards.board("mansion").doors if door.sight_only]
    assert rail.between == ("Gallery", "Dining Hall")


def test_kill_2016_balcony_blocks_the_line_from_lancaster_to_lilac() -> None:
    assert "Lilac Room" not in sees("mansion", "Lancaster Room")
    assert "Dining Hall" in sees("mansion", "Lancaster Room") & sees("mansion", "Lilac Room")


def test_kill_2016_dining_hall_is_one_step_from_fifteen_rooms() -> None:
    assert len(boards.board("mansion").adjacent["Dining Hall"]) == 15


def test_kill_de_the_villa_is_the_side_with_the_winter_garden_in_its_lower_left_corner() -> None:
    corner: dict[str, list[str]] = {}
    for name in ("mansion", "bed-and-breakfast"):
        side = boards.board(name)
        bottom = side.size[1] - 1
        corner[name] = [s.name for s in side.spaces for box in s.rectangles if (box.left, box.bottom) == (0, bottom)]
    assert corner == {"mansion": ["Winter Garden"], "bed-and-breakfast": ["Piazza"]}


def test_save_sight_along_and_across_decks() -> None:
    assert "Logistics" in sees("ship", "Engineering")
    assert "Lido Deck" in sees("ship", "Chapel")
    assert "Lido Deck" not in sees("ship", "Bistro")
    assert "Chapel" in boards.board("ship").adjacent["Bistro"]
    assert {"Ice", "Lifeboats 1"} <= sees("ship", "Bridge")


def test_save_reaches_one_and_two_decks_away() -> None:
    ship = boards.board("ship")
    deck_of = {room: "ABCD".index(deck) for deck, rooms in ship.decks.items() for room in rooms}
    assert {abs(deck_of[a] - deck_of[b]) for a in ship.sees for b in ship.sees[a]} == {0, 1, 2}


def test_save_numbers_and_decks() -> None:
    ship = boards.board("ship")
    number = {room.name: room.number for room in ship.rooms}
    assert list(ship.decks) == ["A", "B", "C", "D"]
    assert (number["Sports Deck"], number["Bridge"], number["Lifeboats 1"]) == (8, 9, 10)
    assert "Mail Room" in ship.decks["C"]
    afloat = sorted(n for room, n in number.items() if n is not None and room not in ship.decks["D"])
    assert (afloat[0], afloat[-1]) == (3, 19)
    promenade = ship.adjacent["Promenade"]
    assert number["Promenade"] is None
    assert "Bridge" in promenade
    assert max(promenade, key=lambda room: number[room] or -1) == "Lido Deck"


# Layouts


@pytest.mark.parametrize(("closed", "open_rooms"), [((), 24), (("west",), 19), (("east",), 19), (("east", "west"), 14)])
def test_closed_wings_of_the_mansion(closed: tuple[str, ...], open_rooms: int) -> None:
    mansion = boards.board("mansion")
    layout = mansion.layout(closed=closed)
    assert len(layout.open) == open_rooms
    assert not {room for wing in closed for room in mansion.wings[wing]} & set(layout.open)
    # Halls stay open, and no view between open rooms leads through a closed one:
    # the tables are those of the whole board without the closed rooms.
    for table, whole in ((layout.adjacent, mansion.adjacent), (layout.sees, mansion.sees)):
        assert table == {room: tuple(x for x in whole[room] if x in layout.open) for room in layout.open}


def test_closed_rooms_block_the_view() -> None:
    board = boards.read_plan(
        """
plan:
+---+---+---+
| 1 . 2 . 3 |
|   +---+   |
|   . 4 .   |
+---+---+---+
rooms:
  1 One
  2 Two
  3 Three
  4 Four
wings:
  upper 2
"""
    )
    assert len(board.layout().lines("One", "Three")) == 2
    shut = board.layout(closed=["upper"])
    assert shut.open == ("One", "Three", "Four")
    assert shut.sees["One"] == ("Four", "Three")
    ((_, row, _, _),) = shut.lines("One", "Three")
    assert row == 3


def test_the_same_layout_is_made_once() -> None:
    mansion = boards.board("mansion")
    assert mansion.layout("whole", ["west", "east"]) is mansion.layout("whole", ("east", "west"))
    assert mansion.layout("whole", ["west", "east"]).closed == ("west", "east")
    assert mansion.adjacent is mansion.layout().adjacent


def test_wrong_names_are_refused_in_clear_words() -> None:
    mansion = boards.board("mansion")
    with pytest.raises(DrLuckyError, match=r"no layout 'attic'; it has whole"):
        mansion.layout("attic")
    with pytest.raises(DrLuckyError, match=r"no wing 'north'; it has west, east"):
        mansion.layout(closed=["north"])
    with pytest.raises(DrLuckyError, match=r"no wings to close"):
        boards.board("ship").layout(closed=["west"])
    with pytest.raises(DrLuckyError, match=r"collection of wing names, such as \['west'\]"):
        mansion.layout(closed="west")
    with pytest.raises(DrLuckyError, match=r"'Kitchen' is not in play here"):
        mansion.layout(closed=["west"]).lines("Parlor", "Kitchen")


def test_there_is_a_line_exactly_where_rooms_see_each_other(board: Board) -> None:
    boxes = {space.name: space.rectangles for space in board.spaces}
    for layout in (board.layout(name) for name in board.layouts):
        for a in layout.open:
            for b in layout.open:
                lines = layout.lines(a, b)
                assert bool(lines) == (b in layout.sees[a])
                for x1, y1, x2, y2 in lines:
                    assert (x1 == x2) != (y1 == y2)
                    assert any(inside(x1, y1, box) for box in boxes[a])
                    assert any(inside(x2, y2, box) for box in boxes[b])


def inside(x: float, y: float, box: Rect) -> bool:
    return box.left < x < box.right and box.top < y < box.bottom


def test_two_doors_side_by_side_are_two_lines() -> None:
    layout = boards.board("mansion").layout()
    assert layout.lines("Gallery", "Foyer") == ((49.5, 6.5, 49.5, 23.5),)
    assert layout.lines("Foyer", "Gallery") == ((49.5, 23.5, 49.5, 6.5),)
    assert [line.x1 for line in layout.lines("Armory", "Gallery")] == [41, 58]


# Geometry and pictures


def test_rectangles_tile_the_board_without_overlap(board: Board) -> None:
    columns, rows = board.size
    taken: set[tuple[int, int]] = set()
    for space in board.spaces:
        assert len(space.rectangles) <= 3
        for rect in space.rectangles:
            assert 0 <= rect.left < rect.right < columns
            assert 0 <= rect.top < rect.bottom < rows
            squares = set(unit_squares(rect))
            assert not squares & taken
            taken |= squares
        mine = {square for rect in space.rectangles for square in unit_squares(rect)}
        assert mine.issuperset(unit_squares(space.label_box))
        left, top, right, bottom = space.label_box
        assert space.label_at == ((left + right) / 2, (top + bottom) / 2)


def unit_squares(rect: Rect) -> list[tuple[int, int]]:
    return [(x, y) for x in range(rect.left, rect.right) for y in range(rect.top, rect.bottom)]


def test_doors_lie_on_the_common_wall_of_their_spaces(board: Board) -> None:
    squares = {
        space.name: {square for rect in space.rectangles for square in unit_squares(rect)} for space in board.spaces
    }
    for door in board.doors:
        first, second = (squares[name] for name in door.between)
        for along in range(door.span[0], door.span[1] + 1):
            if door.wall == "horizontal":
                assert (along, door.at - 1) in first
                assert (along, door.at) in second
            else:
                assert (door.at - 1, along) in first
                assert (door.at, along) in second
        assert door.gap.x2 - door.gap.x1 + door.gap.y2 - door.gap.y1 == door.span[1] - door.span[0] + 1


def test_floors_lie_apart() -> None:
    house = boards.board("bed-and-breakfast")
    upstairs, downstairs = house.floors
    assert (upstairs.name, downstairs.name) == ("upstairs", "downstairs")
    for space in house.spaces:
        floor = house.floors[space.floor]
        for rect in space.rectangles:
            assert floor.top <= rect.top < rect.bottom < floor.top + floor.rows
    assert upstairs.top + upstairs.rows < downstairs.top


def test_picture_is_well_formed_and_names_every_room(board: Board) -> None:
    picture = board._repr_svg_()
    root = ET.fromstring(picture)
    words = " ".join(root.itertext())
    for room in board.rooms:
        assert room.name in words
    assert words.count(board.title) == 1
    assert picture.count('class="badge"') == sum(room.number is not None for room in board.rooms)
    assert "href" not in picture
    assert "url(" not in picture
    rail = root.find(".//*[@class='rail']")
    assert rail is not None
    assert bool(rail.get("d")) == (board.name in ("mansion", "estate"))


def test_picture_has_walls_with_gaps_for_doors(board: Board) -> None:
    path = ET.fromstring(board._repr_svg_()).find(".//*[@class='wall']")
    assert path is not None
    walls = re.findall(r"M([\d.]+) ([\d.]+)([HV])([\d.]+)", path.get("d") or "")
    upright = [(float(x) / 10, float(y) / 20, float(end) / 20) for x, y, way, end in walls if way == "V"]
    level = [(float(y) / 20, float(x) / 10, float(end) / 10) for x, y, way, end in walls if way == "H"]
    for door in board.doors:
        lines = upright if door.wall == "vertical" else level
        in_wall = [(start, end) for at, start, end in lines if at == door.at]
        first, last = door.span[0] - 0.5, door.span[1] + 0.5
        assert not any(start < last and end > first for start, end in in_wall)
        assert first in [end for _, end in in_wall]
        assert last in [start for start, _ in in_wall]


def test_picture_escapes_what_it_is_given() -> None:
    plan = "title: <A & B>\nplan:\n+---+---+\n| 1 . 2 |\n+---+---+\nrooms:\n1 A<b>\n2 \"C\" & 'D'\n"
    root = ET.fromstring(boards.read_plan(plan)._repr_svg_())
    assert "<A & B>" in list(root.itertext())
    assert root.get("aria-label") == "<A & B>"


# Finding boards


def test_shipped_boards_are_read_once() -> None:
    assert boards.board("mansion") is boards.board("mansion")
    assert boards.board("mansion").name == "mansion"
    assert boards.board("mansion").title == "Lucky Mansion"
    assert "plan:" in boards.board("mansion").source_text


def test_a_board_survives_pickling() -> None:
    estate = boards.board("estate")
    copy = pickle.loads(pickle.dumps(estate))
    assert copy.sees == estate.sees
    assert copy.rooms == estate.rooms


@pytest.mark.parametrize("as_text", [True, False])
def test_own_board_by_path(tmp_path: Path, as_text: bool) -> None:
    path = tmp_path / "cottage.txt"
    path.write_bytes(b"\xef\xbb\xbfplan:\r\n+---+---+\r\n| 1 . 2 |\r\n+---+---+\r\nrooms:\r\n1 A\r\n2 B\r\n")
    own = boards.board(str(path) if as_text else path)
    assert (own.name, own.title) == ("cottage", "cottage")
    assert own.sees == {"A": ("B",), "B": ("A",)}
    assert boards.board(path) is not own


def test_errors_in_own_board_name_the_file(tmp_path: Path) -> None:
    path = tmp_path / "cottage.txt"
    path.write_text("plan:\n+---+\n| 1 .\n+---+\nrooms:\n1 A\n")
    with pytest.raises(PlanError) as caught:
        boards.board(path)
    assert (caught.value.source, caught.value.line, caught.value.column) == (str(path), 3, 5)
    assert str(caught.value).startswith(f"{path}:3:5: this door leads nowhere")


def test_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(DrLuckyError, match=r"no board 'mansoin' \(did you mean 'mansion'\?\)") as caught:
        boards.board("mansoin")
    assert all(name in str(caught.value) for name in NAMES)


def test_files_that_are_no_plans(tmp_path: Path) -> None:
    cases = {
        "missing.txt": (None, "there is no file"),
        "binary.txt": (b"\x89PNG\x00\xff", "no UTF-8 text"),
        "zeros.txt": (b"plan:\n\x00\x00", "cannot be used in a plan"),
        "huge.txt": (b" " * 2_000_000, "too large"),
        "empty.txt": (b"", "the plan is empty"),
    }
    for name, (content, message) in cases.items():
        if content is not None:
            (tmp_path / name).write_bytes(content)
        with pytest.raises(DrLuckyError, match=message):
            boards.board(tmp_path / name)
    with pytest.raises(DrLuckyError, match="is not a file"):
        boards.board(tmp_path)
    with pytest.raises(DrLuckyError, match=r"there is no file|cannot be read"):
        boards.board(str(tmp_path / "nul\0.txt"))


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError("Permission denied")

    path = tmp_path / "secret.txt"
    path.write_text("plan:")
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(DrLuckyError, match=r"secret.txt cannot be read: Permission denied"):
        boards.board(path)


def test_no_sight_runs_between_floors() -> None:
    """Nor through stairs that join, neither on the whole board nor on a half of it."""
    house = boards.board("bed-and-breakfast")
    floor_of = {room.name: room.floor for room in house.rooms}
    whole = house.layout("whole")
    assert any(floor_of[a] != floor_of[b] for a, beside in whole.adjacent.items() for b in beside), "stairs join floors"
    for a, seen in whole.sees.items():
        assert all(floor_of[a] == floor_of[b] for b in seen)
    for half in ("upstairs", "downstairs"):
        for a, seen in house.layout(half).sees.items():
            assert set(seen) == set(whole.sees[a])
