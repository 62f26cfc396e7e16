"""Casting: whom each seat plays. Everyone of the cast is at a table once, and who is free follows from what everyone
may know: the table, its seats, and what people are called."""

from collections.abc import Iterator

from drlucky import cast
from drlucky.cast import Character
from drlucky.errors import DrLuckyError
from drlucky.table.answers import Refused
from drlucky.table.names import look
from drlucky.table.state import TableState

MANY = 100
"""Namesakes of a bot that are thought of: more than there can be people at a table."""


def free(table: TableState) -> Iterator[Character]:
    """Those whom nobody plays, as they come to this table."""
    taken = {seat.character for seat in table.seats}
    return (each for each in cast.guests(table.id) if each.id not in taken)


def chosen(table: TableState, wanted: str | None, seat: int | None = None) -> str:
    """The character that someone wishes to play, or the first that is free."""
    found = wished(wanted)
    if found is None:
        return next(free(table)).id
    by = next((each for at, each in enumerate(table.seats) if each.character == wanted and at != seat), None)
    if by is not None:
        raise Refused("taken", "{name} is played by {other} already", name=found.name, other=by.name)
    return found.id


def wished(character: str | None) -> Character | None:
    """The one of this id, if someone is wished for."""
    try:
        return None if character is None else cast.character(character)
    except DrLuckyError as error:
        raise Refused.of("invalid", error) from None


def newcomers(table: TableState) -> Iterator[tuple[Character, str]]:
    """Those who are free and can go by their own names, for bots and Strangers: first those whose namesakes are not at
    the table."""
    here = {look(seat.name) for seat in table.seats}
    here |= {look(member.name) for member in table.members.values() if member.is_here}
    everyone = list(free(table))
    yield from ((each, each.name) for each in everyone if look(each.name) not in here)
    for each in everyone:
        names = (f"{each.name} {number}" for number in range(2, MANY))
        yield each, next(name for name in names if look(name) not in here)
