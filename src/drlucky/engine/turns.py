"""Turns: how one begins and ends, how the doctor moves, and how cards come off the pile."""

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
    STRANGER_MOVED,
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
    if s.diary is not None:
        s.note(TURN_BEGAN, seat, called)
    s.rules.turn_begins(s)


def end_turn(s: State) -> None:
    s.turn += 1
    if s.diary is not None:
        s.note(TURN_ENDED, s.current)
    s.rules.turn_over(s)
    if s.phase == OVER:
        return
    if s.turn >= s.rules.turn_limit:
        finish(s, TURN_LIMIT, NOBODY, NOBODY)
        return
    s.rules.next_turn(s)


def called_up(s: State) -> i64:
    """The first player to the left in the doctor's room, where the one who just moved comes last."""
    doctor = s.rooms[s.rules.doctor]
    p: i64
    for p in range(s.current + 1, s.rules.seats):
        if s.rooms[p] == doctor:
            return p
    for p in range(s.current + 1):
        if s.rooms[p] == doctor:
            return p
    return NOBODY


def move_doctor(s: State) -> None:
    """He goes by the numbers; the way from each room is in the house's tables."""
    room = s.rules.house.doctor_next[s.stage * s.rules.house.rooms + s.rooms[s.rules.doctor]]
    s.move(s.rules.doctor, room)
    if s.diary is not None:
        s.note(DOCTOR_MOVED, room)


def move_stranger(s: State) -> None:
    """The Stranger in turn goes to the next lower open number."""
    rules = s.rules
    room = rules.house.previous[s.stage * rules.house.rooms + s.rooms[s.current]]
    s.move(s.current, room)
    s.owed = 0
    s.note(STRANGER_MOVED, s.current, room)


def finish(s: State, ending: i64, winner: i64, loser: i64) -> None:
    s.ending = ending
    s.winner = winner
    s.loser = loser
    s.phase = OVER
    s.note(ENDED, ending, winner, loser)


def take_top(s: State) -> i64:
    """The top card of the pile, which has one."""
    card = s.pile[s.pile_at]
    s.pile_at += 1
    if s.pile_at == len(s.pile):
        s.rules.pile_emptied(s)
    return card


def draw_card(s: State) -> None:
    """The player in turn takes the top card of the pile."""
    if s.diary is not None:
        s.note(DREW, s.current, s.pile[s.pile_at])
    s.give(s.current, take_top(s))


def draw(s: State) -> None:
    """Draws a card, which ends the turn. If the pile must be shuffled first, the game waits."""
    if s.pile_at == len(s.pile):
        s.phase = SHUFFLE
        return
    draw_card(s)
    end_turn(s)


def reshuffle(s: State, order: list[int]) -> None:
    """As `reshuffle_with`, from plain Python; see `deal` for why that makes a difference."""
    reshuffle_with(s, vec[i64](order))


def reshuffle_with(s: State, order: vec[i64]) -> None:
    """The discards become the pile, in an order of chance; then the card that was wanted is drawn."""
    s.pile = order
    s.pile_at = 0
    group: i64
    for group in range(GROUPS):
        s.hands[GROUPS * (s.rules.seats + DISCARD) + group] = 0
    s.note(SHUFFLED, len(order))
    s.phase = TURN
    draw(s)
