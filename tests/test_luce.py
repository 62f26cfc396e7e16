"""Ratings learned game by game: the mathematics, and what they come to in games of which the truth is known."""

from collections import Counter
from itertools import permutations
from math import exp, log, sqrt
from random import Random

import pytest

from drlucky.lab.tournament.journal import Entry
from drlucky.lab.tournament.ratings import ratings
from drlucky.luce import AVERAGE, DOUBT, POINTS, Belief, belief, learned, shares, together

Game = tuple[list[int], int]
"""Who played, and which of them won."""


def simulated(truth: list[float], games: int, seed: int, players: int = 4) -> list[Game]:
    random = Random(seed)
    found = []
    for _ in range(games):
        seats = random.sample(range(len(truth)), players)
        won = random.choices(range(players), shares([truth[one] for one in seats]))[0]
        found.append((seats, won))
    return found


def taught(count: int, games: list[Game]) -> list[Belief]:
    known = [Belief()] * count
    for seats, won in games:
        for one, now in zip(seats, learned([known[one] for one in seats], won), strict=True):
            known[one] = now
    return known


def by_all_cases(before: list[Belief], winner: int) -> list[Belief]:
    """What is known after a game between two, by adding up all strengths that they can have."""
    steps = [each / 16 - 8 for each in range(256)]
    weights = {
        (one, other): exp(-sum((s - b.mean) ** 2 / (2 * b.variance) for s, b in zip((one, other), before, strict=True)))
        * shares((one, other))[winner]
        for one in steps
        for other in steps
    }
    total = sum(weights.values())
    found = []
    for at in range(2):
        mean = sum(case[at] * weight for case, weight in weights.items()) / total
        square = sum(case[at] ** 2 * weight for case, weight in weights.items()) / total
        found.append(Belief(mean, square - mean**2))
    return found


def test_a_rating_is_in_points_as_in_chess() -> None:
    assert belief(1600, 50).rating == pytest.approx((1600, 50))
    assert Belief().rating == pytest.approx((AVERAGE, 350))
    assert shares([belief(1900, 0).mean, belief(1500, 0).mean])[0] == pytest.approx(10 / 11)
    three = [belief(1500, 0).mean] * 3
    assert shares([together(three), 0.0])[0] == pytest.approx(3 / 4)


def test_whoever_wins_gains_and_all_others_lose_alike() -> None:
    before = [Belief()] * 4
    after = learned(before, 2)
    assert after[2].mean > 0
    assert after[0].mean < 0
    assert after[0] == pytest.approx(after[1])
    assert after[0] == pytest.approx(after[3])
    assert all(now.variance < DOUBT**2 for now in after)
    assert sum(now.mean for now in after) == pytest.approx(0, abs=1e-9)


def test_the_order_of_the_seats_does_not_matter() -> None:
    known = [belief(1700, 60), belief(1500, 350), belief(1400, 110), belief(1500, 0)]
    expected = dict(zip(known, learned(known, 1), strict=True))
    for order in permutations(known):
        found = learned(order, order.index(known[1]))
        for one, now in zip(order, found, strict=True):
            assert now == pytest.approx(expected[one])


def test_whoever_is_known_for_certain_stays_and_moves_the_others_more() -> None:
    sure = learned([belief(1500, 100), belief(1500, 0)], 0)
    unsure = learned([belief(1500, 100), belief(1500, 350)], 0)
    assert sure[1] == belief(1500, 0)
    assert sure[0].mean > unsure[0].mean > 0
    assert sure[0].variance < unsure[0].variance


def test_an_upset_moves_more_than_what_was_expected() -> None:
    expected = learned([belief(1900, 80), belief(1500, 80)], 0)[0].mean - belief(1900, 80).mean
    upset = learned([belief(1900, 80), belief(1500, 80)], 1)[1].mean
    assert upset > 5 * expected > 0


@pytest.mark.parametrize(
    ("one", "other"), [(belief(1500, 350), belief(1500, 350)), (belief(1650, 90), belief(1500, 200))]
)
@pytest.mark.parametrize("winner", [0, 1])
def test_one_game_is_close_to_the_sum_of_all_cases(one: Belief, other: Belief, winner: int) -> None:
    found = learned([one, other], winner)
    for now, true in zip(found, by_all_cases([one, other], winner), strict=True):
        assert POINTS * now.mean == pytest.approx(POINTS * true.mean, abs=60)
        assert sqrt(now.variance) == pytest.approx(sqrt(true.variance), rel=0.1)


def test_game_by_game_comes_to_nearly_the_same_as_all_at_once() -> None:
    truth = [random / 3 for random in range(-4, 5)]
    games = simulated(truth, 3000, seed=5)
    names = [str(one) for one in range(len(truth))]
    entries = [Entry(game=at, seats=[names[one] for one in seats], winner=won) for at, (seats, won) in enumerate(games)]
    at_once = ratings(names, entries)
    known = taught(len(truth), games)
    mean = sum(one.mean for one in known) / len(known)
    for name, one in zip(names, known, strict=True):
        assert AVERAGE + POINTS * (one.mean - mean) == pytest.approx(at_once[name].points, abs=12)


def test_known_strengths_are_found() -> None:
    """With a bot at half of the tables, whose strength is known, and nobody known better than to 45 points."""
    random, count, least = Random(1), 30, (45 / POINTS) ** 2
    truth = [random.gauss(0, 1) for _ in range(count)]
    known = [Belief()] * count
    for seats, _ in simulated(truth, 6000, seed=2):
        playing, bots = (seats, []) if random.random() < 0.5 else (seats[1:], [Belief(0.0, 0.0)])
        strengths = [*(truth[one] for one in playing), *(0.0 for _ in bots)]
        won = random.choices(range(4), shares(strengths))[0]
        after = learned([*(known[one] for one in playing), *bots], won)
        for one, now in zip(playing, after, strict=False):
            known[one] = now._replace(variance=max(least, now.variance))
    errors = [POINTS * (now.mean - true) for now, true in zip(known, truth, strict=True)]
    assert max(map(abs, errors)) < 120
    assert sum(map(abs, errors)) / count < 40
    assert sum(errors) / count == pytest.approx(0, abs=20), "all of them together are where the bot has them"
    # As far off as they say.
    off = [(now.mean - true) / sqrt(now.variance) for now, true in zip(known, truth, strict=True)]
    assert 0.5 < sqrt(sum(each**2 for each in off) / count) < 1.2


def test_predictions_come_true_as_often_as_they_say() -> None:
    random = Random(3)
    truth = [random.gauss(0, 1) for _ in range(60)]
    known = [Belief()] * 60
    said: Counter[int] = Counter()
    expected: Counter[int] = Counter()
    came: Counter[int] = Counter()
    for number, (seats, won) in enumerate(simulated(truth, 9000, seed=4)):
        if number > 2000:
            chances = shares([known[one].mean for one in seats])
            for at, chance in enumerate(chances):
                ten = int(chance * 10)
                said[ten] += 1
                expected[ten] += round(1_000_000 * chance)
                came[ten] += at == won
        for one, now in zip(seats, learned([known[one] for one in seats], won), strict=True):
            known[one] = now
    for ten, times in said.items():
        if times > 200:
            assert came[ten] / times == pytest.approx(expected[ten] / 1_000_000 / times, abs=0.03), f"{ten}0 %"


def test_winning_against_the_same_ones_lifts_nobody_without_bound() -> None:
    """Who beats three others in 70 % of the games is as strong as that, however often they do it."""
    random, bots = Random(6), [belief(1500, 0)] * 3
    true = log(0.7 / 0.3 * 3)
    one, seen = Belief(), []
    for game in range(6000):
        won = 0 if random.random() < 0.7 else 1
        one = learned([one, *bots], won)[0]
        # Nobody is known better than to 45 points: they may still learn.
        one = one._replace(variance=max(one.variance, (45 / POINTS) ** 2))
        if game > 500:
            seen.append(POINTS * (one.mean - true))
    assert max(map(abs, seen)) < 150
    assert sum(seen) / len(seen) == pytest.approx(0, abs=15)
