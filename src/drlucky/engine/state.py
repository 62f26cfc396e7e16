"""State: all that is true of a game in progress. Rules: what the engine asks of a rule book.

The two are in one module because each needs the other: a state knows the rules that it is played by, and a rule is
asked about a state. The answers that most books share are in `rules`, the books in `drlucky.editions`."""

from abc import abstractmethod
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from drlucky.engine.codes import DISCARD, GROUPS, NOBODY, OVER, PLACES, TURN, UNFINISHED
from drlucky.engine.tables import SetUp, add_at, bit, count_bits, set_at, take_at

Happening = tuple[int, int, int, int]


class Rules(SetUp):
    """A set-up and the rules that it is played by. `CommonRules` says what each question means."""

    # Setting up.

    @abstractmethod
    def place(self, s: "State", seat: i64, placing: vec[i64]) -> i64: ...

    # Moving.

    @abstractmethod
    def use_steps(self, s: "State", movable: i64, steps: i64) -> None: ...

    @abstractmethod
    def reach(self, s: "State", movable: i64) -> i64: ...

    @abstractmethod
    def doctor_arrived(self, s: "State") -> bool: ...

    # Seeing.

    @abstractmethod
    def seers(self, s: "State", room: i64) -> i64: ...

    @final
    def seen_by_player(self, s: "State", seat: i64) -> bool:
        """Does another player see this one?"""
        return self.player_among(s, seat, self.seers(s, s.rooms[seat]))

    @final
    def player_among(self, s: "State", seat: i64, rooms: i64) -> bool:
        """Is another player than this one in any of these rooms?"""
        p: i64
        for p in range(self.seats):
            if (rooms >> s.rooms[p]) & 1 and p != seat:
                return True
        return False

    @final
    def seats_in(self, s: "State", room: i64) -> i64:
        """The seats of those who are in a room, as a set."""
        seats: i64 = 0
        p: i64
        for p in range(self.seats):
            if s.rooms[p] == room:
                seats |= bit(p)
        return seats

    # Drawing.

    @abstractmethod
    def draw_obstacle(self, s: "State") -> i64: ...

    @abstractmethod
    def pile_ends_from(self, s: "State") -> list[int]: ...

    @abstractmethod
    def pile_emptied(self, s: "State") -> None: ...

    # Attempts.

    @abstractmethod
    def attempt_obstacle(self, s: "State") -> i64: ...

    @abstractmethod
    def victims(self, s: "State") -> i64: ...

    @abstractmethod
    def attack_obstacle(self, s: "State", seat: i64) -> i64: ...

    @abstractmethod
    def strength(self, s: "State") -> i64: ...

    @abstractmethod
    def laid_in(self, s: "State", weapons: i64) -> i64: ...

    @abstractmethod
    def next_asked(self, s: "State") -> i64: ...

    @abstractmethod
    def bound(self, s: "State") -> i64: ...

    @abstractmethod
    def must_stop(self, s: "State") -> bool: ...

    @abstractmethod
    def foiled(self, s: "State") -> None: ...

    @abstractmethod
    def succeeded(self, s: "State") -> None: ...

    @final
    def value_here(self, s: "State", weapon: i64) -> i64:
        """What a weapon of the player in turn is worth where they stand: more in its own room."""
        if self.cards.room[weapon] == s.rooms[s.current]:
            return self.cards.value_in_room[weapon]
        return self.cards.value[weapon]

    # Between turns.

    @abstractmethod
    def strangers_always_move(self) -> bool: ...

    @abstractmethod
    def turn_begins(self, s: "State") -> None: ...

    @abstractmethod
    def turn_over(self, s: "State") -> None: ...

    @abstractmethod
    def next_turn(self, s: "State") -> None: ...


class State:
    """`rooms` has a room for each pawn: the seats, the doctor, the pets; NOWHERE is out of the game. `hands` has three
    masks, one a group of cards, for each seat and then for each place of `codes`. `reasons` counts those of the seats,
    then the doctor's. `pile` is never changed, only replaced, so copies share it; its next card is at `pile_at`."""

    def __init__(self, rules: Rules, rooms: vec[i64], hands: vec[i64], reasons: vec[i64], pile: vec[i64]) -> None:
        self.rules: Final[Rules] = rules
        self.rooms: Final[vec[i64]] = rooms
        self.hands: Final[vec[i64]] = hands
        self.reasons: Final[vec[i64]] = reasons
        self.pile: vec[i64] = pile
        self.pile_at: i64 = 0
        self.stage: i64 = 0  # lights on (0) or out (1); or how many decks have sunk
        self.turn: i64 = 0  # turns finished
        self.phase: i64 = TURN
        self.current: i64 = 0  # whose turn it is
        self.decider: i64 = 0  # who must decide now
        self.steps: i64 = 0  # steps left in the pool, the free one among them
        self.walker: i64 = 0  # which movable pawn a card's walk moves
        self.walk: i64 = 0  # steps left of that walk
        self.owed: i64 = 0  # cards played for steps of which none was taken yet; 1 for a Stranger who has still to go
        self.played: i64 = 0  # cards played this turn
        self.turn_done: i64 = 0  # 1 while the doctor is on his walk between turns
        self.striker: i64 = NOBODY  # the pawn that makes the attempt under way
        self.target: i64 = NOBODY  # and the one it is made on
        self.laid: i64 = 0  # what the weapons on the table are worth
        self.first: i64 = NOBODY  # the type of the first card played in the attempt
        self.strength: i64 = 0
        self.luck: i64 = 0  # what was played against the attempt so far
        self.winner: i64 = NOBODY
        self.loser: i64 = NOBODY
        self.ending: i64 = UNFINISHED
        self.diary: list[Happening] | None = None  # what happened, if someone wants to know; copies do not

    def copy(self) -> "State":
        s = State(self.rules, self.rooms[:], self.hands[:], self.reasons[:], self.pile)
        self.copy_numbers(s)
        return s

    def copy_into(self, s: "State") -> None:
        """Makes `s`, a state of the same set-up, equal to this one without making anything new."""
        s.pile = self.pile
        i: i64
        for i in range(len(self.rooms)):
            s.rooms[i] = self.rooms[i]
        for i in range(len(self.hands)):
            s.hands[i] = self.hands[i]
        for i in range(len(self.reasons)):
            s.reasons[i] = self.reasons[i]
        self.copy_numbers(s)

    def copy_numbers(self, s: "State") -> None:
        s.pile_at = self.pile_at
        s.stage = self.stage
        s.turn = self.turn
        s.phase = self.phase
        s.current = self.current
        s.decider = self.decider
        s.steps = self.steps
        s.walker = self.walker
        s.walk = self.walk
        s.owed = self.owed
        s.played = self.played
        s.turn_done = self.turn_done
        s.striker = self.striker
        s.target = self.target
        s.laid = self.laid
        s.first = self.first
        s.strength = self.strength
        s.luck = self.luck
        s.winner = self.winner
        s.loser = self.loser
        s.ending = self.ending

    def key(self) -> list[int]:
        """Every number of the state, in a fixed order: equal for equal states, in every build."""
        numbers = [
            self.pile_at,
            self.stage,
            self.turn,
            self.phase,
            self.current,
            self.decider,
            self.steps,
            self.walker,
            self.walk,
            self.owed,
            self.played,
            self.turn_done,
            self.striker,
            self.target,
            self.laid,
            self.first,
            self.strength,
            self.luck,
            self.winner,
            self.loser,
            self.ending,
        ]
        return [int(n) for n in numbers] + [*self.rooms, *self.hands, *self.reasons, *self.pile]

    def note(self, what: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0) -> None:
        diary = self.diary
        if diary is not None:
            diary.append((what, a, b, c))

    def move(self, pawn: i64, room: i64) -> None:
        set_at(self.rooms, pawn, room)

    # Cards. A place is a seat, or the number of seats plus a place of `codes`.

    def give(self, place: i64, card: i64) -> None:
        add_at(self.hands, GROUPS * place + self.rules.cards.group_of[card], self.rules.cards.bit_of[card])

    def holds(self, place: i64, card_type: i64) -> bool:
        cards = self.rules.cards
        return (self.hands[GROUPS * place + cards.group[card_type]] & cards.masks[card_type]) != 0

    def holds_any(self, place: i64) -> bool:
        at = GROUPS * place
        return (self.hands[at] | self.hands[at + 1] | self.hands[at + 2]) != 0

    def can_answer(self, seat: i64) -> bool:
        """Does this hand hold a card that counts against an attempt?"""
        counting = self.rules.cards.counting
        at = GROUPS * seat
        return (self.hands[at] & counting[0] | self.hands[at + 1] & counting[1] | self.hands[at + 2] & counting[2]) != 0

    def put(self, card_type: i64, place: i64, new_place: i64) -> None:
        """Moves one card of a type that is held."""
        group = self.rules.cards.group[card_type]
        held = self.hands[GROUPS * place + group] & self.rules.cards.masks[card_type]
        lowest = held & -held
        take_at(self.hands, GROUPS * place + group, lowest)
        add_at(self.hands, GROUPS * new_place + group, lowest)

    def put_all(self, group: i64, place: i64, new_place: i64) -> None:
        """Moves all cards of a group."""
        self.hands[GROUPS * new_place + group] |= self.hands[GROUPS * place + group]
        self.hands[GROUPS * place + group] = 0

    def cards_at(self, place: i64) -> list[int]:
        """The cards in one place, in order."""
        cards = self.rules.cards
        found: list[int] = []
        card: i64
        for card in range(cards.cards):
            if self.hands[GROUPS * place + cards.group_of[card]] & cards.bit_of[card]:
                found.append(card)
        return found

    def count_at(self, place: i64) -> i64:
        """How many cards are in one place, which everyone can see."""
        found: i64 = 0
        group: i64
        for group in range(GROUPS):
            found += count_bits(self.hands[GROUPS * place + group])
        return found

    def discards(self) -> list[int]:
        return self.cards_at(self.rules.seats + DISCARD)

    def forget_attempt(self) -> None:
        """The attempt is over: its numbers with it."""
        self.striker = NOBODY
        self.target = NOBODY
        self.laid = 0
        self.first = NOBODY
        self.strength = 0
        self.luck = 0

    # Pawns.

    def pawn(self, movable: i64) -> i64:
        """The number of a pawn that the player in turn may move; the first is always the player's own."""
        return self.rules.movers[movable] if movable else self.current

    def is_open(self, room: i64) -> bool:
        return ((self.rules.house.open[self.stage] >> room) & 1) != 0

    @property
    def over(self) -> bool:
        return self.phase == OVER


def blank(rules: Rules, pile: list[int]) -> State:
    """As `fresh`, from plain Python; see `deal` for why that makes a difference."""
    return fresh(rules, vec[i64](pile))


def fresh(rules: Rules, pile: vec[i64]) -> State:
    """A state with nothing on the board and nothing dealt."""
    return State(
        rules,
        vec[i64]([0] * rules.pawns),
        vec[i64]([0] * (GROUPS * (rules.seats + PLACES))),
        vec[i64]([0] * (rules.seats + 1)),
        pile,
    )


def restored(rules: Rules, numbers: list[int]) -> State:
    """The state that had this `key`. It keeps no diary."""
    rooms: i64 = 21
    hands = rooms + rules.pawns
    reasons = hands + GROUPS * (rules.seats + PLACES)
    pile = reasons + rules.seats + 1
    s = State(
        rules,
        vec[i64](numbers[rooms:hands]),
        vec[i64](numbers[hands:reasons]),
        vec[i64](numbers[reasons:pile]),
        vec[i64](numbers[pile:]),
    )
    s.pile_at = numbers[0]
    s.stage = numbers[1]
    s.turn = numbers[2]
    s.phase = numbers[3]
    s.current = numbers[4]
    s.decider = numbers[5]
    s.steps = numbers[6]
    s.walker = numbers[7]
    s.walk = numbers[8]
    s.owed = numbers[9]
    s.played = numbers[10]
    s.turn_done = numbers[11]
    s.striker = numbers[12]
    s.target = numbers[13]
    s.laid = numbers[14]
    s.first = numbers[15]
    s.strength = numbers[16]
    s.luck = numbers[17]
    s.winner = numbers[18]
    s.loser = numbers[19]
    s.ending = numbers[20]
    return s
