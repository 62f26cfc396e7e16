"""A tournament: many games between bots, in a folder from which it can go on at any time."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import drlucky
from drlucky.bots import SensibleBot
from drlucky.bots.external import GuestBot, Limits
from drlucky.bots.names import parse
from drlucky.editions import book_of
from drlucky.errors import DrLuckyError
from drlucky.files import write
from drlucky.game.game import Game
from drlucky.lab.tournament import schedule
from drlucky.lab.tournament.entrants import Entrant
from drlucky.lab.tournament.journal import Entry, Journal, work_off
from drlucky.lab.tournament.referee import BotPlayer, GuestPlayer, Player, play
from drlucky.record.writer import RecordError

NAME = "tournament"
RECORDS = "records"
MOST_GAMES = 1_000_000


@dataclass(frozen=True)
class Tournament:
    """All that settles how every game of it goes, as far as the bots are deterministic."""

    entrants: tuple[Entrant, ...]
    edition: str
    players: int
    options: Mapping[str, Any]
    seed: str
    """Empty for deals that are a secret of each game until it is over."""
    limits: Limits
    most_faults: int

    def game(self, number: int) -> Game:
        """The deal of a game. Seats have numbers for names, so that no bot knows against whom it plays."""
        seed = f"{self.seed} {number}" if self.seed else None
        return drlucky.new(self.edition, self.players, seed=seed, **self.options)

    def dice(self, number: int, whose: str) -> int | None:
        """The seed of someone's own dice in a game."""
        return Random(f"{self.seed} {number} {whose}").getrandbits(31) if self.seed else None

    def plan(self) -> Entry:
        """What must be the same for games to belong to this tournament."""
        return {
            "rules": book_of(self.edition).version,
            "bots": [[one.name, one.bot] for one in self.entrants],
            "edition": self.edition,
            "players": self.players,
            "options": dict(self.options),
            "seed": self.seed,
            **asdict(self.limits),
            "faults": self.most_faults,
        }


@dataclass(frozen=True)
class Job:
    """A game to be played, with the number of the entrant at each player's seat."""

    number: int
    seats: tuple[int, ...]


def run(
    tournament: Tournament,
    games: int,
    folder: Path,
    *,
    workers: int,
    records: bool = False,
    progress: Callable[[int], None],
) -> list[Entry]:
    """Plays the first `games` games that the folder does not hold yet; returns all that are finished, in their order.
    `progress` is told how many those are, at the beginning and after each."""
    check_size(tournament, games, workers)
    # A set-up that does not fit, or that a bot does not play, is refused before anything is written.
    view = tournament.game(0).view(None)
    for entrant in tournament.entrants:
        parse(entrant.bot).check(view)
    with Journal(folder, NAME, tournament.plan()) as journal:
        if records:
            (folder / RECORDS).mkdir(exist_ok=True)
        done = {entry["game"] for entry in journal.entries}
        seats = schedule.first_games(games, len(tournament.entrants), tournament.players, tournament.seed)
        jobs = [Job(number, who) for number, who in enumerate(seats) if number not in done]
        work = partial(play_game, tournament, folder / RECORDS if records else None)
        work_off(journal, work, jobs, workers=workers, progress=progress)
        return in_order(journal.entries)


def finished_games(tournament: Tournament, folder: Path) -> list[Entry]:
    """What the folder holds of a tournament, in the order of the games."""
    with Journal(folder, NAME, tournament.plan()) as journal:
        return in_order(journal.entries)


def in_order(entries: list[Entry]) -> list[Entry]:
    return sorted(entries, key=lambda entry: int(entry["game"]))


def check_size(tournament: Tournament, games: int, workers: int) -> None:
    if not 1 <= games <= MOST_GAMES:
        raise DrLuckyError(f"a tournament has 1 to {MOST_GAMES:,} games, not {games:,}")
    if not 1 <= workers <= 1000:
        raise DrLuckyError(f"games are played on 1 to 1,000 processes, not {workers:,}")
    limits = tournament.limits
    if not (limits.seconds > 0 and limits.start_seconds > 0 and limits.memory > 0 and tournament.most_faults > 0):
        raise DrLuckyError("a program needs more than no time and no memory, and a fault before it is set aside")


def play_game(tournament: Tournament, records: Path | None, job: Job) -> Entry:
    """Plays a game and tells of it in the words of the journal, where seats are those of the players, from 0."""
    game = tournament.game(job.number)
    live = game.setting.live
    players = {seat: player(tournament, job, at, seat) for at, seat in enumerate(live)}
    stand_in = SensibleBot(tournament.dice(job.number, "stand-in"))
    played = play(game, players, tournament.most_faults, stand_in)
    names = [tournament.entrants[one].name for one in job.seats]
    if records:
        write(records / f"{job.number + 1:06}.txt", record(game, names))
    winner, loser = played.outcome.winner, played.outcome.loser
    return {
        "game": job.number,
        "seats": names,
        "winner": live.index(winner) if winner in live else None,
        "loser": live.index(loser) if loser in live else None,
        "how": played.outcome.how if winner is None or winner in live else "stranger",
        "turns": played.turns,
        "decisions": played.decisions,
        "faults": [asdict(seen) | {"seat": live.index(seen.seat)} for seen in played.faults],
    }


def player(tournament: Tournament, job: Job, at: int, seat: int) -> Player:
    entrant = tournament.entrants[job.seats[at]]
    name = parse(entrant.bot)
    if name.command is None:
        return BotPlayer(name.make(tournament.dice(job.number, f"player {at}")), seat)
    return GuestPlayer(GuestBot(name.command, tournament.limits), seat)


def record(game: Game, names: list[str]) -> str:
    """The game's record, with comments that say who played; or, if it is too long for one, a comment that says so."""
    try:
        head, rest = game.record().split("\n", 1)
    except RecordError as error:
        return f"# {error}\n"
    who = [f"# {game.players[seat]} was {name}" for seat, name in zip(game.setting.live, names, strict=True)]
    return "\n".join([head, *who, rest])
