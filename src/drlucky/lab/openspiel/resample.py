"""How it could have been otherwise: another history that one seat cannot tell from the true one.

Every card that the seat has not seen taken off a pile is a slot. The cards of a pile that it does not know are dealt
anew to the slots of that pile, so that they explain what everyone showed; then pairs of them change places, by a Markov
chain that makes all deals which explain it equally likely. The true deal is never looked at, so it comes back no more
often than any other that fits."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from math import exp, log
from random import Random
from typing import NamedTuple

from drlucky.lab.openspiel.kit import Kit
from drlucky.lab.openspiel.state import FACE_UP, UNSEEN, Flow, World, numbers

REST = -2
"""Instead of a seat: the card was not drawn yet."""
MIXING = 10
"""So often each slot changes places with another before a deal is taken."""
PATIENCE = 40
"""So often, before the whole is dealt anew."""
MOST_TRIED = 300
"""So many cards are moved to make room for one that was shown, before it is left unexplained for a while."""

GETS, SHOWS, HANDS_ON = range(3)


class Known(NamedTuple):
    """What happened to a card, or to all that someone had left."""

    time: int
    what: int
    hand: int
    to: int = UNSEEN


class Shown(NamedTuple):
    """A card that came out of a hand."""

    kind: int
    number: int
    """Among all that is known of its type: it tells two from each other that were shown at the same time."""
    known: Known


class Slot(NamedTuple):
    """Where a card went that the seat did not see."""

    step: int
    """Of the history; for cards that were not drawn it is of no use."""
    gets: Known
    """Whose hand it came into, and when: a seat's, UNSEEN or REST."""


def other_steps(world: World, seat: int, random: Random) -> Iterator[list[int]]:
    """The steps of other histories, one after the other, each as likely as chance makes it."""
    history = History(world, seat)
    while True:
        steps = Deal(history, random).steps()
        if steps is not None:
            yield steps


def chronicle(world: World) -> Iterator[Flow]:
    """The flows from the first to the last."""
    found: list[Flow] = []
    flows = world.flows
    while flows is not None:
        flow, flows = flows
        found.append(flow)
    return reversed(found)


class History:
    """What a seat knows of all cards: which slots there are, what can be in them, and what came out of which hand."""

    def __init__(self, world: World, seat: int) -> None:
        self.kit: Kit = world.kit
        self.seat = seat
        self.steps = numbers(world.steps)
        self.piles = [Counter(self.kit.copies)]
        """For each pile there has been, the cards that the seat does not know of it."""
        self.slots: list[list[Slot]] = [[]]
        self.known: dict[int, list[Known]] = {}
        """By the type of the cards."""
        self.handed_on: list[Known] = []
        """Hands of which all that was left went to somebody else. Cards with luck were shown, and did not."""
        for time, flow in enumerate(chronicle(world)):
            self._read(flow, time)
        for pile, slots in zip(self.piles, self.slots, strict=True):
            slots += [Slot(-1, Known(0, GETS, REST))] * (pile.total() - len(slots))

    def _read(self, flow: Flow, time: int) -> None:
        for seat, kind in flow.shown:
            self._note(kind, Known(time, SHOWS, seat))
        for giver, taker, kind in flow.moved:
            if taker == self.seat:
                self._note(kind, Known(time, SHOWS, giver))
            elif giver == self.seat:
                self._note(kind, Known(time, GETS, taker))
        for giver, taker in {(giver, taker) for giver, taker, _ in flow.moved}:
            if self.seat not in (giver, taker):
                self.handed_on.append(Known(time, HANDS_ON, giver, taker))
        if flow.shuffled is not None:
            self.piles.append(Counter(flow.shuffled))
            self.slots.append([])
        for step, owner in flow.taken:
            if owner in (self.seat, FACE_UP):
                self.piles[-1][self.steps[step]] -= 1
            else:
                self.slots[-1].append(Slot(step, Known(time, GETS, owner)))

    def _note(self, kind: int, known: Known) -> None:
        if known.hand != self.seat:
            self.known.setdefault(kind, []).append(known)

    def unexplained(self, kind: int, got: list[Known]) -> int:
        """How many cards of a type were shown by someone who cannot have had them, if these are the ones that the seat
        did not see; or were handed on with luck on them, which everyone would have seen."""
        known = self.known.get(kind, [])
        if not known and not (self.handed_on and self.kit.luck[kind]):
            return 0
        # Cards are drawn after whatever else happens at the same time.
        told = sorted(chain(known, self.handed_on, got), key=lambda one: (one.time, one.what == GETS))
        held = Counter[int]()
        missing = 0
        for _, what, hand, to in told:
            if what == GETS:
                held[hand] += 1
            elif what == SHOWS:
                if held[hand]:
                    held[hand] -= 1
                else:
                    missing += 1
            elif held[hand]:
                missing += held[hand] * (self.kit.luck[kind] > 0)
                held[to] += held.pop(hand)
        return missing


class Explanation:
    """For everything that was shown, a slot that it may have come from.

    Cards of which there is one copy are of the last pile that had them, and the slots of a hand that were filled before
    some moment were so before any later one: taken in the order of time they always find a place. Cards of which there
    are more can be of several piles, and the wrong one may leave no place for another: then that one has to move."""

    def __init__(self, history: History, random: Random) -> None:
        self.history = history
        self.random = random
        self.places: dict[Shown, tuple[int, int]] = {}
        """Pile and slot."""
        self.left = [Counter(pile) for pile in history.piles]
        """The unknown cards that explain nothing yet."""
        self.free: dict[tuple[int, int], set[int]] = {}
        """The slots that nothing was shown of yet, by pile and hand."""
        for pile, slots in enumerate(history.slots):
            for at, slot in enumerate(slots):
                self.free.setdefault((pile, slot.gets.hand), set()).add(at)
        shown = [
            Shown(kind, number, one)
            for kind, known in history.known.items()
            for number, one in enumerate(known)
            if one.what == SHOWS
        ]
        copies = history.kit.copies
        for one in sorted(shown, key=lambda one: (copies[one.kind] > 1, one.known.time)):
            self._explain(one, set())

    def _explain(self, shown: Shown, tried: set[tuple[Shown, int]]) -> bool:
        piles = [pile for pile in range(len(self.left)) if self.history.piles[pile][shown.kind] > 0]
        self.random.shuffle(piles)
        for pile in piles:
            if self._put(shown, pile):
                return True
        return any(self._make_room(shown, pile, tried) for pile in piles)

    def _put(self, shown: Shown, pile: int) -> bool:
        free, slots = self.free.get((pile, shown.known.hand), set()), self.history.slots[pile]
        fitting = sorted(at for at in free if slots[at].gets.time < shown.known.time)
        if not fitting or not self.left[pile][shown.kind]:
            return False
        at = self.random.choice(fitting)
        free.remove(at)
        self.left[pile][shown.kind] -= 1
        self.places[shown] = pile, at
        return True

    def _take_back(self, shown: Shown) -> tuple[int, int]:
        pile, at = self.places.pop(shown)
        self.left[pile][shown.kind] += 1
        self.free[pile, shown.known.hand].add(at)
        return pile, at

    def _make_room(self, shown: Shown, pile: int, tried: set[tuple[Shown, int]]) -> bool:
        """Moves another that has the card or the slot, if it finds a place elsewhere."""
        if (shown, pile) in tried or len(tried) > MOST_TRIED:
            return False
        tried.add((shown, pile))
        hand = shown.known.hand
        others = [
            other
            for other, (its_pile, _) in self.places.items()
            if its_pile == pile and (other.kind == shown.kind or other.known.hand == hand)
        ]
        self.random.shuffle(others)
        for other in others:
            before, at = self._take_back(other)
            if self._put(shown, pile):
                if self._explain(other, tried):
                    return True
                self._take_back(shown)
            self.free[before, other.known.hand].remove(at)
            self.left[before][other.kind] -= 1
            self.places[other] = before, at
        return False

    def dealt(self) -> list[list[int]]:
        """A type for each slot, pile by pile: what was shown where it is explained, all else by lot."""
        found: list[list[int]] = []
        shown = {place: one.kind for one, place in self.places.items()}
        for pile, slots in enumerate(self.history.slots):
            rest = list(self.left[pile].elements())
            self.random.shuffle(rest)
            found.append([shown[pile, at] if (pile, at) in shown else rest.pop() for at in range(len(slots))])
        return found


class Deal:
    """The unknown cards of all piles, dealt to their slots."""

    def __init__(self, history: History, random: Random) -> None:
        self.history = history
        self.random = random
        self.places = [(pile, at) for pile, slots in enumerate(history.slots) for at in range(len(slots))]
        self.dealt = Explanation(history, random).dealt()
        """The type of the card in each slot, pile by pile."""
        self.where: dict[int, list[Known]] = {}
        """By type, where the cards in the slots went."""
        for pile, at in self.places:
            self.where.setdefault(self.dealt[pile][at], []).append(history.slots[pile][at].gets)
        self.missing = {kind: history.unexplained(kind, self.where.get(kind, [])) for kind in history.kit.copies}
        self.wrong = sum(self.missing.values())
        """So much of what was shown is not explained."""
        # One wrong deal for each right one: there are about so many ways to make one of the other.
        self.strictness = log(1 + len(self.places) * max(1, sum(map(len, history.known.values()))))

    def steps(self) -> list[int] | None:
        """The history with this deal, when it has been well mixed and explains everything; None if it never does."""
        for turn in range(PATIENCE):
            for _ in self.places:
                self._mix()
            if turn >= MIXING and not self.wrong:
                break
        else:
            return None
        steps = list(self.history.steps)
        for pile, at in self.places:
            slot = self.history.slots[pile][at]
            if slot.gets.hand != REST:
                steps[slot.step] = self.dealt[pile][at]
        return steps

    def _mix(self) -> None:
        """A step of the chain: two cards of a pile change places, unless that explains less; a little less is borne now
        and then, since the way to other deals may lead through it."""
        pile, one = self.random.choice(self.places)
        other = self.random.randrange(len(self.history.slots[pile]))
        worse = self._swap(pile, one, other)
        if worse > 0 and self.random.random() >= exp(-self.strictness * worse):
            self._swap(pile, one, other)

    def _swap(self, pile: int, one: int, other: int) -> int:
        """Two cards of a pile change places. Returns how much less is explained."""
        slots, dealt = self.history.slots[pile], self.dealt[pile]
        a, b = dealt[one], dealt[other]
        here, there = slots[one].gets, slots[other].gets
        dealt[one], dealt[other] = b, a
        if a == b or here == there:
            return 0
        self.where[a].remove(here)
        self.where[a].append(there)
        self.where[b].remove(there)
        self.where[b].append(here)
        now = {kind: self.history.unexplained(kind, self.where[kind]) for kind in (a, b)}
        worse = sum(now.values()) - self.missing[a] - self.missing[b]
        self.missing.update(now)
        self.wrong += worse
        return worse
