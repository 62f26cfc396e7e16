"""Who plays in a tournament: bots of the package by their names, a class of someone's own, or a program."""

import re
import shlex
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from drlucky.bots import Bot, RandomBot, SearcherBot, SensibleBot
from drlucky.bots.external import GuestBot, Limits
from drlucky.bots.levels import LEVELS
from drlucky.bots.process import Fault
from drlucky.errors import DrLuckyError

PROGRAM = "program:"
SEARCHER = re.compile(r"searcher:(?:(?P<iterations>\d+)|(?P<seconds>\d+(?:\.\d+)?)s)")
MODULE_CLASS = re.compile(r"[^\W\d][\w.]*:[^\W\d]\w*")
NAMED = re.compile(r"([^:=]+)=(.+)", re.DOTALL)
LONGEST_NAME = 40
NAMES: dict[str, Callable[[int | None], Bot]] = {
    "random": RandomBot,
    "sensible": SensibleBot,
    **{name: level.make for name, level in LEVELS.items()},
}


@dataclass(frozen=True)
class Entrant:
    name: str
    bot: str
    """As it was given, without the name."""

    @property
    def command(self) -> list[str] | None:
        """How to start a guest's program; None for the package's own bots, which need no process."""
        if self.bot.startswith(PROGRAM):
            return shlex.split(self.bot.removeprefix(PROGRAM))
        if is_own(self.bot):
            return None
        return [sys.executable, "-m", "drlucky.bots.program", self.bot]


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
    check_form(bot)
    if named and (not name or len(name) > LONGEST_NAME or not name.isprintable()):
        raise DrLuckyError(f"a bot's name is 1 to {LONGEST_NAME} printable characters, not {name!r:.60}")
    return Entrant(name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…", bot)


def is_own(bot: str) -> bool:
    return bot in NAMES or SEARCHER.fullmatch(bot) is not None


def check_form(bot: str) -> None:
    if bot.startswith(PROGRAM):
        check_program(bot)
    elif not is_own(bot) and (bot.startswith("searcher") or not MODULE_CLASS.fullmatch(bot)):
        own = ", ".join([*NAMES, "searcher:1000 (iterations)", "searcher:1s"])
        raise DrLuckyError(
            f"there is no bot {bot!r:.60}; it is one of {own}, module:Class for a class of your own, "
            "or 'program:./mybot --fast' for a program"
        )


def check_program(bot: str) -> None:
    try:
        command = shlex.split(bot.removeprefix(PROGRAM))
    except ValueError as error:
        raise DrLuckyError(f"{bot!r:.60} cannot be read as a command: {error}") from error
    if not command or shutil.which(command[0]) is None:
        raise DrLuckyError(
            f"{command[0] if command else 'nothing'!r:.60} is no program: "
            "give the path of a file that may be executed, such as 'program:./mybot'"
        )


def own_bot(bot: str, seed: int | None) -> Bot:
    """A bot of the package."""
    searcher = SEARCHER.fullmatch(bot)
    if searcher and searcher["iterations"]:
        return SearcherBot(iterations=int(searcher["iterations"]), seed=seed)
    if searcher:
        return SearcherBot(seconds=float(searcher["seconds"]), seed=seed)
    return NAMES[bot](seed)


def trouble(entrant: Entrant, limits: Limits) -> str | None:
    """What is wrong with an entrant before the first game, if anything. A class that cannot be made into a bot is a
    mistake of whoever gave it and is refused; a program that does not say hello takes part, and loses its turns."""
    if entrant.command is None:
        own_bot(entrant.bot, 0)  # a search without time is refused here
        return None
    guest = GuestBot(entrant.command, limits)
    try:
        guest.greet()
    except Fault as fault:
        if not entrant.bot.startswith(PROGRAM):
            raise DrLuckyError(f"{entrant.bot} is no bot: {fault}") from fault
        return f"{entrant.name}: {fault}. Its turns will be lost."
    finally:
        guest.end()
    return None
