"""The lists below the drawings: what the labels stand for, and the wings, decks and layouts made of them."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from drlucky.boards.model import Floor, Kind, LayoutRule, Space
from drlucky.boards.sections import KINDS, Line, Place, Section

MAX_NAME = 40
MAX_WINGS = 4
MAX_LAYOUTS = 8

_ENTRY = re.compile(r" *([^ ]+) +(.+)")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,2}")
_LETTERS = re.compile(r"[A-Za-z][A-Za-z0-9]{0,2}")
_RANGE = re.compile(r"([0-9]{1,3})-([0-9]{1,3})")


class Entry(NamedTuple):
    """A label of the legend with the name and the kind of its space."""

    place: Place
    label: str
    name: str
    kind: Kind

    @property
    def number(self) -> int | None:
        return int(self.label) if self.label.isdigit() else None


class Group(NamedTuple):
    """A wing or a deck: its name and the rooms in it."""

    place: Place
    name: str
    rooms: tuple[str, ...]


def read_legend(sections: list[Section]) -> list[Entry]:
    """The entries of all lists of spaces, with no label and no name twice."""
    entries = [
        _entry(line, KINDS[section.heading])
        for section in sections
        if section.heading in KINDS
        for line in section.lines
        if line.text
    ]
    labels: dict[str, Entry] = {}
    names: dict[str, Entry] = {}
    for entry in entries:
        if entry.label in labels:
            what = "label" if entry.number is None else "number"
            first = labels[entry.label]
            raise entry.place.error(
                f"the {what} {entry.label} is used twice, first for {first.name} in line {first.place.line}"
            )
        # Names that differ only in case would be one name to most people.
        if entry.name.casefold() in names:
            first = names[entry.name.casefold()]
            raise entry.place.error(f"the name {entry.name!r} is used twice, first in line {first.place.line}")
        labels[entry.label] = names[entry.name.casefold()] = entry
    return entries


def _entry(line: Line, kind: Kind) -> Entry:
    found = _ENTRY.fullmatch(line.text)
    if not found:
        start = line.at(len(line.text) - len(line.text.lstrip()))
        raise start.error("this entry is not complete; write a label and a name, such as: 7 Library")
    place = line.at(found.start(1))
    label, name = found[1], " ".join(found[2].split())
    if not (_NUMBER.fullmatch(label) or _LETTERS.fullmatch(label)):
        raise place.error(
            f"{label!r} cannot be a label; labels are numbers such as 7 or 12 (with no zero in front),"
            " or up to three letters and digits beginning with a letter"
        )
    if kind == "hall" and label.isdigit():
        raise place.error(f"the hall {name!r} has a number; nobody stops in a hall, so label it with a letter")
    if len(name) > MAX_NAME:
        raise line.at(found.start(2)).error(f"this name is too long; {MAX_NAME} characters are the limit")
    return Entry(place, label, name, kind)


def read_groups(sections: list[Section], heading: str, spaces: Mapping[str, Space]) -> list[Group]:
    """The wings or the decks, with no room in two of them. `spaces` maps labels to spaces."""
    groups: list[Group] = []
    member_of: dict[str, str] = {}
    for line in _entries_below(sections, heading):
        (place, name), *words = line.words() or [(line.place, "")]
        if not words:
            raise place.error(f"nothing follows {name!r}; write a name and its rooms, such as: west 8-12")
        if any(name == group.name for group in groups):
            raise place.error(f"{name!r} is listed twice under {heading}:")
        rooms = []
        for where, label in _labels(words):
            if label not in spaces or not spaces[label].standing:
                raise where.error(f"{label!r} is the label of no room of this plan; rooms are listed by label")
            if label in member_of:
                raise where.error(f"{label} is already in {member_of[label]!r}; a room can be in one only")
            member_of[label] = name
            rooms.append(spaces[label].name)
        groups.append(Group(place, name, tuple(rooms)))
    return groups


def _entries_below(sections: list[Section], heading: str) -> Iterator[Line]:
    for section in sections:
        if section.heading == heading:
            yield from (line for line in section.lines if line.text)


def _labels(words: list[tuple[Place, str]]) -> Iterator[tuple[Place, str]]:
    """The words one by one, with a range such as 8-12 written out."""
    for place, word in words:
        numbers = _RANGE.fullmatch(word)
        if not numbers:
            yield place, word
        elif int(numbers[1]) >= int(numbers[2]):
            raise place.error(f"the range {word} is empty; write the lower number first")
        else:
            yield from ((place, str(n)) for n in range(int(numbers[1]), int(numbers[2]) + 1))


def read_layouts(
    sections: list[Section], floors: list[Floor], spaces: Mapping[str, Space]
) -> list[tuple[Place, str, LayoutRule]]:
    """The layouts as listed; without a list, the whole board as drawn."""
    layouts: list[tuple[Place, str, LayoutRule]] = []
    for line in _entries_below(sections, "layouts"):
        (place, name), *words = line.words() or [(line.place, "")]
        if any(name == listed for _, listed, _ in layouts):
            raise place.error(f"the layout {name!r} is listed twice")
        if len(layouts) == MAX_LAYOUTS:
            raise place.error(f"there are too many layouts; {MAX_LAYOUTS} are the limit")
        layouts.append((place, name, _layout_rule(place, name, words, floors, spaces)))
    if not layouts:
        return [(sections[0].place, "whole", LayoutRule(frozenset(range(len(floors))), ()))]
    if not any(name == "whole" for _, name, _ in layouts):
        raise layouts[0][0].error("there is no layout 'whole'; add one, with all that there is to play on")
    return layouts


def _layout_rule(
    place: Place, name: str, words: list[tuple[Place, str]], floors: list[Floor], spaces: Mapping[str, Space]
) -> LayoutRule:
    names = [floor.name for floor in floors]
    in_play: set[int] = set()
    joins: list[tuple[str, str]] = []
    for where, word in words:
        if "+" in word:
            joins.append(_join(where, word, spaces))
        elif word in names:
            in_play.add(names.index(word))
        else:
            known = ", ".join(filter(None, names)) or "none, as the only plan: has no name"
            raise where.error(
                f"{word!r} is no floor; a layout lists floors (here: {known}) and joined halls such as a+b"
            )
    for hall in (hall for join in joins for hall in join):
        if not any(space.name == hall and space.floor in in_play for space in spaces.values()):
            raise place.error(f"the layout {name!r} joins {hall!r}, which is on a floor that it does not list")
    if not in_play:
        raise place.error(f"the layout {name!r} lists no floor; write the names of its plans behind it")
    if name == "whole" and len(in_play) < len(floors):
        raise place.error("the layout 'whole' does not list every floor; it is the one with all of them")
    return LayoutRule(frozenset(in_play), tuple(joins))


def _join(place: Place, word: str, spaces: Mapping[str, Space]) -> tuple[str, str]:
    labels = word.split("+")
    if len(labels) != 2 or labels[0] == labels[1]:
        raise place.error(f"{word!r} is no pair of halls; two joined halls are written a+b")
    for label in labels:
        if label not in spaces or spaces[label].standing:
            raise place.error(f"{label!r} is the label of no hall of this plan; only halls can be joined")
    return spaces[labels[0]].name, spaces[labels[1]].name
