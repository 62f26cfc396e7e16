"""Calibration: does what hints and analyses call a chance come true as often as they say?

Games between sensible players, whom those chances are about, are left somewhere in between, one position of each, so
that no two positions have anything to do with each other. There everyone's chance is told by the very code that an
analysis and a hint use, and the game is played on to see what comes of it: once as it went, and further times with the
same hands and what is left of the pile in another order. If somebody's chances are told right, of all those who were
told 30 % three in ten win."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import sqrt
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, NamedTuple

import drlucky
from drlucky.engine.codes import NOWHERE, OVER, SHUFFLE
from drlucky.engine.play import apply, legal
from drlucky.engine.state import State
from drlucky.game.actions import normal
from drlucky.game.setup import Setting
from drlucky.game.view import view
from drlucky.hints import hint
from drlucky.lab.tournament.journal import Entry, Journal, work_off
from drlucky.lab.tournament.strength import build
from drlucky.search.estimate import OPEN, estimate
from drlucky.search.heuristic import sensible_action
from drlucky.search.known import estimate_known
from drlucky.search.past import Memory, Past
from drlucky.search.playout import random_start, shuffle_discards
from drlucky.search.rng import Rng
from drlucky.stats import Z

PLAYERS = 4
PLAYOUTS = 200
"""By which a chance is told, as in an analysis unless it is asked for another number."""
PLAYED_ON = 100
"""Times that each position is played on to see what comes of it."""
KINDS = ("known", "open", "hint")
"""What is told: from what each seat could know, with open cards, and by the hint to the one who must decide."""
LAST = 120
"""Of the decisions at which a game may be left: nearly as many as a long game has."""
TENTHS = 10


class Game(NamedTuple):
    """What is played."""

    edition: str
    escape: bool = False

    @property
    def name(self) -> str:
        return f"{self.edition}, the Escape" if self.escape else self.edition

    @property
    def setting(self) -> Setting:
        options: dict[str, Any] = {"escape": True} if self.escape else {}
        return drlucky.new(self.edition, PLAYERS, seed=1, **options).setting


class Left(NamedTuple):
    """A game that was left at some decision, and what became of it."""

    state: State
    pasts: list[Past]
    winner: int


class Forecast(NamedTuple):
    """A chance that was told, and how often it came true."""

    kind: str
    position: int
    said: float
    came: float
    """Of all times that the position was played on."""


def games() -> list[Game]:
    """Every edition, and every Escape."""
    found = [Game(book.id) for book in drlucky.editions()]
    return found + [Game(book.id, True) for book in drlucky.editions() if book.escape is not None]


def forecasts(game: Game, numbers: Iterable[int], kinds: Sequence[str] = KINDS) -> Iterator[Forecast]:
    """What is told in positions, each of a game of its own that follows from its number, and what comes of it."""
    setting = game.setting
    for number in numbers:
        dice = Random(f"calibration {game.name} {number}")
        yield from told(setting, number, left(setting, dice), dice, kinds)


def left(setting: Setting, dice: Random) -> Left:
    """A game that is left at one of its first LAST decisions, each as likely as the others; games that end before it
    are passed over. Where a game is left must not depend on how long it goes on from there: those that end soon are
    those in which somebody holds less than could be known."""
    while True:
        seed, stop = dice.getrandbits(40), dice.randrange(LAST)
        memories = [Memory(setting.engine, seat) for seat in range(setting.seats)]
        found: tuple[State, list[Past]] | None = None
        state = None
        for number, (state, action) in enumerate(played(setting, seed)):
            if number == stop:
                found = state.copy(), [memory.until(state) for memory in memories]
            if number < stop:
                for memory in memories:
                    memory.note(state, action)
        if found is not None and state is not None:
            return Left(*found, state.winner)


def played(setting: Setting, seed: int) -> Iterator[tuple[State, int]]:
    """A game between sensible players: the state before each decision, and the decision. The state goes on."""
    rng = Rng(seed)
    s = random_start(setting.engine, rng)
    while s.phase != OVER:
        if s.phase == SHUFFLE:
            shuffle_discards(s, rng)
            continue
        action = sensible_action(s, rng.word())
        yield s, action
        apply(s, action)


def told(setting: Setting, number: int, at: Left, dice: Random, kinds: Sequence[str]) -> Iterator[Forecast]:
    s = at.state
    # The game as it went is one of those that are played on.
    on = estimate(s, OPEN, PLAYED_ON - 1, dice.getrandbits(40))
    if at.winner >= 0:
        on[at.winner] += 1
    alive = [seat for seat in range(setting.seats) if s.rooms[seat] != NOWHERE]
    if "open" in kinds:
        open_cards = estimate(s, OPEN, PLAYOUTS, dice.getrandbits(40))
        for seat in alive:
            yield Forecast("open", number, open_cards[seat] / PLAYOUTS, on[seat] / PLAYED_ON)
    if "known" in kinds:
        for seat in alive:
            wins = estimate_known(s, seat, at.pasts[seat], PLAYOUTS, dice.getrandbits(40))
            yield Forecast("known", number, wins[seat] / PLAYOUTS, on[seat] / PLAYED_ON)
    if "hint" in kinds and len(legal(s)) > 1:
        yield hinted(setting, number, at, dice)


def hinted(setting: Setting, number: int, at: Left, dice: Random) -> Forecast:
    """The chance that a hint tells, and what comes of it for whoever follows its plan and plays on sensibly."""
    s = at.state
    seat = s.decider
    names = tuple(f"Player {each + 1}" for each in range(setting.seats))
    seen = view(setting, s, names, seat)
    found = hint(seen, iterations=PLAYOUTS, seed=dice.getrandbits(31), past=at.pasts[seat])
    plan = [setting.numbers[normal(str(action))] for action in found.plan.actions]
    on = estimate(s, OPEN, PLAYED_ON, dice.getrandbits(40), None, plan)
    return Forecast("hint", number, found.chance, on[seat] / PLAYED_ON)


# What it comes to.


class Tenth(NamedTuple):
    """All chances that were told between two tenths."""

    number: int
    """From 0: the one with chances below 10 %."""
    forecasts: int
    positions: int
    said: float
    came: float
    error: float
    """What came lies so far to either side, with 95 % of certainty."""

    @property
    def off(self) -> float:
        return self.came - self.said

    @property
    def is_surely_off(self) -> bool:
        """Is it further off than it may be, whatever the error? Of a few positions nothing is sure."""
        return self.positions >= FEWEST and abs(self.off) - self.error > MOST_OFF


MOST_OFF = 0.02
FEWEST = 30
"""Positions by which anything can be sure."""


def tenths(found: Iterable[Forecast]) -> list[Tenth]:
    """What was told of one kind, tenth by tenth; those of which nothing was told are missing."""
    by_tenth: dict[int, list[Forecast]] = {}
    for each in found:
        by_tenth.setdefault(min(int(each.said * TENTHS), TENTHS - 1), []).append(each)
    return [tenth(number, by_tenth[number]) for number in sorted(by_tenth)]


def tenth(number: int, found: Sequence[Forecast]) -> Tenth:
    """The seats of one position have their luck together: it is its positions that tell how certain a tenth is."""
    count = len(found)
    said = sum(each.said for each in found) / count
    came = sum(each.came for each in found) / count
    by_position: dict[int, float] = {}
    for each in found:
        off = each.came - each.said - (came - said)
        by_position[each.position] = by_position.get(each.position, 0.0) + off
    positions = len(by_position)
    squares = sum(off * off for off in by_position.values()) * positions / max(1, positions - 1)
    # A few that went alike do not make it certain: two more are taken to have gone otherwise.
    error = Z * sqrt(squares + 2 * 0.25) / (count + 2)
    return Tenth(number, count, positions, said, came, error)


# Work that goes on where it was interrupted.

NAME = "calibration"
BLOCK = 50
"""Positions that are worked on in one piece."""


class Job(NamedTuple):
    game: Game
    block: int


def jobs(wanted: Sequence[Game], positions: int) -> Iterator[Job]:
    """Block after block, and in each all games: so that wherever it stops, all have had alike."""
    for block in range(-(-positions // BLOCK)):
        yield from (Job(game, block) for game in wanted)


def plan() -> Entry:
    return {"players": PLAYERS, "playouts": PLAYOUTS, "played on": PLAYED_ON}


def work(job: Job) -> Entry:
    numbers = range(job.block * BLOCK, (job.block + 1) * BLOCK)
    rows = [(each.kind, each.position, each.said, each.came) for each in forecasts(job.game, numbers)]
    return {"build": build("hints"), "game": list(job.game), "block": job.block, "forecasts": rows}


def measure(
    wanted: Sequence[Game],
    positions: int,
    folder: Path,
    *,
    minutes: float,
    workers: int,
    progress: Callable[[int], None],
) -> None:
    """Looks at so many positions of each game, but for those that the folder holds already; begins nothing new when the
    time is over."""
    with Journal(folder, NAME, plan()) as journal:
        done = {job_of(entry) for entry in journal.entries if entry["build"] == build("hints")}
        until = monotonic() + 60 * minutes
        missing = (job for job in jobs(wanted, positions) if job not in done and monotonic() < until)
        work_off(journal, work, missing, workers=workers, progress=progress)


def measured(folder: Path) -> dict[Game, list[Forecast]]:
    """What the folder holds of this build, by game."""
    found: dict[Game, list[Forecast]] = {}
    with Journal(folder, NAME, plan()) as journal:
        for entry in journal.entries:
            if entry["build"] == build("hints"):
                rows = (Forecast(*row) for row in entry["forecasts"])
                found.setdefault(job_of(entry).game, []).extend(rows)
    return found


def job_of(entry: Entry) -> Job:
    return Job(Game(*entry["game"]), entry["block"])
