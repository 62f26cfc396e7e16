"""Accounts: how much of a result was luck (the deal, draws, what others did) and how much one's own doing.

What a deed was worth is measured against what a sensible player does in the same place: the same imagined worlds are
played out after the one and after the other. One's own is judged by what one could know, and what others did by what it
did to the seat, with open cards. What is left of the way from the deal to the result is chance: cards that came off the
pile, and hidden cards that made a decision better or worse than it could be known to be."""

from collections.abc import Iterator, Sequence

from drlucky.analysis.effects import Effect, effect, total, won
from drlucky.analysis.estimating import Estimates
from drlucky.analysis.mistakes import mistakes
from drlucky.analysis.model import Account
from drlucky.analysis.positions import Position
from drlucky.stats import share


def accounts(places: Sequence[Position], found: Estimates) -> Iterator[Account]:
    """For each seat of a part that has ended, of which the positions are given."""
    before, end = places[0], places[-1].state
    if before.state.over or not end.over:
        return
    beginning = found.beginnings[before.part]
    done = [(deed, changed) for deed, changed in found.deeds if deed.place.part == before.part]
    for seat in range(before.game.setting.seats):
        start, dealt = won(beginning.undealt, seat), won(beginning.dealt, seat)
        own = total(effect(changed.known, seat) for deed, changed in done if deed.seat == seat)
        others = total(effect(changed.open, seat) for deed, changed in done if deed.seat != seat)
        result = int(end.winner == seat)
        yield Account(
            seat,
            share(beginning.undealt[seat], sum(beginning.undealt)),
            deal=(dealt - start).amount,
            draws=(Effect(result) - dealt - others - own).amount,
            others=others.amount,
            own=own.amount,
            result=result,
            mistakes=tuple(mistakes([(deed, changed.known) for deed, changed in done if deed.seat == seat])),
        )
