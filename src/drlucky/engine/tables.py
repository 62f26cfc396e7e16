"""A deck and a house as tables of integers: what an edition is played with."""

from librt.vecs import append, vec
from mypy_extensions import i64

from drlucky.engine.codes import GROUPS, NOWHERE


class Cards:
    """A deck. A type is what a card says; a card is one copy of a type. Types are numbered weapons first, then
    moves, then failures, and the cards in the order of their types. A group holds at most 62 cards, so that
    one mask of 64 bits can stand for the cards of a group in one place."""

    def __init__(
        self,
        group: list[int],
        copies: list[int],
        value: list[int],
        value_in_room: list[int],
        room: list[int],
        steps: list[int],
        luck: list[int],
    ) -> None:
        self.types: i64 = len(group)
        self.value: vec[i64] = vec[i64](value)
        self.value_in_room: vec[i64] = vec[i64](value_in_room)
        self.room: vec[i64] = vec[i64](room)
        self.steps: vec[i64] = vec[i64](steps)
        self.luck: vec[i64] = vec[i64](luck)
        self.group: vec[i64] = vec[i64](group)
        first_type: list[int] = [sum(1 for g in group if g < k) for k in range(GROUPS + 1)]
        self.first_type: vec[i64] = vec[i64](first_type)
        type_of: list[int] = []
        bit_of: list[int] = []
        masks: list[int] = []
        held = [0] * GROUPS
        for t, g in enumerate(group):
            masks.append(0)
            for _ in range(copies[t]):
                type_of.append(t)
                bit_of.append(1 << held[g])
                masks[t] |= 1 << held[g]
                held[g] += 1
        if max(held) > 62:
            raise ValueError("a group of more than 62 cards does not fit one mask")
        self.cards: i64 = len(type_of)
        self.in_order: vec[i64] = vec[i64](range(len(type_of)))
        self.type_of: vec[i64] = vec[i64](type_of)
        self.bit_of: vec[i64] = vec[i64](bit_of)
        self.masks: vec[i64] = vec[i64](masks)
        self.all_luck: i64 = sum(luck[t] * copies[t] for t in range(len(group)))
        self.counting: vec[i64] = vec[i64](
            [sum(masks[t] for t in range(len(group)) if group[t] == g and luck[t]) for g in range(GROUPS)]
        )


class House:
    """A board in play, in every stage it can come to: lights on and out, or decks afloat. Tables that depend on
    the stage are read at `stage * rooms + room`; sets of rooms are masks."""

    def __init__(
        self,
        named: int,
        adjacent: list[list[int]],
        sees: list[list[int]],
        doctor_next: list[list[int]],
        previous: list[list[int]],
        refuge: list[int],
    ) -> None:
        self.rooms: i64 = len(adjacent[0])
        self.named: i64 = named
        self.adjacent: vec[i64] = vec[i64]([mask for stage in adjacent for mask in stage])
        self.sees: vec[i64] = vec[i64]([mask for stage in sees for mask in stage])
        self.doctor_next: vec[i64] = vec[i64]([room for stage in doctor_next for room in stage])
        self.previous: vec[i64] = vec[i64]([room for stage in previous for room in stage])
        # An open room sees at least itself, a closed one nothing.
        self.open: vec[i64] = vec[i64]([sum(1 << room for room, mask in enumerate(stage) if mask) for stage in sees])
        # Where those go whose deck sank when this stage began.
        self.refuge: vec[i64] = vec[i64](refuge)
        # The neighbours once more, as lists, because reading a list is faster than scanning a mask.
        self.doors: vec[i64] = vec[i64]()
        self.doors_at: vec[i64] = vec[i64]([0])
        for stage in adjacent:
            for mask in stage:
                for room in range(len(stage)):
                    if mask >> room & 1:
                        self.doors = append(self.doors, room)
                self.doors_at = append(self.doors_at, len(self.doors))


class Sizes:
    """The numbers of one set-up. `cat_start` and `dog_start` are rooms, or NOWHERE without that pet."""

    def __init__(
        self,
        seats: int,
        hand: int,
        set_aside: int,
        start_room: int,
        doctor_start: int,
        turn_limit: int,
        strangers: int = 0,
        cat_start: int = NOWHERE,
        dog_start: int = NOWHERE,
        outlook: tuple[int, ...] = (),
    ) -> None:
        self.seats: i64 = seats  # Strangers have seats too
        self.strangers: i64 = strangers  # their seats, as a mask
        self.cat_start: i64 = cat_start
        self.dog_start: i64 = dog_start
        self.hand: i64 = hand  # cards dealt to each player
        self.set_aside: i64 = set_aside  # cards dealt face down on closed rooms
        self.start_room: i64 = start_room  # where a book has fixed places
        self.doctor_start: i64 = doctor_start
        self.turn_limit: i64 = turn_limit
        self.outlook: vec[i64] = vec[i64](outlook)  # see `outlook`
