"""How strong the bots are: the games of the pool, played with mirrored deals, and what came of them.

A contest is one side against another. Every deal is played with the one in every seat, or with two of each in all the
ways in which they can sit: the same cards in the same order, and the same dice for whoever sits in a seat. So neither
the seat nor the luck of a hand counts, and the games of one deal belong together."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from hashlib import sha256
from itertools import combinations, product
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import drlucky
from drlucky.bots import RandomBot
from drlucky.errors import DrLuckyError
from drlucky.lab.tournament.journal import Entry, Journal, work_off
from drlucky.lab.tournament.referee import Played, play
from drlucky.lab.tournament.sides import Timed, bot, player, thought_of
from drlucky.stats import Chance, share_of_counts

NAME = "strength"
PLAYERS = 4
PACKAGE = Path(drlucky.__file__).parent
DECIDING = ("bots", "editions", "engine", "search")
"""The folders of the package that settle what a bot decides."""


class Contest(NamedTuple):
    """One against three, or two against two."""

    one: str
    others: str
    edition: str
    seats: int = 1
    """That the one has."""

    @property
    def fair(self) -> float:
        return self.seats / PLAYERS

    @property
    def seatings(self) -> list[tuple[int, ...]]:
        """All ways in which the one can sit."""
        return list(combinations(range(PLAYERS), self.seats))


class Job(NamedTuple):
    """A game."""

    contest: Contest
    deal: int
    seating: tuple[int, ...]
    """The seats of the one."""


def jobs(contests: Sequence[Contest], games: int) -> Iterator[Job]:
    """Deal after deal, and in each all contests with all their seatings: so that wherever it stops, all have had alike.
    Of each contest there are so many games, or a few more to make the last deal whole."""
    most = max((deals(contest, games) for contest in contests), default=0)
    for deal, contest in product(range(most), contests):
        if deal < deals(contest, games):
            yield from (Job(contest, deal, seating) for seating in contest.seatings)


def deals(contest: Contest, games: int) -> int:
    return -(-games // len(contest.seatings))


@cache
def build(*more: str) -> str:
    """What tells this build's bots from others: games of several would not belong together. With more folders of the
    package than settle what a bot decides."""
    found = sha256()
    for folder in (*DECIDING, *more):
        for file in sorted((PACKAGE / folder).rglob("*")):
            if file.suffix in (".py", ".toml"):
                found.update(file.read_bytes())
    return found.hexdigest()[:8]


def plan() -> Entry:
    return {"rules": max(book.version for book in drlucky.editions()), "players": PLAYERS}


def measure(
    planned: Iterable[Job], folder: Path, *, seconds: float, workers: int, progress: Callable[[int], None]
) -> None:
    """Plays the games that the folder does not hold yet of this build, and begins none after so many seconds: a game
    that has begun is played to its end, for the long ones would be missing otherwise."""
    with Journal(folder, NAME, plan()) as journal:
        done = {job_of(entry) for entry in journal.entries if entry["build"] == build()}
        until = monotonic() + seconds
        missing = (job for job in planned if job not in done and monotonic() < until)
        work_off(journal, partial(play_one, folder), missing, workers=workers, progress=progress)


def measured(folder: Path, any_build: bool = False) -> list[Entry]:
    """What the folder holds of this build, or of any."""
    with Journal(folder, NAME, plan()) as journal:
        return [entry for entry in journal.entries if any_build or entry["build"] == build()]


def job_of(entry: Entry) -> Job:
    return Job(contest_of(entry), entry["deal"], tuple(entry["seating"]))


def contest_of(entry: Entry) -> Contest:
    return Contest(entry["one"], entry["others"], entry["edition"], len(entry["seating"]))


def play_one(folder: Path, job: Job) -> Entry:
    """`seconds` is what a decision took the one, of processor time, where it had a choice."""
    contest = job.contest
    played, took = play_openspiel(job) if contest.others.startswith("openspiel") else play_here(folder, job)
    if played.faults:
        fault = played.faults[0]
        raise DrLuckyError(f"seat {fault.seat} of {contest.one} against {contest.others} failed: {fault.what}")
    return {
        "build": build(),
        "one": contest.one,
        "others": contest.others,
        "edition": contest.edition,
        "deal": job.deal,
        "seating": list(job.seating),
        "winner": played.outcome.winner,
        "turns": played.turns,
        "seconds": round(took, 5),
    }


def play_here(folder: Path, job: Job) -> tuple[Played, float]:
    contest = job.contest
    game = drlucky.new(contest.edition, PLAYERS, seed=f"{NAME} {contest.edition} {job.deal}")
    players = {
        seat: Timed(player(contest.one if seat in job.seating else contest.others, seat, dice(job, seat), folder))
        for seat in range(PLAYERS)
    }
    played = play(game, players, most_faults=1, stand_in=RandomBot(1))
    watched = [players[seat] for seat in job.seating]
    return played, sum(each.spent for each in watched) / max(1, sum(each.decisions for each in watched))


def play_openspiel(job: Job) -> tuple[Played, float]:
    from drlucky.lab.tournament import openspiel_rival  # OpenSpiel need not be there for the others

    contest = job.contest
    thought = thought_of(contest.others)
    assert thought
    ours = {seat: bot(contest.one, dice(job, seat)) for seat in job.seating}
    deal = f"{NAME} {contest.edition} {job.deal}"
    return openspiel_rival.play(contest.edition, PLAYERS, deal, ours, thought.seconds, thought.iterations), 0.0


def dice(job: Job, seat: int) -> str:
    return f"{NAME} {job.contest.edition} {job.deal} {seat}"


# What came of them.


class Tally(NamedTuple):
    """A contest's games, deal by deal."""

    contest: Contest
    won: dict[int, int]
    decided: dict[int, int]
    """That somebody won."""
    games: int
    seconds: float
    """That a decision of the one took."""

    @property
    def share(self) -> Chance:
        """Of all games."""
        return share_of_counts([(won, len(self.contest.seatings)) for won in self.won.values()])

    @property
    def share_of_decided(self) -> Chance | None:
        """Of those that somebody won."""
        counts = [(self.won[deal], of) for deal, of in self.decided.items()]
        return share_of_counts(counts) if sum(of for _, of in counts) else None


def tallies(entries: Iterable[Entry]) -> dict[Contest, Tally]:
    """Of the deals that were played in every seating."""
    by_contest: dict[Contest, dict[int, dict[tuple[int, ...], Entry]]] = {}
    for entry in entries:
        job = job_of(entry)
        by_contest.setdefault(job.contest, {}).setdefault(job.deal, {})[job.seating] = entry
    found = {}
    for contest, dealt in by_contest.items():
        whole = {deal: list(games.values()) for deal, games in dealt.items() if len(games) == len(contest.seatings)}
        if whole:
            found[contest] = tally(contest, whole)
    return found


def tally(contest: Contest, whole: dict[int, list[Entry]]) -> Tally:
    games = [entry for dealt in whole.values() for entry in dealt]
    return Tally(
        contest,
        {deal: sum(each["winner"] in each["seating"] for each in dealt) for deal, dealt in whole.items()},
        {deal: sum(each["winner"] is not None for each in dealt) for deal, dealt in whole.items()},
        len(games),
        sum(each["seconds"] for each in games) / len(games),
    )
