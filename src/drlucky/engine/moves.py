"""Moving: the free step, a card's steps, a card's jump."""

from librt.vecs import vec
from mypy_extensions import i64

from drlucky.engine.codes import (
    ALLOWED,
    ALREADY_THERE,
    CARD_FOR_STEPS,
    CARD_NOT_HELD,
    CARD_WITHOUT_ROOM,
    CARD_WITHOUT_STEPS,
    FREE_STEP_IS_YOURS,
    GROUPS,
    JUMPED,
    MOVE,
    NO_STEPS_LEFT,
    NOT_NEXT_DOOR,
    NOT_NEXT_NUMBER,
    NOWHERE,
    OTHER_PAWN_WALKS,
    ROOM_CLOSED,
    SELF,
    STEPPED,
    STOP,
    TURN,
    WALK,
)
from drlucky.engine.state import State


def step_obstacle(s: State, movable: i64, room: i64) -> i64:
    e = s.edition
    if s.phase == WALK:
        if movable != s.walker:
            return OTHER_PAWN_WALKS
    elif movable >= e.steppers:
        return FREE_STEP_IS_YOURS
    elif not s.steps:
        return NO_STEPS_LEFT
    if not s.is_open(room):
        return ROOM_CLOSED
    if (e.reach(s, movable) >> room) & 1:
        return ALLOWED
    if s.rooms[s.pawn(movable)] == room:
        return ALREADY_THERE
    return NOT_NEXT_NUMBER if s.phase != WALK and s.pawn(movable) == e.doctor else NOT_NEXT_DOOR


def walk_obstacle(s: State, card_type: i64) -> i64:
    if not s.holds(s.current, card_type):
        return CARD_NOT_HELD
    return ALLOWED if s.edition.cards.steps[card_type] else CARD_WITHOUT_STEPS


def jump_obstacle(s: State, movable: i64, card_type: i64) -> i64:
    if not s.holds(s.current, card_type):
        return CARD_NOT_HELD
    if movable:
        why = s.edition.jump_is_for(movable)
        if why:
            return why
    room = s.edition.cards.room[card_type]
    if room == NOWHERE:
        return CARD_WITHOUT_ROOM
    if not s.is_open(room):
        return ROOM_CLOSED
    return ALREADY_THERE if s.rooms[s.pawn(movable)] == room else ALLOWED


def steps_into(s: State, movable: i64, buf: vec[i64], n: i64) -> i64:
    """Appends a step into each room in reach."""
    e = s.edition
    house = e.house
    base = e.step_at + movable * house.rooms
    i: i64 = 0
    if movable and s.phase != WALK:
        rooms = e.reach(s, movable)
        while rooms >> i:
            if (rooms >> i) & 1:
                buf[n] = base + i
                n += 1
            i += 1
        return n
    at = s.stage * house.rooms + s.rooms[s.pawn(movable)]
    for i in range(house.doors_at[at], house.doors_at[at + 1]):
        buf[n] = base + house.doors[i]
        n += 1
    return n


def moves_into(s: State, buf: vec[i64], n: i64) -> i64:
    """Appends the moves of the player in turn."""
    if s.phase == WALK:
        if not s.owed:
            buf[n] = STOP
            n += 1
        return steps_into(s, s.walker, buf, n)
    e = s.edition
    movable: i64
    if s.steps:
        for movable in range(e.steppers):
            n = steps_into(s, movable, buf, n)
    cards = e.cards
    held = s.hands[GROUPS * s.current + MOVE]
    first = e.weapon_types
    k: i64 = 0
    while held:
        mask = cards.masks[first + k]
        if held & mask:
            held &= ~mask
            for movable in range(e.movable):
                if movable < e.walkers and cards.steps[first + k]:
                    buf[n] = e.walk_at + movable * e.move_types + k
                    n += 1
                if jump_obstacle(s, movable, first + k) == ALLOWED:
                    buf[n] = e.jump_at + movable * e.move_types + k
                    n += 1
        k += 1
    return n


def step(s: State, movable: i64, room: i64) -> None:
    pawn = s.pawn(movable)
    s.rooms[pawn] = room
    s.note(STEPPED, pawn, room)
    if s.owed:
        s.owed -= 1
    if s.phase == WALK:
        s.walk -= 1
        if not s.walk:
            stop(s)
    else:
        s.steps -= 1
    if pawn == s.edition.doctor:
        s.edition.doctor_arrived(s)


def stop(s: State) -> None:
    """A card's walk is over."""
    s.phase = TURN
    s.walk = 0
    s.walker = SELF


def play_for_steps(s: State, movable: i64, card_type: i64) -> None:
    discard(s, card_type)
    s.note(CARD_FOR_STEPS, s.current, card_type, s.pawn(movable))
    s.edition.use_steps(s, movable, s.edition.cards.steps[card_type])


def play_for_jump(s: State, movable: i64, card_type: i64) -> None:
    discard(s, card_type)
    pawn = s.pawn(movable)
    room = s.edition.cards.room[card_type]
    s.rooms[pawn] = room
    s.note(JUMPED, pawn, room, card_type)
    if pawn == s.edition.doctor:
        s.edition.doctor_arrived(s)


def discard(s: State, card_type: i64) -> None:
    e = s.edition
    s.put(card_type, s.current, e.seats + e.moves_go_to())
    s.played += 1
