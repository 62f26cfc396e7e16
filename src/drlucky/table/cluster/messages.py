"""Messages: what nodes say to each other of tables, as typed structs in MessagePack."""

from typing import TypeVar

import msgspec
from msgspec import Struct

from drlucky.table.answers import Answer
from drlucky.table.commands import Command

People = dict[str, int]
"""Who is connected, and how often they came."""


class Do(Struct, frozen=True):
    """A command, for the node that leads the table."""

    table: str
    person: str
    command: Command
    language: str


class Done(Struct, frozen=True, omit_defaults=True):
    """What became of a command. With neither an answer nor a trouble: the node asked does not lead the table."""

    answer: Answer | None = None
    trouble: str | None = None
    """Why nothing could be done, or nobody knows whether it was; the template of a message."""


class Erase(Struct, frozen=True):
    table: str
    person: str


class Attend(Struct, frozen=True):
    """A node follows a table from now on, and these people are there."""

    table: str
    people: People


class Attended(Struct, frozen=True, omit_defaults=True):
    version: int | None = None
    """Of the table, at the node that leads it; None if that one does not."""
    people: People = {}
    """Who is at the table elsewhere."""


class Attending(Struct, frozen=True):
    """All tables that a node follows and another one leads, said again and again: a word may have got lost."""

    people: dict[str, People]


class Present(Struct, frozen=True):
    table: str
    people: People


class Changed(Struct, frozen=True):
    table: str
    version: int


class These(Struct, frozen=True):
    """Tables, of which the kind of the message says the rest."""

    tables: list[str]


DO, ERASE, ATTEND = "do", "erase", "attend"
"""What is asked."""
ATTENDING, LEFT, PRESENT, CHANGED, ERASED, RELEASED, NOT_LED, LEAD = (
    "attending",
    "left",
    "present",
    "changed",
    "erased",
    "released",
    "not led",
    "lead",
)
"""What is told."""

S = TypeVar("S", bound=Struct)

encoder = msgspec.msgpack.Encoder()


def packed(message: Struct) -> bytes:
    return encoder.encode(message)


def unpacked(body: bytes, kind: type[S]) -> S:
    return msgspec.msgpack.decode(body, type=kind)
