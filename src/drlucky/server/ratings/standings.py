"""Standings: what is known of each player and bot, by edition, and what one more game teaches.

A bot's game tells of a person, and so does that of a person who is well known; of whom next to nothing is known,
nobody else can learn anything. So identities, which cost nothing, move nobody but themselves."""

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from math import sqrt

from msgspec import Struct
from msgspec.structs import replace

from drlucky.luce import DOUBT, POINTS, Belief, Rating, belief, learned, together
from drlucky.server.ratings.policy import Played, Result, Settled
from drlucky.table.settings import DAY

BOT = "bot "
"""How those begin who are bots of a level; people and programs do otherwise."""
STARTS = {"easy": belief(1320, 100), "normal": belief(1500, 0), "hard": belief(1890, 100), "expert": belief(1980, 100)}
"""What the lab knows of bots. The one whose error is 0 stays there: all others are measured against it."""
FARTHEST = 200 / POINTS
"""How far a bot's rating may go from where it started: it is the same bot."""
LEAST = (45 / POINTS) ** 2
"""The variance of someone who can still learn; nobody is known better than that."""
DRIFT = (5 / POINTS) ** 2
"""What people may change in a day, as a variance. Who has been away for a year is not well known any more."""
LEAST_SURE = 10
LEAST_OPPONENTS = 3
MOST_ERROR = 110.0
"""So many games with opponents who are well known, so many of these, and so small an error, make a player well known
who is provisional until then."""
MOST_OPPONENTS = 8
"""Of so many it is remembered that someone played against them."""
REMEMBERED_AS = 4
"""Bytes: enough to tell a few opponents apart, and far too few to find out who they are."""


class Standing(Struct, frozen=True):
    """What is known of someone in an edition."""

    person: str
    edition: str
    name: str
    mean: float
    variance: float
    games: int
    sure: int
    """Games that had an opponent who was well known."""
    opponents: str
    """Of those opponents, by marks that tell nothing of who they are."""
    at: float
    """When they last played."""

    @property
    def is_bot(self) -> bool:
        return self.person.startswith(BOT)

    @property
    def level(self) -> str | None:
        return self.person.removeprefix(BOT) if self.is_bot else None

    @property
    def is_program(self) -> bool:
        return self.person.startswith("robot ")

    @property
    def met(self) -> frozenset[str]:
        return frozenset(self.opponents.split())

    def belief(self, now: float) -> Belief:
        """By now: people change, and are less well known when they have been away."""
        if self.is_bot:
            return Belief(self.mean, self.variance)
        away = max(0.0, now - self.at) / DAY
        return Belief(self.mean, min(DOUBT**2, self.variance + DRIFT * away))

    def rating(self, now: float) -> Rating:
        return self.belief(now).rating

    def is_provisional(self, now: float) -> bool:
        if self.is_bot:
            return False
        has_played = self.sure >= LEAST_SURE and self.opponents.count(" ") >= LEAST_OPPONENTS - 1
        return not has_played or POINTS * sqrt(self.belief(now).variance) > MOST_ERROR

    @property
    def row(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__struct_fields__)


def newcomer(person: str, edition: str, name: str, at: float) -> Standing:
    start = STARTS.get(person.removeprefix(BOT), Belief()) if person.startswith(BOT) else Belief()
    return Standing(person, edition, name, start.mean, start.variance, 0, 0, "", at)


def who(played: Played) -> str:
    return played.person if played.person is not None else f"{BOT}{played.level}"


def mark(person: str) -> str:
    return hashlib.blake2s(person.encode(), digest_size=REMEMBERED_AS).hexdigest()


class Change(Struct, frozen=True):
    """What a game has changed for a seat."""

    result: Result
    points: float
    error: float
    gained: float = 0.0
    provisional: bool = False


class Update(Struct, frozen=True):
    """What a game teaches: a change for each seat, and the standings after it."""

    changes: tuple[Change, ...]
    after: tuple[Standing, ...]


def taught(game: Settled, known: Mapping[tuple[str, str], Standing]) -> Update:
    """What is known after a game, from what was known before."""
    before = [standing(known, who(each), game, each.name) for each in game.seats]
    results: list[Result] = [each.result for each in game.seats]
    everyone, results_of_all = list(before), list(results)
    if game.stand_in is not None:
        everyone.append(standing(known, f"{BOT}{game.stand_in}", game, ""))
        results_of_all.append("won")
    sure = {at for at, each in enumerate(everyone) if not each.is_provisional(game.at)}
    by_all = beliefs_after(everyone, results_of_all, range(len(everyone)), game.at)
    by_the_sure = beliefs_after(everyone, results_of_all, sure, game.at)
    has_sure_people = any(not everyone[at].is_bot for at in sure)
    after: list[Standing] = []
    for at, each in enumerate(before):
        if results[at] == "none" or (each.is_bot and not has_sure_people):
            after.append(each)
            continue
        believed = (by_the_sure if at in sure else by_all).get(at, each.belief(game.at))
        opponents = {mark(everyone[other].person) for other in sure if other != at and results_of_all[other] != "none"}
        after.append(moved(each, believed, opponents, game.at))
    changes = (change(*pair, game.at) for pair in zip(before, after, results, strict=True))
    stored: dict[str, Standing] = {}
    for earlier, later in zip(before, after, strict=True):
        if later is not earlier:
            twin = stored.get(later.person)
            stored[later.person] = later if twin is None else both(earlier, twin, later)
    return Update(tuple(changes), tuple(stored.values()))


def both(before: Standing, one: Standing, other: Standing) -> Standing:
    """What was learned of a bot that had two seats."""
    if not before.variance:
        return one
    precision = 1 / one.variance + 1 / other.variance - 1 / before.variance
    return replace(one, mean=one.mean + other.mean - before.mean, variance=1 / precision)


def standing(known: Mapping[tuple[str, str], Standing], person: str, game: Settled, name: str) -> Standing:
    found = known.get((person, game.edition)) or newcomer(person, game.edition, name, game.at)
    return replace(found, name=name) if name and not found.is_bot else found


def beliefs_after(
    everyone: Sequence[Standing], results: Sequence[Result], among: Collection[int], now: float
) -> dict[int, Belief]:
    """What a game says of some of those who played it, as if nobody else had: by Luce's model it is the same who of
    them wins, whoever else is there. Nothing, if none of them won."""
    beliefs = {at: everyone[at].belief(now) for at in among}
    playing = [at for at in sorted(among) if results[at] != "none"]
    winner = next((at for at in playing if results[at] == "won"), None)
    if winner is not None:
        found = learned([beliefs[at] for at in playing], playing.index(winner))
        return dict(zip(playing, found, strict=True))
    field = [beliefs[at].mean for at in among if results[at] == "none"]
    if "won" in results or not playing or not field:
        return {}
    # Those who gave up have lost to the others, whoever of them would have won; of these it tells nothing.
    found = learned([*(beliefs[at] for at in playing), Belief(together(field), 0.0)], len(playing))
    return dict(zip(playing, found[:-1], strict=True))


def moved(before: Standing, believed: Belief, opponents: Iterable[str], now: float) -> Standing:
    mean, variance = believed
    if before.is_bot:
        start = STARTS.get(before.level or "", Belief()).mean
        mean = min(start + FARTHEST, max(start - FARTHEST, mean))
    else:
        variance = max(LEAST, variance)
    met = sorted(opponents)
    known = sorted(before.met | set(met))[:MOST_OPPONENTS] if len(before.met) < MOST_OPPONENTS else sorted(before.met)
    return replace(
        before,
        mean=mean,
        variance=variance,
        games=before.games + 1,
        sure=before.sure + bool(met),
        opponents=" ".join(known),
        at=now,
    )


def change(before: Standing, after: Standing, result: Result, now: float) -> Change:
    earlier, later = before.rating(now), after.rating(now)
    return Change(
        result,
        round(later.points, 1),
        round(later.error, 1),
        round(later.points - earlier.points, 1),
        after.is_provisional(now),
    )
