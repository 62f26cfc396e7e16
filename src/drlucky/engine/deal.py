"""The deal: places the pawns, sets cards aside and deals the hands, all from shuffles that are handed in.

`begin` and `go_on` are called from plain Python and take lists: mypyc 2.4.1 never frees a vec that comes in from there,
which would leak 1.2 KB a game."""

from librt.vecs import vec
from mypy_extensions import i64

from drlucky.engine.codes import ASIDE, NOBODY, PLACED
from drlucky.engine.state import Happening, Rules, State, fresh
from drlucky.engine.turns import begin_turn


def begin(rules: Rules, player: int, placing: list[int], deck: list[int], diary: list[Happening]) -> State:
    """A game before its first decision, from plain Python: see `begin_with`."""
    return begin_with(rules, player, vec[i64](placing), vec[i64](deck), diary)


def begin_with(rules: Rules, player: i64, placing: vec[i64], deck: vec[i64], diary: list[Happening] | None) -> State:
    """A game before its first decision. Chance comes in from outside: a random player (the dealer, or the one who
    starts), and two orders of the whole deck, one to place the pawns by and one to deal from. Cards are dealt
    from the front: first those for closed rooms, then the hands, a card at a time from the first seat."""
    s = fresh(rules, deck)
    s.diary = diary
    first = rules.place(s, rules.live[player], placing)
    if rules.cat != NOBODY:
        s.rooms[rules.cat] = rules.cat_start
    if rules.dog != NOBODY:
        s.rooms[rules.dog] = rules.dog_start
    i: i64
    for i in range(rules.set_aside):
        s.give(rules.seats + ASIDE, deck[i])
    s.pile_at = rules.set_aside
    deal(s, first)
    return s


def go_on(
    rules: Rules, first: int, rooms: list[int], aside: list[int], deck: list[int], diary: list[Happening]
) -> State:
    """A game that begins from the positions of another: the pawns where they are, the cards of closed rooms where they
    lie, and all the others shuffled and dealt."""
    s = fresh(rules, vec[i64](deck))
    s.diary = diary
    for pawn, room in enumerate(rooms):
        s.rooms[pawn] = room
    for card in aside:
        s.give(rules.seats + ASIDE, card)
    deal(s, first)
    return s


def deal(s: State, first: i64) -> None:
    """Deals the hands and begins the first turn."""
    rules = s.rules
    pawn: i64
    for pawn in range(rules.pawns):
        s.note(PLACED, pawn, s.rooms[pawn])
    players: i64 = len(rules.live)
    i: i64
    for i in range(rules.hand * players):
        s.give(rules.live[i % players], s.pile[s.pile_at])
        s.pile_at += 1
    begin_turn(s, first, 0)
