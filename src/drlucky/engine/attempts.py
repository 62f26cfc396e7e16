"""Attempts: laying down weapons, striking, and the answers of the others, once around to the left."""

from librt.vecs import vec
from mypy_extensions import i64

from drlucky.engine.codes import (
    ALLOWED,
    ANSWER,
    ANSWERED,
    ATTEMPT,
    CARD_NOT_HELD,
    CARD_WITHOUT_LUCK,
    ENDED,
    FOILED,
    GROUPS,
    LAID,
    LAY,
    MUST_STOP_IT,
    NOBODY,
    OVER,
    PASS,
    PASSED,
    STRUCK,
    SUCCESS,
    TABLE,
    WEAPON,
)
from drlucky.engine.state import State
from drlucky.engine.turns import end_turn


def weapons_into(s: State, buf: vec[i64], n: i64) -> i64:
    """Appends the strike as it stands, and each weapon that can still be laid down for it."""
    e = s.edition
    buf[n] = ATTEMPT
    n += 1
    held = s.hands[GROUPS * s.current + WEAPON]
    k: i64 = 0
    while held >> k:
        if (held >> k) & 1:
            buf[n] = e.weapon_at + k
            n += 1
        k += 1
    return n


def lay(s: State, weapon: i64) -> None:
    """Lays a weapon down, worth more in its own room. Where a book allows one only, that is the strike."""
    e = s.edition
    cards = e.cards
    s.put(weapon, s.current, e.seats + TABLE)
    s.laid += cards.value_in_room[weapon] if cards.room[weapon] == s.rooms[s.current] else cards.value[weapon]
    if s.first == NOBODY:
        s.first = weapon
    s.note(LAID, s.current, weapon)
    if e.many_weapons():
        s.phase = LAY
    else:
        strike(s)


def strike(s: State) -> None:
    s.strength = s.edition.strength(s)
    s.phase = ANSWER
    s.note(STRUCK, s.current, s.strength, s.rooms[s.current])
    ask_next(s)


def ask_next(s: State) -> None:
    """Asks the next player to the left; when the question has gone round the attempt has succeeded.

    A player who can only pass is asked all the same, for to be skipped would show what the hand does not hold.
    An empty hand is no secret."""
    e = s.edition
    p = s.decider
    while True:
        p = e.left_of(p)
        if p == s.current:
            succeed(s)
            return
        if s.holds_any(p):
            s.decider = p
            return


def answer_obstacle(s: State, card_type: i64) -> i64:
    if not s.edition.cards.luck[card_type]:
        return CARD_WITHOUT_LUCK
    return ALLOWED if s.holds(s.decider, card_type) else CARD_NOT_HELD


def pass_obstacle(s: State) -> i64:
    return MUST_STOP_IT if s.edition.must_stop(s) else ALLOWED


def answers_into(s: State, buf: vec[i64], n: i64) -> i64:
    """Appends passing, and each type of card that counts and is held."""
    e = s.edition
    cards = e.cards
    if pass_obstacle(s) == ALLOWED:
        buf[n] = PASS
        n += 1
    group: i64
    for group in range(GROUPS):
        held = s.hands[GROUPS * s.decider + group] & cards.counting[group]
        t = cards.first_type[group]
        while held:
            mask = cards.masks[t]
            if held & mask:
                held &= ~mask
                buf[n] = e.answer_at + t
                n += 1
            t += 1
    return n


def answer(s: State, card_type: i64) -> None:
    e = s.edition
    s.put(card_type, s.decider, e.seats + TABLE)
    s.luck += e.cards.luck[card_type]
    if s.first == NOBODY:
        s.first = card_type
    s.note(ANSWERED, s.decider, card_type, s.luck)
    if s.luck >= s.strength:
        s.note(FOILED, s.current)
        e.after_failure(s)
        forget(s)
        end_turn(s)
    elif not s.holds_any(s.decider):
        ask_next(s)


def decline(s: State) -> None:
    s.note(PASSED, s.decider)
    ask_next(s)


def succeed(s: State) -> None:
    s.winner = s.current
    s.loser = s.edition.loser(s)
    s.ending = SUCCESS
    s.phase = OVER
    s.note(ENDED, SUCCESS, s.winner, s.loser)


def forget(s: State) -> None:
    """The attempt is over: its numbers with it."""
    s.laid = 0
    s.first = NOBODY
    s.strength = 0
    s.luck = 0
