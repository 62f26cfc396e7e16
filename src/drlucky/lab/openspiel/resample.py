"""How it could have been otherwise: another history that one seat cannot tell from the true one.

Everything that the seat was told stays as it was. Which of its cards another player showed when is drawn by lot among
those held at the time, which makes all the ways to have got them equally likely; what never came to light is dealt
anew."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from drlucky.lab.openspiel.kit import Kit
from drlucky.lab.openspiel.state import FACE_UP, UNSEEN, Flow, World, numbers


class DeadEnd(Exception):
    """The lots fell so that a card was shown which nobody can have had."""


def other_steps(world: World, seat: int, random: Random) -> list[int] | None:
    """The steps of another history, or None if the lots led nowhere."""
    try:
        return Retelling(world, seat, random).steps
    except DeadEnd:
        return None


def chronicle(world: World) -> Iterator[Flow]:
    """The flows from the first to the last."""
    found: list[Flow] = []
    flows = world.flows
    while flows is not None:
        flow, flows = flows
        found.append(flow)
    return reversed(found)


class Retelling:
    """Goes through a history once, with each hand as a list of what the seat knows of it: steps whose card it has not
    seen, and, as negative numbers, types of cards that it has."""

    def __init__(self, world: World, seat: int, random: Random) -> None:
        self.kit: Kit = world.kit
        self.seat = seat
        self.random = random
        self.steps = numbers(world.steps)
        self.hands: dict[int, list[int]] = {place: [] for place in range(UNSEEN, self.kit.setting.seats)}
        self.piles = [Counter(self.kit.copies)]
        """For each pile there has been, what the seat does not know of it."""
        self.pile_of: dict[int, int] = {}
        """The pile that a step not seen yet has its card from."""
        self.luckless: set[int] = set()
        """Steps that can only have given a card without luck."""
        for flow in chronicle(world):
            self._retell(flow)
        self._deal_unknown()

    def _retell(self, flow: Flow) -> None:
        for seat, kind in flow.shown:
            if seat != self.seat:
                self._show(seat, kind)
        for giver, taker, kind in flow.moved:
            self._move(giver, taker, kind)
        if flow.shuffled is not None:
            self.piles.append(Counter(flow.shuffled))
        for step, owner in flow.taken:
            if owner in (self.seat, FACE_UP):
                self.piles[-1][self.steps[step]] -= 1
            else:
                self.hands[owner].append(step)
                self.pile_of[step] = len(self.piles) - 1

    def _show(self, seat: int, kind: int) -> None:
        """A card of this type comes out of a hand. One that is known to be there is as good as any other."""
        hand = self.hands[seat]
        if known(kind) in hand:
            hand.remove(known(kind))
            return
        could = [step for step in hand if step >= 0 and self._could_be(step, kind)]
        if not could:
            raise DeadEnd
        step = self.random.choice(could)
        hand.remove(step)
        self.piles[self.pile_of.pop(step)][kind] -= 1
        self.steps[step] = kind

    def _could_be(self, step: int, kind: int) -> bool:
        return self.piles[self.pile_of[step]][kind] > 0 and not (step in self.luckless and self.kit.luck[kind])

    def _move(self, giver: int, taker: int, kind: int) -> None:
        """A card changes hands; only those two see it, but everyone knows whether such a card has luck on it."""
        if taker == self.seat:
            self._show(giver, kind)
        elif giver == self.seat:
            self.hands[taker].append(known(kind))
        else:
            card = self.random.choice(self.hands[giver])
            self.hands[giver].remove(card)
            self.hands[taker].append(card)
            if card >= 0 and not self.kit.luck[kind]:
                self.luckless.add(card)

    def _deal_unknown(self) -> None:
        """Deals what never came to light to the steps that gave it, first to those that gave a card without luck. What
        is left of the last pile is still there."""
        decks = [self._shuffled(pile) for pile in self.piles]
        for step in sorted(self.pile_of, key=lambda step: step not in self.luckless):
            deck = decks[self.pile_of[step]]
            fitting = [kind for kind in deck if not self.kit.luck[kind]] if step in self.luckless else deck
            if not fitting:
                raise DeadEnd
            self.steps[step] = fitting[0]
            deck.remove(fitting[0])

    def _shuffled(self, pile: Counter[int]) -> list[int]:
        kinds = list(pile.elements())
        self.random.shuffle(kinds)
        return kinds


def known(kind: int) -> int:
    """A type as a negative number, and back."""
    return -1 - kind
