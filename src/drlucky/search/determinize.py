"""Determinization: from a state to one that could be true instead, for all that a player knows."""

from librt.vecs import append, vec
from mypy_extensions import i64

from drlucky.engine.codes import ASIDE, GROUPS, KEPT, PLACES
from drlucky.engine.state import Rules, State
from drlucky.search.rng import Rng


def determinize(s: State, seat: i64, rng: Rng) -> State:
    """A copy in which all that this seat cannot see lies at random: the other hands, the pile, and the cards that
    nobody has seen. It can be told from the original by nothing that the seat may know."""
    rules = s.rules
    cards = rules.cards
    copy = s.copy()
    # Which cards are hidden is known to the seat; gathered in their own order they do not tell where they lay.
    masks = vec[i64]([0] * GROUPS)
    place: i64
    group: i64
    for place in range(rules.seats + PLACES):
        if is_hidden(rules, place, seat):
            for group in range(GROUPS):
                masks[group] |= s.hands[GROUPS * place + group]
    i: i64
    for i in range(s.pile_at, len(s.pile)):
        masks[cards.group[cards.type_of[s.pile[i]]]] |= cards.bit_of[s.pile[i]]
    hidden = vec[i64](capacity=cards.cards)
    card: i64
    for card in range(cards.cards):
        if masks[cards.group[cards.type_of[card]]] & cards.bit_of[card]:
            hidden = append(hidden, card)
    rng.shuffle(hidden)
    at: i64 = 0
    for place in range(rules.seats + PLACES):
        if is_hidden(rules, place, seat):
            held: i64 = 0
            for group in range(GROUPS):
                mask = copy.hands[GROUPS * place + group]
                copy.hands[GROUPS * place + group] = 0
                while mask:
                    mask &= mask - 1
                    held += 1
            for i in range(held):
                copy.give(place, hidden[at + i])
            at += held
    copy.pile = s.pile[:]
    for i in range(s.pile_at, len(s.pile)):
        copy.pile[i] = hidden[at + i - s.pile_at]
    return copy


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
