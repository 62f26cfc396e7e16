"""Moves: the free step of a turn, and cards played for their steps or for a jump to the room they name."""

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
    rules = s.rules
    if s.phase == WALK:
        if movable != s.walker:
            return OTHER_PAWN_WALKS
    elif movable >= rules.steppers:
        return FREE_STEP_IS_YOURS
    elif not s.steps:
        return NO_STEPS_LEFT
    if not s.is_open(room):
        return ROOM_CLOSED
    if (rules.reach(s, movable) >> room) & 1:
        return ALLOWED
    if s.rooms[s.pawn(movable)] == room:
        return ALREADY_THERE
    return NOT_NEXT_NUMBER if s.phase != WALK and s.pawn(movable) == rules.doctor else NOT_NEXT_DOOR


def walk_obstacle(s: State, card_type: i64) -> i64:
    if not s.holds(s.current, card_type):
        return CARD_NOT_HELD
    return ALLOWED if s.rules.cards.steps[card_type] else CARD_WITHOUT_STEPS


def jump_obstacle(s: State, movable: i64, card_type: i64) -> i64:
    if not s.holds(s.current, card_type):
        return CARD_NOT_HELD
    why = s.rules.no_jump[movable]
    if why:
        return why
    room = s.rules.cards.room[card_type]
    if room == NOWHERE:
        return CARD_WITHOUT_ROOM
    if not s.is_open(room):
        return ROOM_CLOSED
    return ALREADY_THERE if s.rooms[s.pawn(movable)] == room else ALLOWED


def may_jump(s: State, movable: i64, card_type: i64) -> bool:
    """May a card that is held take a movable pawn to the room it names?"""
    room = s.rules.cards.room[card_type]
    return room != NOWHERE and not s.rules.no_jump[movable] and s.is_open(room) and s.rooms[s.pawn(movable)] != room


def steps_into(s: State, movable: i64, buf: vec[i64], n: i64) -> i64:
    """Adds a step into each room in reach."""
    rules = s.rules
    house = rules.house
    base = rules.step_at + movable * house.rooms
    i: i64 = 0
    if movable and s.phase != WALK:
        rooms = rules.reach(s, movable)
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
    """Adds the moves of the player in turn."""
    if s.phase == WALK:
        if not s.owed:
            buf[n] = STOP
            n += 1
        return steps_into(s, s.walker, buf, n)
    rules = s.rules
    movable: i64
    if s.steps:
        for movable in range(rules.steppers):
            n = steps_into(s, movable, buf, n)
    cards = rules.cards
    held = s.hands[GROUPS * s.current + MOVE]
    while held:
        card_type = cards.lowest_type(MOVE, held)
        held &= ~cards.masks[card_type]
        for movable in range(rules.movable):
            at = movable * rules.move_types + card_type - rules.weapon_types
            if movable < rules.walkers and cards.steps[card_type]:
                buf[n] = rules.walk_at + at
                n += 1
            if may_jump(s, movable, card_type):
                buf[n] = rules.jump_at + at
                n += 1
    return n


def step(s: State, movable: i64, room: i64) -> None:
    pawn = s.pawn(movable)
    s.move(pawn, room)
    if s.diary is not None:
        s.note(STEPPED, pawn, room)
    if s.owed:
        s.owed -= 1
    if s.phase == WALK:
        s.walk -= 1
        if not s.walk:
            stop(s)
    else:
        s.steps -= 1
    if pawn == s.rules.doctor:
        s.rules.doctor_arrived(s)


def stop(s: State) -> None:
    """A card's walk is over."""
    s.phase = TURN
    s.walk = 0
    s.walker = SELF


def play_for_steps(s: State, movable: i64, card_type: i64) -> None:
    discard(s, card_type)
    s.note(CARD_FOR_STEPS, s.current, card_type, s.pawn(movable))
    s.rules.use_steps(s, movable, s.rules.cards.steps[card_type])


def play_for_jump(s: State, movable: i64, card_type: i64) -> None:
    discard(s, card_type)
    pawn = s.pawn(movable)
    room = s.rules.cards.room[card_type]
    s.move(pawn, room)
    s.note(JUMPED, pawn, room, card_type)
    if pawn == s.rules.doctor:
        s.rules.doctor_arrived(s)


def discard(s: State, card_type: i64) -> None:
    s.put(card_type, s.current, s.rules.moves_place)
    s.played += 1
