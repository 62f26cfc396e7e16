"""The past of a game as one seat knows it: every decision, and the position in which it was made.

In these positions nothing lies where the seat could not look: only how many cards there were. Cards of one type are
numbered in the order in which the seat came to see them, for the engine's own numbers of copies would tell which of
them a hand did not hold. Whenever cards that it saw are out of its sight again, as when the discards are shuffled, the
past begins anew."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from drlucky.engine.codes import GROUPS, PLACES
from drlucky.engine.play import apply
from drlucky.engine.state import Rules, State, restored
from drlucky.search.determinize import is_hidden

NONE_YET: Final = -1  # the action of the last position, in which nobody has decided yet

Past = list[list[int]]
"""The positions, the present one last: plain numbers, so that it can be handed to another process. Each is the action,
the cards left in the pile and before, the cards in every place, and the numbers of a state."""


@final
class Memory:
    """What a seat remembers of a game that it looks at."""

    def __init__(self, rules: Rules, seat: int) -> None:
        self.rules: Final[Rules] = rules
        self.seat: Final[i64] = seat
        self.rows: Past = []
        self.number: vec[i64] = vec[i64]([0])  # by which a card that was seen is known
        self.taken: vec[i64] = vec[i64]([0])
        self.forget()

    def forget(self) -> None:
        self.rows = []
        self.number = vec[i64]([-1] * self.rules.cards.cards)
        self.taken = vec[i64]([0] * self.rules.cards.cards)

    def note(self, s: State, action: int) -> None:
        """What is decided in a position, before it is done."""
        row = self.row(s, action)
        self.rows.append(row)

    def until(self, s: State) -> Past:
        """All of it, up to a position in which the next decision is to be made."""
        row = self.row(s, NONE_YET)
        return [*self.rows, row]

    def row(self, s: State, action: int) -> list[int]:
        if self.is_out_of_sight(s):
            self.forget()
        rules = self.rules
        shown = s.copy()
        counts: list[int] = []
        place: i64
        group: i64
        for place in range(rules.seats + PLACES):
            counts.append(s.count_at(place))
            for group in range(GROUPS):
                shown.hands[GROUPS * place + group] = 0
            if not is_hidden(rules, place, self.seat):
                for card in s.cards_at(place):
                    shown.give(place, self.known_as(card))
        shown.pile = vec[i64]([0])
        numbers = shown.key()
        numbers.pop()
        return [action, len(s.pile), *counts, *numbers]

    def is_out_of_sight(self, s: State) -> bool:
        """Is a card that was seen where the seat cannot look?"""
        cards = self.rules.cards
        masks = vec[i64]([0] * GROUPS)
        place: i64
        group: i64
        for place in range(self.rules.seats + PLACES):
            if not is_hidden(self.rules, place, self.seat):
                for group in range(GROUPS):
                    masks[group] |= s.hands[GROUPS * place + group]
        card: i64
        for card in range(cards.cards):
            if self.number[card] >= 0 and not masks[cards.group[cards.type_of[card]]] & cards.bit_of[card]:
                return True
        return False

    def known_as(self, card: i64) -> i64:
        """The number of a card that is seen: the first of its type that is free."""
        if self.number[card] < 0:
            cards = self.rules.cards
            number: i64 = 0
            while self.taken[number] or cards.type_of[number] != cards.type_of[card]:
                number += 1
            self.taken[number] = 1
            self.number[card] = number
        return self.number[card]


def recall(rules: Rules, seat: int, start: list[int], actions: list[int]) -> Past:
    """What a seat may know of a game that began in the state with this key and went on by these actions, none of which
    had the discards shuffled."""
    memory = Memory(rules, seat)
    s = restored(rules, start)
    for action in actions:
        memory.note(s, action)
        apply(s, action)
    return memory.until(s)


@final
class Moment:
    """A decision of the past as a position that can be worked with. What is hidden is missing in it: `counts` says how
    many cards there are in each place."""

    def __init__(self, rules: Rules, row: list[int]) -> None:
        places: int = rules.seats + PLACES
        self.action: Final[i64] = row[0]
        self.counts: Final[vec[i64]] = vec[i64](row[2 : 2 + places])
        self.s: Final[State] = restored(rules, row[2 + places :] + [0] * row[1])
