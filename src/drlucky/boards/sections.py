"""The text of a plan, split under its headings, with every line and column kept for error messages."""

import re
from typing import NamedTuple

from drlucky.boards.model import Kind
from drlucky.errors import DrLuckyError

# Generous for anything drawn by hand; they bound the time and memory that any text can cost.
MAX_LINES = 300
MAX_COLUMNS = 200

KINDS: dict[str, Kind] = {"rooms": "room", "halls": "hall", "hallways": "hallway", "stairs": "stairs"}
HEADINGS = ("title", "plan", *KINDS, "wings", "decks", "layouts", "starts")

_HEADING = re.compile(r"([A-Za-z]+):(.*)")


class PlanError(DrLuckyError):
    """A mistake in a plan, and where it is: `source`, `line` and `column`, both counted from 1."""

    def __init__(self, source: str, line: int, column: int, problem: str) -> None:
        super().__init__(problem)
        self.args = (source, line, column, problem)  # as pickling makes it anew
        self.source = source
        self.line = line
        self.column = column
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.source}:{self.line}:{self.column}: {self.problem}"


class Place(NamedTuple):
    """A point in a plan's text, able to complain about what stands there."""

    source: str
    line: int
    column: int

    def error(self, problem: str) -> PlanError:
        return PlanError(self.source, self.line, self.column, problem)


class Line(NamedTuple):
    """One line of a section: its text without trailing blanks, and the place of its first column."""

    place: Place
    text: str

    def at(self, index: int) -> Place:
        """The place of the character at `index`."""
        return self.place._replace(column=index + 1)

    def words(self) -> list[tuple[Place, str]]:
        """The words of the line, parted by blanks or commas, each with its place."""
        return [(self.at(found.start()), found[0]) for found in re.finditer(r"[^ ,]+", self.text)]


class Section(NamedTuple):
    """A heading, what follows it on its own line, and the lines below it; comments are already gone."""

    place: Place
    heading: str
    value: str
    lines: list[Line]


def split_sections(text: str, source: str) -> list[Section]:
    """All sections in the order of the file, with no line outside them."""
    sections: list[Section] = []
    for line in _lines(text, source):
        heading = _HEADING.fullmatch(line.text)
        if heading:
            sections.append(_open_section(line.place, heading[1], heading[2].strip()))
        elif sections:
            sections[-1].lines.append(line)
        elif line.text:
            known = " ".join(f"{name}:" for name in HEADINGS)
            raise line.place.error(f"this line stands under no heading; a plan begins with one of {known}")
    if not sections:
        raise Place(source, 1, 1).error("the plan is empty; it needs at least a plan: and a rooms: section")
    return sections


def _open_section(place: Place, heading: str, value: str) -> Section:
    if heading not in HEADINGS:
        known = " ".join(f"{name}:" for name in HEADINGS)
        raise place.error(f"there is no heading {heading!r}; the headings are {known}")
    if value and heading not in ("title", "plan"):
        raise place.error(f"nothing may follow {heading}: on its line; begin the list on the next one")
    return Section(place, heading, value, [])


def _lines(text: str, source: str) -> list[Line]:
    """The lines that are no comments, each checked for its length and for stray characters."""
    raw = text.split("\n", MAX_LINES + 1)
    if len(raw) > MAX_LINES:
        raise Place(source, MAX_LINES + 1, 1).error(f"the plan is too long: {MAX_LINES} lines are the limit")
    lines = []
    for number, content in enumerate(raw, 1):
        content = content.removesuffix("\r")
        place = Place(source, number, 1)
        if len(content) > MAX_COLUMNS:
            too_long = place._replace(column=MAX_COLUMNS + 1)
            raise too_long.error(f"the line is too long: {MAX_COLUMNS} columns are the limit")
        _check_printable(Line(place, content))
        if not content.startswith("#"):
            lines.append(Line(place, content.rstrip()))
    return lines


def _check_printable(line: Line) -> None:
    # Tabs would make columns mean different things in different editors.
    for index, character in enumerate(line.text):
        if character == "\t":
            raise line.at(index).error("this is a tab; a plan is drawn with spaces only")
        if not character.isprintable():
            raise line.at(index).error(f"the character {character!r} cannot be used in a plan")
