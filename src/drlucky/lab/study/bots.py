"""Who sits in the chairs of a study: bots by name, and how each of them is played."""

from functools import lru_cache

from drlucky.bots.names import Kind, load_class, parse
from drlucky.search.simulate import AT_RANDOM, IN_STYLE, SENSIBLY
from drlucky.search.styles import STYLES

STYLED = {f"style:{style.name}": IN_STYLE - number for number, style in enumerate(STYLES)}
POLICIES = {"random": AT_RANDOM, "sensible": SENSIBLY, "normal": SENSIBLY, **STYLED}
"""The bots that compiled games can play, beside searchers that count their iterations."""

# Roughly how long a game takes if everyone plays like this, in seconds. Batches are cut by it, and it makes the time
# left an honest guess when quick and slow bots are in one study.
SECONDS = {AT_RANDOM: 0.00008, SENSIBLY: 0.0004, **dict.fromkeys(STYLED.values(), 0.0004)}
SECONDS_AN_ITERATION = 0.01
SECONDS_OF_A_GUEST = 0.1
DECISIONS = 40
"""That a player thinks about in a game, roughly."""

bot_name = lru_cache(maxsize=1024)(parse)


def check(bot: str) -> None:
    """Refuses a name that stands for no bot, or for a class that is not there."""
    if bot_name(bot).kind is Kind.CLASS:
        load_class(bot)


def policy(bot: str) -> int | None:
    """How compiled games play a bot; None for one that they cannot play."""
    return POLICIES.get(bot, bot_name(bot).iterations)


def seconds(bot: str) -> float:
    found = policy(bot)
    if found is None:
        return SECONDS_OF_A_GUEST + DECISIONS * (bot_name(bot).seconds or 0)
    return SECONDS.get(found, SECONDS_AN_ITERATION * found)
