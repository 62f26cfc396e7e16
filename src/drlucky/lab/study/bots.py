"""Who sits in the chairs of a study: bots by name, and how each of them is played."""

from collections.abc import Callable
from importlib import import_module
from inspect import signature

from drlucky.bots import Bot, RandomBot, SearcherBot, SensibleBot
from drlucky.errors import DrLuckyError
from drlucky.search.simulate import AT_RANDOM, SENSIBLY

ITERATIONS = 500
MOST_ITERATIONS = 1_000_000

# Roughly how long a game takes if everyone plays like this, in seconds. Batches are cut by it, and it makes the time
# left an honest guess when quick and slow bots are in one study.
SECONDS = {AT_RANDOM: 0.00008, SENSIBLY: 0.0004}
SECONDS_AN_ITERATION = 0.01
SECONDS_OF_A_GUEST = 0.1


def policy(bot: str) -> int | None:
    """How compiled games play a bot; None for a class of the user's, which they cannot."""
    kind, _, iterations = bot.partition(":")
    if bot == "random":
        return AT_RANDOM
    if bot == "sensible":
        return SENSIBLY
    if bot == "searcher":
        return ITERATIONS
    if kind == "searcher" and iterations.isdecimal() and 1 <= int(iterations) <= MOST_ITERATIONS:
        return int(iterations)
    return None


def seconds(bot: str) -> float:
    found = policy(bot)
    if found is None:
        return SECONDS_OF_A_GUEST
    return SECONDS.get(found, SECONDS_AN_ITERATION * found)


def check(bot: str) -> None:
    if policy(bot) is None:
        guest(bot)


def guest(bot: str) -> Callable[..., Bot]:
    """The user's class that a name like `module:Class` stands for."""
    module, _, name = bot.partition(":")
    if not name.isidentifier() or not all(part.isidentifier() for part in module.split(".")):
        raise DrLuckyError(
            f"{bot!r} is no bot; bots are random, sensible, searcher, searcher:N with N iterations from 1 to "
            f"{MOST_ITERATIONS:,}, or your own as module:Class"
        )
    try:
        found = getattr(import_module(module), name, None)
    except Exception as error:  # whatever a module of the user's does when it is imported
        raise DrLuckyError(f"the bot {bot} cannot be imported: {type(error).__name__}: {error}") from error
    if not callable(found):
        raise DrLuckyError(f"the module {module} has no class {name} to play as {bot}")
    if not callable(getattr(found, "choose", None)):
        raise DrLuckyError(f"{bot} is no bot: it needs a method choose(view, legal)")
    return found  # type: ignore[no-any-return]  # that it makes a Bot was checked just now


def seated(bot: str, seed: int) -> Bot:
    """A bot for one game. Those who take a seed get one, so that they can play the same again."""
    found = policy(bot)
    if found == AT_RANDOM:
        return RandomBot(seed)
    if found == SENSIBLY:
        return SensibleBot(seed)
    if found is not None:
        return SearcherBot(iterations=found, seed=seed)
    make = guest(bot)
    return make(seed=seed) if "seed" in signature(make).parameters else make()
