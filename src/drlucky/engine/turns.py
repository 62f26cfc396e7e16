"""Turns: how one ends, how the doctor moves, and whose turn is next."""

from librt.vecs import vec
from mypy_extensions import i64

from drlucky.engine.codes import (
    DISCARD,
    DOCTOR_MOVED,
    DREW,
    ENDED,
    GROUPS,
    NOBODY,
    OVER,
    SELF,
    SHUFFLE,
    SHUFFLED,
    TURN,
    TURN_BEGAN,
    TURN_ENDED,
    TURN_LIMIT,
)
from drlucky.engine.state import State


def begin_turn(s: State, seat: i64, called: i64) -> None:
    s.current = seat
    s.decider = seat
    s.phase = TURN
    s.steps = 1  # the free step
    s.walker = SELF
    s.owed = 0
    s.played = 0
    s.note(TURN_BEGAN, seat, called)


def end_turn(s: State) -> None:
    s.turn += 1
    s.note(TURN_ENDED, s.current)
    e = s.edition
    e.turn_over(s)
    if s.phase == OVER:
        return
    if s.turn >= e.turn_limit:
        finish(s, TURN_LIMIT)
        return
    move_doctor(s)
    called = called_up(s) if s.turn >= e.calm_turns else NOBODY
    if called == NOBODY:
        begin_turn(s, e.left_of(s.current), 0)
    else:
        begin_turn(s, called, 1)


def called_up(s: State) -> i64:
    """The first player to the left in the doctor's room, where the one who just moved comes last."""
    e = s.edition
    p = s.current
    while True:
        p = e.left_of(p)
        if s.rooms[p] == s.rooms[e.doctor]:
            return p
        if p == s.current:
            return NOBODY


def move_doctor(s: State) -> None:
    """He goes by the numbers; the way from each room is in the house's tables."""
    e = s.edition
    room = e.house.doctor_next[s.stage * e.house.rooms + s.rooms[e.doctor]]
    s.rooms[e.doctor] = room
    s.note(DOCTOR_MOVED, room)


def finish(s: State, ending: i64) -> None:
    """The game is over and nobody has won."""
    s.ending = ending
    s.phase = OVER
    s.note(ENDED, ending, NOBODY, NOBODY)


def draw(s: State) -> None:
    """Takes the top card of the pile, which ends the turn. If the pile must be shuffled first, the game waits."""
    if s.pile_at == len(s.pile):
        s.phase = SHUFFLE
        return
    card = s.pile[s.pile_at]
    s.pile_at += 1
    s.give(s.current, card)
    s.note(DREW, s.current, card)
    if s.pile_at == len(s.pile):
        s.edition.pile_emptied(s)
    end_turn(s)


def reshuffle(s: State, order: vec[i64]) -> None:
    """The discards become the pile, in an order of chance; then the card that was wanted is drawn."""
    s.pile = order
    s.pile_at = 0
    group: i64
    for group in range(GROUPS):
        s.hands[GROUPS * (s.edition.seats + DISCARD) + group] = 0
    s.note(SHUFFLED, len(order))
    s.phase = TURN
    draw(s)
