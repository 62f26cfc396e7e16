"""Luck: what an analysis says of how a seat came from its fair share of wins to the end of a game.

Before every decision there is a chance to win from what the seat could know. From one to the next it changes by what
somebody decided: by cards if it is the deal or a card that the seat drew, by its own doing if it decided otherwise, and
by the others' if they did. All changes together lead from the fair share to 1 or 0."""

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from drlucky.table.played import Luck

FEWEST_PLAYOUTS = 100
"""A rougher analysis is not counted."""
DRAW = "draw"


class Chance(Struct):
    chance: float


class Point(Struct):
    decider: int | None
    action: str | None
    known: list[Chance]


class Part(Struct):
    players: list[str]
    first: int
    last: int


class Analysed(Struct):
    """What is needed of an analysis."""

    playouts: int
    parts: list[Part]
    points: list[Point]


decoder = msgspec.json.Decoder(Analysed)


def luck_in(analysis: bytes, number: int) -> Mapping[int, Mapping[int, Luck]]:
    """By the number of the game, and by seat in it. An analysis of the Escape that was played on from a game is one of
    both; nothing of one that is rough."""
    found = decoder.decode(analysis)
    if found.playouts < FEWEST_PLAYOUTS:
        return {}
    first = number - len(found.parts) + 1
    return {
        first + nth: {seat: luck(part, found.points, seat) for seat in range(len(part.players))}
        for nth, part in enumerate(found.parts)
    }


def luck(part: Part, points: list[Point], seat: int) -> Luck:
    cards, own, others = points[part.first].known[seat].chance - 1 / len(part.players), 0.0, 0.0
    for at in range(part.first, part.last):
        before, after = points[at], points[at + 1]
        change = after.known[seat].chance - before.known[seat].chance
        if before.decider != seat:
            others += change
        elif before.action == DRAW:
            cards += change
        else:
            own += change
    return Luck(round(cards, 4), round(own, 4), round(others, 4))
