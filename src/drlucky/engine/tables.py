"""The tables that a game is played with: the deck (Cards), the board (House), and both with the numbers of players,
pawns and actions that follow from them (SetUp)."""

from abc import abstractmethod
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from drlucky.engine.codes import ALLOWED, FAILURE, GROUPS, MOVE, NOBODY, NOWHERE, PLAIN_ACTIONS

# The remainders of the powers of two by 67 all differ, so that a table of 67 names each bit of a mask.
BITS: Final = 67


def bit_table(numbers: list[int]) -> list[int]:
    """A table of what each bit of a mask stands for, read at the bit's remainder."""
    table = [0] * BITS
    for bit, number in enumerate(numbers):
        table[(1 << bit) % BITS] = number
    return table


def count_bits(mask: i64) -> i64:
    """How many bits of a mask are set, of the 62 that one can have: counted in pairs, in fours and in bytes, which a
    product adds up in its highest byte. A longer number than these would be an object."""
    pairs = mask - ((mask >> 1) & 0x1555555555555555)
    fours = (pairs & 0x3333333333333333) + ((pairs >> 2) & 0x3333333333333333)
    return ((((fours + (fours >> 4)) & 0x0F0F0F0F0F0F0F0F) * 0x0101010101010101) >> 56) & 0xFF


def nth_bit(mask: i64, n: i64) -> i64:
    """The bit that comes after so many others in a mask."""
    while n:
        mask &= mask - 1
        n -= 1
    return mask & -mask


def bit(number: i64) -> i64:
    """The mask of one. `1 << number` would be a shift of 32 bits only, in the C that mypyc 2.4.1 writes."""
    return shifted(1, number)


def shifted(mask: i64, by: i64) -> i64:
    return mask << by


# To write into the numbers of an object, such as `s.rooms[pawn] = room`, counts one more reference to them meanwhile.
# Numbers that are handed in need none.


def set_at(numbers: vec[i64], at: i64, number: i64) -> None:
    numbers[at] = number


def add_at(masks: vec[i64], at: i64, bits: i64) -> None:
    masks[at] |= bits


def take_at(masks: vec[i64], at: i64, bits: i64) -> None:
    masks[at] &= ~bits


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
        self.value: Final[vec[i64]] = vec[i64](value)
        self.value_in_room: Final[vec[i64]] = vec[i64](value_in_room)
        self.room: Final[vec[i64]] = vec[i64](room)
        self.steps: Final[vec[i64]] = vec[i64](steps)
        self.luck: Final[vec[i64]] = vec[i64](luck)
        self.group: Final[vec[i64]] = vec[i64](group)
        first_type: list[int] = [sum(1 for g in group if g < k) for k in range(GROUPS + 1)]
        self.first_type: Final[vec[i64]] = vec[i64](first_type)
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
        self.in_order: Final[vec[i64]] = vec[i64](range(len(type_of)))
        self.type_of: Final[vec[i64]] = vec[i64](type_of)
        self.group_of: Final[vec[i64]] = vec[i64]([group[t] for t in type_of])
        self.bit_of: Final[vec[i64]] = vec[i64](bit_of)
        self.masks: Final[vec[i64]] = vec[i64](masks)
        types_of_bits: list[int] = []
        for g in range(GROUPS):
            types_of_bits += bit_table([t for t in type_of if group[t] == g])
        self.types_of_bits: Final[vec[i64]] = vec[i64](types_of_bits)
        self.all_luck: i64 = sum(luck[t] * copies[t] for t in range(len(group)))
        self.counting: Final[vec[i64]] = vec[i64](
            [sum(masks[t] for t in range(len(group)) if group[t] == g and luck[t]) for g in range(GROUPS)]
        )
        # Of the moves, those with steps and those with a room.
        moves = [t for t in range(len(group)) if group[t] == MOVE]
        self.with_steps: i64 = sum(masks[t] for t in moves if steps[t])
        self.with_room: i64 = sum(masks[t] for t in moves if room[t] != NOWHERE)
        # The cards of each group whose luck has 1, 2, 4 … in it, so that luck is added up by counting bits.
        self.luck_planes: Final[vec[i64]] = vec[i64](
            [
                sum(masks[t] for t in range(len(group)) if group[t] == g and luck[t] >> plane & 1)
                for plane in range(max(luck).bit_length())
                for g in range(GROUPS)
            ]
        )

    def lowest_type(self, group: i64, held: i64) -> i64:
        """The type of the first card of a group's mask, which has one."""
        return self.types_of_bits[group * BITS + (held & -held) % BITS]

    def luck_on(self, weapons: i64, moves: i64, failures: i64) -> i64:
        """The luck on cards of all three groups together."""
        planes = self.luck_planes
        total: i64 = 0
        weight: i64 = 1
        at: i64 = 0
        while at < len(planes):
            counting = weapons & planes[at]
            if counting:
                total += weight * count_bits(counting)
            counting = moves & planes[at + 1]
            if counting:
                total += weight * count_bits(counting)
            counting = failures & planes[at + 2]
            if counting:
                total += weight * count_bits(counting)
            at += GROUPS
            weight += weight
        return total

    def nth_type(self, group: i64, held: i64, n: i64) -> i64:
        """The type of the card that comes after so many others in a group's mask, or NOBODY if an earlier one is of the
        same type: so each type is found once."""
        card = nth_bit(held, n)
        card_type = self.types_of_bits[group * BITS + card % BITS]
        if held & self.masks[card_type] & (card - 1):
            return NOBODY
        return card_type


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
        self.adjacent: Final[vec[i64]] = vec[i64]([mask for stage in adjacent for mask in stage])
        self.sees: Final[vec[i64]] = vec[i64]([mask for stage in sees for mask in stage])
        self.doctor_next: Final[vec[i64]] = vec[i64]([room for stage in doctor_next for room in stage])
        self.previous: Final[vec[i64]] = vec[i64]([room for stage in previous for room in stage])
        # An open room sees at least itself, a closed one nothing.
        self.open: Final[vec[i64]] = vec[i64](
            [sum(1 << room for room, mask in enumerate(stage) if mask) for stage in sees]
        )
        # Where those go whose deck sank when this stage began.
        self.refuge: Final[vec[i64]] = vec[i64](refuge)
        # The neighbours once more, as lists, because reading a list is faster than scanning a mask.
        doors: list[int] = []
        doors_at = [0]
        for stage in adjacent:
            for mask in stage:
                doors.extend(room for room in range(len(stage)) if mask >> room & 1)
                doors_at.append(len(doors))
        self.doors: Final[vec[i64]] = vec[i64](doors)
        self.doors_at: Final[vec[i64]] = vec[i64](doors_at)
        self.door_counts: Final[vec[i64]] = vec[i64]([mask.bit_count() for stage in adjacent for mask in stage])
        self.rooms_of_bits: Final[vec[i64]] = vec[i64](bit_table(list(range(len(adjacent[0])))))

    def nth_room(self, rooms: i64, n: i64) -> i64:
        """The room that comes after so many others in a set."""
        return self.rooms_of_bits[nth_bit(rooms, n) % BITS]

    def nth_seat(self, seats: i64, n: i64) -> i64:
        """The seat that comes after so many others in a set. There are fewer seats than rooms anywhere."""
        return self.rooms_of_bits[nth_bit(seats, n) % BITS]


class SetUp:
    """The numbers of one set-up. They never change, so any number of games can share them.

    Pawns are numbered by seat, then the doctor, then the pets. A movable pawn is one that the player in turn may move:
    number 0 is always the player's own, the others are in `movers`. Actions are numbered from 0: the plain ones of
    `codes`, then a step of each movable pawn into each room, each move type played for its steps and for its jump on
    each movable pawn, each weapon, each card type played against an attempt, and each player attacked.

    Mypy lets nobody make this class or `Rules` by itself, as they have abstract methods. They do not derive from ABC:
    mypyc would no longer know that an attribute is always there and check every use, which costs some percent."""

    def __init__(
        self,
        cards: Cards,
        house: House,
        *,
        seats: int,
        hand: int,
        set_aside: int,
        start_room: int,
        doctor_start: int,
        turn_limit: int,
        strangers: int = 0,
        cat_start: int = NOWHERE,
        dog_start: int = NOWHERE,
    ) -> None:
        self.cards: Final[Cards] = cards
        self.house: Final[House] = house
        self.seats: i64 = seats  # Strangers have seats too
        self.strangers: i64 = strangers  # the seats of Strangers, as a mask
        self.live: Final[vec[i64]] = vec[i64](
            [p for p in range(seats) if not strangers >> p & 1]
        )  # the seats of players
        # The seat to the left of each: a table, as nobody can foresee where the round is closed.
        self.lefts: Final[vec[i64]] = vec[i64]([(p + 1) % seats for p in range(seats)])
        self.hand: i64 = hand  # cards dealt to each player
        self.set_aside: i64 = set_aside  # cards dealt face down on closed rooms
        self.start_room: i64 = start_room  # where the players start, unless dealt cards decide that
        self.doctor_start: i64 = doctor_start
        self.cat_start: i64 = cat_start  # a room, or NOWHERE without that pet
        self.dog_start: i64 = dog_start
        self.turn_limit: i64 = turn_limit
        self.doctor: i64 = self.seats
        self.cat: i64 = NOBODY
        self.dog: i64 = NOBODY
        self.pawns: i64 = self.seats + 1
        if self.cat_start >= 0:
            self.cat = self.pawns
            self.pawns += 1
        if self.dog_start >= 0:
            self.dog = self.pawns
            self.pawns += 1
        self.weapon_types: i64 = cards.first_type[MOVE]
        self.move_types: i64 = cards.first_type[FAILURE] - cards.first_type[MOVE]
        # What the book is asked for is filled in below. An attribute first set there would be checked at every use.
        self.movers: vec[i64] = vec[i64]()  # the pawn of each movable one
        self.movable: i64 = 0
        self.steppers: i64 = 1  # how many movable pawns may take the steps of the turn
        self.walkers: i64 = 1  # and for how many a card can be played to walk
        self.no_jump: vec[i64] = vec[i64]()  # what keeps a card's jump from moving each movable pawn
        self.jumpers: vec[i64] = vec[i64]()  # the movable ones that nothing keeps from it
        self.moves_place: i64 = 0  # where a move card goes once used
        self.reaches: bool = False  # may an attempt be made from another room than the doctor's?
        self.lays_many: bool = False  # may several weapons be laid down for one attempt?
        self.draws: bool = True  # may players draw cards in their turns?
        self.calm_turns: i64 = 0
        self.step_at: i64 = PLAIN_ACTIONS
        self.walk_at: i64 = 0
        self.jump_at: i64 = 0
        self.weapon_at: i64 = 0
        self.answer_at: i64 = 0
        self.attack_at: i64 = 0
        self.actions: i64 = 0
        self.mover_of: vec[i64] = vec[i64]()  # which movable pawn a step, a walk or a jump moves
        self.goal_of: vec[i64] = vec[i64]()  # and into which room, or by which type of card
        self.scratch: vec[i64] = vec[i64]()  # has room for all actions; only for the length of one call
        self.number()
        self.prepare()

    def number(self) -> None:
        """Asks the rule book for what the numbers depend on, and numbers the actions."""
        cards, rooms = self.cards, self.house.rooms
        movers: list[int] = [NOBODY]
        movers.extend(self.other_movers())
        self.movers = vec[i64](movers)
        self.movable = len(self.movers)
        if self.steps_form_a_pool():
            self.steppers = self.movable
        else:
            self.walkers = self.movable
        no_jump: list[int] = [ALLOWED]
        for movable in range(1, len(movers)):
            no_jump.append(self.jump_is_for(movable))
        self.no_jump = vec[i64](no_jump)
        self.jumpers = vec[i64]([movable for movable, why in enumerate(no_jump) if why == ALLOWED])
        self.moves_place = self.seats + self.moves_go_to()
        self.reaches = self.weapons_reach()
        self.lays_many = self.many_weapons()
        self.draws = self.players_draw()
        if self.first_round_is_calm():
            self.calm_turns = self.seats
        self.walk_at = self.step_at + self.movable * rooms
        self.jump_at = self.walk_at + self.walkers * self.move_types
        self.weapon_at = self.jump_at + self.movable * self.move_types
        self.answer_at = self.weapon_at + self.weapon_types
        self.attack_at = self.answer_at + cards.types
        self.actions = self.attack_at
        if self.players_attack():
            self.actions += self.seats
        moves = range(self.weapon_types, self.weapon_types + self.move_types)
        moved = [(0, 0)] * self.step_at
        moved += [(movable, room) for movable in range(self.movable) for room in range(rooms)]
        moved += [(movable, card) for movable in range(self.walkers) for card in moves]
        moved += [(movable, card) for movable in range(self.movable) for card in moves]
        self.mover_of = vec[i64]([movable for movable, _ in moved])
        self.goal_of = vec[i64]([goal for _, goal in moved])
        self.scratch = vec[i64]([0] * self.actions)

    # What the numbers depend on is asked of the rule book. See `CommonRules` for what each question means.

    @abstractmethod
    def prepare(self) -> None: ...

    @abstractmethod
    def other_movers(self) -> list[int]: ...

    @abstractmethod
    def steps_form_a_pool(self) -> bool: ...

    @abstractmethod
    def jump_is_for(self, movable: i64) -> i64: ...

    @abstractmethod
    def moves_go_to(self) -> i64: ...

    @abstractmethod
    def players_draw(self) -> bool: ...

    @abstractmethod
    def weapons_reach(self) -> bool: ...

    @abstractmethod
    def many_weapons(self) -> bool: ...

    @abstractmethod
    def first_round_is_calm(self) -> bool: ...

    @abstractmethod
    def players_attack(self) -> bool: ...

    # Seats.

    @final
    def left_of(self, seat: i64) -> i64:
        return self.lefts[seat]

    @final
    def right_of(self, seat: i64) -> i64:
        # Not a conditional expression: of an i64 and a literal mypyc would make boxed objects.
        if seat:
            return seat - 1
        return self.seats - 1

    @final
    def is_stranger(self, seat: i64) -> bool:
        return ((self.strangers >> seat) & 1) != 0
