"""Outlook: a seat's chance to win, judged at a glance with all cards face up.

Each seat shows some signs, and a softmax weighs them. The weights were fitted to games between sensible
players (tools/outlooks.py); they are no rules, and only searching uses them."""

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from drlucky.engine.codes import GROUPS, MOVE, OVER, WEAPON
from drlucky.engine.state import State

REASONS: Final = 0
LUCK: Final = 1  # on the cards held
BEST_WEAPON: Final = 2  # what one, or all where the book allows that, could add to an attempt
WEAPONS: Final = 3  # their values together, anywhere
MOVES: Final = 4  # move cards held
CARDS: Final = 5  # cards held
IN_TURN: Final = 6
LUCK_SQUARED: Final = 7  # a hand full of luck is not twice as good as half of it
ON_THE_WAY: Final = 8  # 4 if the doctor comes next, down to 1 if he comes with his fourth walk
WITH_THE_DOCTOR: Final = 9
# Whoever sits to the right is the last one asked and can leave it to nobody: these two tell more than all the others.
LAST_LUCK: Final = 10  # the luck that the last one asked holds
BEYOND_LAST: Final = 11  # by how much an attempt could exceed it, at most 6 either way
SIGNS: Final = 12
NAMES: Final = (
    *("reasons", "luck", "best_weapon", "weapons", "moves", "cards", "in_turn", "luck_squared", "on_the_way"),
    *("with_the_doctor", "last_luck", "beyond_last"),
)

# That nobody wins depends on how far the pile has gone down, on the luck still to come, and on the stage.
NOBODY_WINS: Final = 2 * SIGNS
WEIGHTS: Final = NOBODY_WINS + 4


def chance_to_win(s: State, seat: i64, signs: vec[i64]) -> float:
    """A seat's chance to win. `signs` has room for all signs of all seats."""
    if s.phase == OVER:
        return 1.0 if s.winner == seat else 0.0
    e = s.edition
    to_come = signs_into(s, signs)
    total = exp(float(score_of_nobody(s, to_come)) / 100000.0)
    mine = 0.0
    p: i64
    for p in range(e.seats):
        score: i64 = 0
        sign: i64
        # A sign may mean one thing while there is luck to come and another at the end, so each has two weights.
        for sign in range(SIGNS):
            score += signs[p * SIGNS + sign] * (e.outlook[sign] * 100 + e.outlook[SIGNS + sign] * to_come)
        strength = exp(float(score) / 100000.0)
        total += strength
        if p == seat:
            mine = strength
    return mine / total


def score_of_nobody(s: State, to_come: i64) -> i64:
    weights = s.edition.outlook
    return (
        weights[NOBODY_WINS] * 100
        + weights[NOBODY_WINS + 1] * gone(s)
        + weights[NOBODY_WINS + 2] * to_come
        + weights[NOBODY_WINS + 3] * 100 * s.stage
    )


def gone(s: State) -> i64:
    """How much of the pile is gone, in hundredths."""
    if len(s.pile):
        return s.pile_at * 100 // len(s.pile)
    return 100


def signs_into(s: State, signs: vec[i64]) -> i64:
    """Writes the signs of each seat, and says how much of the deck's luck is still to come, in hundredths."""
    e = s.edition
    cards = e.cards
    luck: i64 = 0
    p: i64
    for p in range(e.seats):
        look_at_hand(s, p, signs)
        luck += signs[p * SIGNS + LUCK]
    look_at_the_way(s, signs)
    look_to_the_right(s, signs)
    i: i64
    for i in range(s.pile_at, len(s.pile)):
        luck += cards.luck[cards.type_of[s.pile[i]]]
    return luck * 100 // cards.all_luck


def look_at_hand(s: State, seat: i64, signs: vec[i64]) -> None:
    cards = s.edition.cards
    luck: i64 = 0
    held_cards: i64 = 0
    moves: i64 = 0
    best: i64 = 0
    weapons: i64 = 0
    in_its_room: i64 = 0
    group: i64
    for group in range(GROUPS):
        held = s.hands[GROUPS * seat + group]
        t = cards.first_type[group]
        while held:
            mask = held & cards.masks[t]
            held &= ~mask
            while mask:
                mask &= mask - 1
                held_cards += 1
                luck += cards.luck[t]
                if group == MOVE:
                    moves += 1
                elif group == WEAPON:
                    weapons += cards.value[t]
                    if cards.value_in_room[t] > best:
                        best = cards.value_in_room[t]
                    if cards.value_in_room[t] - cards.value[t] > in_its_room:
                        in_its_room = cards.value_in_room[t] - cards.value[t]
            t += 1
    if s.edition.many_weapons():
        best = weapons + in_its_room
    at = seat * SIGNS
    signs[at + REASONS] = s.reasons[seat]
    signs[at + LUCK] = luck
    signs[at + BEST_WEAPON] = best
    signs[at + WEAPONS] = weapons
    signs[at + MOVES] = moves
    signs[at + CARDS] = held_cards
    signs[at + IN_TURN] = 0
    if seat == s.current:
        signs[at + IN_TURN] = 1
    signs[at + LUCK_SQUARED] = luck * luck


def look_at_the_way(s: State, signs: vec[i64]) -> None:
    """Who is with the doctor, and whom he will come to."""
    e = s.edition
    room = s.rooms[e.doctor]
    p: i64
    for p in range(e.seats):
        signs[p * SIGNS + ON_THE_WAY] = 0
        signs[p * SIGNS + WITH_THE_DOCTOR] = 0
        if s.rooms[p] == room:
            signs[p * SIGNS + WITH_THE_DOCTOR] = 1
    nearness: i64
    for nearness in range(4, 0, -1):
        room = e.house.doctor_next[s.stage * e.house.rooms + room]
        for p in range(e.seats):
            if s.rooms[p] == room and not signs[p * SIGNS + ON_THE_WAY]:
                signs[p * SIGNS + ON_THE_WAY] = nearness


def look_to_the_right(s: State, signs: vec[i64]) -> None:
    """What the last one asked could do against one's strongest attempt."""
    e = s.edition
    p: i64
    for p in range(e.seats):
        at = p * SIGNS
        last = signs[e.right_of(p) * SIGNS + LUCK]
        beyond = 1 + signs[at + REASONS] + signs[at + BEST_WEAPON] - last
        if beyond > 6:
            beyond = 6
        elif beyond < -6:
            beyond = -6
        signs[at + LAST_LUCK] = last
        signs[at + BEYOND_LAST] = beyond


def look(s: State) -> list[int]:
    """All that the weights are fitted to, from plain Python: how much luck is to come and how much of the pile gone,
    both in hundredths, the stage, and then the signs."""
    signs = vec[i64]([0] * (SIGNS * s.edition.seats))
    to_come = signs_into(s, signs)
    return [to_come, gone(s), s.stage, *signs]
