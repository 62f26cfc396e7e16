"""What the games of a tournament say of each bot, and of each against each."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from drlucky.lab.tournament.journal import Entry
from drlucky.lab.tournament.ratings import ratings
from drlucky.luce import Rating
from drlucky.stats import Share


@dataclass(frozen=True)
class Row:
    """A bot's place in the table."""

    name: str
    rating: Rating
    wins: Share
    """Of the seats that it had."""
    lost: int
    """How often it was the loser whom the book names."""
    faults: Counter[str]
    """By kind."""
    ahead: dict[str, Share]
    """Against each other bot: of the games that one of the two won, how many it won."""


def table(names: Sequence[str], games: Sequence[Entry]) -> list[Row]:
    """The best first."""
    rated = ratings(names, games)
    seats, wins, lost = Counter[str](), Counter[str](), Counter[str]()
    faults: dict[str, Counter[str]] = {name: Counter() for name in names}
    for game in games:
        seats.update(game["seats"])
        for seat, count in ((game["winner"], wins), (game["loser"], lost)):
            if seat is not None:
                count[game["seats"][seat]] += 1
        for fault in game["faults"]:
            faults[game["seats"][fault["seat"]]][fault["kind"]] += 1
    ahead = beaten(games)
    return sorted(
        (
            Row(
                name,
                rated[name],
                Share(wins[name], seats[name]),
                lost[name],
                faults[name],
                {o: Share(ahead[name, o], ahead[name, o] + ahead[o, name]) for o in names if o != name},
            )
            for name in names
        ),
        key=lambda row: (-row.rating.points, row.name),
    )


def beaten(games: Sequence[Entry]) -> Counter[tuple[str, str]]:
    """How often the first came in ahead of the second, seat by seat: where a bot has two seats and another one, each
    of the two is compared with that one, so that a bot gains nothing by being there twice."""
    ahead = Counter[tuple[str, str]]()
    for game in games:
        for (seat, name), (_, other) in permutations(enumerate(game["seats"]), 2):
            if seat == game["winner"] and name != other:
                ahead[name, other] += 1
    return ahead
