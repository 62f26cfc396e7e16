"""The benchmark: how strong a bot is, measured by everyone in the same way. See docs/benchmark.md.

One bot plays against three of a kind, in every edition of drlucky's own. Every deal is played once in each seat, with
the same cards and the same dice of the others, so that neither the seat nor the luck of a hand counts. All this has one
number, VERSION: figures of the same number can be compared, by whomever they were measured."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib import resources
from itertools import product
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import msgspec

import drlucky
from drlucky.bots.external import Limits
from drlucky.bots.names import parse
from drlucky.editions import BOOKS
from drlucky.lab.tournament.entrants import Entrant
from drlucky.lab.tournament.journal import Entry, Journal, work_off
from drlucky.lab.tournament.run import Job, Tournament, play_game
from drlucky.stats import Chance, share_of_groups

VERSION = 1
"""To be raised with anything that changes a game of it: a deal, an opponent, the rules of an edition, the protocol."""
NAME = "benchmark"
PLAYERS = 4
OPPONENTS = ("random", "sensible", "searcher:100")
DEALS = 50
"""Of each edition against each opponent; each is played by as many games as there are seats."""
QUICK_DEALS = 10
"""The first of these."""
FAULTS = 3
BOT, OPPONENT = "bot", "opponent"


class Round(NamedTuple):
    """One game of the benchmark."""

    edition: str
    opponent: str
    deal: int
    seat: int


class Cell(msgspec.Struct, frozen=True):
    """What came of all games of one edition against one opponent."""

    edition: str
    opponent: str
    games: int
    wins: int
    share: float
    low: float
    high: float


class Score(msgspec.Struct, frozen=True):
    """Shares are of the games that the bot won; where all are alike that is 25 %. `share` is the mean of the cells, and
    the true one lies between `low` and `high` with 95 % of certainty."""

    benchmark: int
    bot: str
    deals: int
    games: int
    share: float
    low: float
    high: float
    faults: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Benchmark:
    """Of one bot."""

    bot: str
    limits: Limits
    deals: int = DEALS

    @property
    def games(self) -> int:
        return self.deals * PLAYERS * len(OPPONENTS) * len(BOOKS.own)

    def plan(self) -> Entry:
        """What must be the same for games to belong together. How many deals there are may differ: it can go on."""
        rules = {edition: BOOKS[edition].version for edition in BOOKS.own}
        return {"benchmark": VERSION, "bot": self.bot, "rules": rules, **asdict(self.limits)}

    def rounds(self) -> Iterator[Round]:
        """Deal after deal, so that wherever it stops all editions and opponents have had alike."""
        for deal, edition, opponent, seat in product(range(self.deals), BOOKS.own, OPPONENTS, range(PLAYERS)):
            yield Round(edition, opponent, deal, seat)

    def play(self, game: Round) -> Entry:
        seed = f"benchmark {VERSION} {game.edition} {game.opponent}"
        who = Entrant(BOT, self.bot), Entrant(OPPONENT, game.opponent)
        seats = tuple(0 if seat == game.seat else 1 for seat in range(PLAYERS))
        table = Tournament(who, game.edition, PLAYERS, {}, seed, self.limits, FAULTS)
        played = play_game(table, None, Job(game.deal, seats))
        faults = [fault for fault in played["faults"] if fault["seat"] == game.seat]
        kept = {"winner": played["winner"], "how": played["how"], "turns": played["turns"], "faults": faults}
        return game._asdict() | kept


def run(benchmark: Benchmark, folder: Path, *, workers: int, progress: Callable[[int], None]) -> Score:
    """Plays the games that the folder does not hold yet. `progress` is told how many are done, at the beginning and
    after each. A bot that does not play every edition is refused."""
    for edition in BOOKS.own:
        parse(benchmark.bot).check(drlucky.new(edition, PLAYERS).view(None))
    with Journal(folder, NAME, benchmark.plan()) as journal:
        wanted = list(benchmark.rounds())
        done = {round_of(entry) for entry in journal.entries}
        todo = [game for game in wanted if game not in done]
        work_off(journal, benchmark.play, todo, workers=workers, progress=lambda done: progress(min(done, len(wanted))))
        return score(benchmark.bot, [entry for entry in journal.entries if entry["deal"] < benchmark.deals])


def so_far(benchmark: Benchmark, folder: Path) -> Score | None:
    """Of the deals that have been played in every cell and seat; None before there is one."""
    with Journal(folder, NAME, benchmark.plan()) as journal:
        done = {round_of(entry) for entry in journal.entries}
        whole = next((game.deal for game in benchmark.rounds() if game not in done), benchmark.deals)
        return score(benchmark.bot, [entry for entry in journal.entries if entry["deal"] < whole]) if whole else None


def round_of(entry: Entry) -> Round:
    return Round(entry["edition"], entry["opponent"], entry["deal"], entry["seat"])


def score(bot: str, entries: Sequence[Entry]) -> Score:
    """From all games of so many deals. Those of one deal belong together: what counts is the share of them that was
    won."""
    won: dict[tuple[str, str], dict[int, int]] = {cell: {} for cell in product(BOOKS.own, OPPONENTS)}
    for entry in entries:
        deals = won[entry["edition"], entry["opponent"]]
        deals[entry["deal"]] = deals.get(entry["deal"], 0) + (entry["winner"] == entry["seat"])
    groups = [[wins / PLAYERS for wins in deals.values()] for deals in won.values()]
    cells = tuple(
        Cell(*cell, PLAYERS * len(deals), sum(deals.values()), *figures(share_of_groups([group])))
        for (cell, deals), group in zip(won.items(), groups, strict=True)
    )
    overall = figures(share_of_groups(groups))
    faults = sum(len(entry["faults"]) for entry in entries)
    return Score(VERSION, bot, len(groups[0]), len(entries), *overall, faults, cells)


def figures(share: Chance) -> tuple[float, float, float]:
    return round(share.chance, 4), round(share.low, 4), round(share.high, 4)


@cache
def reference() -> tuple[Score, ...]:
    """The package's own bots by this version. Written by tools/benchmark.py."""
    data = resources.files("drlucky.lab").joinpath("benchmark.json").read_bytes()
    return msgspec.json.decode(data, type=tuple[Score, ...])


def comparison(*measured: Score) -> list[list[str]]:
    """A table for people, its head first: what was measured, among the package's own bots."""
    known = {each.bot for each in measured}
    all_scores = [*measured, *(each for each in reference() if each.bot not in known)]
    lines = [["bot", "score", "from", "to", *(f"against {opponent}" for opponent in OPPONENTS), "games"]]
    for each in sorted(all_scores, key=lambda each: -each.share):
        against = [fmean(cell.share for cell in each.cells if cell.opponent == opponent) for opponent in OPPONENTS]
        lines.append([each.bot, *map(per_cent, (each.share, each.low, each.high, *against)), f"{each.games:,}"])
    return lines


def by_edition(measured: Score) -> list[list[str]]:
    """Every cell of one bot."""
    lines = [["edition", *(f"against {opponent}" for opponent in OPPONENTS)]]
    for edition in BOOKS.own:
        cells = [cell for cell in measured.cells if cell.edition == edition]
        told = [f"{per_cent(cell.share)} ({per_cent(cell.low)} to {per_cent(cell.high)})" for cell in cells]
        lines.append([edition, *told])
    return lines


def per_cent(share: float) -> str:
    return f"{100 * share:.1f}"
