"""Plans: the ways through a turn that are worth thinking about. None of them spends a card for nothing."""

from drlucky.engine import codes
from drlucky.engine.state import State
from drlucky.game.setup import Setting
from drlucky.hints.prospects import Prospect
from drlucky.search.ways import ways

MOST_POSITIONS = 1000
"""So many are looked at for ways: 5 ms as a rule, 75 with two pets and a hand full of moves. What is left out takes
three cards and more."""
MOST_PLANS = 120
"""So many are compared by a search."""


def plans(setting: Setting, s: State, seat: int) -> list[Prospect]:
    """The likeliest first."""
    found = [Prospect(setting, s, seat, way) for way in ways(s, MOST_POSITIONS)]
    found = [each for each in found if not could_draw(each)]
    found = worth_their_cards(cheapest(found))
    return sorted(found, key=promise, reverse=True)[:MOST_PLANS]


def could_draw(each: Prospect) -> bool:
    """Does it end the turn with nothing where a card could be drawn? That can only be wise on a ship, which sinks the
    sooner for it, or when the last card puts the lights out."""
    if each.kind != "end" or each.setting.engine.draw_obstacle(each.end) != codes.ALLOWED:
        return False
    piles = each.setting.engine.pile_ends_from(each.end)
    return each.setting.book.stages == "one" or (
        each.setting.book.stages == "lights" and piles[0] - each.end.pile_at > 1
    )


def cheapest(found: list[Prospect]) -> list[Prospect]:
    """Of those that come to the very same the one with the fewest cards, and of these the least luck; of equal ones the
    shortest, which comes first. In an answer one large card may be better than two small ones: both are kept."""
    kept: dict[tuple[object, ...], Prospect] = {}
    for each in found:
        same = outcome(each)
        if same not in kept or each.cost < kept[same].cost:
            kept[same] = each
    return list(kept.values())


def outcome(each: Prospect) -> tuple[object, ...]:
    """What is so in the end: where everyone stands, and what is done there."""
    if each.kind == "answer":
        return each.stops, each.luck, each.cost[0]
    last = each.last if each.kind != "strike" else codes.ATTEMPT
    return (last, each.strength, each.end.target, *each.end.rooms)


def worth_their_cards(found: list[Prospect]) -> list[Prospect]:
    """Leaves out what costs cards and brings nothing that something cheaper does not bring."""
    known = {(each.cost, each.gains) for each in found}
    in_vain = {
        (cost, gains)
        for cost, gains in known
        if any(less != cost and no_more(less, cost) and no_more(gains, as_much) for less, as_much in known)
    }
    return [each for each in found if (each.cost, each.gains) not in in_vain]


def no_more(some: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return all(a <= b for a, b in zip(some, other, strict=True))


def promise(each: Prospect) -> int:
    """A first guess at what it is worth, in hundredths of a card: a search tries the best ones first."""
    if each.kind == "answer":
        return 100 * each.stops - 45 * each.cost[0] - 10 * each.cost[1]
    if each.kind == "strike":
        return 200 + 20 * each.strength - 45 * each.cost[0] - 5 * len(each.actions)
    _, _, haunting, draws, called, rival, soon, safe = each.gains
    good = 110 * min(haunting, 1) + 100 * draws + 60 * called + 30 * rival + 10 * soon + 20 * safe
    return good - 45 * each.cost[0] - 5 * len(each.actions)
