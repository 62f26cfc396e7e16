"""How strong the bots are: one of a kind against three of the next weaker, in every edition and seat alike.

The games are played here on the authority's side, so the oracle can be handed the true state. It searches with all
cards face up and is no bot but a measuring stick: what could be won if nothing were hidden."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from time import monotonic
from typing import NamedTuple

import drlucky
from drlucky.bots import RandomBot, SearcherBot, SensibleBot
from drlucky.bots.search import check_budget, think
from drlucky.game.actions import Action
from drlucky.game.game import Game
from drlucky.lab.tournament.journal import Entry, Journal, work_off
from drlucky.lab.tournament.referee import BotPlayer, Player, play
from drlucky.lab.tournament.styled import Styled, section
from drlucky.search.ismcts import Searcher
from drlucky.stats import Share

NAME = "strength"
PLAYERS = 4
RANDOM, SENSIBLE, SEARCHER, ORACLE = "random", "sensible", "searcher", "oracle"


class Contest(NamedTuple):
    """One against three."""

    one: str
    others: str


QUICK = (Contest(SENSIBLE, RANDOM),)
SLOW = (Contest(SEARCHER, SENSIBLE), Contest(ORACLE, SENSIBLE))


@dataclass(frozen=True)
class Thought:
    """How long a search may take for each decision: by iterations, which can be repeated exactly, or by seconds."""

    seconds: float = 1.0
    iterations: int | None = None

    def __str__(self) -> str:
        return f"{self.iterations:,} iterations" if self.iterations else f"{self.seconds:g} s"


class Job(NamedTuple):
    """A game. Its key is what it has of its own, and what its deal and everyone's dice come from."""

    contest: Contest
    edition: str
    seat: int
    """Of the one."""
    round: int

    @property
    def key(self) -> str:
        return f"{self.contest.one} {self.contest.others} {self.edition} {self.seat} {self.round}"


class Oracle:
    """A search with all cards face up, the pile included. It is no bot, for it is handed the true state."""

    def __init__(self, seconds: float = 0.5, iterations: int | None = None, seed: int | None = None) -> None:
        check_budget(seconds, iterations)
        self.seconds = seconds
        self.iterations = iterations
        self._random = Random(seed)

    def choose_in(self, game: Game) -> Action:
        """The action to take for the seat that must decide."""
        s, evaluation = game.state, game.setting.evaluation
        searcher = Searcher(s, evaluation, s.decider, self._random.getrandbits(31), open_cards=True)
        think(searcher, self.seconds, self.iterations)
        return game.setting.actions[searcher.best()]


class OraclePlayer:
    """Sees everything."""

    def __init__(self, oracle: Oracle) -> None:
        self.oracle = oracle

    def decide(self, game: Game) -> Action:
        legal = game.legal
        return legal[0] if len(legal) == 1 else self.oracle.choose_in(game)

    def leave(self, game: Game) -> None:
        """It leaves nothing behind."""


def jobs(quick_rounds: int, slow_rounds: int) -> Iterator[Job]:
    """Round after round, in each a game for every contest, edition and seat: so that wherever it stops, all have had
    alike. The quick contests come first."""
    editions = [book.id for book in drlucky.editions()]
    for contests, rounds in ((QUICK, quick_rounds), (SLOW, slow_rounds)):
        for number, seat, edition, contest in product(range(rounds), range(PLAYERS), editions, contests):
            yield Job(contest, edition, seat, number)


def timed_jobs(edition: str, rounds: int) -> Iterator[Job]:
    """The searcher alone, in one edition: for searches so long that there is no time for all of them."""
    for number, seat in product(range(rounds), range(PLAYERS)):
        yield Job(SLOW[0], edition, seat, number)


def measure(
    thought: Thought,
    planned: Iterable[Job],
    folder: Path,
    *,
    seconds: float,
    workers: int,
    progress: Callable[[int], None],
) -> None:
    """Plays the games that the folder does not hold yet, and begins none after so many seconds: a game that has begun
    is played to its end, for the long ones would be missing otherwise."""
    with Journal(folder, NAME, plan(thought)) as journal:
        done = {entry["key"] for entry in journal.entries}
        until = monotonic() + seconds
        missing = (job for job in planned if job.key not in done and monotonic() < until)
        work_off(journal, partial(play_one, thought), missing, workers=workers, progress=progress)


def measured(thought: Thought, folder: Path) -> list[Entry]:
    with Journal(folder, NAME, plan(thought)) as journal:
        return journal.entries


def plan(thought: Thought) -> Entry:
    return {"rules": max(book.version for book in drlucky.editions()), "players": PLAYERS, **asdict(thought)}


def play_one(thought: Thought, job: Job) -> Entry:
    game = drlucky.new(job.edition, PLAYERS, seed=f"strength {job.key}")
    players = {
        seat: player(job.contest.one if seat == job.seat else job.contest.others, seat, thought, f"{job.key} {seat}")
        for seat in range(PLAYERS)
    }
    played = play(game, players, most_faults=1, stand_in=RandomBot(1))
    if played.faults:
        raise AssertionError(f"a bot of ours failed in {job.key}: {played.faults[0].what}")
    return {
        "key": job.key,
        **job.contest._asdict(),
        "edition": job.edition,
        "seat": job.seat,
        "won": played.outcome.winner == job.seat,
        "turns": played.turns,
    }


def player(kind: str, seat: int, thought: Thought, dice: str) -> Player:
    seed = Random(dice).getrandbits(31)
    if kind == ORACLE:
        return OraclePlayer(Oracle(thought.seconds, thought.iterations, seed))
    if kind == SEARCHER:
        return BotPlayer(SearcherBot(thought.seconds, thought.iterations, seed), seat)
    return BotPlayer(SensibleBot(seed) if kind == SENSIBLE else RandomBot(seed), seat)


def shares(entries: Iterable[Entry]) -> dict[tuple[Contest, str], Share]:
    """How often the one won, by contest and edition."""
    found: dict[tuple[Contest, str], Share] = {}
    for entry in entries:
        key = Contest(entry["one"], entry["others"]), entry["edition"]
        so_far = found.get(key, Share(0, 0))
        found[key] = Share(so_far.part + entry["won"], so_far.of + 1)
    return found


FAIR = 1 / PLAYERS
DRAWS = 20_000


def reached(searcher: Share, oracle: Share) -> tuple[float, float, float] | None:
    """How much of the oracle's edge over a fair share the searcher has, with the limits of 95 % of certainty; None
    while it is not certain that the oracle has an edge.

    The limits come from drawing both true shares as the games make them likely, each by itself (Jeffreys' prior)."""
    if oracle.interval[0] <= FAIR or not searcher.of:
        return None
    dice = Random(f"{searcher} {oracle}")
    ratios = sorted((likely(searcher, dice) - FAIR) / (likely(oracle, dice) - FAIR) for _ in range(DRAWS))
    middle = (searcher.rate - FAIR) / (oracle.rate - FAIR)
    return middle, ratios[int(0.025 * DRAWS)], ratios[int(0.975 * DRAWS)]


def likely(share: Share, dice: Random) -> float:
    return dice.betavariate(share.part + 0.5, share.of - share.part + 0.5)


# The page that tells of it.


def page(
    entries: Sequence[Entry],
    thought: Thought,
    timed: Sequence[Entry] = (),
    long: Thought | None = None,
    styled: Sequence[Styled] = (),
) -> str:
    """`timed` are the games of searches that took as `long`, `styled` those against players of each style."""
    won = shares(entries)
    editions = [book.id for book in drlucky.editions()]

    def of(one: str, others: str, edition: str) -> Share:
        return won.get((Contest(one, others), edition), Share(0, 0))

    sense = [[f"`{e}`", *share_cells(of(SENSIBLE, RANDOM, e))] for e in editions]
    search = [[f"`{e}`", *share_cells(of(SEARCHER, SENSIBLE, e))] for e in editions]
    oracle = [
        [f"`{e}`", *share_cells(of(ORACLE, SENSIBLE, e)), edge(of(SEARCHER, SENSIBLE, e), of(ORACLE, SENSIBLE, e))]
        for e in editions
    ]
    return f"""# Strength

Four players, one of a kind against three of another, every seat equally often; a fair share is 25 %. In brackets is
where the true share lies with 95 % of certainty (Wilson's interval). `make tournament` plays more games and writes this
page anew; see [Tournaments](tournament.md#how-strong-are-the-bots).

## One sensible player against three who play at random

{table(["edition", "wins", "games"], sense)}

## One searcher against three sensible players

The searcher has {thought} for each decision.

{table(["edition", "wins", "games"], search)}
{with_more_time(timed, long)}{section(styled) if styled else ""}
## How much is won by knowing every card

The oracle searches just as long, with all cards face up. No bot can play like that: it is a measuring stick. The last
column is how much of its edge over a fair share the searcher reaches, which sees only its own cards.

{table(["edition", "the oracle wins", "games", "of its edge the searcher has"], oracle)}
"""


def with_more_time(entries: Sequence[Entry], long: Thought | None) -> str:
    if not entries:
        return ""
    lines = [[f"`{edition}`", *share_cells(share)] for (_, edition), share in shares(entries).items()]
    return f"\nWith {long} for each decision:\n\n{table(['edition', 'wins', 'games'], lines)}\n"


def share_cells(share: Share) -> tuple[str, str]:
    return str(share), f"{share.of:,}"


def edge(searcher: Share, oracle: Share) -> str:
    found = reached(searcher, oracle)
    if found is None:
        return "too few games to say"
    return "{:.0f} % ({:.0f} to {:.0f})".format(*(100 * one for one in found))


def table(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    ruled = [head, ["---", *("---:" for _ in head[1:])], *lines]
    return "\n".join(f"| {' | '.join(line)} |" for line in ruled)
