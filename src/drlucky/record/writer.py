"""Writing a record: the text of a game's history. docs/records.md describes the format line by line."""

import hashlib
import json
import textwrap
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from drlucky.record.model import (
    COMMENT,
    DRAWN,
    HEAD,
    MAX_ACTIONS,
    NEW,
    SECRET,
    UNFINISHED,
    Contribution,
    Lot,
    Outcome,
    Part,
    Shuffle,
    counts,
    plan_name,
)
from drlucky.record.model import (
    RecordError as RecordError,
)

WIDTH = 110


def write(parts: Sequence[Part], result: Outcome | None, state: Sequence[int], *, secret: bool) -> str:
    """The record of a game. While it goes on it tells nothing hidden, unless it is to be a `secret` one."""
    if sum(len(part.moves) for part in parts) > MAX_ACTIONS:
        raise RecordError("the game is too long for a record: {most:,} actions are the limit", most=MAX_ACTIONS)
    lines = [HEAD, *beginning(parts[0], secret=secret and result is None)]
    for part in parts:
        lines += part_lines(part, reveal=secret or result is not None)
    lines += [f"outcome: {outcome_words(result, parts[-1].players)}"]
    if secret or result is not None:
        lines.append(f"state: {state_hash(state)}")
    return "\n".join([*lines, f"check: {check(lines)}"]) + "\n"


def beginning(first: Part, *, secret: bool) -> Iterator[str]:
    """What is settled before anything is dealt, but for the options."""
    yield f"{COMMENT} {first.title}"
    if secret:
        yield f"secret: {SECRET}"
    yield f"rules: {first.rules}"
    yield f"edition: {first.edition}"
    if first.plan is not None:
        yield f"plan: {quoted(plan_name(first.plan.name))}"
        yield from (f"{DRAWN}{line}".rstrip() for line in first.plan.text.split("\n"))
    yield from (f"player: {quoted(first.players[seat])}" for seat in first.live)


def part_lines(part: Part, *, reveal: bool) -> Iterator[str]:
    """How a part was begun and dealt, and what was played in it."""
    if part.begun != NEW:
        yield ""
        yield f"then: {part.begun}"
    yield from option_lines(part)
    yield f"commitment: {part.commitment}"
    yield from (f"contribution: {contribution_words(one)}" for one in part.contributions)
    if reveal:
        yield f"seed: {part.seed.hex()}"
        yield from deal_lines(part)
    yield ""
    at = part.chance
    heading = ""
    for move in part.moves:
        if heading != (heading := f"{COMMENT} turn {move.turn + 1}, {part.players[move.current]}"):
            yield heading
        yield move.text
        if reveal:
            yield from chance_lines(part.log[at : move.chance])
        at = move.chance


def option_lines(part: Part) -> Iterator[str]:
    if part.options is None:
        raise RecordError("only a game begun by drlucky.new has a record, not one made from a Setting")
    for name, value in part.options.items():
        # A plan of one's own is in the record itself, whatever its path was.
        if name != "board" or part.plan is None:
            yield f"option: {name} {option_value(name, value)}"


def option_value(name: str, value: Any) -> str:
    try:
        return quoted(value if isinstance(value, str) or not isinstance(value, Collection) else sorted(value))
    except TypeError:
        raise RecordError("a record cannot hold the option {option}={value!r:.100}", option=name, value=value) from None


def contribution_words(one: Contribution) -> str:
    return quoted(one) if isinstance(one, str) else f"bytes {one.hex()}".rstrip()


def deal_lines(part: Part) -> Iterator[str]:
    """What chance brought before the first decision: in numbers, and in words."""
    names = part.cards
    yield ""
    yield from wrapped("cards", names)
    yield from chance_lines(part.log[: part.chance])
    yield f"starts: {quoted(part.players[part.starts])}"
    if part.aside:
        yield from wrapped("aside", [names[card] for card in part.aside])
    for seat in part.live:
        yield f"hand: {quoted(part.players[seat])} {', '.join(names[card] for card in part.hands[seat])}".rstrip()


def chance_lines(log: Sequence[Lot | Shuffle]) -> Iterator[str]:
    for drawn in log:
        if isinstance(drawn, Lot):
            yield f"lot: {drawn.number} of {drawn.out_of}"
        else:
            yield f"shuffle: {' '.join(map(str, drawn.order))}"


def wrapped(key: str, names: Sequence[str]) -> Iterator[str]:
    """Names in as many lines as they need; a comma follows each but the last."""
    spaced = textwrap.wrap(", ".join(name.replace(" ", "\0") for name in names), WIDTH, break_long_words=False)
    return (f"{key}: {line}".replace("\0", " ") for line in spaced)


def outcome_words(result: Outcome | None, players: Sequence[str]) -> str:
    if result is None:
        return UNFINISHED
    words = [result.how]
    if result.winner is not None:
        words.append(f"winner {quoted(players[result.winner])}")
    if result.loser is not None:
        words.append(f"loser {quoted(players[result.loser])}")
    return ", ".join(words)


def state_hash(state: Sequence[int]) -> str:
    """SHA-256 of the numbers of `State.key`, written in decimal with a space between them."""
    return hashlib.sha256(" ".join(map(str, state)).encode()).hexdigest()


def check(lines: Sequence[str]) -> str:
    """SHA-256 of the lines that count, each ended by a line feed. It finds damage that changes no move."""
    return hashlib.sha256("".join(f"{line}\n" for line in lines if counts(line)).encode()).hexdigest()


def quoted(value: Any) -> str:
    """As JSON on one line; what cannot be printed is escaped."""
    text = json.dumps(value, ensure_ascii=False)
    return text if text.isprintable() else json.dumps(value)
