"""Telling: what an answer would tell the others of the hand that it comes from.

Whoever passes seems to hold little luck, and whoever stops an attempt alone to hold more of it. How much follows from
hands as the others may imagine them, and from how someone sensible answers with each: nothing that only the seat itself
knows is used, as those who listen do not know it either."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from drlucky.engine.codes import PASS
from drlucky.engine.play import legal_into
from drlucky.engine.state import State
from drlucky.search.determinize import Worlds
from drlucky.search.heuristic import answer_knowing, luck_of, luck_to_come
from drlucky.search.reading import alike
from drlucky.search.rng import Rng
from drlucky.search.styles import SENSIBLE

ONLOOKER: Final = -2  # sees no hand at all
HANDS: Final = 96  # that are imagined
ALL: Final = 100  # of the luck that was expected before
LEAST: Final = 20  # of it, and
MOST: Final = 300  # the most, that anyone concludes from a single answer


def trust_after(s: State, rng: Rng) -> vec[i64]:
    """For each action of the player who must answer: how much luck the others may expect on each card of that hand
    then, in hundredths of what they expected before."""
    rules = s.rules
    seat = s.decider
    buf = vec[i64]([0] * rules.actions)
    trust = vec[i64]([ALL] * rules.actions)
    worlds = Worlds(s, ONLOOKER, rng)
    total: i64 = 0
    hand: i64
    passing = vec[i64]([0] * HANDS)
    wanted = vec[i64]([0] * HANDS)
    luck = vec[i64]([0] * HANDS)
    for hand in range(HANDS):
        imagined = worlds.uniform(rng)
        n = legal_into(imagined, buf)
        passing[hand] = 1 if buf[0] == PASS else 0
        luck[hand] = luck_of(imagined, seat)
        wanted[hand] = answer_knowing(imagined, SENSIBLE, luck[hand], luck_to_come(imagined, SENSIBLE), buf, n)
        total += luck[hand]
    cards = s.count_at(seat)
    n = legal_into(s, buf)
    i: i64
    for i in range(n):
        action = buf[i]
        played: i64 = 0 if action == PASS else rules.cards.luck[action - rules.answer_at]
        left: i64 = cards if action == PASS else cards - 1
        weight = 0.0
        expected = 0.0
        for hand in range(HANDS):
            if luck[hand] < played or (action == PASS and not passing[hand]):
                continue
            share = alike(wanted[hand], action)
            weight += share
            expected += share * float(luck[hand] - played)
        if left and weight > 0.0 and total:
            before = float(total) / float(HANDS * cards)
            after = expected / weight / float(left)
            trust[action] = within(i64(100.0 * after / before))
    return trust


def within(trust: i64) -> i64:
    if trust < LEAST:
        return LEAST
    if trust > MOST:
        return MOST
    return trust
