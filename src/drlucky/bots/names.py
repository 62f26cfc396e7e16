"""The names of bots, as they are given to `drlucky play`, studies and tournaments:

random, sensible              the simplest bots
learned                       a network that was trained for kill-2016 with four players
style:cautious, style:thrifty sensible players with other inclinations; see `drlucky.search.styles`
temperament:careful           as the level normal plays for someone of the cast
easy, normal, hard, expert    the levels that people play against
searcher:1000, searcher:1s    a search with so many iterations, or so long, for each decision
mybots:Clever                 a class of one's own, by its module and name
program:./mybot --fast        a program that speaks the line protocol
"""

import re
import shlex
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import partial
from importlib import import_module
from inspect import signature
from pathlib import Path

from drlucky.bots.base import Bot, Particular, RandomBot
from drlucky.bots.external import GuestBot, Limits
from drlucky.bots.heuristic import SensibleBot, StyledBot
from drlucky.bots.levels import LEVELS
from drlucky.bots.search import SearcherBot, check_budget
from drlucky.errors import DrLuckyError
from drlucky.game.view import View
from drlucky.search.styles import STYLES, TEMPERAMENTS

ITERATIONS = 500
"""Of a `searcher` that is given without a number."""
MOST_ITERATIONS = 1_000_000
PROGRAM = "program:"
SEARCHER = re.compile(r"searcher(?::(?P<iterations>\d{1,9})|:(?P<seconds>\d{1,9}(?:\.\d{1,9})?)s)?")
CLASS = re.compile(r"(?!searcher:|style:|temperament:)[^\W\d]\w*(?:\.[^\W\d]\w*)*:[^\W\d]\w*")


def learned(seed: int | None) -> Bot:
    """It needs no dice, and NumPy, which nobody else here does."""
    try:
        from drlucky.bots.learned import LearnedBot
    except ModuleNotFoundError as missing:
        raise DrLuckyError("the bot learned needs NumPy: pip install 'drlucky[lab]'") from missing
    return LearnedBot()


SIMPLE: dict[str, Callable[[int | None], Bot]] = {
    "random": RandomBot,
    "sensible": SensibleBot,
    **{name: level.make for name, level in LEVELS.items()},
    "learned": learned,
    **{f"style:{style.name}": partial(StyledBot, style) for style in STYLES},
    **{f"temperament:{style.name}": partial(StyledBot, style) for style in TEMPERAMENTS},
}
GRAMMAR = (
    f"{', '.join(SIMPLE)}, searcher:1000 (iterations, up to {MOST_ITERATIONS:,}), searcher:1s, "
    "module:Class for a class of your own, or 'program:./mybot --fast' for a program"
)


class Kind(Enum):
    OWN = "a bot of this package"
    CLASS = "a class of someone's own"
    PROGRAM = "a program"


@dataclass(frozen=True)
class BotName:
    text: str
    """As it was given."""
    kind: Kind
    iterations: int | None = None
    """Of a searcher that counts them,"""
    seconds: float | None = None
    """or how long it thinks about a decision, if it looks at the clock."""

    @property
    def is_timed(self) -> bool:
        """Does what it decides depend on how fast the machine is?"""
        return self.seconds is not None or self.kind is Kind.PROGRAM

    @property
    def command(self) -> list[str] | None:
        """How to start it as a program; None for the package's own bots, which need no process."""
        if self.kind is Kind.OWN:
            return None
        if self.kind is Kind.PROGRAM:
            return shlex.split(self.text.removeprefix(PROGRAM))
        return [sys.executable, "-m", "drlucky.bots.program", self.text]

    def make(self, seed: int | None = None) -> Bot:
        """A bot for one game. A class of someone's own plays in this process; a program in its own."""
        if self.text in SIMPLE:
            return SIMPLE[self.text](seed)
        if self.kind is Kind.CLASS:
            return made_of_class(self.text, seed)
        if self.command is not None:
            return GuestBot(self.command, Limits())
        if self.seconds is not None:
            return SearcherBot(seconds=self.seconds, seed=seed)
        return SearcherBot(iterations=self.iterations, seed=seed)

    def check(self, view: View) -> None:
        """Refuses a game that a bot of the package cannot play, before it begins. Others are asked in the game."""
        if self.kind is Kind.OWN:
            bot = self.make()
            if isinstance(bot, Particular):
                bot.check(view)


def parse(text: str) -> BotName:
    """What a name stands for. A class is not imported here: see `load_class`."""
    searcher = SEARCHER.fullmatch(text)
    if text in SIMPLE:
        level = LEVELS.get(text)
        return BotName(text, Kind.OWN, seconds=level.seconds or None if level else None)
    if searcher:
        return parse_searcher(text, searcher)
    if text.startswith(PROGRAM):
        check_program(text)
        return BotName(text, Kind.PROGRAM)
    if CLASS.fullmatch(text):
        return BotName(text, Kind.CLASS)
    raise DrLuckyError(f"there is no bot {text!r:.60}; it is one of {GRAMMAR}")


def parse_searcher(text: str, found: re.Match[str]) -> BotName:
    if found["seconds"]:
        check_budget(float(found["seconds"]), None)
        return BotName(text, Kind.OWN, seconds=float(found["seconds"]))
    iterations = int(found["iterations"] or ITERATIONS)
    if not 1 <= iterations <= MOST_ITERATIONS:
        raise DrLuckyError(
            f"{text} is no bot: a searcher has 1 to {MOST_ITERATIONS:,} iterations, or time as in searcher:1s"
        )
    return BotName(text, Kind.OWN, iterations=iterations)


def check_program(text: str) -> None:
    try:
        command = shlex.split(text.removeprefix(PROGRAM))
    except ValueError as error:
        raise DrLuckyError(f"{text!r:.60} cannot be read as a command: {error}") from error
    if not command or shutil.which(command[0]) is None:
        raise DrLuckyError(
            f"{command[0] if command else 'nothing'!r:.60} is no program: "
            "give the path of a file that may be executed, such as 'program:./mybot'"
        )


def load_class(name: str) -> Callable[..., object]:
    """The class that a name like `module:Class` stands for, or whatever else makes a bot when it is called."""
    module, _, attribute = name.partition(":")
    try:
        found = getattr(import_module(module), attribute, None)
    except Exception as error:  # whatever a module of the user's does when it is imported
        raise DrLuckyError(f"the bot {name} cannot be imported: {type(error).__name__}: {error}") from error
    if not callable(found):
        raise DrLuckyError(f"the module {module} has no class {attribute} to play as {name}")
    if isinstance(found, type):
        check_bot(name, found)
    made: Callable[..., object] = found
    return made


def find_own_bots() -> None:
    """Has classes of the user's own looked for in the folder where they are, as `python -m` does."""
    if str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))


def made_of_class(name: str, seed: int | None = None) -> Bot:
    """A bot of a user's own class. One that takes a seed gets it, so that it can play the same again."""
    make = load_class(name)
    made = make(seed=seed) if "seed" in signature(make).parameters else make()
    return check_bot(name, made)


def check_bot(name: str, found: object) -> Bot:
    if not isinstance(found, Bot):
        raise DrLuckyError(f"{name} is no bot: it needs a method choose(view, legal)")
    return found
