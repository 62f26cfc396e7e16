"""Luce's model of games that one of many wins: everyone has a strength, and wins with the share that it has in the sum
of all who sit there (Plackett's, where only the winner counts).

Ratings are the logarithm of it, in points as they are known from chess: of the games that one of two wins, the one who
is 100 points ahead wins 64 %, with 200 points 76 %, with 400 points 91 %. Tournaments fit them to all games at once;
at tables they are learned game by game."""

from collections.abc import Sequence
from math import exp, log, sqrt
from typing import NamedTuple

from drlucky.stats import Z

AVERAGE = 1500.0
POINTS = 400 / log(10)
"""For a strength that is e times as great."""
DOUBT = 350 / POINTS
"""How far apart players are usually, before anything is known of them. Without it one who won every game would be
infinitely strong; after a few dozen games it counts for nothing."""
NEAR = 1e-9
MOST_STEPS = 50
LONGEST_STEP = 2.0


class Rating(NamedTuple):
    points: float
    error: float
    """One standard deviation."""

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true rating lies with 95 % of certainty."""
        return self.points - Z * self.error, self.points + Z * self.error


class Belief(NamedTuple):
    """What is known of someone: the logarithm of their strength, as a normal distribution. The average is 0."""

    mean: float = 0.0
    variance: float = DOUBT**2

    @property
    def rating(self) -> Rating:
        return Rating(AVERAGE + POINTS * self.mean, POINTS * sqrt(self.variance))


def belief(points: float, error: float) -> Belief:
    return Belief((points - AVERAGE) / POINTS, (error / POINTS) ** 2)


def shares(strengths: Sequence[float]) -> list[float]:
    """The chance of each to win, from the logarithms of their strengths."""
    highest = max(strengths)
    weights = [exp(one - highest) for one in strengths]
    total = sum(weights)
    return [weight / total for weight in weights]


def together(strengths: Sequence[float]) -> float:
    """The logarithm of the strength of them all: they win as often as one who is as strong."""
    highest = max(strengths)
    return highest + log(sum(exp(one - highest) for one in strengths))


def learned(before: Sequence[Belief], winner: int) -> list[Belief]:
    """What is known of everyone after a game: its likelihood and all that was known before, by Laplace's method. The
    peak is found by Newton's, and the spread of each is that of the joint distribution around it. Someone whose
    variance is 0 stays as they are.

    What bends is a diagonal less the product of the chances with themselves, so that nothing needs to be inverted."""
    strengths = [one.mean for one in before]
    for _ in range(MOST_STEPS):
        chances = shares(strengths)
        scales = [one.variance / (1 + one.variance * p) for one, p in zip(before, chances, strict=True)]
        rest = 1 - sum(p * p * scale for p, scale in zip(chances, scales, strict=True))
        pulls = [
            (one.mean - now + one.variance * ((at == winner) - p)) / (1 + one.variance * p)
            for at, (one, now, p) in enumerate(zip(before, strengths, chances, strict=True))
        ]
        shift = sum(p * pull for p, pull in zip(chances, pulls, strict=True)) / rest
        steps = [pull + p * scale * shift for pull, p, scale in zip(pulls, chances, scales, strict=True)]
        longest = max(map(abs, steps))
        # The likelihood has one peak; from far away a whole step may lead beyond it.
        part = min(1.0, LONGEST_STEP / longest) if longest else 1.0
        strengths = [now + part * step for now, step in zip(strengths, steps, strict=True)]
        if longest < NEAR:
            break
    return [
        Belief(now, scale + (p * scale) ** 2 / rest) for now, p, scale in zip(strengths, chances, scales, strict=True)
    ]
