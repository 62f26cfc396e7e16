"""A beginner's first evening: knows the rules, and makes the mistakes that people make who play for the first time.

It walks where it likes, strikes with bare hands as soon as it may or does not see that it could, and would rather
leave an attempt to others. But as the last one asked it stops what it can stop, and it ends no turn in which it could
draw: it is weak, and never looks broken."""

from typing import Final

from mypy_extensions import i64

from drlucky.engine.codes import ANSWER, ATTEMPT, DRAW, NOBODY, PASS, TURN
from drlucky.engine.play import legal
from drlucky.engine.state import State
from drlucky.search.heuristic import luck_of, sensible
from drlucky.search.rng import Rng

# How often in a hundred it does what a beginner does. With these it loses in the house to whoever just knows the rules,
# and everywhere to those who play decently.
KEEPS_CARDS: Final = 70  # it would rather keep its cards, and passes
CANNOT_WAIT: Final = 70  # it strikes at once, and forgets that it holds a weapon
OVERLOOKS: Final = 30  # it does not see that it could strike
PLAYS_FOR_FUN: Final = 20  # it plays a card to walk with it


def novice_action(s: State, seed: int) -> int:
    """The action that a beginner takes, from nothing but what the player who must decide can know."""
    rng = Rng(seed)
    sense: int = sensible(s, rng, s.rules.scratch)
    actions = legal(s)
    if s.phase == ANSWER:
        leaves = PASS in actions and rng.below(100) < KEEPS_CARDS and not can_save_the_day(s)
        return PASS if leaves else sense
    if s.phase != TURN:
        return sense
    if ATTEMPT in actions and rng.below(100) < CANNOT_WAIT:
        return ATTEMPT
    if sense == DRAW:
        return sense
    pastimes = own_steps(s, actions)
    if DRAW in actions:
        pastimes.append(DRAW)
    if is_strike(s, sense):
        return any_of(pastimes, rng) if pastimes and rng.below(100) < OVERLOOKS else sense
    cards = [action for action in actions if s.rules.walk_at <= action < s.rules.weapon_at]
    if cards and rng.below(100) < PLAYS_FOR_FUN:
        return any_of(cards, rng)
    return any_of(pastimes, rng) if pastimes else sense


def can_save_the_day(s: State) -> bool:
    """Is nobody asked after it, and can it stop the attempt?"""
    return s.rules.next_asked(s) == NOBODY and luck_of(s, s.decider) >= s.strength - s.luck


def own_steps(s: State, actions: list[int]) -> list[int]:
    """The free steps of one's own pawn."""
    first: i64 = s.rules.step_at
    return [action for action in actions if first <= action < first + s.rules.house.rooms]


def is_strike(s: State, action: int) -> bool:
    return action == ATTEMPT or s.rules.weapon_at <= action < s.rules.answer_at


def any_of(actions: list[int], rng: Rng) -> int:
    return actions[rng.below(len(actions))]
