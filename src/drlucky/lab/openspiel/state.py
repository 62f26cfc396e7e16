"""A game that unfolds card by card: chance is asked for a card whenever the pile gives one, and not before.

The engine takes whole shuffles. Here an action is played on a copy to see whether it takes more cards off the pile than
chance has given for it; if so chance gives one more, and the action is played again with it on top. So no rule about
who draws when is said twice, and every edition unfolds alike. Cards are given by type, for copies are all the same."""

from collections import Counter
from collections.abc import Callable, Sequence
from sys import byteorder
from typing import NamedTuple

from drlucky.engine import codes
from drlucky.engine.deal import begin
from drlucky.engine.play import apply, legal, obstacle
from drlucky.engine.state import State, blank
from drlucky.engine.turns import reshuffle
from drlucky.lab.openspiel.kit import Kit

CHANCE = -1
TERMINAL = -4
"""OpenSpiel's numbers for them."""
UNSEEN = -1
"""Instead of a seat: nobody sees the card."""
FACE_UP = -2
"""Instead of a seat: everybody does."""
WORD = 2
"""Bytes of a number in a series of them."""


class Flow(NamedTuple):
    """Where cards went in one decision, for whoever wants to imagine how it could have been otherwise."""

    shown: tuple[tuple[int, int], ...] = ()
    """Seat and type of cards that came out of hands before everyone's eyes."""
    moved: tuple[tuple[int, int, int], ...] = ()
    """From seat, to seat, type: cards that changed hands."""
    shuffled: tuple[int, ...] | None = None
    """The types of the cards that became a new pile."""
    taken: tuple[tuple[int, int], ...] = ()
    """For each card off the pile the step that gave it, and who saw it: a seat, UNSEEN or FACE_UP."""


Flows = tuple[Flow, "Flows"] | None
"""The last flow, and those before it: copies of a world share them."""


class World:
    """A game in progress. `apply` takes the actions and what chance gives, one number at a time."""

    __slots__ = ("_masks", "begun", "flows", "given", "kit", "pending", "state", "steps", "told")

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.state: State | None = None
        """None until the cards are dealt."""
        self.steps = b""
        """Every number so far, two bytes each."""
        self.told = (b"",) * (len(kit.live) + 1)
        """What each player, and last a spectator, was told: numbers of the kit's words, two bytes each."""
        self.begun = 0
        """The step with which the dealing of hidden cards began; 0 before."""
        self.pending: int | None = None
        """An action that waits for cards of chance,"""
        self.given: tuple[int, ...] = ()
        """and those it has been given."""
        self.flows: Flows = None
        self._masks: list[int] = []

    def __deepcopy__(self, memo: object) -> "World":
        copy = World.__new__(World)
        for name in World.__slots__:
            setattr(copy, name, getattr(self, name))
        return copy  # nothing that it shares is ever changed: a step makes a new state

    def __reduce__(self) -> tuple[Callable[[Kit, bytes], "World"], tuple[Kit, bytes]]:
        return unfolded, (self.kit, self.steps)

    @property
    def player(self) -> int:
        """Who is next: a player, CHANCE or TERMINAL."""
        s = self.state
        if s is None or self.pending is not None:
            return CHANCE
        return TERMINAL if s.over else self.kit.live.index(s.decider)

    @property
    def over(self) -> bool:
        return self.state is not None and self.pending is None and self.state.over

    def legal(self) -> list[int]:
        return sorted(legal(self.state)) if self.state is not None else []

    def allows(self, step: int) -> bool:
        """May the player who is next do this? Chance may give anything."""
        return self.player == CHANCE or (self.state is not None and obstacle(self.state, step) == codes.ALLOWED)

    def apply(self, step: int) -> None:
        self.steps += step.to_bytes(WORD, byteorder)
        if self.state is None:
            self._deal()
        elif self.pending is None:
            self._play(step, ())
        else:
            self._play(self.pending, (*self.given, step))

    def outcomes(self) -> list[tuple[int, float]]:
        """What chance can give, with probabilities: the lot of a player, then types of cards."""
        if not self.steps:
            return [(player, 1 / len(self.kit.live)) for player in range(len(self.kit.live))]
        left = self._left()
        total = left.total()
        return [(kind, copies / total) for kind, copies in sorted(left.items())]

    def _left(self) -> Counter[int]:
        """The types of the cards of which chance gives the next one."""
        if self.state is None:
            return self.kit.copies - Counter(numbers(self.steps)[self.begun or 1 :])
        unfolded = unfold(self.kit, self.state, self.pending or 0, self.given)
        return Counter(self.kit.types[card] for card in unfolded.left)

    # Beginning.

    def _deal(self) -> None:
        """The first step is the lot that says who deals or starts, then come the cards face up that place the pawns,
        if the book has it so, then all that are set aside and dealt."""
        steps = numbers(self.steps)
        if not self.begun:
            if not self.kit.needs_placing(steps[0], steps[1:]):
                self.begun = len(steps)
        elif len(steps) - self.begun == self.kit.dealt:
            self._begin(steps)

    def _begin(self, steps: list[int]) -> None:
        kit = self.kit
        placing, deck = kit.stacked(kit.deck, steps[1 : self.begun]), kit.stacked(kit.deck, steps[self.begun :])
        self.state = begin(kit.engine, steps[0], placing, deck, [])
        self.state.diary = None
        self._masks = list(self.state.hands)
        taken = [(self.begun + at, self._owner(deck[at], self._masks)) for at in range(kit.dealt)]
        self.flows = (Flow(taken=tuple(taken)), None)
        self._tell([kit.lot + steps[0], *(kit.shows + kind for kind in steps[1 : self.begun])])
        for at, owner in taken:
            if owner >= 0:
                self._tell([kit.gets + steps[at]], owner)

    # Playing.

    def _play(self, action: int, given: tuple[int, ...]) -> None:
        assert self.state is not None
        after, left, cards, is_shuffled = unfold(self.kit, self.state, action, given)
        if left:
            self.pending, self.given = action, given
            return
        self.pending, self.given = None, ()
        self.state = after
        masks, self._masks = self._masks, list(after.hands)
        words = [1 + action]
        private: list[tuple[int, int]] = []
        if cards or masks != self._masks:
            flow = self._flow(cards, masks, is_shuffled)
            self.flows = (flow, self.flows)
            seen = [kind for _, kind in flow.shown]
            if self.kit.card_of[action] in seen:
                seen.remove(self.kit.card_of[action])  # the action tells that already
            steps = numbers(self.steps)
            seen += [steps[at] for at, owner in flow.taken if owner == FACE_UP]
            words += [self.kit.shows + kind for kind in seen]
            private = [(to, kind) for _, to, kind in flow.moved]
            private += [(owner, steps[at]) for at, owner in flow.taken if owner >= 0]
        if after.over and after.loser != codes.NOBODY:
            words.append(self.kit.loses + after.loser)
        self._tell(words)
        for seat, kind in private:
            self._tell([self.kit.gets + kind], seat)

    def _flow(self, cards: Sequence[int], masks: list[int], is_shuffled: bool) -> Flow:
        """Compares where the cards were, by their masks, with where they are."""
        kit, seats = self.kit, self.kit.setting.seats
        shown: list[tuple[int, int]] = []
        moved: list[tuple[int, int, int]] = []
        for at in range(codes.GROUPS * seats):
            lost = masks[at] & ~self._masks[at]
            while lost:
                card = kit.card_at[at % codes.GROUPS, lost & -lost]
                lost &= lost - 1
                owner = self._owner(card, self._masks)
                if owner >= 0:
                    moved.append((at // codes.GROUPS, owner, kit.types[card]))
                else:
                    shown.append((at // codes.GROUPS, kit.types[card]))
        first = len(self.steps) // WORD - len(cards)
        taken = [(first + at, self._owner(card, self._masks)) for at, card in enumerate(cards)]
        assert self.state is not None
        shuffled = tuple(kit.types[card] for card in self.state.pile) if is_shuffled else None
        return Flow(tuple(shown), tuple(moved), shuffled, tuple(taken))

    def _owner(self, card: int, masks: list[int]) -> int:
        """Who sees a card now: the seat that holds it, UNSEEN or FACE_UP."""
        kit = self.kit
        cards, seats = kit.engine.cards, kit.setting.seats
        group, bit = cards.group[kit.types[card]], cards.bit_of[card]
        for place in range(len(masks) // codes.GROUPS):
            if masks[codes.GROUPS * place + group] & bit:
                if place < seats:
                    return place
                return UNSEEN if place - seats in (codes.ASIDE, codes.KEPT) else FACE_UP
        return UNSEEN

    def _tell(self, words: Sequence[int], seat: int | None = None) -> None:
        """Tells everyone, or only the player at a seat."""
        more = b"".join(word.to_bytes(WORD, byteorder) for word in words)
        self.told = tuple(
            heard + more if seat is None or (player < len(self.kit.live) and self.kit.live[player] == seat) else heard
            for player, heard in enumerate(self.told)
        )


def unfolded(kit: Kit, steps: bytes) -> World:
    """The world that these steps lead to."""
    world = World(kit)
    for step in numbers(steps):
        world.apply(step)
    return world


def numbers(series: bytes) -> list[int]:
    return memoryview(series).cast("H").tolist()


class Unfolded(NamedTuple):
    """What comes of an action with the cards that chance has given for it."""

    after: State
    left: Sequence[int] = ()
    """The cards of which chance must give one more first."""
    taken: Sequence[int] = ()
    """Otherwise those that the action took off the pile."""
    is_shuffled: bool = False
    """The discards became a new pile."""


def unfold(kit: Kit, s: State, action: int, given: Sequence[int]) -> Unfolded:
    """Plays an action with the cards that chance has given for it on top of the pile."""
    pile = kit.stacked(list(s.pile)[s.pile_at :], given) if given and s.pile_at < len(s.pile) else []
    after = with_pile(s, list(s.pile)[: s.pile_at] + pile) if pile else s.copy()
    apply(after, action)
    used = after.pile_at - s.pile_at
    if after.phase == codes.SHUFFLE:
        order = kit.stacked(after.discards(), given[used:])
        if used == len(given):
            return Unfolded(after, order)
        reshuffle(after, order)
        if used + after.pile_at > len(given):
            return Unfolded(after, order[len(given) - used :])
        return Unfolded(after, taken=[*pile[:used], *order[: after.pile_at]], is_shuffled=True)
    if used > len(given):
        return Unfolded(after, pile[len(given) :] or list(s.pile)[s.pile_at :])
    return Unfolded(after, taken=pile[:used])


def with_pile(s: State, pile: list[int]) -> State:
    """A copy with another pile. It goes in as a list: see `drlucky.engine.deal`."""
    copy = blank(s.rules, pile)
    s.copy_numbers(copy)
    for pawn, room in enumerate(s.rooms):
        copy.rooms[pawn] = room
    for at, mask in enumerate(s.hands):
        copy.hands[at] = mask
    for at, reasons in enumerate(s.reasons):
        copy.reasons[at] = reasons
    return copy
