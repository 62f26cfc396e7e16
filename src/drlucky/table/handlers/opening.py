"""A table is opened, its coming game sealed, and in the end it is closed."""

from drlucky import cast
from drlucky.game.dealer import as_seed
from drlucky.table.answers import Refused
from drlucky.table.casting import wished
from drlucky.table.commands import Close
from drlucky.table.handlers.common import Judged, check_host
from drlucky.table.log import FORMAT, AnyFact, Closed, Created, Entry, Joined, LogError, Sealed
from drlucky.table.names import check_name
from drlucky.table.settings import Settings, check, lesson_of
from drlucky.table.state import Seat, TableState

LONGEST_PERSON = 100


def opening(
    table: str,
    code: str,
    person: str,
    name: str,
    settings: Settings,
    seats: int,
    robot: bool = False,
    character: str | None = None,
) -> list[AnyFact]:
    """The first facts of a table whose host takes the first seat."""
    check_person(person)
    check(settings, seats)
    host = Joined(person, check_name(name), 0, robot, (wished(character) or cast.guests(table)[0]).id)
    lesson = lesson_of(settings)
    return [Created(table, code, settings, seats), Sealed(as_seed(lesson.seed if lesson else None)), host]


def check_person(person: str) -> None:
    if not isinstance(person, str) or not 1 <= len(person) <= LONGEST_PERSON:
        raise Refused("malformed", "a person is a text of 1 to {most} characters", most=LONGEST_PERSON)


def created(table: TableState, fact: Created, entry: Entry) -> None:
    if fact.format > FORMAT:
        raise LogError(f"a newer drlucky wrote this log: its format is {fact.format}, and this one reads {FORMAT}")
    table.id = fact.table
    table.code = fact.code
    table.settings = fact.settings
    table.seats = [Seat() for _ in range(fact.seats)]


def sealed(table: TableState, fact: Sealed, entry: Entry) -> None:
    table.seed = fact.seed


# {"do": "close"}


def close(table: TableState, person: str, do: Close, now: float) -> Judged:
    check_host(table, person)
    if table.phase == "playing" and any(seat.person not in (None, person) for seat in table.seats):
        raise Refused("not now", "others are playing; leave, and they can go on")
    return Judged([Closed()])


def closed(table: TableState, fact: Closed, entry: Entry) -> None:
    table.phase = "closed"
