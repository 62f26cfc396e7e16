"""Who takes part in a tournament: bots by their names, each with a name of its own in the tables."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from drlucky.bots.external import Fault, GuestBot, Limits
from drlucky.bots.names import Kind, parse
from drlucky.errors import DrLuckyError

NAMED = re.compile(r"([^:=]+)=(.+)", re.DOTALL)
LONGEST_NAME = 40


@dataclass(frozen=True)
class Entrant:
    name: str
    bot: str
    """As it was given, without the name."""


def entrants(given: Sequence[str]) -> tuple[Entrant, ...]:
    """Those who take part, each with a name of its own."""
    found = [entrant(text) for text in given]
    if len(found) < 2:
        raise DrLuckyError("a tournament needs two bots at least, such as: sensible random")
    for one in found:
        if sum(other.name == one.name for other in found) > 1:
            raise DrLuckyError(f"{one.name} takes part twice: give each a name of its own, such as first={one.bot}")
    return tuple(found)


def entrant(text: str) -> Entrant:
    """From BOT or NAME=BOT."""
    named = NAMED.fullmatch(text.strip())
    name, bot = (named[1].strip(), named[2].strip()) if named else (text.strip(), text.strip())
    parse(bot)
    if named and (not name or len(name) > LONGEST_NAME or not name.isprintable()):
        raise DrLuckyError(f"a bot's name is 1 to {LONGEST_NAME} printable characters, not {name!r:.60}")
    return Entrant(name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…", bot)


def trouble(entrant: Entrant, limits: Limits) -> str | None:
    """What is wrong with an entrant before the first game, if anything. A class that cannot be made into a bot is a
    mistake of whoever gave it and is refused; a program that does not say hello takes part, and loses its turns."""
    name = parse(entrant.bot)
    if name.command is None:
        return None
    guest = GuestBot(name.command, limits)
    try:
        guest.greet()
    except Fault as fault:
        if name.kind is not Kind.PROGRAM:
            raise DrLuckyError(f"{entrant.bot} is no bot: {fault}") from fault
        return f"{entrant.name}: {fault}. Its turns will be lost."
    finally:
        guest.end()
    return None
