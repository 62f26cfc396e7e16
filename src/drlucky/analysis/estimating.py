"""Estimating all that is said of a record by playouts, in this process or in several: the chances at every position,
how each part began, and what every deed changed.

Every position is estimated with the same seed. Neighbouring positions are alike, and playouts that meet the same luck
in both make the curve steadier: in games of four the spread of the steps from one decision to the next came out 5 to
25 % smaller than with a seed for each. What is added up has a seed for each of its pieces: the errors of sums are told,
and add up only if they have nothing to do with each other. All of it is the same for any number of processes."""

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from random import Random

from drlucky.analysis.deeds import Deed, deeds
from drlucky.analysis.pasts import pasts
from drlucky.analysis.positions import Position, positions
from drlucky.engine.codes import NOWHERE
from drlucky.game.replay import Replay
from drlucky.jobs import Jobs
from drlucky.record.reader import read
from drlucky.search.compare import compare
from drlucky.search.estimate import ONLOOKER, OPEN, estimate
from drlucky.search.known import estimate_known

TRIES = 3
"""A process may die for want of memory, of which there may be more a moment later."""
STEADY = 10
"""Times as many playouts tell how a part began: twice in a part that costs little."""
PAIRS = 4
"""Times as many pairs compare a deed with what a sensible player does, in each half: where both do the same, as they
mostly do, a pair costs next to nothing."""

Progress = Callable[[int, int], None]
"""Called with how many pieces of work are done, and how many there are."""

Wins = tuple[list[int], ...]
"""Wins by seat, and of nobody: for each seat from what it could know, and at last with open cards. Empty for a seat
that is out of the game, and when the game is over."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """Wins by seat, and of nobody, of STEADY times the playouts."""

    undealt: list[int]
    """Before anyone had cards, as the pawns stand."""
    dealt: list[int]
    """With open cards."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """A `search.compare.Comparison` that can travel from process to process."""

    number: int
    gained: list[int]
    differed: list[int]
    instead: dict[tuple[int, ...], int]


@dataclass(frozen=True, slots=True)
class Halves:
    """The pairs in two halves that have nothing to do with each other: what is picked out by the one is measured by the
    other, so that it is not taken for larger for having been picked."""

    one: Pairs
    other: Pairs


@dataclass(frozen=True, slots=True)
class Changed:
    """What a deed changed."""

    known: Halves
    """From what its player could know."""
    open: Halves


class Work:
    """All that is to be estimated of a record: a number of pieces, each with a number."""

    def __init__(self, places: list[Position], playouts: int, seed: int) -> None:
        self.places = places
        self.pasts = pasts(places)
        self.playouts = playouts
        self.seed = seed
        self.deeds = deeds(places)
        self.firsts = [at for at, place in enumerate(places) if not at or places[at - 1].part < place.part]

    def __len__(self) -> int:
        return len(self.places) + len(self.firsts) + len(self.deeds)

    def games(self) -> Iterator[tuple[Position, int]]:
        """From where games are played on, and how many at the most."""
        for place in self.places:
            if not place.state.over:
                yield place, (place.game.setting.seats + 1) * self.playouts
        for first in self.firsts:
            yield self.places[first], 2 * STEADY * self.playouts
        for deed in self.deeds:
            yield deed.place, 2 * 2 * 2 * PAIRS * self.playouts

    def piece(self, number: int) -> Wins | Beginning | Changed:
        if number < len(self.places):
            return self.wins(number)
        number -= len(self.places)
        if number < len(self.firsts):
            return self.beginning(self.places[self.firsts[number]], number)
        number -= len(self.firsts)
        return self.changed(self.deeds[number], number)

    def wins(self, number: int) -> Wins:
        s = self.places[number].state
        if s.over:
            return ()
        known = [
            estimate_known(s, p, past, self.playouts, self.seed) if s.rooms[p] != NOWHERE else []
            for p, past in enumerate(self.pasts[number])
        ]
        return (*known, estimate(s, OPEN, self.playouts, self.seed))

    def beginning(self, place: Position, number: int) -> Beginning:
        seeds = self.seeds("beginning", number)
        playouts = STEADY * self.playouts
        return Beginning(
            estimate(place.state, ONLOOKER, playouts, seeds.getrandbits(62)),
            estimate(place.state, OPEN, playouts, seeds.getrandbits(62)),
        )

    def changed(self, deed: Deed, number: int) -> Changed:
        s = deed.place.state
        seeds = self.seeds("deed", number)
        pairs = PAIRS * self.playouts

        def half(eyes: int) -> Pairs:
            found = compare(s, eyes, list(deed.actions), pairs, seeds.getrandbits(62))
            return Pairs(pairs, found.gained, found.differed, found.instead)

        def halves(eyes: int) -> Halves:
            return Halves(half(eyes), half(eyes))

        return Changed(halves(s.decider), halves(OPEN))

    def seeds(self, what: str, number: int) -> Random:
        return Random(f"{self.seed} {what} {number}")


@dataclass(frozen=True, slots=True)
class Estimates:
    """For each position, for each part, and for each deed."""

    wins: list[Wins]
    beginnings: list[Beginning]
    deeds: list[tuple[Deed, Changed]]


def estimates(text: str, work: Work, workers: int, progress: Progress) -> Estimates:
    """Of a record, and the work that it makes."""
    found: dict[int, Wins | Beginning | Changed] = {}
    progress(0, len(work))
    with closing(spread(text, work, workers)) as results:
        for done, (number, piece) in enumerate(results, 1):
            found[number] = piece
            progress(done, len(work))
    pieces = [found[number] for number in range(len(work))]
    changed = [piece for piece in pieces if isinstance(piece, Changed)]
    return Estimates(
        wins=[piece for piece in pieces if isinstance(piece, tuple)],
        beginnings=[piece for piece in pieces if isinstance(piece, Beginning)],
        deeds=list(zip(work.deeds, changed, strict=True)),
    )


def spread(text: str, work: Work, workers: int) -> Generator[tuple[int, Wins | Beginning | Changed], None, None]:
    """The pieces, each with its number. Each process replays the record, since positions do not travel, and takes the
    next one whenever it is free."""
    if workers == 1:
        for number in range(len(work)):
            yield number, work.piece(number)
        return
    prepared = partial(prepare, text, work.playouts, work.seed)
    with Jobs(min(workers, len(work)), tries=TRIES, prepare=prepared) as jobs:
        yield from jobs.results(piece_of, range(len(work)))


class Share:
    """What a process of the pool works on."""

    work: Work


def prepare(text: str, playouts: int, seed: int) -> None:
    Share.work = Work(list(positions(Replay(read(text)))), playouts, seed)


def piece_of(number: int) -> Wins | Beginning | Changed:
    return Share.work.piece(number)
