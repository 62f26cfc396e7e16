"""Holdings: who held which card when, as far as one seat can know.

The past is walked back from now. What was played goes back to the hand that it came from, and of a hand that has drawn
any card may be the one. So each card that anyone held has stays: in whose hand, from when, until when. What the cards
are that nobody has shown stays open: for them there are slots, one for each card that the seat cannot see now."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from drlucky.engine.codes import DISCARD, GONE, GROUPS, PLACES, TABLE
from drlucky.engine.state import Rules, State
from drlucky.search.determinize import hidden_cards, is_hidden
from drlucky.search.heuristic import seen
from drlucky.search.past import Moment
from drlucky.search.rng import Rng

ALWAYS: Final = 0  # where a stay begins whose beginning is not known


@final
class Holdings:
    """Slots are numbered by the places where their cards lie now, those in the pile last. `hidden` has the cards that
    they can be, and `order` which of them each is. Cards that were shown have numbers behind the slots."""

    def __init__(self, rules: Rules, seat: i64, moments: list[Moment], rng: Rng) -> None:
        now = moments[-1]
        self.rules: Final[Rules] = rules
        self.seat: Final[i64] = seat
        self.moments: Final[list[Moment]] = moments
        self.hidden: Final[vec[i64]] = hidden_cards(now.s, seat)
        self.slots: Final[i64] = len(self.hidden)
        self.order: Final[vec[i64]] = vec[i64](range(len(self.hidden)))
        rng.shuffle(self.order)
        # Each stay: whose hand, which slot or shown card, from which moment, and before which it was over.
        self.hand: vec[i64] = vec[i64]()
        self.held: vec[i64] = vec[i64]()
        self.begin: vec[i64] = vec[i64]()
        self.end: vec[i64] = vec[i64]()
        self.shown: vec[i64] = vec[i64]()
        self.dealt: i64 = 0  # slots that lie in some place now; those behind them lie in the pile
        self.lying: list[list[int]] = []  # in each place the stays that are not over, as far back as it is walked
        self.pool: list[int] = []  # what comes from somewhere in a step
        self.lay_out(now)
        at: i64 = len(moments) - 2
        while at >= 0 and self.step_back(at, rng):
            at -= 1
        self.since: Final[i64] = at + 1  # the first moment that is known of
        self.stays: vec[i64] = vec[i64](capacity=len(self.held))  # ordered by hands
        self.stays_at: vec[i64] = vec[i64]()  # where those of each player begin
        self.sort_by_hand()

    def lay_out(self, now: Moment) -> None:
        place: i64
        for place in range(self.rules.seats + PLACES):
            self.lying.append([])
            if is_hidden(self.rules, place, self.seat):
                for _ in range(now.counts[place]):
                    self.stay(place, self.dealt, len(self.moments))
                    self.dealt += 1

    def stay(self, place: i64, card: i64, end: i64) -> None:
        """A card has been in a place until a moment."""
        self.lying[place].append(len(self.held))
        self.hand = append(self.hand, place)
        self.held = append(self.held, card)
        self.begin = append(self.begin, ALWAYS)
        self.end = append(self.end, end)

    def step_back(self, at: i64, rng: Rng) -> bool:
        """Takes the cards back to where they lay before a decision. False if it cannot have come so: the past from
        there on is not known."""
        m = self.moments[at]
        after = self.moments[at + 1]
        self.pool = self.appeared(m.s, after.s)
        place: i64
        for place in range(len(m.counts)):
            if is_hidden(self.rules, place, self.seat):
                while len(self.lying[place]) > m.counts[place]:
                    self.leave(place, at + 1, rng)
        if m.s.decider != self.seat:
            self.take_back(m, at + 1)
        for place in range(len(m.counts)):
            if is_hidden(self.rules, place, self.seat):
                while len(self.lying[place]) < m.counts[place]:
                    if not self.pool:
                        return False
                    self.stay(place, taken(self.pool, rng.below(len(self.pool))), at + 1)
        return True

    def appeared(self, before: State, after: State) -> list[int]:
        """The cards that came to be seen in a step. They get numbers of their own."""
        cards = self.rules.cards
        found: list[int] = []
        group: i64
        for group in range(GROUPS):
            left = self.seen(after, group) & ~self.seen(before, group)
            while left:
                card_type = cards.lowest_type(group, left)
                left &= left - 1
                found.append(self.slots + len(self.shown))
                self.shown = append(self.shown, card_type)
        return found

    def seen(self, s: State, group: i64) -> i64:
        """The cards that the seat could see."""
        seats = self.rules.seats
        return (
            s.hands[GROUPS * (seats + DISCARD) + group]
            | s.hands[GROUPS * (seats + GONE) + group]
            | s.hands[GROUPS * (seats + TABLE) + group]
            | s.hands[GROUPS * self.seat + group]
        )

    def leave(self, place: i64, at: i64, rng: Rng) -> None:
        """Any card of a place came there only at this moment."""
        lying = self.lying[place]
        stay = taken(lying, rng.below(len(lying)))
        self.begin[stay] = at
        self.pool.append(self.held[stay])

    def take_back(self, m: Moment, at: i64) -> None:
        """The card that was played goes back to the hand that it came from."""
        played = card_of(self.rules, m.action)
        if played < 0 or len(self.lying[m.s.decider]) >= m.counts[m.s.decider]:
            return
        for n, card in enumerate(self.pool):
            if card >= self.slots and self.shown[card - self.slots] == played:
                self.stay(m.s.decider, taken(self.pool, n), at)
                return

    def sort_by_hand(self) -> None:
        seat: i64
        stay: i64
        for seat in range(self.rules.seats):
            self.stays_at = append(self.stays_at, len(self.stays))
            for stay in range(len(self.held)):
                if self.hand[stay] == seat:
                    self.stays = append(self.stays, stay)
        self.stays_at = append(self.stays_at, len(self.stays))

    # What someone held.

    def type_of(self, card: i64) -> i64:
        """What a slot or a shown card is."""
        if card < self.slots:
            return self.rules.cards.type_of[self.hidden[self.order[card]]]
        return self.shown[card - self.slots]

    def put_hand(self, s: State, seat: i64, at: i64) -> None:
        """Gives a player in a position the hand that they had at a moment. Only the types are right: which copies they
        are matters to nobody."""
        cards = self.rules.cards
        hands = s.hands
        group: i64
        for group in range(GROUPS):
            hands[GROUPS * seat + group] = 0
        i: i64
        for i in range(self.stays_at[seat], self.stays_at[seat + 1]):
            stay = self.stays[i]
            if self.begin[stay] <= at < self.end[stay]:
                card_type = self.type_of(self.held[stay])
                group = cards.group[card_type]
                free = cards.masks[card_type] & ~seen(s, seat, group)
                hands[GROUPS * seat + group] |= free & -free

    def was_held(self, card: i64, seat: i64, at: i64) -> bool:
        """Did a player hold a slot's or a shown card at a moment?"""
        i: i64
        for i in range(self.stays_at[seat], self.stays_at[seat + 1]):
            stay = self.stays[i]
            if self.held[stay] == card and self.begin[stay] <= at < self.end[stay]:
                return True
        return False

    def was_elsewhere(self, stay: i64) -> bool:
        """Has another hand had this card too? Then it came there when it left the other."""
        i: i64
        for i in range(len(self.held)):
            if i != stay and self.held[i] == self.held[stay]:
                return True
        return False

    def put_others(self, s: State, at: i64) -> None:
        """Has as many cards lie in every place that the seat cannot see as there were, whatever they are."""
        cards = self.rules.cards
        place: i64
        for place in range(self.rules.seats + PLACES):
            if is_hidden(self.rules, place, self.seat):
                left = self.moments[at].counts[place]
                group: i64
                for group in range(GROUPS):
                    mask: i64 = 0
                    t: i64
                    for t in range(cards.first_type[group], cards.first_type[group + 1]):
                        mask |= cards.masks[t]
                    held: i64 = 0
                    while mask and left:
                        held |= mask & -mask
                        mask &= mask - 1
                        left -= 1
                    s.hands[GROUPS * place + group] = held


def taken(some: list[int], n: i64) -> i64:
    """Takes one of them out; the last takes its place."""
    one: i64 = some[n]
    last = some.pop()
    if n < len(some):
        some[n] = last
    return one


def card_of(rules: Rules, action: i64) -> i64:
    """The type of the card that an action plays, or -1."""
    if action >= rules.attack_at or action < rules.walk_at:
        return -1
    if action >= rules.answer_at:
        return action - rules.answer_at
    if action >= rules.weapon_at:
        return action - rules.weapon_at
    return rules.goal_of[action]
