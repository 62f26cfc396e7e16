"""Rollouts: whole random games, compiled from end to end."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from drlucky.engine.codes import ASIDE, ENDINGS, GROUPS, KEPT, OVER, PLACES, SHUFFLE
from drlucky.engine.deal import begin_with
from drlucky.engine.play import apply, legal_into
from drlucky.engine.rules import Edition
from drlucky.engine.state import State
from drlucky.engine.turns import reshuffle_with
from drlucky.search.rng import Rng


class Tally:
    """What came of a number of games."""

    def __init__(self, seats: int) -> None:
        self.games: int = 0
        self.decisions: int = 0
        self.turns: int = 0
        self.wins: list[int] = [0] * seats
        self.endings: list[int] = [0] * ENDINGS
        self.checksum: int = 0


def random_start(edition: Edition, rng: Rng) -> State:
    placing = edition.cards.in_order[:]
    deck = edition.cards.in_order[:]
    rng.shuffle(placing)
    rng.shuffle(deck)
    return begin_with(edition, rng.below(len(edition.live)), placing, deck, None)


def shuffle_discards(s: State, rng: Rng) -> None:
    order = vec[i64](s.discards())
    rng.shuffle(order)
    reshuffle_with(s, order)


def play_out(s: State, rng: Rng) -> i64:
    """Plays at random to the end and says how many decisions that took."""
    buf = s.edition.scratch
    decisions: i64 = 0
    while s.phase != OVER:
        if s.phase == SHUFFLE:
            shuffle_discards(s, rng)
        else:
            n = legal_into(s, buf)
            apply(s, buf[rng.below(n)] if n > 1 else buf[0])
            decisions += 1
    return decisions


def determinize(s: State, seat: i64, rng: Rng) -> State:
    """A copy in which all that this seat cannot see lies at random: the other hands, the pile, and the cards that
    nobody has seen. It can be told from the original by nothing that the seat may know."""
    e = s.edition
    cards = e.cards
    copy = s.copy()
    # Which cards are hidden is known to the seat; gathered in their own order they do not tell where they lay.
    masks = vec[i64]([0] * GROUPS)
    place: i64
    group: i64
    for place in range(e.seats + PLACES):
        if is_hidden(e, place, seat):
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
    for place in range(e.seats + PLACES):
        if is_hidden(e, place, seat):
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


def is_hidden(edition: Edition, place: i64, seat: i64) -> bool:
    """Can the seat not see the cards in this place?"""
    if place < edition.seats:
        return place != seat
    return place == edition.seats + ASIDE or place == edition.seats + KEPT


def play_many(edition: Edition, games: int, seed: int) -> Tally:
    """Random games, one after another, all from one seed."""
    rng = Rng(seed)
    tally = Tally(edition.seats)
    checksum: i64 = 0
    decisions: i64 = 0
    turns: i64 = 0
    for _ in range(games):
        s = random_start(edition, rng)
        decisions += play_out(s, rng)
        turns += s.turn
        checksum = mix(checksum, s)
        tally.endings[s.ending] += 1
        if s.winner >= 0:
            tally.wins[s.winner] += 1
    tally.games = games
    tally.decisions = decisions
    tally.turns = turns
    tally.checksum = checksum
    return tally


PRIME: Final = 2147483647  # so that no product overflows, compiled or not


def mix(checksum: i64, s: State) -> i64:
    """Folds how a game ended into a checksum."""
    checksum = (checksum * 69621 + s.turn) % PRIME
    checksum = (checksum * 69621 + s.pile_at) % PRIME
    i: i64
    for i in range(len(s.rooms)):
        checksum = (checksum * 69621 + s.rooms[i]) % PRIME
    for i in range(len(s.hands)):
        checksum = (checksum * 69621 + s.hands[i] % PRIME) % PRIME
    return checksum
