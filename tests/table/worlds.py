"""Other worlds: the same table, where the cards that someone cannot see lie elsewhere."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random

from drlucky.engine.codes import ASIDE, GROUPS, KEPT
from drlucky.engine.state import State
from drlucky.game.game import Game


@contextmanager
def other_world(game: Game, seats: Sequence[int], choose: Random) -> Iterator[None]:
    """For as long as this lasts the cards that nobody in these seats of the game can see lie elsewhere."""
    here = game.state
    game.state = there = here.copy()
    there.diary = []
    lay_anew(there, game.setting.seats, seats, choose)
    yield
    game.state = here


def lay_anew(s: State, all_seats: int, seats: Sequence[int], choose: Random) -> None:
    places = [*(seat for seat in range(all_seats) if seat not in seats), all_seats + ASIDE, all_seats + KEPT]
    slots = [place for place in places for _ in s.cards_at(place)]
    pile = list(s.pile)
    cards = [card for place in places for card in s.cards_at(place)] + pile[s.pile_at :]
    for place in set(slots):
        for group in range(GROUPS):
            s.hands[GROUPS * place + group] = 0
    shuffled = choose.sample(cards, len(cards))
    for card, place in zip(shuffled, slots, strict=False):
        s.give(place, card)
    pile[s.pile_at :] = shuffled[len(slots) :]
    s.pile = type(s.pile)(pile)
