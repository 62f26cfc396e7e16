"""Evaluation: a seat's chance to win, estimated without playing on, with all cards face up.

Each seat has some features, and a softmax over the seats weighs them. `drlucky.search.fitting` finds the weights from
games between sensible players; those of the games that are played most are kept in `drlucky.search.weights`."""

from math import exp
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from drlucky.engine.codes import ALLOWED, GROUPS, MOVE, NOBODY, NOWHERE, OVER, WEAPON
from drlucky.engine.state import State
from drlucky.engine.turns import called_up

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
# Whoever sits to the right comes last and can leave it to nobody: these two tell more than all the others.
LAST_LUCK: Final = 10  # the luck that the right-hand neighbour holds
BEYOND_LAST: Final = 11  # by how much an attempt could exceed it, at most 6 either way
NEXT: Final = 12  # in turn after this one, if nobody goes anywhere any more
SEEN: Final = 13  # by so many others
NEAR: Final = 14  # in or beside the room of the doctor, or for all but the one in turn, where he goes next
CAN_STRIKE: Final = 15  # in turn, and the doctor is to be had with a free step
CAN_STRIKE_NEXT: Final = 16  # the same a turn later
BEYOND_ALL: Final = 17  # by how much an attempt could exceed the luck of all others, at most 9 either way
STRIKE_BEYOND: Final = 18  # the same for whoever can strike
FEATURES: Final = 19
NAMES: Final = (
    *("reasons", "luck", "best_weapon", "weapons", "moves", "cards", "in_turn", "luck_squared", "on_the_way"),
    *("with_the_doctor", "last_luck", "beyond_last", "next", "seen", "near", "can_strike", "can_strike_next"),
    *("beyond_all", "strike_beyond"),
)
MOST_BEYOND: Final = 9

# That nobody wins depends on how far the pile has gone down, on the luck still to come, and on the stage.
NOBODY_WINS: Final = 2 * FEATURES
WEIGHTS: Final = NOBODY_WINS + 4
THOUSAND: Final = 1000  # weights are whole numbers of thousandths


@final
class Evaluation:
    """The weights of one game, in thousandths; none for a game to which nobody has fitted any."""

    def __init__(self, weights: list[int]) -> None:
        self.weights: vec[i64] = vec[i64](weights)

    def is_fitted(self) -> bool:
        return len(self.weights) > 0

    def chance_to_win(self, s: State, seat: i64, features: vec[i64]) -> float:
        """A seat's chance to win. `features` has room for all features of all seats."""
        if s.phase == OVER:
            return 1.0 if s.winner == seat else 0.0
        weights = self.weights
        to_come = features_into(s, features)
        total = exp(float(self.score_of_nobody(s, to_come)) / 100000.0)
        mine = 0.0
        p: i64
        for p in range(s.rules.seats):
            score: i64 = 0
            k: i64
            # A feature may mean one thing while there is luck to come and another at the end: each has two weights.
            for k in range(FEATURES):
                score += features[p * FEATURES + k] * (weights[k] * 100 + weights[FEATURES + k] * to_come)
            strength = exp(float(score) / 100000.0)
            total += strength
            if p == seat:
                mine = strength
        return mine / total

    def score_of_nobody(self, s: State, to_come: i64) -> i64:
        """How much speaks for nobody winning at all."""
        weights = self.weights
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


def features_into(s: State, features: vec[i64]) -> i64:
    """Writes the features of each seat, and says how much of the deck's luck is still to come, in hundredths."""
    rules = s.rules
    cards = rules.cards
    luck: i64 = 0
    p: i64
    for p in range(rules.seats):
        judge_hand(s, p, features)
        luck += features[p * FEATURES + LUCK]
    judge_place(s, features)
    judge_sight(s, features)
    judge_strength(s, features, luck)
    judge_turns(s, features)
    i: i64
    for i in range(s.pile_at, len(s.pile)):
        luck += cards.luck[cards.type_of[s.pile[i]]]
    return luck * 100 // cards.all_luck


def judge_hand(s: State, seat: i64, features: vec[i64]) -> None:
    cards = s.rules.cards
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
    if s.rules.many_weapons():
        best = weapons + in_its_room
    at = seat * FEATURES
    features[at + REASONS] = s.reasons[seat]
    features[at + LUCK] = luck
    features[at + BEST_WEAPON] = best
    features[at + WEAPONS] = weapons
    features[at + MOVES] = moves
    features[at + CARDS] = held_cards
    features[at + IN_TURN] = 0
    if seat == s.current:
        features[at + IN_TURN] = 1
    features[at + LUCK_SQUARED] = luck * luck


def judge_place(s: State, features: vec[i64]) -> None:
    """Who is with the doctor, and whom he will come to."""
    rules = s.rules
    room = s.rooms[rules.doctor]
    p: i64
    for p in range(rules.seats):
        features[p * FEATURES + ON_THE_WAY] = 0
        features[p * FEATURES + WITH_THE_DOCTOR] = 0
        if s.rooms[p] == room:
            features[p * FEATURES + WITH_THE_DOCTOR] = 1
    nearness: i64
    for nearness in range(4, 0, -1):
        room = rules.house.doctor_next[s.stage * rules.house.rooms + room]
        for p in range(rules.seats):
            if s.rooms[p] == room and not features[p * FEATURES + ON_THE_WAY]:
                features[p * FEATURES + ON_THE_WAY] = nearness


def judge_sight(s: State, features: vec[i64]) -> None:
    """Who is seen by how many."""
    rules = s.rules
    p: i64
    other: i64
    for p in range(rules.seats):
        seen: i64 = 0
        if s.rooms[p] != NOWHERE:
            seers = rules.seers(s, s.rooms[p])
            for other in range(rules.seats):
                if other != p and s.rooms[other] != NOWHERE and (seers >> s.rooms[other]) & 1:
                    seen += 1
        features[p * FEATURES + SEEN] = seen


def judge_strength(s: State, features: vec[i64], all_luck: i64) -> None:
    """What the others could do against each one's strongest attempt, and the right-hand neighbour alone."""
    rules = s.rules
    p: i64
    for p in range(rules.seats):
        at = p * FEATURES
        last = features[rules.right_of(p) * FEATURES + LUCK]
        strongest = 1 + features[at + REASONS] + features[at + BEST_WEAPON]
        features[at + LAST_LUCK] = last
        features[at + BEYOND_LAST] = within(strongest - last, 6)
        features[at + BEYOND_ALL] = within(strongest - all_luck + features[at + LUCK], MOST_BEYOND)


def within(number: i64, most: i64) -> i64:
    if number > most:
        return most
    if number < -most:
        return -most
    return number


def judge_turns(s: State, features: vec[i64]) -> None:
    """Whose turn it is and will be next, and what they could do with a free step."""
    rules = s.rules
    p: i64
    for p in range(rules.seats):
        at = p * FEATURES
        features[at + NEXT] = 0
        features[at + CAN_STRIKE] = 0
        features[at + CAN_STRIKE_NEXT] = 0
        features[at + STRIKE_BEYOND] = 0
    doctor = s.rooms[rules.doctor]
    coming = rules.house.doctor_next[s.stage * rules.house.rooms + doctor]
    current = s.current
    at = current * FEATURES
    if can_strike(s):
        features[at + CAN_STRIKE] = 1
        features[at + STRIKE_BEYOND] = features[at + BEYOND_ALL] + MOST_BEYOND
    s.rooms[rules.doctor] = coming
    for p in range(rules.seats):
        features[p * FEATURES + NEAR] = 1 if is_near(s, p) else 0
    following = called_up(s)
    if following == NOBODY:
        following = rules.left_of(current)
    at = following * FEATURES
    features[at + NEXT] = 1
    s.current = following
    if can_strike(s):
        features[at + CAN_STRIKE_NEXT] = 1
    s.current = current
    s.rooms[rules.doctor] = doctor
    features[current * FEATURES + NEAR] = 1 if is_near(s, current) else 0


def is_near(s: State, seat: i64) -> bool:
    """Is the doctor where this player is, or next door?"""
    house = s.rules.house
    there = s.rooms[s.rules.doctor]
    here = s.rooms[seat]
    if here == NOWHERE:
        return False
    return here == there or bool((house.adjacent[s.stage * house.rooms + here] >> there) & 1)


def can_strike(s: State) -> bool:
    """Could the player in turn go to the doctor with a free step, and strike there?"""
    if not is_near(s, s.current):
        return False
    here = s.rooms[s.current]
    s.rooms[s.current] = s.rooms[s.rules.doctor]
    obstacle = s.rules.attempt_obstacle(s)
    s.rooms[s.current] = here
    return obstacle == ALLOWED


def features_of(s: State) -> list[int]:
    """All that the weights are fitted to, from plain Python: how much luck is to come and how much of the pile gone,
    both in hundredths, the stage, and then the features."""
    features = vec[i64]([0] * (FEATURES * s.rules.seats))
    to_come = features_into(s, features)
    return [to_come, gone(s), s.stage, *features]
