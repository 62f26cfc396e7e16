"""Fitting: the weights of the glance, from games and who won them.

A multinomial logistic regression by Newton's method: who wins is a softmax over the seats, and nobody, of weighted
features. Each feature counts with one weight, and with another times the luck still to come."""

from collections.abc import Callable
from math import exp, log, sqrt
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from drlucky.engine.codes import OVER, SHUFFLE, TURN
from drlucky.engine.play import apply
from drlucky.engine.state import Rules
from drlucky.search.evaluation import FEATURES, NOBODY_WINS, THOUSAND, WEIGHTS, Evaluation, features_of
from drlucky.search.playout import random_start, shuffle_discards
from drlucky.search.rng import Rng
from drlucky.search.simulate import SENSIBLY, Thinker, decide, is_searching

GAMES: Final = 1500  # of sensible players, of which 13,000 positions come: with more it tells hardly better
DECISIONS: Final = 1_000_000  # in them at most, for books whose games do not end
EVERY: Final = 5  # turns between two looks: neighbouring positions tell much the same
SEED: Final = 1
RIDGE: Final = 1e-3
STEPS: Final = 12  # of Newton's method, at most
TINY: Final = 1e-12  # a chance that is not nothing
ENOUGH: Final = 1e-4  # of a step, when it ends before that
FIRST: Final = 4  # where the features begin in a row: the winner and three numbers of the whole table come first


def fitted(rules: Rules, games: int = GAMES) -> Evaluation:
    """An evaluation of any set-up, from games that sensible players play at once: it takes about a second, compiled."""
    seen = Positions(rules.seats)
    seen.add(played(rules, Evaluation([]), [SENSIBLY], games, EVERY, SEED, nothing))
    return Evaluation(Regression([seen]).fitted() if seen.count else [])


def nothing() -> None:
    """For those who need not be told that it goes on."""


@final
class Positions:
    """What was seen in games of one set-up, one row behind the other."""

    def __init__(self, seats: int) -> None:
        self.seats: Final[i64] = seats
        self.row: Final[i64] = FIRST + FEATURES * seats
        self.numbers: vec[i64] = vec[i64]()
        self.count: i64 = 0

    def add(self, numbers: list[int]) -> None:
        for number in numbers:
            self.numbers = append(self.numbers, number)
        self.count = len(self.numbers) // self.row


def played(
    rules: Rules,
    evaluation: Evaluation,
    policies: list[int],
    games: i64,
    every: i64,
    seed: i64,
    pause: Callable[[], None],
) -> list[int]:
    """What was seen in the course of so many games, once in so many turns: one row behind the other, of the winner,
    whose number is the last seat's and 1 more if it is nobody, and of `features_of`.

    In each game everyone has one of the policies, each as likely as the others; `simulate` says what they are."""
    rows: list[int] = []
    rng = Rng(seed)
    buf = vec[i64]([0] * rules.actions)
    by_seat = vec[i64]([SENSIBLY] * rules.seats)
    decisions: i64 = 0
    game: i64
    for game in range(games):
        if decisions >= DECISIONS:
            break
        seat: i64
        for seat in rules.live:
            by_seat[seat] = policies[rng.below(len(policies))]
        thinkers = [Thinker(rules, one, by_seat[one]) for one in rules.live if is_searching(by_seat[one])]
        s = random_start(rules, rng)
        looked_at: i64 = -1
        seen: list[list[int]] = []
        while s.phase != OVER:
            if s.phase == SHUFFLE:
                shuffle_discards(s, rng)
                continue
            if s.phase == TURN and s.turn != looked_at and (s.turn + game) % every == 0:
                looked_at = s.turn
                seen.append(features_of(s))
            action = decide(s, evaluation, by_seat[s.decider], rng, buf, pause, thinkers)
            for thinker in thinkers:
                thinker.note(s, action)
            apply(s, action)
            decisions += 1
            if decisions >= DECISIONS:
                break
        winner: i64 = s.winner if s.winner >= 0 else rules.seats
        for row in seen:
            rows.append(winner)
            rows.extend(row)
        pause()
    return rows


@final
class Regression:
    """The weights that make what happened likeliest."""

    def __init__(self, groups: list[Positions]) -> None:
        self.groups: Final[list[Positions]] = groups
        self.scale: Final[vec[float]] = vec[float]([0.0] * WEIGHTS)
        self.weights: Final[vec[float]] = vec[float]([0.0] * WEIGHTS)
        self.slope: Final[vec[float]] = vec[float]([0.0] * WEIGHTS)
        self.bend: Final[vec[float]] = vec[float]([0.0] * (WEIGHTS * WEIGHTS))
        self.x: vec[float] = vec[float]()  # of one position: for each seat, and then nobody, all that is weighed
        self.expected: Final[vec[float]] = vec[float]([0.0] * WEIGHTS)
        self.way: Final[vec[float]] = vec[float]([0.0] * WEIGHTS)
        self.loss: float = 0.0  # how unlikely what happened is for each position, and how large the weights are

    def fitted(self) -> list[int]:
        """The weights in thousandths, as an Evaluation has them."""
        self.find_scale()
        least = 0.0
        change = 0.0
        for n in range(STEPS):
            self.add_up()
            if n and self.loss > least:
                # It went too far: half of the way back.
                change /= 2.0
                self.go(change)
                continue
            least = self.loss
            self.find_way()
            change = 1.0
            if self.go(-1.0) < ENOUGH:
                break
        found: list[int] = []
        k: i64
        for k in range(WEIGHTS):
            weight = float(THOUSAND) * self.weights[k] / self.scale[k]
            found.append(int(weight + 0.5) if weight > 0.0 else -int(0.5 - weight))
        return found

    def find_scale(self) -> None:
        """Features are of all sizes: each is measured by how large it is in the middle."""
        total = 0.0
        k: i64
        at: i64
        i: i64
        for group in self.groups:
            self.x = vec[float]([0.0] * (WEIGHTS * (group.seats + 1)))
            for at in range(group.count):
                self.read(group, at)
                for i in range(group.seats + 1):
                    for k in range(WEIGHTS):
                        x = self.x[i * WEIGHTS + k]
                        self.scale[k] += x * x
            total += float(group.count)
        for k in range(WEIGHTS):
            self.scale[k] = sqrt(self.scale[k] / total) + 1e-9

    def read(self, group: Positions, at: i64) -> None:
        numbers = group.numbers
        first: i64 = at * group.row
        to_come = float(numbers[first + 1]) / 100.0
        x = self.x
        i: i64
        k: i64
        for i in range(group.seats):
            for k in range(FEATURES):
                feature = float(numbers[first + FIRST + i * FEATURES + k])
                x[i * WEIGHTS + k] = feature
                x[i * WEIGHTS + FEATURES + k] = feature * to_come
        nobody = group.seats * WEIGHTS + NOBODY_WINS
        x[nobody] = 1.0
        x[nobody + 1] = float(numbers[first + 2]) / 100.0
        x[nobody + 2] = to_come
        x[nobody + 3] = float(numbers[first + 3])

    def add_up(self) -> None:
        """The slope of the likelihood and how it bends, at the weights as they are."""
        k: i64
        other: i64
        total: i64 = 0
        for group in self.groups:
            total += group.count
        for k in range(WEIGHTS):
            self.slope[k] = RIDGE * self.weights[k] * float(total)
            for other in range(WEIGHTS):
                self.bend[k * WEIGHTS + other] = 0.0
            self.bend[k * WEIGHTS + k] = RIDGE * float(total)
        self.loss = 0.0
        at: i64
        for group in self.groups:
            self.x = vec[float]([0.0] * (WEIGHTS * (group.seats + 1)))
            odds = vec[float]([0.0] * (group.seats + 1))
            for at in range(group.count):
                self.read(group, at)
                self.add(group.seats, group.numbers[at * group.row], odds)
        for k in range(WEIGHTS):
            for other in range(k):
                self.bend[k * WEIGHTS + other] = self.bend[other * WEIGHTS + k]
        self.loss /= float(total)
        for k in range(WEIGHTS):
            self.loss += 0.5 * RIDGE * self.weights[k] * self.weights[k]

    def add(self, seats: i64, winner: i64, odds: vec[float]) -> None:
        x = self.x
        scale = self.scale
        expected = self.expected
        i: i64
        k: i64
        other: i64
        total = 0.0
        most = 0.0
        for i in range(seats + 1):
            score = 0.0
            for k in range(WEIGHTS):
                x[i * WEIGHTS + k] /= scale[k]
                score += x[i * WEIGHTS + k] * self.weights[k]
            odds[i] = score
            if not i or score > most:
                most = score
        for i in range(seats + 1):
            odds[i] = exp(odds[i] - most)
            total += odds[i]
        for k in range(WEIGHTS):
            expected[k] = 0.0
        bend = self.bend
        for i in range(seats + 1):
            share = odds[i] / total
            # Nobody has no features, and those who play have nothing of what counts for nobody.
            first: i64 = NOBODY_WINS if i == seats else 0
            last: i64 = WEIGHTS if i == seats else NOBODY_WINS
            for k in range(first, last):
                mine = x[i * WEIGHTS + k]
                if mine == 0.0:
                    continue
                expected[k] += share * mine
                for other in range(k, last):
                    bend[k * WEIGHTS + other] += share * mine * x[i * WEIGHTS + other]
        for k in range(WEIGHTS):
            self.slope[k] += expected[k] - x[winner * WEIGHTS + k]
            for other in range(k, WEIGHTS):
                bend[k * WEIGHTS + other] -= expected[k] * expected[other]
        self.loss -= log(odds[winner] / total + TINY)

    def find_way(self) -> None:
        """To where the slope would be level if it went on bending alike."""
        way = solved(self.bend, self.slope)
        k: i64
        for k in range(WEIGHTS):
            self.way[k] = way[k]

    def go(self, share: float) -> float:
        """Goes a share of the way, and says how far at most."""
        most = 0.0
        k: i64
        for k in range(WEIGHTS):
            self.weights[k] += share * self.way[k]
            if abs(self.way[k]) > most:
                most = abs(self.way[k])
        return most


def solved(matrix: vec[float], right: vec[float]) -> vec[float]:
    """What a symmetric, positive matrix makes the right side of: by elimination, which needs no pivots then."""
    size: i64 = len(right)
    a = matrix[:]
    b = right[:]
    i: i64
    j: i64
    k: i64
    for k in range(size):
        for i in range(k + 1, size):
            factor = a[i * size + k] / a[k * size + k]
            for j in range(k, size):
                a[i * size + j] -= factor * a[k * size + j]
            b[i] -= factor * b[k]
    k = size - 1
    while k >= 0:
        for j in range(k + 1, size):
            b[k] -= a[k * size + j] * b[j]
        b[k] /= a[k * size + k]
        k -= 1
    return b
