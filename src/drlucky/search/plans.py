"""Plans: the ways through a turn that a bot searches among. None of them spends a card on what another one reaches
without it, so that free steps come before cards."""

from typing import Final, final

from mypy_extensions import i64

from drlucky.engine.codes import ANSWER, GROUPS
from drlucky.engine.state import State
from drlucky.search.heuristic import Danger, luck_of, worth
from drlucky.search.styles import SENSIBLE
from drlucky.search.ways import Way, ways

POSITIONS: Final = 300  # that are looked at for ways; what is left out costs the most cards
ITERATIONS_EACH: Final = 8  # with fewer a plan cannot be told from another
FEWEST: Final = 12
MOST: Final = 60
A_CARD: Final = 10  # what a card counts beside a point of luck, where cards are kept


@final
class Plan:
    """Actions in a row, what they cost, and a first guess at what they are worth."""

    def __init__(self, actions: list[int], cost: int, promise: int) -> None:
        self.actions: Final[list[int]] = actions
        self.cost: Final[int] = cost
        self.promise: Final[int] = promise


def plans(s: State, iterations: int) -> list[Plan]:
    """As many as so many iterations can tell apart, the likeliest first. None in an answer: there every card is a
    decision of its own, for it follows from what is left to be stopped."""
    if s.phase == ANSWER:
        return []
    luck = luck_of(s, s.decider)
    cheapest: dict[tuple[int, ...], Plan] = {}
    for way in ways(s, POSITIONS):
        plan = Plan(way.actions, cost(way, luck), promise(way))
        same = outcome(way)
        known = cheapest.get(same)
        if known is None or plan.cost < known.cost:
            cheapest[same] = plan
    found = list(cheapest.values())
    found.sort(key=likely)
    return found[: max(FEWEST, min(MOST, iterations // ITERATIONS_EACH))]


def likely(plan: Plan) -> int:
    return -plan.promise


def outcome(way: Way) -> tuple[int, ...]:
    """What is so in the end: where everyone stands, what lies on the table, and what is done there."""
    s = way.last
    numbers: list[int] = [way.actions[-1], s.laid, s.target]
    for room in s.rooms:
        numbers.append(room)
    return tuple(numbers)


def cost(way: Way, luck: int) -> int:
    """The cards that are played on the way to its last action, and the luck on them."""
    return A_CARD * way.cards + luck - luck_of(way.last, way.last.decider)


def promise(way: Way) -> int:
    """What the last action is worth to a sensible player, less the cards."""
    s = way.last
    value: i64 = worth(s, Danger(s, SENSIBLE), way.actions[-1])
    return value - SENSIBLE.card * way.cards


def is_foreseen(s: State, expected: State) -> bool:
    """Is a position the one that a plan came to, for all that its player can see?"""
    if s.turn != expected.turn or s.phase != expected.phase or s.decider != expected.decider:
        return False
    if s.steps != expected.steps or s.walk != expected.walk or s.owed != expected.owed or s.laid != expected.laid:
        return False
    pawn: i64
    for pawn in range(len(s.rooms)):
        if s.rooms[pawn] != expected.rooms[pawn]:
            return False
    group: i64
    at = GROUPS * s.decider
    for group in range(GROUPS):
        if types_held(s, group, s.hands[at + group]) != types_held(s, group, expected.hands[at + group]):
            return False
    return True


def types_held(s: State, group: i64, held: i64) -> list[int]:
    """The types of the cards in a mask, whichever copies they are."""
    cards = s.rules.cards
    found: list[int] = []
    while held:
        found.append(cards.lowest_type(group, held))
        held &= held - 1
    return found
