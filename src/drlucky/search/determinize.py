"""Determinization: from a state to one that could be true instead, for all that a player knows."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from drlucky.engine.codes import ASIDE, GROUPS, KEPT, PLACES
from drlucky.engine.state import Rules, State
from drlucky.search.rng import Rng

SOON: Final = 16  # cards of the pile that are shuffled anew for each state; few searches look further down


def determinize(s: State, seat: i64, rng: Rng) -> State:
    """A copy in which all that this seat cannot see lies at random: the other hands, the pile, and the cards that
    nobody has seen. It can be told from the original by nothing that the seat may know."""
    return Worlds(s, seat, rng).uniform(rng)


@final
class Worlds:
    """The states that could be true instead of one, made one after the other in the same place: whoever wants to keep
    one takes a copy."""

    def __init__(self, root: State, seat: i64, rng: Rng) -> None:
        self.root: Final[State] = root
        self.s: Final[State] = root.copy()
        self.pile: vec[i64] = root.pile[:]
        # Which cards are hidden is known to the seat; gathered in their own order they do not tell where they lay.
        self.hidden: Final[vec[i64]] = hidden_cards(root, seat)
        self.places: Final[vec[i64]] = hidden_places(
            root, seat
        )  # of the first of the hidden cards; the pile has the rest
        self.order: vec[i64] = self.hidden[:]
        rng.shuffle(self.order)

    def uniform(self, rng: Rng) -> State:
        """One of all of them, each as likely as the others. The cards lie at random already: those that matter soon
        change places with any others."""
        order = self.order
        cards: i64 = len(order)
        shuffled: i64 = len(self.places) + SOON
        if shuffled > cards - 1:
            shuffled = cards - 1
        at: i64
        for at in range(shuffled):
            other = at + rng.below(cards - at)
            order[at], order[other] = order[other], order[at]
        self.lay_hands()
        self.lay_pile()
        return self.s

    def laid_out(self, layouts: vec[i64], begin: i64, rng: Rng) -> State:
        """The one in which the hidden cards lie as a layout says, which begins there, by their numbers among them; the
        pile in any order."""
        order = self.order
        cards: i64 = len(order)
        at: i64
        for at in range(cards):
            order[at] = self.hidden[layouts[begin + at]]
        first: i64 = len(self.places)
        last = first + SOON
        if last > cards - 1:
            last = cards - 1
        for at in range(first, last):
            other = at + rng.below(cards - at)
            order[at], order[other] = order[other], order[at]
        self.lay_hands()
        self.lay_pile()
        return self.s

    def lay_hands(self) -> None:
        s = self.s
        self.root.copy_into(s)
        hands = s.hands
        cards = s.rules.cards
        at: i64
        group: i64
        for at in range(len(self.places)):
            for group in range(GROUPS):
                hands[GROUPS * self.places[at] + group] = 0
        for at in range(len(self.places)):
            card = self.order[at]
            hands[GROUPS * self.places[at] + cards.group[cards.type_of[card]]] |= cards.bit_of[card]

    def lay_pile(self) -> None:
        """A game may have put its own pile, of discards, in the place of this one."""
        s = self.s
        s.pile = self.pile
        first: i64 = len(self.places) - s.pile_at
        at: i64
        for at in range(s.pile_at, len(self.pile)):
            self.pile[at] = self.order[first + at]


def hidden_cards(s: State, seat: i64) -> vec[i64]:
    """The cards that a seat cannot see, in their own order."""
    rules = s.rules
    cards = rules.cards
    masks = vec[i64]([0] * GROUPS)
    place: i64
    group: i64
    for place in range(rules.seats + PLACES):
        if not is_hidden(rules, place, seat):
            for group in range(GROUPS):
                masks[group] |= s.hands[GROUPS * place + group]
    found = vec[i64](capacity=cards.cards)
    card: i64
    for card in range(cards.cards):
        if not masks[cards.group[cards.type_of[card]]] & cards.bit_of[card]:
            found = append(found, card)
    return found


def hidden_places(s: State, seat: i64) -> vec[i64]:
    """For each card that a seat cannot see, but for those in the pile, the place where it lies."""
    found = vec[i64](capacity=s.rules.cards.cards)
    place: i64
    for place in range(s.rules.seats + PLACES):
        if is_hidden(s.rules, place, seat):
            for _ in range(s.count_at(place)):
                found = append(found, place)
    return found


def is_hidden(rules: Rules, place: i64, seat: i64) -> bool:
    """Can the seat not see the cards in this place?"""
    if place < rules.seats:
        return place != seat
    return place == rules.seats + ASIDE or place == rules.seats + KEPT


def shuffle_pile(s: State, rng: Rng) -> State:
    """A copy with what is left of the pile in another order, and everything else as it is."""
    copy = s.copy()
    left = s.pile[s.pile_at :]
    rng.shuffle(left)
    copy.pile = s.pile[:]
    i: i64
    for i in range(len(left)):
        copy.pile[s.pile_at + i] = left[i]
    return copy
