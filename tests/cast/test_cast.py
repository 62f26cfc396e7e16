"""The cast: who is in it, what they say, and who plays whom in a game of which only the names are known."""

import re
from collections.abc import Iterator

import pytest

from drlucky import cast, phrases
from drlucky.errors import DrLuckyError
from drlucky.game.game import LONGEST_NAME
from drlucky.table.names import look

WHITE, BLACK = "#ffffff", "#10141f"
"""The letters on pawns by day and by night."""


def test_there_are_a_dozen_people_and_nobody_is_taken_for_another() -> None:
    people = cast.people()
    assert len(people) >= 12
    for distinct in (
        {each.id for each in people},
        {look(each.name) for each in people},
        {each.letter for each in people},
        {each.pawn for each in people},
        {each.day for each in people},
        {each.night for each in people},
        {each.temperament for each in people},
    ):
        assert len(distinct) == len(people)
    for each in people:
        assert each.name.startswith(each.letter)
        assert len(each.name) <= LONGEST_NAME


def test_everyone_has_a_line_of_their_own_for_every_moment() -> None:
    said = [line for each in cast.people() for line in each.lines.values()]
    assert len(set(said)) == len(said)
    assert len(cast.MOMENTS) >= 12
    for each in cast.people():
        assert tuple(each.lines) == cast.MOMENTS
        assert max(map(len, each.lines.values())) <= 70
    assert set(cast.doctor().lines) <= set(cast.MOMENTS)


def test_all_of_it_is_told_in_german() -> None:
    for each in cast.people():
        german = phrases.character(each, "de")
        assert german.name == each.name
        assert all(here != there for here, there in zip(each.texts, german.texts, strict=True)), each.id
    assert all(here != there for here, there in zip(cast.doctor().texts, phrases.doctor("de").texts, strict=True))


def test_letters_can_be_read_on_pawns_by_day_and_by_night() -> None:
    for each in cast.people():
        assert contrast(each.day, WHITE) >= 4.5, each.id
        assert contrast(each.night, BLACK) >= 4.5, each.id


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_outlines_of_pawns_differ_where_it_shows() -> None:
    """Pawns stand on much the same feet, and are told apart by what is on their heads, however small they are."""
    shapes = {each.id: filled(each.pawn) for each in cast.people()}
    for one, mine in shapes.items():
        for other, theirs in shapes.items():
            if one < other:
                assert len(mine ^ theirs) >= 10, f"{one} and {other} look alike at 20 pixels"


def filled(path: str) -> frozenset[tuple[int, int]]:
    """The pixels of 20 by 20 whose middle is within an outline."""
    corners = list(flattened(path))
    edges = list(zip(corners, corners[1:] + corners[:1], strict=True))
    middles = [(-21 + 2.1 * (at + 0.5), at) for at in range(20)]
    return frozenset(
        (column, row)
        for x, column in middles
        for y, row in middles
        if sum((a[1] > y) != (b[1] > y) and x < a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1]) for a, b in edges) % 2
    )


def flattened(path: str) -> Iterator[tuple[float, float]]:
    """The corners of an outline, with some of each curve; of an arc, which is nearly a circle, one beyond its chord."""
    x = y = 0.0
    for command, text in re.findall(r"([MLHVQAZ])([^MLHVQAZ]*)", path):
        given = [float(number) for number in re.findall(r"-?\d*\.?\d+", text)]
        if command == "H":
            x = given[0]
        elif command == "V":
            y = given[0]
        elif command in "ML":
            x, y = given
        elif command == "Q":
            a, b, to_x, to_y = given
            for step in (0.25, 0.5, 0.75):
                rest = 1 - step
                yield (
                    rest * rest * x + 2 * rest * step * a + step * step * to_x,
                    rest * rest * y + 2 * rest * step * b + step * step * to_y,
                )
            x, y = to_x, to_y
        elif command == "A":
            radius, to_x, to_y = given[0], given[5], given[6]
            across = complex(to_x - x, to_y - y)
            beyond = across / abs(across) * -1j * 2 * radius
            yield (x + to_x) / 2 + beyond.real, (y + to_y) / 2 + beyond.imag
            x, y = to_x, to_y
        yield x, y


def test_who_plays_whom_follows_from_the_names() -> None:
    first, second, third, *_ = (each.id for each in cast.people())
    name = cast.people()[1].name
    players = ("Ann", "Stranger 1", name, "Stranger 2")
    assert cast.casting(players, (1, 3)) == (cast.people()[3].id, first, second, third)
    assert cast.casting(players, (1, 3), {"Ann": first})[0] == first
    named = cast.with_strangers_named(players, (1, 3), cast.casting(players, (1, 3)))
    assert named == ("Ann", cast.people()[0].name, name, cast.people()[2].name)


def test_guests_come_in_an_order_that_differs_and_stays() -> None:
    orders = {tuple(each.id for each in cast.guests(f"table {number}")) for number in range(50)}
    assert len(orders) > 5
    assert all(set(order) == {each.id for each in cast.people()} for order in orders)
    assert cast.guests("a table") == cast.guests("a table")


def test_whoever_is_not_there_is_refused_in_words() -> None:
    with pytest.raises(DrLuckyError, match="there is no character 'nobody'; there are augusta, barnaby"):
        cast.character("nobody")
