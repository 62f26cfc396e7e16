"""Attempts: laying down weapons, striking, and the cards that the other players play against it."""

from librt.vecs import vec
from mypy_extensions import i64

from drlucky.engine.codes import (
    ALLOWED,
    ANSWER,
    ANSWERED,
    ATTACKED,
    ATTEMPT,
    CARD_NOT_HELD,
    CARD_WITHOUT_LUCK,
    GROUPS,
    LAID,
    LAY,
    MUST_STOP_IT,
    NOBODY,
    PASS,
    PASSED,
    STRUCK,
    TABLE,
    TURNED_UP,
    WEAPON,
)
from drlucky.engine.state import State
from drlucky.engine.turns import take_top


def weapons_into(s: State, buf: vec[i64], n: i64) -> i64:
    """Writes into `buf` from `n` on: striking as things stand, and each weapon that can still be laid down first. Says
    where `buf` ends then, as all functions named `..._into` do."""
    rules = s.rules
    buf[n] = ATTEMPT
    n += 1
    cards = rules.cards
    held = s.hands[GROUPS * s.current + WEAPON]
    while held:
        weapon = cards.lowest_type(WEAPON, held)
        held &= ~cards.masks[weapon]  # of several copies one will do
        buf[n] = rules.weapon_at + weapon
        n += 1
    return n


def attacks_into(s: State, buf: vec[i64], n: i64) -> i64:
    """Adds each player who can be attacked, where players attack each other."""
    rules = s.rules
    seats = rules.victims(s)
    action = rules.attack_at
    while seats:
        if seats & 1:
            buf[n] = action
            n += 1
        seats >>= 1
        action += 1
    return n


def attack(s: State, seat: i64) -> None:
    """The player in turn goes for another: a weapon, or bare hands, comes next."""
    s.target = seat
    s.phase = LAY


def lay(s: State, weapon: i64) -> None:
    """Lays a weapon down. Where a book allows one only, that is the strike."""
    rules = s.rules
    s.put(weapon, s.current, rules.seats + TABLE)
    s.laid += rules.value_here(s, weapon)
    if s.first == NOBODY:
        s.first = weapon
    s.note(LAID, s.current, weapon)
    if rules.lays_many:
        s.phase = LAY
    else:
        strike_as_player(s)


def strike_as_player(s: State) -> None:
    """The player in turn strikes: at the doctor, or at the player chosen before."""
    strike(s, s.current, s.rules.doctor if s.target == NOBODY else s.target)


def strike(s: State, striker: i64, target: i64) -> None:
    rules = s.rules
    s.striker = striker
    s.target = target
    s.strength = rules.strength(s)
    s.phase = ANSWER
    s.decider = striker
    if target == rules.doctor:
        s.note(STRUCK, striker, s.strength, s.rooms[striker])
    else:
        s.note(ATTACKED, striker, target, s.strength)
    ask_next(s)


def ask_next(s: State) -> None:
    """Asks who comes next; when the question has gone round nobody has stopped it."""
    rules = s.rules
    while True:
        p = rules.next_asked(s)
        if p == NOBODY:
            rules.succeeded(s)
            return
        s.decider = p
        if not rules.is_stranger(p):
            return
        if s.pile_at < len(s.pile):
            turn_up(s)
            if s.luck >= s.strength:
                rules.foiled(s)
                return


def turn_up(s: State) -> None:
    """A Stranger plays the top card of the pile, whatever luck is on it."""
    rules = s.rules
    card = take_top(s)
    card_type = rules.cards.type_of[card]
    s.give(rules.seats + TABLE, card)
    s.luck += rules.cards.luck[card_type]
    if s.first == NOBODY and rules.cards.luck[card_type]:
        s.first = card_type
    s.note(TURNED_UP, s.decider, card, s.luck)


def answer_obstacle(s: State, card_type: i64) -> i64:
    if not s.rules.cards.luck[card_type]:
        return CARD_WITHOUT_LUCK
    return ALLOWED if s.holds(s.decider, card_type) else CARD_NOT_HELD


def pass_obstacle(s: State) -> i64:
    return MUST_STOP_IT if s.rules.must_stop(s) else ALLOWED


def answers_into(s: State, buf: vec[i64], n: i64) -> i64:
    """Adds passing, and each type of card that counts and is held."""
    rules = s.rules
    cards = rules.cards
    if pass_obstacle(s) == ALLOWED:
        buf[n] = PASS
        n += 1
    group: i64
    for group in range(GROUPS):
        held = s.hands[GROUPS * s.decider + group] & cards.counting[group]
        while held:
            card_type = cards.lowest_type(group, held)
            held &= ~cards.masks[card_type]
            buf[n] = rules.answer_at + card_type
            n += 1
    return n


def answer(s: State, card_type: i64) -> None:
    rules = s.rules
    s.put(card_type, s.decider, rules.seats + TABLE)
    s.luck += rules.cards.luck[card_type]
    if s.first == NOBODY:
        s.first = card_type
    if s.diary is not None:
        s.note(ANSWERED, s.decider, card_type, s.luck)
    if s.luck >= s.strength:
        rules.foiled(s)
    elif not s.holds_any(s.decider):
        ask_next(s)


def decline(s: State) -> None:
    if s.diary is not None:
        s.note(PASSED, s.decider)
    ask_next(s)
