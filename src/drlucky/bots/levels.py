"""Levels: bots by names that people understand."""

from collections.abc import Callable
from dataclasses import dataclass

from drlucky.bots.base import Bot
from drlucky.bots.heuristic import NoviceBot, SensibleBot, StyledBot
from drlucky.bots.search import SearcherBot
from drlucky.errors import DrLuckyError
from drlucky.search.styles import TEMPERAMENTS, Style


@dataclass(frozen=True)
class Level:
    """A strength to play against. `seconds` is how long it thinks at most."""

    name: str
    make: Callable[[int | None], Bot]
    seconds: float
    tempered: bool = False
    """Do its bots play in the styles of those whom they play? Beginners do nothing for long, and whoever thinks ahead
    does what wins."""

    @property
    def reads(self) -> bool:
        """Does it draw conclusions from what the others did? Whoever does not think need not know."""
        return self.seconds > 0


def hard(seed: int | None) -> Bot:
    return SearcherBot(seconds=0.25, seed=seed)


def expert(seed: int | None) -> Bot:
    return SearcherBot(seconds=1, seed=seed)


LEVELS = {
    level.name: level
    for level in (
        Level("easy", NoviceBot, 0),
        Level("normal", SensibleBot, 0, tempered=True),
        Level("hard", hard, 0.25),
        Level("expert", expert, 1),
    )
}


def bot(level: str, seed: int | None = None, style: str = "") -> Bot:
    """A bot of a level. With a `seed` those that take no time to think play the same again. With the name of one of
    TEMPERAMENTS it plays in that style, if those of its level have any."""
    if level not in LEVELS:
        raise DrLuckyError(f"there is no bot of the level {level!r:.60}; the levels are {', '.join(LEVELS)}")
    if style and LEVELS[level].tempered:
        return StyledBot(temperament(style), seed)
    return LEVELS[level].make(seed)


def temperament(name: str) -> Style:
    """The one of TEMPERAMENTS that is called so."""
    for each in TEMPERAMENTS:
        if each.name == name:
            return each
    known = ", ".join(each.name for each in TEMPERAMENTS)
    raise DrLuckyError(f"there is no temperament {name!r:.60}; there are {known}")
