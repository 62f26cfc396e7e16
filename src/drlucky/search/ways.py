"""Ways: all that one player can do in a row before anyone else decides or anything new comes up.

A way ends with the turn, with a draw, with a strike or attack, or in an answer when the player passes or has stopped
the attempt. Until then it follows from what its player knows: nothing that is hidden is looked at."""

from mypy_extensions import i64

from drlucky.engine.codes import ANSWER, ATTEMPT, DRAW, END, GROUPS, OVER, PASS
from drlucky.engine.play import apply, legal
from drlucky.engine.state import State


class Way:
    """Actions in a row, the position before the last of them, and how many cards have left the hand by then."""

    def __init__(self, actions: list[int], last: State, cards: int) -> None:
        self.actions = actions
        self.last = last
        self.cards = cards


class Hands:
    """The hands with which a position was reached. One that has less of everything is no use: it can do nothing that
    the other cannot."""

    def __init__(self) -> None:
        self.masks: list[tuple[int, int, int]] = []

    def is_new(self, s: State, seat: i64) -> bool:
        at = GROUPS * seat
        weapons, moves, failures = s.hands[at], s.hands[at + 1], s.hands[at + 2]
        for held in self.masks:
            if not (weapons & ~held[0]) and not (moves & ~held[1]) and not (failures & ~held[2]):
                return False
        self.masks.append((weapons, moves, failures))
        return True


def ways(s: State, most: int) -> list[Way]:
    """The ways of the player who must decide, those with the fewest cards first, and of these the shortest. After so
    many positions it ends: what is left out costs the most cards."""
    seat = s.decider
    found: list[Way] = []
    known: dict[tuple[int, ...], Hands] = {}
    edge = [Way([], s, 0)]
    seen = 0
    while edge and seen < most:
        dearer: list[Way] = []
        at = 0
        while at < len(edge) and seen < most:
            way = edge[at]
            at += 1
            seen += 1
            for action in legal(way.last):
                actions = [*way.actions, action]
                if ends(s, action):
                    found.append(Way(actions, way.last, way.cards))
                    continue
                there = way.last.copy()
                apply(there, action)
                if is_decided(s, there):
                    found.append(Way(actions, way.last, way.cards))
                    continue
                key = place(there)
                hands = known.get(key)
                if hands is None:
                    hands = known[key] = Hands()
                if hands.is_new(there, seat):
                    spent = int(way.last.count_at(seat) - there.count_at(seat))
                    onward = Way(actions, there, way.cards + spent)
                    if spent:
                        dearer.append(onward)
                    else:
                        edge.append(onward)
        edge = dearer
    return found


def ends(s: State, action: i64) -> bool:
    """Does an action end a way by what it is?"""
    if action in (END, DRAW, ATTEMPT, PASS):
        return True
    rules = s.rules
    return rules.weapon_at <= action < rules.answer_at and not rules.many_weapons()


def is_decided(s: State, there: State) -> bool:
    """Has it come to something that is not the player's own decision any more, or is another one?"""
    if there.decider != s.decider or there.turn != s.turn or there.phase == OVER:
        return True
    return (there.phase == ANSWER) != (s.phase == ANSWER)


def place(s: State) -> tuple[int, ...]:
    """All that a position is told from another by, but for the hand."""
    numbers: list[int] = [s.phase, s.steps, s.walker, s.walk, s.owed, s.target, s.laid, s.luck]
    for room in s.rooms:
        numbers.append(room)
    return tuple(numbers)
