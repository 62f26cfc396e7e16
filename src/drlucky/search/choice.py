"""A choice at random among the legal actions, without listing them.

What the hand and the house offer is counted, and a lot is drawn among it. If it falls on something that is not allowed,
another is drawn. So all that is allowed is equally likely, and whether a card may be drawn, or leads anywhere, is asked
only when it comes up."""

from typing import Final

from mypy_extensions import i64

from drlucky.engine.attempts import pass_obstacle
from drlucky.engine.codes import (
    ALLOWED,
    ANSWER,
    ATTEMPT,
    END,
    FAILURE,
    GROUPS,
    MOVE,
    NOBODY,
    PASS,
    STOP,
    TURN,
    WALK,
    WEAPON,
)
from drlucky.engine.moves import may_jump
from drlucky.engine.state import State
from drlucky.engine.tables import count_bits
from drlucky.search.rng import Rng

NOT_ALLOWED: Final = -1
ENDS: Final = 2  # END, and where the book has it DRAW


def any_action(s: State, rng: Rng) -> i64:
    """A legal action, each as likely as the others, of whoever must decide."""
    if s.phase == TURN:
        return any_of_turn(s, rng)
    if s.phase == ANSWER:
        return any_answer(s, rng)
    if s.phase == WALK:
        return any_of_walk(s, rng)
    return any_strike(s, rng)


def any_of_turn(s: State, rng: Rng) -> i64:
    ends: i64 = 0
    strikes: i64 = 0
    attacks: i64 = 0
    doors: i64 = 0
    others: i64 = 0
    if not s.owed:
        ends = 1
        if s.rules.draws:
            ends = ENDS
        if may_strike(s):
            strikes = count_strikes(s)
        if s.rules.actions > s.rules.attack_at:
            victims = s.rules.victims(s)
            if victims:
                attacks = count_bits(victims)
    if s.steps:
        doors = count_doors(s, s.current)
        if s.rules.steppers > 1:
            others = count_steps_of_others(s)
    steps = doors + others
    cards = count_card_moves(s)
    while True:
        n = rng.below(ends + steps + cards + strikes + attacks)
        if n < ends:
            action = n
            if n != END and s.rules.draw_obstacle(s) != ALLOWED:
                action = NOT_ALLOWED
        elif n < ends + doors:
            action = s.rules.step_at + nth_door(s, s.current, n - ends)
        elif n < ends + steps:
            action = nth_step_of_others(s, n - ends - doors)
        elif n < ends + steps + cards:
            action = nth_card_move(s, n - ends - steps)
        elif n < ends + steps + cards + strikes:
            action = nth_strike(s, n - ends - steps - cards)
        else:
            victim = s.rules.house.nth_seat(s.rules.victims(s), n - ends - steps - cards - strikes)
            action = s.rules.attack_at + victim
        if action != NOT_ALLOWED:
            return action


def any_answer(s: State, rng: Rng) -> i64:
    """To pass, or a card that counts against the attempt."""
    answers = 1 + count_answers(s)
    while True:
        n = rng.below(answers)
        if n:
            action = nth_answer(s, n - 1)
            if action != NOT_ALLOWED:
                return action
        elif pass_obstacle(s) == ALLOWED:
            return PASS


def any_of_walk(s: State, rng: Rng) -> i64:
    """The next step of a card's walk, or to stop once a step of it was taken."""
    stops: i64 = 0
    if not s.owed:
        stops = 1
    pawn = s.pawn(s.walker)
    n = rng.below(stops + count_doors(s, pawn))
    if n < stops:
        return STOP
    return s.rules.step_at + s.walker * s.rules.house.rooms + nth_door(s, pawn, n - stops)


def any_strike(s: State, rng: Rng) -> i64:
    strikes = count_strikes(s)
    while True:
        action = nth_strike(s, rng.below(strikes))
        if action != NOT_ALLOWED:
            return action


# How many there are of each kind, and the one after so many others. Of several copies of a card only the first will do.


def may_strike(s: State) -> bool:
    """Most of the time the doctor is elsewhere, and then the book need not be asked."""
    if not s.rules.reaches and s.rooms[s.current] != s.rooms[s.rules.doctor]:
        return False
    return s.rules.attempt_obstacle(s) == ALLOWED


def count_strikes(s: State) -> i64:
    """To strike as things stand, or to lay a weapon down first."""
    return 1 + count_bits(s.hands[GROUPS * s.current + WEAPON])


def nth_strike(s: State, n: i64) -> i64:
    if not n:
        return ATTEMPT
    weapon = s.rules.cards.nth_type(WEAPON, s.hands[GROUPS * s.current + WEAPON], n - 1)
    if weapon == NOBODY:
        return NOT_ALLOWED
    return s.rules.weapon_at + weapon


def count_answers(s: State) -> i64:
    cards: i64 = 0
    group: i64
    for group in range(GROUPS):
        held = s.hands[GROUPS * s.decider + group] & s.rules.cards.counting[group]
        if held:
            cards += count_bits(held)
    return cards


def nth_answer(s: State, n: i64) -> i64:
    group: i64 = FAILURE
    while True:
        held = s.hands[GROUPS * s.decider + group] & s.rules.cards.counting[group]
        cards = count_bits(held)
        if n < cards:
            break
        n -= cards
        group -= 1
    card_type = s.rules.cards.nth_type(group, held, n)
    if card_type == NOBODY:
        return NOT_ALLOWED
    return s.rules.answer_at + card_type


def count_steps_of_others(s: State) -> i64:
    """With the pawns beside the player's own that the steps of a turn can move."""
    steps: i64 = 0
    movable: i64
    for movable in range(1, s.rules.steppers):
        steps += count_bits(s.rules.reach(s, movable))
    return steps


def nth_step_of_others(s: State, n: i64) -> i64:
    movable: i64 = 1
    while True:
        reach = s.rules.reach(s, movable)
        steps = count_bits(reach)
        if n < steps:
            return s.rules.step_at + movable * s.rules.house.rooms + s.rules.house.nth_room(reach, n)
        n -= steps
        movable += 1


def count_doors(s: State, pawn: i64) -> i64:
    """How many rooms are next door to a pawn."""
    return s.rules.house.door_counts[s.stage * s.rules.house.rooms + s.rooms[pawn]]


def nth_door(s: State, pawn: i64, n: i64) -> i64:
    """A room next door."""
    return s.rules.house.doors[s.rules.house.doors_at[s.stage * s.rules.house.rooms + s.rooms[pawn]] + n]


def count_card_moves(s: State) -> i64:
    """Each card with steps for each pawn that may walk by it, and each with a room for each that may jump there."""
    held = s.hands[GROUPS * s.current + MOVE]
    if not held:
        return 0
    with_steps = count_bits(held & s.rules.cards.with_steps)
    with_room = with_steps
    if s.rules.cards.with_room != s.rules.cards.with_steps:
        with_room = count_bits(held & s.rules.cards.with_room)
    return s.rules.walkers * with_steps + len(s.rules.jumpers) * with_room


def nth_card_move(s: State, n: i64) -> i64:
    rules = s.rules
    held = s.hands[GROUPS * s.current + MOVE] & rules.cards.with_steps
    cards = count_bits(held)
    walker: i64
    for walker in range(rules.walkers):
        if n < cards:
            card_type = rules.cards.nth_type(MOVE, held, n)
            if card_type == NOBODY:
                return NOT_ALLOWED
            return rules.walk_at + walker * rules.move_types + card_type - rules.weapon_types
        n -= cards
    held = s.hands[GROUPS * s.current + MOVE] & rules.cards.with_room
    cards = count_bits(held)
    jumper: i64 = 0
    while n >= cards:
        n -= cards
        jumper += 1
    card_type = rules.cards.nth_type(MOVE, held, n)
    movable = rules.jumpers[jumper]
    if card_type == NOBODY or not may_jump(s, movable, card_type):
        return NOT_ALLOWED
    return rules.jump_at + movable * rules.move_types + card_type - rules.weapon_types
