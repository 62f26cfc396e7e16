"""Save Doctor Lucky, the original game."""

from librt.vecs import vec
from mypy_extensions import i64

from drlucky.editions.book import Book
from drlucky.engine.codes import (
    ALLOWED,
    DEALT_UP,
    DECK_SANK,
    DOCTOR_ELSEWHERE,
    FAILURE,
    GONE,
    GROUPS,
    MOVE,
    NO_WITNESS,
    NOBODY,
    NOWHERE,
    SUNK,
    WASHED_UP,
)
from drlucky.engine.rules import CommonRules
from drlucky.engine.state import State
from drlucky.engine.turns import finish


class Save2000(CommonRules):
    """Be seen saving him, before the last deck sinks. What is played is gone."""

    pile_ends: vec[i64]

    def prepare(self) -> None:
        """Where the pile of each ship's deck ends, the lowest first; the lower ones get the cards left over."""
        decks = len(self.house.refuge)
        end = self.hand * self.seats
        rest = self.cards.cards - end
        ends: list[int] = []
        for deck in range(decks):
            end += rest // decks + (1 if deck < rest % decks else 0)
            ends.append(end)
        self.pile_ends = vec[i64](ends)

    def place(self, s: State, seat: i64, placing: vec[i64]) -> i64:
        """Cards are dealt face up from the dealer's left. The first to get a move card starts, in that room; then
        everyone to the left, and at last the doctor, is dealt cards until a move card comes."""
        first: i64 = NOBODY
        placed: i64 = 0
        p = seat
        i: i64
        for i in range(len(placing)):
            if first == NOBODY:
                p = self.left_of(p)
            s.note(DEALT_UP, p, placing[i])
            card_type = self.cards.type_of[placing[i]]
            if self.cards.group[card_type] == MOVE and self.cards.room[card_type] != NOWHERE:
                s.rooms[p] = self.cards.room[card_type]
                placed += 1
                if first == NOBODY:
                    first = p
                if placed > self.seats:
                    break
                p = self.doctor if placed == self.seats else (first + placed) % self.seats
        return first

    def pile_ends_from(self, s: State) -> list[int]:
        return [end for end in self.pile_ends if end > s.pile_at] or [len(s.pile)]

    def moves_go_to(self) -> i64:
        return GONE

    def attempt_obstacle(self, s: State) -> i64:
        """At least one other player must see it."""
        if s.rooms[s.current] != s.rooms[self.doctor]:
            return DOCTOR_ELSEWHERE
        return ALLOWED if self.seen_by_player(s, s.current) else NO_WITNESS

    def bound(self, s: State) -> i64:
        """The attacker's right-hand neighbour. If that hand is empty nobody is bound, and the one before stays free."""
        right = self.right_of(s.current)
        return right if s.holds_any(right) else NOBODY

    def must_stop(self, s: State) -> bool:
        return s.decider == self.bound(s) and self.points(s, s.decider) >= s.strength - s.luck

    def points(self, s: State, seat: i64) -> i64:
        """What the failures in a hand are worth together."""
        cards = self.cards
        total: i64 = 0
        t: i64
        for t in range(cards.first_type[FAILURE], cards.types):
            held = s.hands[GROUPS * seat + FAILURE] & cards.masks[t]
            while held:
                total += cards.luck[t]
                held &= held - 1
        return total

    def loser(self, s: State) -> i64:
        """As everywhere, but the right-hand neighbour, who had to stop it if able and could not, is never the loser."""
        p = self.right_of(self.right_of(s.current))
        while p != s.current:
            if s.can_answer(p):
                return p
            p = self.right_of(p)
        return NOBODY

    def turn_over(self, s: State) -> None:
        """A deck whose pile is empty sinks."""
        if s.pile_at >= self.pile_ends[s.stage]:
            self.sink(s)

    def sink(self, s: State) -> None:
        """The pawns on the lowest deck go one deck up."""
        s.stage += 1
        s.note(DECK_SANK, s.stage)
        if s.stage == len(self.house.refuge):
            finish(s, SUNK, NOBODY, NOBODY)
            return
        pawn: i64
        for pawn in range(self.doctor + 1):
            if not s.is_open(s.rooms[pawn]):
                s.rooms[pawn] = self.house.refuge[s.stage]
                s.note(WASHED_UP, pawn, s.rooms[pawn])


BOOK: Book = Book(
    id="save-2000",
    title="Save Doctor Lucky, 2000",
    about="Be seen saving him on a sinking ship. Your right-hand neighbour must stop your attempt if able.",
    rules=Save2000,
    deck="save",
    players=range(2, 8),
    boards=("ship",),
    hand=lambda players: 8 if players <= 3 else 6,
    stages="decks",
    places_by_card="everybody",
    penalties="words and failures left",
    options=frozenset({"dealer"}),
)
