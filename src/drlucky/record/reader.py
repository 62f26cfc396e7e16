"""Reading a record: its text taken apart line by line, and nothing played yet. What `writer` writes, this reads."""

import json
import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from drlucky.record.model import (
    DRAWN,
    FIRST_RULES,
    HEAD,
    MAX_ACTIONS,
    MAX_BYTES,
    MAX_LINE,
    MAX_LINES,
    MAX_PARTS,
    NEW,
    SEED_BYTES,
    UNFINISHED,
    Contribution,
    RecordError,
    counts,
    plan_name,
)

FACT = re.compile(r"([a-z]+):(?: (.*))?")
VERSION = re.compile(r"[0-9]{1,6}")
HEX = re.compile(r"(?:[0-9a-f]{2})*")


class Line(NamedTuple):
    """A line of a record that is neither empty nor a comment, without blanks at its end."""

    number: int
    text: str

    def error(self, template: str, **values: object) -> RecordError:
        return RecordError(template, self.number, "", **values)


@dataclass
class PartRead:
    """A part of a record: how a game was begun, or played on from the one before, and what was played."""

    begun: str
    line: Line
    options: dict[str, Any] = field(default_factory=dict)
    option_lines: dict[str, Line] = field(default_factory=dict)
    commitment: str | None = None
    commitment_line: Line | None = None
    contributions: list[Contribution] = field(default_factory=list)
    seed: bytes | None = None
    actions: list[Line] = field(default_factory=list)


@dataclass
class Record:
    """What a record says. Nothing but its form is checked."""

    lines: list[Line]
    parts: list[PartRead]
    rules: int | None = None
    """The version of the edition's rules that it was played by."""
    rules_line: Line | None = None
    edition: str | None = None
    players: list[str] = field(default_factory=list)
    plan: str | None = None
    """The name of the board that is drawn in the record, if one is."""
    plan_lines: list[Line] = field(default_factory=list)
    actions: int = 0
    """How many there are in all parts."""
    outcome: Line | None = None
    check: Line | None = None

    @property
    def head(self) -> Line:
        return self.lines[0]

    @property
    def finished(self) -> bool:
        return self.outcome is not None and self.outcome.text != f"outcome: {UNFINISHED}"

    @property
    def plan_text(self) -> str:
        return "\n".join(line.text.removeprefix(DRAWN) for line in self.plan_lines)


def read(text: str) -> Record:
    """Takes a record apart, or says which line is not as it must be."""
    lines = lines_that_count(text)
    record = Record(lines, [PartRead(NEW, lines[0])])
    for line in lines[1:]:
        if record.check:
            raise line.error("nothing may follow the line check:, which ends a record")
        read_line(record, line)
    for name in ("rules", "edition", "outcome", "check"):
        if getattr(record, name) is None:
            raise lines[-1].error(
                "the record ends here without a line {name}: it was cut short, or a line was lost", name=name
            )
    for part in record.parts:
        if part.commitment is None:
            raise part.line.error("no line commitment: follows, and every game has one")
    return record


def fetch(text_or_path: str | os.PathLike[str]) -> tuple[str, str]:
    """The text of a record, and the name of the file that it came from. A text of one line is taken for a path."""
    if isinstance(text_or_path, str) and "\n" in text_or_path:
        return text_or_path, ""
    if not isinstance(text_or_path, str | os.PathLike):
        raise RecordError(
            "a record is given as its text or as the path of its file, not as {given!r:.100}", given=text_or_path
        )
    path = Path(text_or_path)
    name = str(path)[:200]
    try:
        # A device or a pipe could go on for ever, or never begin.
        if not path.is_file():
            if path.exists():
                raise RecordError("{path!r} is no file; give the path of a record, or its whole text", path=name)
            raise RecordError("there is no file {path!r}; give the path of a record, or its whole text", path=name)
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise RecordError("it cannot be read: {problem}", source=name, problem=error) from error
    if len(content) > MAX_BYTES:
        raise RecordError("it is too large for a record: {most:,} bytes are the limit", source=name, most=MAX_BYTES)
    try:
        return content.decode("utf-8-sig"), name
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise RecordError("this is no UTF-8 text, so it is no record", line, name) from error


def lines_that_count(text: str) -> list[Line]:
    if len(text) > MAX_BYTES:
        raise RecordError("the text is too long for a record: {most:,} bytes are the limit", most=MAX_BYTES)
    raw = text.split("\n", MAX_LINES + 1)
    if len(raw) > MAX_LINES:
        raise RecordError("a record has at most {most:,} lines", MAX_LINES + 1, most=MAX_LINES)
    first = raw[0].rstrip()
    if first != HEAD:
        if re.fullmatch(r"drlucky record \d{1,9}", first):
            raise RecordError("{found!r} is of another format; this drlucky reads {head!r}", 1, found=first, head=HEAD)
        raise RecordError("this is no record: the first line must be {head!r}", 1, head=HEAD)
    found: list[Line] = []
    for number, content in enumerate(raw, 1):
        if len(content) > MAX_LINE:
            raise RecordError("the line is too long: {most:,} characters are the limit", number, most=MAX_LINE)
        line = Line(number, content.rstrip())
        if not line.text.isprintable():
            raise line.error("the line holds a character that cannot be printed")
        if counts(line.text):
            found.append(line)
    return found


def read_line(record: Record, line: Line) -> None:
    """A line says something of the record, draws the board, or is an action."""
    if line.text.startswith(DRAWN):
        if record.plan is None:
            raise line.error(
                "a line that begins with {mark} belongs to a board, and no line plan: is above it", mark=DRAWN
            )
        record.plan_lines.append(line)
        return
    fact = FACT.fullmatch(line.text)
    if not fact:
        read_action(record, line)
    elif fact[1] not in FACTS:
        raise line.error(
            "a record has no line {name!r}; it has {names}, and actions, which have no colon",
            name=fact[1],
            names=", ".join(FACTS),
        )
    elif record.outcome and fact[1] not in ("state", "check"):
        raise line.error("only the lines state: and check: may follow the outcome")
    else:
        FACTS[fact[1]](record, line, fact[2] or "")


def read_action(record: Record, line: Line) -> None:
    if record.outcome:
        raise line.error("only the lines state: and check: may follow the outcome")
    record.actions += 1
    if record.actions > MAX_ACTIONS:
        raise line.error("a record has at most {most:,} actions", most=MAX_ACTIONS)
    record.parts[-1].actions.append(line)


def read_rules(record: Record, line: Line, value: str) -> None:
    if not VERSION.fullmatch(value) or int(value) < FIRST_RULES:
        raise line.error("{value!r:.60} is no version of the rules; it is a whole number", value=value)
    record.rules = int(value)
    record.rules_line = line


def read_edition(record: Record, line: Line, value: str) -> None:
    record.edition = value


def read_plan_name(record: Record, line: Line, value: str) -> None:
    name = text_value(line, value)
    if plan_name(name) != name:
        raise line.error("a board's name has 1 to 60 printable characters and none of / \\ . < > : | ? * \"")
    record.plan = name


def read_player(record: Record, line: Line, value: str) -> None:
    record.players.append(text_value(line, value))


def read_then(record: Record, line: Line, value: str) -> None:
    if len(record.parts) == MAX_PARTS:
        raise line.error("a record has at most {most} parts", most=MAX_PARTS)
    record.parts.append(PartRead(value, line))


def read_option(record: Record, line: Line, value: str) -> None:
    name, _, rest = value.partition(" ")
    part = record.parts[-1]
    if name in part.options:
        raise line.error("the option {option} is there twice", option=name)
    part.options[name] = json_value(line, rest)
    part.option_lines[name] = line


def read_commitment(record: Record, line: Line, value: str) -> None:
    part = record.parts[-1]
    part.commitment = hex_value(line, value, SEED_BYTES).hex()
    part.commitment_line = line


def read_contribution(record: Record, line: Line, value: str) -> None:
    kind, _, rest = value.partition(" ")
    given = hex_value(line, rest) if kind == "bytes" else text_value(line, value)
    record.parts[-1].contributions.append(given)


def read_seed(record: Record, line: Line, value: str) -> None:
    record.parts[-1].seed = hex_value(line, value, SEED_BYTES)


def read_outcome(record: Record, line: Line, value: str) -> None:
    record.outcome = line


def read_check(record: Record, line: Line, value: str) -> None:
    record.check = line


def read_later(record: Record, line: Line, value: str) -> None:
    """What follows from the other lines is compared once they have been played."""


FACTS: dict[str, Callable[[Record, Line, str], None]] = {
    "secret": read_later,
    "rules": read_rules,
    "edition": read_edition,
    "plan": read_plan_name,
    "player": read_player,
    "then": read_then,
    "option": read_option,
    "commitment": read_commitment,
    "contribution": read_contribution,
    "seed": read_seed,
    "cards": read_later,
    "lot": read_later,
    "shuffle": read_later,
    "starts": read_later,
    "aside": read_later,
    "hand": read_later,
    "outcome": read_outcome,
    "state": read_later,
    "check": read_check,
}


def hex_value(line: Line, value: str, size: int | None = None) -> bytes:
    if not HEX.fullmatch(value) or (size is not None and len(value) != 2 * size):
        if size is None:
            raise line.error("here must be pairs of hexadecimal digits, 0 to 9 and a to f")
        raise line.error("here must be {digits} hexadecimal digits, 0 to 9 and a to f", digits=2 * size)
    return bytes.fromhex(value)


def text_value(line: Line, value: str) -> str:
    found = json_value(line, value)
    if not isinstance(found, str):
        raise line.error('here must be a text in quotation marks, such as "Ann"')
    return found


def json_value(line: Line, value: str) -> Any:
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        raise line.error(
            "{value!r} cannot be read; a value is written as in JSON, texts in quotation marks", value=value[:60]
        ) from None
