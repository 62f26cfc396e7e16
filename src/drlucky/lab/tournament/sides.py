"""Sides: who plays in the pool, by names such as `searcher:500`, `style:thrifty`, `habit:striking` or `expert`.

The games are played on the authority's side, so that quick players are handed the state itself, of which a test holds
that they use nothing hidden, and the oracle sees all cards. It is no bot but a measuring stick: what could be won if
nothing were hidden."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from time import process_time

from drlucky.bots import Bot, RandomBot, SearcherBot
from drlucky.bots.external import GuestBot, Limits
from drlucky.bots.names import parse
from drlucky.bots.search import check_budget, think
from drlucky.engine.state import State
from drlucky.errors import DrLuckyError
from drlucky.game.actions import Action
from drlucky.game.game import Game
from drlucky.game.view import View
from drlucky.lab.tournament import older
from drlucky.lab.tournament.habits import HELD_OUT, Habit, newcomer, sensibly
from drlucky.lab.tournament.referee import BotPlayer, GuestPlayer, Player
from drlucky.search.heuristic import action_in_style
from drlucky.search.ismcts import Searcher
from drlucky.search.past import Past
from drlucky.search.styles import STYLES, Style

PATIENCE = 60.0
"""Seconds beyond its own that a program may take for a decision, on a machine that has much to do."""


@dataclass(frozen=True)
class Thought:
    """How long a search may take for each decision: by iterations, which can be repeated exactly, or by seconds."""

    seconds: float = 1.0
    iterations: int | None = None

    @classmethod
    def of(cls, text: str) -> "Thought":
        """From a name's end, such as 500 or 0.25s."""
        return cls(seconds=float(text[:-1])) if text.endswith("s") else cls(iterations=int(text))

    @property
    def text(self) -> str:
        return str(self.iterations) if self.iterations else f"{self.seconds:g}s"

    def __str__(self) -> str:
        return f"{self.iterations:,} iterations" if self.iterations else f"{self.seconds:g} s"


class Blind:
    """A bot that is told no past, and so cannot read the others."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        return self.bot.choose(view, legal)


class Forgetful:
    """A searcher that begins every decision anew, as if it had made no plan before."""

    def __init__(self, thought: Thought, seed: int) -> None:
        self.thought = thought
        self._random = Random(seed)

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        return self.choose_after(view, legal, [])

    def choose_after(self, view: View, legal: Sequence[Action], past: Past) -> Action:
        return searcher(self.thought, self._random.getrandbits(31)).choose_after(view, legal, past)


def searcher(thought: Thought, seed: int) -> SearcherBot:
    return SearcherBot(thought.seconds, thought.iterations, seed)


ABLATIONS: dict[str, Callable[[Thought, int], Bot]] = {
    "without reading": lambda thought, seed: Blind(searcher(thought, seed)),
    "without a plan": Forgetful,
}
"""What the searcher can do without, for seeing what each is worth. `searcher:500 without reading` is such a side."""


class StatePlayer:
    """Is handed the state, for it would take ten times as long to imagine one from a view."""

    def __init__(self, habit: Habit, seed: int) -> None:
        self.habit = habit
        self._random = Random(seed)

    def decide(self, game: Game) -> Action:
        return game.setting.actions[self.habit(game.state, self._random)]

    def leave(self, game: Game) -> None:
        """It leaves nothing behind."""


class Oracle:
    """A search with all cards face up, the pile included."""

    def __init__(self, thought: Thought, seed: int) -> None:
        check_budget(thought.seconds, thought.iterations)
        self.thought = thought
        self._random = Random(seed)

    def decide(self, game: Game) -> Action:
        legal = game.legal
        return legal[0] if len(legal) == 1 else self.choose_in(game)

    def choose_in(self, game: Game) -> Action:
        s, evaluation = game.state, game.setting.evaluation
        search = Searcher(s, evaluation, s.decider, self._random.getrandbits(31), open_cards=True)
        think(search, self.thought.seconds, self.thought.iterations)
        return game.setting.actions[search.best()]

    def leave(self, game: Game) -> None:
        """It leaves nothing behind."""


class Timed:
    """Notes what a player's decisions take, where there is a choice."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.decisions = 0
        self.spent = 0.0

    def decide(self, game: Game) -> Action:
        if len(game.legal) == 1:
            return self.player.decide(game)
        started = process_time()
        action = self.player.decide(game)
        self.spent += process_time() - started
        self.decisions += 1
        return action

    def leave(self, game: Game) -> None:
        self.player.leave(game)


def in_style(style: Style, s: State, random: Random) -> int:
    return action_in_style(s, style, random.getrandbits(31))


def habits() -> dict[str, Habit]:
    """The quick players by name."""
    return {
        "sensible": sensibly,
        "newcomer": newcomer,
        **{f"style:{style.name}": partial(in_style, style) for style in STYLES},
        **{f"habit:{name}": habit for name, habit in HELD_OUT.items()},
    }


def thought_of(side: str) -> Thought | None:
    """How long a side searches; None for one that does not."""
    kind, _, rest = side.partition(":")
    if kind not in ("searcher", "oracle", "older", "openspiel"):
        return None
    try:
        return Thought.of(rest.partition(" ")[0])
    except ValueError:
        wanted = f"{kind}:500 or {kind}:1s"
        raise DrLuckyError(f"{side!r:.60} does not say how long it searches, as {wanted} does") from None


def player(side: str, seat: int, dice: str, folder: Path) -> Player:
    """Someone of a side for a seat. What programs need is in the folder."""
    seed = seed_of(dice)
    thought = thought_of(side)
    if side in (quick := habits()):
        return StatePlayer(quick[side], seed)
    if thought and side.startswith("oracle"):
        return Oracle(thought, seed)
    if thought and side.startswith("older"):
        limits = Limits(seconds=thought.seconds + PATIENCE, start_seconds=PATIENCE)
        return GuestPlayer(GuestBot(older.command(folder, thought.seconds, thought.iterations, seed), limits), seat)
    return BotPlayer(bot(side, dice), seat)


def bot(side: str, dice: str) -> Bot:
    """A side that is a bot of this build and plays from views."""
    thought = thought_of(side)
    _, _, ablation = side.partition(" ")
    if thought and side.startswith("searcher"):
        return (ABLATIONS[ablation] if ablation else searcher)(thought, seed_of(dice))
    return RandomBot(seed_of(dice)) if side == "random" else parse(side).make(seed_of(dice))


def seed_of(dice: str) -> int:
    return Random(dice).getrandbits(31)
