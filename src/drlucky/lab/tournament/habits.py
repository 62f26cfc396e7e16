"""Habits: ways of playing that no search was fitted to and none knows. They are for the pool alone.

Whoever reads the others is fitted to the styles of `drlucky.search.styles`. People have other habits: these are some of
them, each a function of what the seat that must decide may know. One of them, the newcomer, is someone who knows the
rules and has never played."""

from collections.abc import Callable
from random import Random

from drlucky.engine.codes import ANSWER, ATTEMPT, DRAW, GROUPS, LAY, MOVE, PASS, TURN
from drlucky.engine.play import apply, legal
from drlucky.engine.state import State
from drlucky.search.heuristic import action_in_style, luck_of, sensible_action
from drlucky.search.novice import own_steps
from drlucky.search.styles import CAUTIOUS, HUNTING

Habit = Callable[[State, Random], int]
"""The number of the action to take for the seat that must decide."""


def sensibly(s: State, random: Random) -> int:
    return sensible_action(s, random.getrandbits(31))


# Held-out habits.


def stopping(s: State, random: Random) -> int:
    """Stops every attempt at once, with the card that has most luck."""
    return most_luck(s, legal(s)) if s.phase == ANSWER else sensibly(s, random)


def leaving(s: State, random: Random) -> int:
    """Leaves every attempt to the last one asked."""
    is_last = s.rules.left_of(s.decider) == s.striker
    return PASS if s.phase == ANSWER and not is_last and PASS in legal(s) else sensibly(s, random)


def tossing(s: State, random: Random) -> int:
    """Passes by the toss of a coin."""
    is_passing = s.phase == ANSWER and random.random() < 0.5
    return PASS if is_passing and PASS in legal(s) else sensibly(s, random)


def striking(s: State, random: Random) -> int:
    """Strikes whenever it may, with the best weapon for the place."""
    return strike(s, legal(s)) or sensibly(s, random)


def sparing(s: State, random: Random) -> int:
    """Never spends a move card but for its luck."""
    if s.phase != TURN:
        return sensibly(s, random)
    without = s.copy()
    without.hands[GROUPS * s.decider + MOVE] = 0
    return sensibly(without, random)


def turning(s: State, random: Random) -> int:
    """Plays cautiously in one turn and hunts in the next."""
    return action_in_style(s, HUNTING if s.turn % 2 else CAUTIOUS, random.getrandbits(31))


def wandering(s: State, random: Random) -> int:
    """Walks about at random, and is sensible in all else."""
    action = sensibly(s, random)
    steps = own_steps(s, legal(s))
    return random.choice(steps) if action in steps else action


HELD_OUT: dict[str, Habit] = {
    habit.__name__: habit for habit in (stopping, leaving, tossing, striking, sparing, turning, wandering)
}


# The newcomer.


def newcomer(s: State, random: Random) -> int:
    """Knows the rules and nothing else: strikes when nobody looks, draws a card when it may, and takes the free step to
    where it can do one of the two, or anywhere. It stops what it can stop alone, and passes otherwise."""
    actions = legal(s)
    if s.phase == ANSWER:
        return answer_alone(s, actions)
    if found := strike(s, actions):
        return found
    if DRAW in actions:
        return DRAW
    steps = own_steps(s, actions)
    for wished in (can_strike, can_draw):
        if good := [step for step in steps if wished(after(s, step))]:
            return random.choice(good)
    return random.choice(steps or actions)


def answer_alone(s: State, actions: list[int]) -> int:
    if PASS in actions and luck_of(s, s.decider) < s.strength - s.luck:
        return PASS
    return most_luck(s, actions)


def can_strike(s: State) -> bool:
    return bool(strike(s, legal(s)))


def can_draw(s: State) -> bool:
    return DRAW in legal(s)


# What they share.


def strike(s: State, actions: list[int]) -> int:
    """The strike with the weapon that is worth most here, bare hands if there is none; 0, which is no strike, if none
    may be made now."""
    rules = s.rules
    weapons = [each for each in actions if rules.weapon_at <= each < rules.answer_at]
    if weapons and s.phase != LAY:
        return max(weapons, key=lambda each: rules.value_here(s, each - rules.weapon_at))
    return ATTEMPT if ATTEMPT in actions else max(weapons, default=0)


def most_luck(s: State, actions: list[int]) -> int:
    """The card with most luck; PASS if there is none."""
    cards = [each for each in actions if each != PASS]
    return max(cards, key=lambda each: s.rules.cards.luck[each - s.rules.answer_at], default=PASS)


def after(s: State, action: int) -> State:
    there = s.copy()
    apply(there, action)
    return there
