"""Mistakes: the deeds of a seat that cost it most by what it could know, and what it could have known."""

from collections import Counter
from collections.abc import Sequence

from drlucky.analysis.deeds import Deed
from drlucky.analysis.effects import of_pairs
from drlucky.analysis.estimating import Halves, Pairs
from drlucky.analysis.model import Mistake
from drlucky.engine.play import apply
from drlucky.engine.state import State
from drlucky.game.setup import Setting
from drlucky.hints.explain import Grounds
from drlucky.hints.model import Why
from drlucky.hints.prospects import Prospect
from drlucky.search.determinize import determinize
from drlucky.search.rng import Rng
from drlucky.search.ways import Way

MOST = 3
"""Of one seat. More would not be read."""
MOST_GROUNDS = 2
LEAST = 0.02
"""What costs less is not worth the words."""
BEYOND_ERROR = 0.005
"""That it cost something is certain only if its interval begins here at least, where it is still told as 1 percent."""


def mistakes(done: Sequence[tuple[Deed, Halves]]) -> list[Mistake]:
    """Of what one seat did, in the order of play. One half of the pairs picks them out, the other says what each cost:
    so none is told for larger than it was because it happened to look large."""
    dear = [
        (deed, halves) for deed, halves in done if is_dear(deed, halves.one, LEAST) and is_dear(deed, halves.other, 0)
    ]
    dear.sort(key=lambda one: of_pairs(one[1].one, one[0].seat).mean)
    return sorted((mistake(deed, halves) for deed, halves in dear[:MOST]), key=lambda one: one.first)


def is_dear(deed: Deed, pairs: Pairs, least: float) -> bool:
    """Did it cost so much, and more than the error?"""
    cost = (-of_pairs(pairs, deed.seat)).amount
    return cost.low >= BEYOND_ERROR and cost.value >= least


def mistake(deed: Deed, halves: Halves) -> Mistake:
    instead = Counter(halves.one.instead) + Counter(halves.other.instead)
    better = min(instead, key=lambda way: (-instead[way], way))
    actions = deed.place.game.setting.actions
    return Mistake(
        part=deed.place.part,
        first=deed.first,
        last=deed.last,
        turn=deed.place.turn,
        seat=deed.seat,
        done=tuple(actions[number] for number in deed.actions),
        better=tuple(actions[number] for number in better),
        cost=(-of_pairs(halves.other, deed.seat)).amount,
        grounds=grounds(deed, list(better)),
    )


def grounds(deed: Deed, way: list[int]) -> tuple[Why, ...]:
    """What speaks for a way, and not just as well for what was done. Whoever looks for it is shown no card that the
    seat could not see."""
    setting = deed.place.game.setting
    imagined = determinize(deed.place.state, deed.seat, Rng(0))
    judge = Grounds(setting, imagined, deed.seat)
    for_both = {why.code for why in judge.found(prospect(setting, imagined, deed.seat, list(deed.actions)))}
    found = list(judge.found(prospect(setting, imagined, deed.seat, way)))
    return tuple([why for why in found if why.code not in for_both][:MOST_GROUNDS] or found[:MOST_GROUNDS])


def prospect(setting: Setting, s: State, seat: int, actions: list[int]) -> Prospect:
    last = s.copy()
    for action in actions[:-1]:
        apply(last, action)
    return Prospect(setting, s, seat, Way(actions, last, 0))
