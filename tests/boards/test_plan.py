"""Reading plans: what follows from a drawing, and where exactly a broken one is refused."""

import pickle
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise, product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drlucky import boards
from drlucky.boards.grid import largest_rectangle, to_rectangles
from drlucky.boards.plan import PlanError, read_plan
from drlucky.boards.sections import MAX_COLUMNS, MAX_LINES

DOC = Path(__file__).parent.parent.parent / "docs" / "boards.md"

COTTAGE = """\
title: Cottage

plan:
+-----+-----+
|  1  .  2  |
+-..--+--.--+
|     h     |
+--.--+--.--+
|  K  ~  3  |
+-----+-----+

rooms:
  1  Parlour
  2  Library
  3  Pantry
  K  Kitchen

halls:
  h  Passage

wings:
  back  3
"""


def refused(text: str) -> PlanError:
    with pytest.raises(PlanError) as caught:
        read_plan(text, "cottage.txt")
    error = caught.value
    assert str(error) == f"cottage.txt:{error.line}:{error.column}: {error.problem}"
    return error


# What follows from a drawing


def test_cottage() -> None:
    board = read_plan(COTTAGE, "some/where/cottage.txt")
    assert (board.name, board.title, board.size) == ("cottage", "Cottage", (13, 7))
    assert [room.label for room in board.rooms] == ["1", "2", "3", "K"]
    assert [space.name for space in board.spaces if not space.standing] == ["Passage"]
    everyone = {"Parlour", "Library", "Pantry", "Kitchen"}
    assert board.adjacent == {room: tuple(sorted(everyone - {room})) for room in everyone}
    assert board.sees == {
        "Parlour": ("Kitchen", "Library"),
        "Library": ("Pantry", "Parlour"),
        "Pantry": ("Kitchen", "Library"),
        "Kitchen": ("Pantry", "Parlour"),
    }
    assert board.layout(closed=["back"]).sees["Library"] == ("Parlour",)
    assert {(door.between, door.wall, door.at, door.span) for door in board.doors if door.sight_only} == {
        (("Kitchen", "Pantry"), "vertical", 6, (5, 5))
    }


def test_drawing_may_be_indented_and_ragged() -> None:
    indented = re.sub(r"(?m)^(?=[+|])", "    ", COTTAGE)
    assert indented != COTTAGE
    board, plain = read_plan(indented), read_plan(COTTAGE)
    assert (board.spaces, board.doors, board.size) == (plain.spaces, plain.doors, plain.size)


def test_comments_windows_line_ends_and_missing_blank_lines_make_no_difference() -> None:
    plain = read_plan(COTTAGE)
    commented = COTTAGE.replace("|  K", "# here comes the kitchen\n|  K").replace("rooms:", "#\nrooms:")
    for text in (commented, COTTAGE.replace("\n", "\r\n"), COTTAGE.replace("\n\n", "\n")):
        board = read_plan(text)
        assert (board.spaces, board.doors, board.sees) == (plain.spaces, plain.doors, plain.sees)


def test_halls_with_a_door_between_them_count_as_one() -> None:
    text = COTTAGE.replace("|     h     |", "|  h  .  g  |").replace("  h  Passage", "  h  Passage\n  g  Lobby")
    assert read_plan(text).adjacent == read_plan(COTTAGE).adjacent


def test_hallways_are_places_to_stop() -> None:
    board = read_plan(COTTAGE.replace("halls:", "hallways:"))
    assert board.adjacent["Pantry"] == ("Passage",)
    assert board.sees["Passage"] == ("Kitchen", "Library", "Pantry", "Parlour")
    assert [room.named for room in board.rooms] == [True, True, True, True, False]


TWO_FLOORS = """\
plan: up
+---+---+
| 1 . a |
+---+-.-+
    | 2 |
    +---+
plan: down
+---+---+
| b . 3 |
+-.-+---+
| 4 |
+---+
rooms:
1 One
2 Two
3 Three
4 Four
halls:
a Upper Landing
b Lower Landing
layouts:
up up
whole up, down, a+b
"""


def test_joined_halls_count_as_one_but_nobody_sees_through_them() -> None:
    board = read_plan(TWO_FLOORS)
    assert board.layouts == ("up", "whole")
    assert board.layout("up").adjacent == {"One": ("Two",), "Two": ("One",)}
    assert board.adjacent["One"] == ("Four", "Three", "Two")
    assert board.sees == {"One": (), "Two": (), "Three": (), "Four": ()}
    assert [(floor.top, floor.rows) for floor in board.floors] == [(0, 5), (8, 5)]


def test_rooms_are_ordered_by_number_and_the_rest_as_listed() -> None:
    board = read_plan(COTTAGE.replace("  1  Parlour\n", "").replace("  K  Kitchen", "  K  Kitchen\n  1  Parlour"))
    assert [space.label for space in board.spaces] == ["2", "3", "K", "1", "h"]
    assert [room.label for room in board.rooms] == ["1", "2", "3", "K"]


def test_areas_are_made_of_few_rectangles() -> None:
    letter_e = {(x, y) for x in range(3) for y in range(5) if x == 0 or y % 2 == 0}
    assert sorted(to_rectangles(letter_e)) == [(0, 0, 1, 5), (1, 0, 3, 1), (1, 2, 3, 3), (1, 4, 3, 5)]
    turned = {(y, x) for x, y in letter_e}
    assert sorted(to_rectangles(turned)) == [(0, 0, 5, 1), (0, 1, 1, 3), (2, 1, 3, 3), (4, 1, 5, 3)]
    assert largest_rectangle(letter_e) == (0, 0, 1, 5)


def test_example_in_the_documentation() -> None:
    doc = DOC.read_text(encoding="utf-8")
    example = re.search(r"```text\n(.*?title:.*?)```", doc, re.DOTALL)
    assert example
    board = read_plan(example[1], "cottage.txt")
    claims = re.findall(r'cottage\.(adjacent|sees)\["(.+?)"\] +# \((.+)\)', doc)
    assert len(claims) == 2
    for table, room, others in claims:
        assert getattr(board, table)[room] == tuple(re.findall(r"'(.+?)'", others))
    assert "Great Room" in board.sees["Loft"]
    assert "Great Room" not in board.adjacent["Loft"]
    broken = example[1].replace("|         .      4", ".         .      4")
    error_shown = re.search(r"(?m)^cottage\.txt:\d.*$", doc)
    assert error_shown
    assert str(refused(broken)) == error_shown[0]


def test_limits_in_the_documentation() -> None:
    doc = DOC.read_text(encoding="utf-8")
    assert f"62 rooms, 4 wings, 8 layouts, {MAX_LINES} lines of {MAX_COLUMNS} columns" in doc


# Broken plans: what is changed in the cottage, and the place and words of the refusal

BROKEN = [
    # spaces and labels
    ("+-----+-----+\n|  1", "+-- --+-----+\n|  1", 4, 4, "1 is open to the outside"),
    ("|  1  .  2  |", "|  1  .  2", 5, 13, "2 is open to the outside"),
    ("|  K  ~  3  |\n+-----+-----+", "|  K  ~  3  |\n+-----+     +", 10, 8, "3 is open to the outside"),
    ("+-----+-----+\n\nrooms", "+-----+-----+\n  9\n\nrooms", 11, 3, "9 is open to the outside"),
    ("|  1  .  2  |", "|  1  .     |", 5, 8, "this space has no label"),
    ("|  1  .  2  |", "|  1  .  2 4|", 5, 12, "the labels 2 and 4 are in one space"),
    ("|  1  .  2  |", "|  1     2  |", 5, 10, "the labels 1 and 2 are in one space"),
    ("|  1  .  2  |", "|  1  .  1  |", 5, 10, "the label 1 is used twice, first in line 5, column 4"),
    ("|  1  .  2  |", "|  1  .  7  |", 5, 10, "the label 7 is not explained"),
    ("|  1  .  2  |", "|Stud .  2  |", 5, 2, "the label 'Stud' is too long"),
    ("  3  Pantry", "  3  Pantry\n  9  Attic", 16, 3, "Attic is not in the drawing; write its label 9"),
    # characters
    ("|  1  .  2  |", "|  1  :  2  |", 5, 7, "':' means nothing in a drawing"),
    ("|  1  .  2  |", "|  1  .  \u00b2  |", 5, 10, "'\u00b2' means nothing in a drawing"),
    ("|  1  .  2  |", "|\t1  .  2  |", 5, 2, "this is a tab"),
    ("  1  Parlour", "  1  Par\x07lour", 13, 9, r"'\x07' cannot be used"),
    # doors and rails
    ("|  1  .  2  |", ".  1  .  2  |", 5, 1, "this door leads nowhere: it opens to the outside"),
    ("+-----+-----+\n|  1", "+-----+-~~--+\n|  1", 4, 9, "this rail leads nowhere: it opens to the outside"),
    ("|  1  .  2  |", "|  1  .|  2 |", 5, 7, "this door leads nowhere: there is a wall right behind it"),
    ("|  1  .  2  |", "|  1  .~ 2  |", 5, 7, "this door leads nowhere: it opens on another door or rail"),
    ("+-..--+--.--+", "+-..-....-.-+", 5, 7, "the wall does not go on below this door"),
    ("+-..--+--.--+", "+- .--+--.--+", 7, 7, "the labels 1 and h are in one space"),
    ("+-..--+--.--+", "+-.~--+--.--+", 6, 3, "the wall does not go on right of this door"),
    ("+--.--+--.--+", "+--.--...---+", 8, 7, "it opens on another door or rail"),
    # the lists
    ("  2  Library", "  1  Library", 14, 3, "the number 1 is used twice, first for Parlour in line 13"),
    ("  2  Library", "  K  Library", 16, 3, "the label K is used twice, first for Library in line 14"),
    ("  2  Library", "  2  PARLOUR", 14, 3, "the name 'PARLOUR' is used twice, first in line 13"),
    ("  2  Library", "  02 Library", 14, 3, "'02' cannot be a label"),
    ("  2  Library", "  2! Library", 14, 3, "'2!' cannot be a label"),
    ("  2  Library", "  2", 14, 3, "this entry is not complete"),
    ("  2  Library", "  ,", 14, 3, "this entry is not complete"),
    ("  2  Library", f"  2  {'L' * 41}", 14, 6, "this name is too long"),
    ("  h  Passage", "  7  Passage", 19, 3, "the hall 'Passage' has a number"),
    ("halls:", "corridors:", 18, 1, "there is no heading 'corridors'"),
    ("halls:", "halls: two", 18, 1, "nothing may follow halls: on its line"),
    ("title: Cottage", "The Cottage", 1, 1, "this line stands under no heading"),
    ("title: Cottage\n", "title: Cottage\nby the sea\n", 2, 1, "this line belongs to nothing"),
    ("rooms:", "title: House\nrooms:", 12, 1, "the plan has two titles, the first in line 1"),
    # wings, decks, layouts, floors
    ("  back  3", "  back  4", 22, 9, "'4' is the label of no room"),
    ("  back  3", "  back  h", 22, 9, "'h' is the label of no room"),
    ("  back  3", "  back  2-4", 22, 9, "'4' is the label of no room"),
    ("  back  3", "  back  3-2", 22, 9, "the range 3-2 is empty"),
    ("  back  3", "  back", 22, 3, "nothing follows 'back'"),
    ("  back  3", "  back  3\n  back  2", 23, 3, "'back' is listed twice under wings:"),
    ("  back  3", "  back  3\n  side  K 3", 23, 11, "3 is already in 'back'"),
    ("  back  3", "a 1\nb 2\nc 3\nd K\ne 1", 26, 3, "1 is already in 'a'"),
    ("  back  3", "  all  1-3 K", 22, 3, "fewer than two rooms are left when closed: all"),
    ("  back  3", "  back  3\ndecks:\n  A 1 2\n  B K", 24, 3, "Pantry is on no deck"),
    ("wings:\n  back  3", "layouts:\n  all  K", 22, 8, "'K' is no floor"),
    ("wings:\n  back  3", "layouts:\n  whole", 22, 3, "the layout 'whole' lists no floor"),
    ("wings:\n  back  3", "layouts:\n  whole h+K", 22, 9, "'K' is the label of no hall"),
    ("wings:\n  back  3", "layouts:\n  whole h+h", 22, 9, "'h+h' is no pair of halls"),
    ("wings:\n  back  3", "layouts:\n  whole h+", 22, 9, "'' is the label of no hall"),
    ("plan:", "plan: ground floor", 3, 1, "'ground floor' cannot name a floor"),
    ("plan:\n", "plan:\nplan:\n", 3, 1, "there is no drawing below this heading"),
    # walking
    (
        "+-..--+--.--+\n|     h     |\n+--.--+--.--+",
        "+-..--+--.--+\n|     h     |\n+--.--+-----+",
        9,
        10,
        "Pantry",
    ),
    ("  K  Kitchen\n\nhalls:\n", "\nhalls:\n  K  Kitchen\n", 18, 3, "Kitchen joins nothing"),
]


@pytest.mark.parametrize(("old", "new", "line", "column", "words"), BROKEN)
def test_broken_plan_is_refused_in_place(old: str, new: str, line: int, column: int, words: str) -> None:
    assert COTTAGE.count(old) == 1
    error = refused(COTTAGE.replace(old, new))
    assert words in error.problem
    assert (error.line, error.column) == (line, column), error


TWO_ROOMS = """\
plan:
+-----+-----+
|     |     |
|  1  |  2  |
|     |     |
|     .     |
|     |     |
+-----+-----+
rooms:
  1 One
  2 Two
"""

BROKEN_DOORS = [
    ("|     .     |", "| -.- .     |", 6, 4, "this door leads nowhere: 1 is on both sides of it"),
    ("|     .     |", "|-~~- .     |", 6, 3, "this rail leads nowhere: 1 is on both sides of it"),
    ("|     .     |", "|  .  .     |", 6, 4, "the wall does not go on left of this door"),
    ("|     .     |", "| -.  .     |", 6, 4, "the wall does not go on right of this door"),
    ("|     |     |\n|     .     |", "|  |  |     |\n|  .  .     |", 6, 4, "the wall does not go on below"),
    ("|     .     |\n|     |", "|  .  .     |\n|  |  |", 6, 4, "the wall does not go on above"),
    ("|     .     |\n|     |", "|     ..    |\n|     .", 6, 7, "this door has a corner"),
    (
        "|     |     |\n|     .     |\n|     |     |",
        "+-----+     |\n|  3  .     |\n|     |     |",
        4,
        4,
        "One cannot be reached",
    ),
    (
        "|     |     |\n|     .     |\n|     |     |",
        "|     .     |\n+-----.     |\n|  3  .     |",
        5,
        7,
        "this door leads nowhere: there is a wall right behind it",
    ),
]


@pytest.mark.parametrize(("old", "new", "line", "column", "words"), BROKEN_DOORS)
def test_broken_doors_are_refused_in_place(old: str, new: str, line: int, column: int, words: str) -> None:
    assert TWO_ROOMS.count(old) == 1
    error = refused(TWO_ROOMS.replace(old, new).replace("  2 Two", "  2 Two\n  3 Three" if "3" in new else "  2 Two"))
    assert words in error.problem
    assert (error.line, error.column) == (line, column), error


BROKEN_FLOORS = [
    ("plan: down", "plan:", 7, 1, "this floor has no name"),
    ("plan: down", "plan: up", 7, 1, "two floors are called 'up'"),
    ("up up\n", "up up\nup down\n", 23, 1, "the layout 'up' is listed twice"),
    ("up up\n", "up up, a+b\n", 22, 1, "the layout 'up' joins 'Lower Landing', which is on a floor"),
    ("whole up, down, a+b", "all up, down, a+b", 22, 1, "there is no layout 'whole'"),
    ("whole up, down, a+b", "whole up", 23, 1, "the layout 'whole' does not list every floor"),
    ("whole up, down, a+b", "whole up, down", 9, 7, "Three cannot be reached"),
    ("layouts:\nup up\nwhole up, down, a+b\n", "", 9, 7, "Three cannot be reached"),
    ("plan: down\n", "plan: down\n+---+\n| 1 |\n+---+\n", 9, 3, "the label 1 is used twice"),
    ("up up\n", "up up\n" + "".join(f"l{n} up\n" for n in range(7)) + "l7 up\n", 30, 1, "too many layouts"),
]


@pytest.mark.parametrize(("old", "new", "line", "column", "words"), BROKEN_FLOORS)
def test_broken_floors_are_refused_in_place(old: str, new: str, line: int, column: int, words: str) -> None:
    assert TWO_FLOORS.count(old) == 1
    error = refused(TWO_FLOORS.replace(old, new))
    assert words in error.problem
    assert (error.line, error.column) == (line, column), error


def row_of_rooms(number: int, drawn_across: int = 20) -> str:
    """Rooms in a row that goes on in the next line of the drawing, joined like beads on a string."""
    labels = [f"r{n % 36:02}" if n < 36 else f"s{n:02}" for n in range(number)]
    lines = ["+" + "---+" * drawn_across]
    for start in range(0, number, drawn_across):
        some = labels[start : start + drawn_across]
        lines.append("|" + "".join(f"{label}." for label in some)[:-1] + "|")
        lines.append("+" + "-.-+" + "---+" * (drawn_across - 1))
    lines[-1] = "+" + "---+" * drawn_across
    return "\n".join(["plan:", *lines, "rooms:", *(f"{label} Room {label}" for label in labels)])


def test_number_of_rooms_is_limited() -> None:
    assert len(read_plan(row_of_rooms(62, 31)).rooms) == 62
    error = refused(row_of_rooms(63, 21))
    assert (error.line, error.column) == (9 + 63, 1)
    assert "at most 62" in error.problem


def test_a_board_needs_two_rooms() -> None:
    one = "plan:\n+---+\n| 1 |\n+---+\nrooms:\n1 Cell\n"
    error = refused(one)
    assert (error.line, error.column) == (1, 1)
    assert "at least two rooms to stand in, and this plan has 1" in error.problem


def test_a_layout_that_leaves_a_room_alone_is_refused_where_it_is_listed() -> None:
    tower = "plan: tower\n+---+---+---+\n| 5 . c . 6 |\n+---+---+---+\n"
    text = TWO_FLOORS.replace("rooms:\n", f"{tower}rooms:\n5 Five\n6 Six\n").replace("halls:\n", "halls:\nc Top\n")
    text = text.replace("whole up, down, a+b", "whole up, down, tower, a+b, a+c")
    assert read_plan(text).adjacent["Five"] == ("Four", "One", "Six", "Three", "Two")
    error = refused(text + "apart up, tower\n")
    assert error.problem.startswith("Five cannot be reached in the layout 'apart'")
    assert (error.line, error.column) == (text.count("\n") + 1, 1)


def test_a_leak_is_rather_in_a_wall_than_between_corners() -> None:
    text = """\
plan:
+--      -----+-----+
|             |     |
|----+ +------|  2  |
|  1          .     |
+-------------+-----+
"""
    error = refused(text)
    assert "1 is open to the outside" in error.problem
    assert error.line == 2


def test_wings_are_limited() -> None:
    row = row_of_rooms(10, 10)
    error = refused(row + "\nwings:\n" + "\n".join(f"w{n} r0{n}" for n in range(5)))
    assert "too many wings" in error.problem
    assert error.line == row.count("\n") + 7


def test_a_wing_that_cuts_the_board_in_two_is_refused() -> None:
    row = row_of_rooms(3, 3)
    error = refused(row + "\nwings:\nmiddle r01")
    assert error.problem.startswith("Room r02 cannot be reached when closed: middle")
    assert (error.line, error.column) == (row.count("\n") + 3, 1)


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("", 1, 1, "the plan is empty"),
        ("\n\n# nothing\n", 1, 1, "the plan is empty"),
        ("title: X\n", 1, 1, "there is no drawing"),
        ("\nplan:\n\n", 2, 1, "there is no drawing below this heading"),
        ("plan:\n+--+\n|  |\n+--+\n", 3, 2, "no label"),
        ("plan:\n+---+\n| 1 |\n+---+\n", 3, 3, "the label 1 is not explained"),
        ("\n" * MAX_LINES + "plan:", MAX_LINES + 1, 1, "too long"),
        ("plan:\n" + "-" * (MAX_COLUMNS + 1), 2, MAX_COLUMNS + 1, "the line is too long"),
        ("#" * 10_000_000, 1, MAX_COLUMNS + 1, "the line is too long"),
        ("\n" * 10_000_000, MAX_LINES + 1, 1, "too long"),
    ],
)
def test_not_a_plan_at_all(text: str, line: int, column: int, words: str) -> None:
    error = refused(text)
    assert words in error.problem
    assert (error.line, error.column) == (line, column)


def test_error_survives_pickling_and_says_where_it_was() -> None:
    error = refused("")
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.source, copy.line, copy.column) == (str(error), "cottage.txt", 1, 1)


# Random houses against an independent account of them


@dataclass
class House:
    """A grid of rooms known by its walls, from which a plan is drawn and a second set of tables reckoned."""

    widths: list[int]
    heights: list[int]
    halls: set[tuple[int, int]]
    doors: dict[tuple[tuple[int, int], tuple[int, int]], set[int]] = field(default_factory=dict)
    """Between two rooms side by side or above each other: the open cells, counted along their wall."""
    rails: set[tuple[tuple[int, int], tuple[int, int]]] = field(default_factory=set)

    @property
    def cells(self) -> list[tuple[int, int]]:
        return list(product(range(len(self.widths)), range(len(self.heights))))

    def name(self, cell: tuple[int, int]) -> str:
        return f"{'Hall' if cell in self.halls else 'Room'} {cell[0]}{cell[1]}"

    def text(self) -> str:
        xs = [sum(self.widths[:i]) + i for i in range(len(self.widths) + 1)]
        ys = [sum(self.heights[:i]) + i for i in range(len(self.heights) + 1)]
        grid = [[" "] * (xs[-1] + 1) for _ in range(ys[-1] + 1)]
        for y, row in enumerate(grid):
            for x in range(len(row)):
                if x in xs or y in ys:
                    row[x] = "+" if x in xs and y in ys else "|" if x in xs else "-"
        for (one, other), gap in self.doors.items():
            for along in gap:
                character = "~" if (one, other) in self.rails else "."
                if one[1] == other[1]:
                    grid[ys[one[1]] + 1 + along][xs[other[0]]] = character
                else:
                    grid[ys[other[1]]][xs[one[0]] + 1 + along] = character
        for x, y in self.cells:
            for index, letter in enumerate(f"r{x}{y}"):
                grid[ys[y] + 1][xs[x] + 1 + index] = letter
        drawing = "\n".join("".join(row) for row in grid)
        rooms = [f"  r{x}{y} {self.name((x, y))}" for x, y in self.cells if (x, y) not in self.halls]
        halls = [f"  r{x}{y} {self.name((x, y))}" for x, y in self.halls]
        return "\n".join(["plan:", drawing, "", "rooms:", *rooms, "halls:", *halls])

    def sees(self) -> dict[str, set[str]]:
        """Rooms in one line see each other if the doors of all walls between them have a cell in common."""
        table: dict[str, set[str]] = {self.name(cell): set() for cell in self.cells if cell not in self.halls}
        for a, b in product(self.cells, self.cells):
            in_line = [cell for cell in self.cells if a <= cell <= b and (a[0] == b[0] or a[1] == b[1])]
            path = [cell for cell in in_line if cell[0] == a[0] == b[0] or cell[1] == a[1] == b[1]]
            if a < b and path and a not in self.halls and b not in self.halls:
                gaps = [self.doors.get(pair, set()) for pair in pairwise(path)]
                if set.intersection(*gaps):
                    table[self.name(a)].add(self.name(b))
                    table[self.name(b)].add(self.name(a))
        return table

    def adjacent(self) -> dict[str, set[str]]:
        """Every hall in turn is taken away, and all its neighbours are joined to each other."""
        near: dict[tuple[int, int], set[tuple[int, int]]] = {cell: set() for cell in self.cells}
        for pair in self.doors.keys() - self.rails:
            near[pair[0]].add(pair[1])
            near[pair[1]].add(pair[0])
        for hall in self.halls:
            around = near.pop(hall)
            for cell in around:
                near[cell] = (near[cell] | around) - {hall, cell}
        return {self.name(cell): {self.name(other) for other in others} for cell, others in near.items()}


@st.composite
def houses(draw: Callable[[st.SearchStrategy[int]], int]) -> House:
    random = Random(draw(st.integers(0, 2**32)))
    house = House(
        [random.randint(3, 6) for _ in range(draw(st.integers(1, 5)))],
        [random.randint(1, 4) for _ in range(draw(st.integers(2, 4)))],
        set(),
    )
    walls = [
        (cell, other)
        for cell in house.cells
        for other in ((cell[0] + 1, cell[1]), (cell[0], cell[1] + 1))
        if other in house.cells
    ]
    random.shuffle(walls)
    part = {cell: {cell} for cell in house.cells}
    for one, other in walls:
        length = house.heights[one[1]] if one[1] == other[1] else house.widths[one[0]]
        gap = set(random.sample(range(length), random.randint(1, length)))
        if part[one] is not part[other]:  # a way that is needed to reach every room
            house.doors[one, other] = gap
            part[one] |= part[other]
            for cell in part[other]:
                part[cell] = part[one]
        elif random.random() < 0.5:
            house.doors[one, other] = gap
            if random.random() < 0.4:
                house.rails.add((one, other))
    for cell in house.cells:
        ways = [pair for pair in house.doors.keys() - house.rails if cell in pair]
        if len(ways) > 1 and random.random() < 0.3 and len(house.halls) < len(house.cells) - 2:
            house.halls.add(cell)
    return house


@settings(max_examples=150)
@given(houses())
def test_random_houses_have_the_tables_reckoned_another_way(house: House) -> None:
    board = read_plan(house.text())
    assert {room: set(others) for room, others in board.sees.items()} == house.sees()
    assert {room: set(others) for room, others in board.adjacent.items()} == house.adjacent()
    for table in (board.adjacent, board.sees):
        assert all(room in table[other] for room, others in table.items() for other in others)
    reached, to_visit = set(), [board.rooms[0].name]
    while to_visit:
        room = to_visit.pop()
        if room not in reached:
            reached.add(room)
            to_visit.extend(board.adjacent[room])
    assert reached == set(board.adjacent)
    assert len(board.doors) == sum(len(_runs(gap)) for gap in house.doors.values())
    assert all(len(space.rectangles) == 1 for space in board.spaces)


def _runs(gap: set[int]) -> list[int]:
    return [cell for cell in gap if cell - 1 not in gap]


# Whatever the text: a board or a PlanError, and soon


def reads_or_refuses(text: str) -> None:
    began = time.process_time()
    try:
        board = read_plan(text)
    except PlanError as refusal:
        error = refusal
    else:
        assert len(board.rooms) >= 2
        assert board._repr_svg_()
        return
    assert time.process_time() - began < 10
    lines = text.split("\n")
    assert 1 <= error.line <= len(lines)
    assert 1 <= error.column <= MAX_COLUMNS + 1
    assert error.problem


HEADINGS = ["plan:", "rooms:", "halls:", "wings:", "layouts:", "decks:", "title:"]
PIECES = ["+--.--+", "|  1  .", "|", " ", "/", "~", ".", "-", "a+b", "1-3", "999", "a", "whole", ",", "#"]
STRANGE = ["\t", "\x00", "\u2028", "\u00e9", "\r"]
PLAN_WORDS = st.sampled_from(["\n", "\n", *HEADINGS, *PIECES, *STRANGE])


@settings(max_examples=150)
@given(st.one_of(st.text(max_size=300), st.lists(PLAN_WORDS, max_size=60).map("".join)))
def test_any_text_is_read_or_refused(text: str) -> None:
    reads_or_refuses(text)


CHANGES = st.lists(
    st.tuples(
        st.sampled_from(["replace", "insert", "delete", "drop line", "double line"]),
        st.integers(0, 10_000),
        st.sampled_from(list(" +-|/.~1aK#:,\n\t")),
    ),
    min_size=1,
    max_size=4,
)


@pytest.mark.slow
@settings(max_examples=120)
@given(st.sampled_from(["mansion", "estate", "bed-and-breakfast", "ship", "cottage", "floors"]), CHANGES)
def test_spoilt_plans_are_read_or_refused(name: str, changes: list[tuple[str, int, str]]) -> None:
    own = {"cottage": COTTAGE, "floors": TWO_FLOORS}
    text = own.get(name) or boards.board(name).source_text
    for change, where, character in changes:
        at = where % len(text)
        if change == "replace":
            text = text[:at] + character + text[at + 1 :]
        elif change == "insert":
            text = text[:at] + character + text[at:]
        elif change == "delete":
            text = text[:at] + text[at + 1 :]
        else:
            lines = text.split("\n")
            line = where % len(lines)
            lines[line : line + 1] = [] if change == "drop line" else [lines[line]] * 2
            text = "\n".join(lines)
    reads_or_refuses(text)


def winding_corridor() -> str:
    """The longest way in that fits the limits: a leak at the far end of a corridor of many turns."""
    inside = MAX_COLUMNS - 2
    turns = [" " * inside, " " + "-" * (inside - 1), " " * inside, "-" * (inside - 1) + " "]
    rows = [f"|{turns[row % 4]}|" for row in range(MAX_LINES - 4)]
    rows[-1] = "|1" + "-" * (inside - 1) + "|"
    return "\n".join(["plan:", "+" + "-" * (inside - 1) + " +", *rows, "+" + "-" * inside + "+"])


def test_a_leak_is_found_at_the_end_of_a_long_way() -> None:
    error = refused(winding_corridor())
    assert "1 is open to the outside" in error.problem
    assert (error.line, error.column) == (2, MAX_COLUMNS - 1)


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        winding_corridor(),
        "plan:\n" + ("+ " * (MAX_COLUMNS // 2) + "\n" + "-" * MAX_COLUMNS + "\n") * (MAX_LINES // 2 - 1),
        "plan:\n" + ("." * MAX_COLUMNS + "\n") * (MAX_LINES - 2),
        "plan:\n" + ("a b " * (MAX_COLUMNS // 4) + "\n") * (MAX_LINES - 2),
        "plan:\n" + "\n" * (MAX_LINES - 3) + "1" + " " * (MAX_COLUMNS - 2) + "+",
        "plan: a\n+-+\n|1|\n+-+\n" * (MAX_LINES // 4),
    ],
    ids=["corridor", "comb", "doors", "labels", "emptiness", "floors"],
)
def test_the_worst_texts_are_refused_soon(text: str) -> None:
    began = time.process_time()
    refused(text)
    assert time.process_time() - began < 10


def test_a_plan_can_say_where_players_and_doctor_start() -> None:
    board = read_plan(HOUSE_WITH_STARTS)
    assert board.starts == {"players": "Study", "doctor": "Loft"}


@pytest.mark.parametrize(
    ("starts", "column"),
    [("  butler 1", 3), ("  doctor 1 2", 3), ("  doctor 9", 10), ("  players 1\n  doctor 1", 10)],
)
def test_starts_that_make_no_sense_are_refused(starts: str, column: int) -> None:
    with pytest.raises(PlanError) as error:
        read_plan(HOUSE_WITH_STARTS.replace("  players 1\n  doctor 2", starts))
    assert error.value.line >= 13
    assert error.value.column == column


HOUSE_WITH_STARTS = """\
title: Two Rooms

plan:
+-----+-----+
|  1  .  2  |
+-----+-----+

rooms:
  1  Study
  2  Loft

starts:
  players 1
  doctor 2
"""
