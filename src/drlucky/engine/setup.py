"""Setting up: pawns placed, cards set aside and hands dealt from shuffles that are handed in."""

from librt.vecs import vec
from mypy_extensions import i64

from drlucky.engine.codes import ASIDE, PLACED
from drlucky.engine.edition import Edition
from drlucky.engine.state import Happening, State, fresh
from drlucky.engine.turns import begin_turn


def begin(
    edition: Edition, seat: i64, placing: vec[i64], deck: vec[i64], diary: list[Happening] | None = None
) -> State:
    """A game before its first decision. Chance comes in from outside: a random seat (the dealer, or the one who
    starts), and two orders of the whole deck, one to place the pawns by and one to deal from. Cards are dealt
    from the front: first those for closed rooms, then the hands, a card at a time from seat 0."""
    s = fresh(edition, deck)
    s.diary = diary
    first = edition.place(s, seat, placing)
    pawn: i64
    for pawn in range(edition.doctor + 1):
        s.note(PLACED, pawn, s.rooms[pawn])
    i: i64
    for i in range(edition.set_aside):
        s.give(edition.seats + ASIDE, deck[i])
    for i in range(edition.hand * edition.seats):
        s.give(i % edition.seats, deck[edition.set_aside + i])
    s.pile_at = edition.set_aside + edition.hand * edition.seats
    begin_turn(s, first, 0)
    return s
