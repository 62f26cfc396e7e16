"""Who sits where, game after game.

Games come in rounds, one for each seat. In a round the same bots play in the same circle, moved on by a seat each time,
so that everyone has every seat once. Who plays in a round is chosen among those who have played least, and of these
who has met the others least; if there are fewer bots than seats, some sit there more than once."""

from collections.abc import Iterator
from itertools import combinations, islice
from math import lcm
from random import Random


def games(entrants: int, seats: int, seed: str) -> Iterator[tuple[int, ...]]:
    """For each game, without end, the entrant at each seat; always the same for a seed, however many are taken."""
    lot = Random(f"{seed} schedule")
    played = [0] * entrants
    met = [[0] * entrants for _ in range(entrants)]
    while True:
        circle = line_up(played, met, seats, lot)
        lot.shuffle(circle)
        for turned in range(seats):
            yield tuple(circle[turned:] + circle[:turned])


def first_games(number: int, entrants: int, seats: int, seed: str) -> list[tuple[int, ...]]:
    return list(islice(games(entrants, seats, seed), number))


def even_number(at_least: int, entrants: int, seats: int) -> int:
    """So many games, or as few more as let every bot play equally often."""
    unit = lcm(entrants, seats)
    return -(-at_least // unit) * unit


def line_up(played: list[int], met: list[list[int]], seats: int, lot: Random) -> list[int]:
    """Those who play in the next round; notes that they do."""
    chosen: list[int] = []
    order = list(range(len(played)))
    for _ in range(seats):
        lot.shuffle(order)
        chosen.append(min(order, key=lambda one: (chosen.count(one), played[one], sum(met[one][o] for o in chosen))))
        played[chosen[-1]] += 1
    for one, other in combinations(chosen, 2):
        met[one][other] += 1
        met[other][one] += 1
    return chosen
