"""How strong each bot is, from all games at once: in whatever order they were played, the ratings are the same.

The model is Luce's, `drlucky.luce`. A bot that sits at several seats wins with each of them; a game that nobody won
tells nothing of who is stronger. The mean of all who take part is the average."""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import exp, sqrt
from typing import NamedTuple

from drlucky.lab.tournament.journal import Entry
from drlucky.luce import AVERAGE, DOUBT, POINTS, Rating

ENOUGH = 1e-9
MOST_STEPS = 200

Matrix = list[list[float]]


class Kind(NamedTuple):
    """All games between the same bots that the same one won."""

    winner: int
    seats: tuple[tuple[int, int], ...]
    """Each bot at the table, and at how many seats."""


def ratings(names: Sequence[str], games: Iterable[Entry]) -> dict[str, Rating]:
    if not names:
        return {}
    kinds = counted(names, games)
    strengths = [0.0] * len(names)
    for _ in range(MOST_STEPS):
        slope, bend = derivatives(kinds, strengths)
        step = solved(bend, [[one] for one in slope])
        # The likelihood has one peak; from far away a whole step may lead beyond it.
        longest = max(abs(row[0]) for row in step)
        scale = min(1.0, 2.0 / longest) if longest else 1.0
        strengths = [one + scale * row[0] for one, row in zip(strengths, step, strict=True)]
        if longest < ENOUGH:
            break
    mean = sum(strengths) / len(strengths)
    errors = errors_about_the_mean(derivatives(kinds, strengths)[1])
    return {
        name: Rating(AVERAGE + POINTS * (one - mean), POINTS * error)
        for name, one, error in zip(names, strengths, errors, strict=True)
    }


def counted(names: Sequence[str], games: Iterable[Entry]) -> dict[Kind, int]:
    """In an order of their own: sums of fractions depend on theirs, if only in the last digit."""
    number = {name: at for at, name in enumerate(names)}
    found = Counter[Kind]()
    for game in games:
        if game["winner"] is not None:
            seated = Counter(number[name] for name in game["seats"])
            found[Kind(number[game["seats"][game["winner"]]], tuple(sorted(seated.items())))] += 1
    return dict(sorted(found.items()))


def derivatives(kinds: dict[Kind, int], strengths: Sequence[float]) -> tuple[list[float], Matrix]:
    """Of the logarithm of the likelihood: which way it rises, and how sharply it bends down."""
    slope = [-one / DOUBT**2 for one in strengths]
    bend = [[(row == column) / DOUBT**2 for column in range(len(strengths))] for row in range(len(strengths))]
    for (winner, seats), times in kinds.items():
        weights = {bot: number * exp(strengths[bot]) for bot, number in seats}
        total = sum(weights.values())
        shares = {bot: weight / total for bot, weight in weights.items()}
        slope[winner] += times
        for bot, share in shares.items():
            slope[bot] -= times * share
            bend[bot][bot] += times * share
            for other, theirs in shares.items():
                bend[bot][other] -= times * share * theirs
    return slope, bend


def errors_about_the_mean(bend: Matrix) -> list[float]:
    """Only differences are measured: what is not known of all together is left out."""
    size = len(bend)
    unit = [[float(row == column) for column in range(size)] for row in range(size)]
    spread = solved(bend, unit)
    rows = [sum(row) / size for row in spread]
    overall = sum(rows) / size
    return [sqrt(max(0.0, spread[at][at] - 2 * rows[at] + overall)) for at in range(size)]


def solved(matrix: Matrix, right: Matrix) -> Matrix:
    """X with matrix · X = right, by Gauss and Jordan. The matrix is positive definite: no row need be swapped."""
    rows = [[*row, *more] for row, more in zip(matrix, right, strict=True)]
    for at, row in enumerate(rows):
        pivot = row[at]
        row[:] = [number / pivot for number in row]
        for other in rows:
            factor = other[at]
            if other is not row and factor:
                other[:] = [number - factor * own for number, own in zip(other, row, strict=True)]
    return [row[len(matrix) :] for row in rows]
