"""Reading: what the others' decisions tell of the way they play.

A layout of the cards that could be true now is walked back through the past: what was played goes back to the hand that
it came from, and of a hand that has drawn any card may be the one. So everyone has a hand at each of their decisions,
and it can be asked how likely someone with it does in each style what they did. Where there was no choice nothing is
told, and a layout in which it could not have been done is not asked."""

from math import exp, log
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from drlucky.engine.codes import ANSWER, DISCARD, GONE, GROUPS, PASS, PLACES, TABLE
from drlucky.engine.play import legal_into
from drlucky.engine.state import Rules, State
from drlucky.engine.tables import count_bits
from drlucky.search.determinize import is_hidden
from drlucky.search.heuristic import Danger, answer, worth
from drlucky.search.minds import ALL, Minds
from drlucky.search.past import Moment, Past
from drlucky.search.rng import Rng
from drlucky.search.styles import SENSIBLE, STYLES, Style

LAYOUTS: Final = 16
LONGEST: Final = 240  # decisions that are read; what was before them is as good as forgotten
FAVOUR: Final = 7.0  # how much likelier a sensible player is than any other, before anything was seen

# Nobody keeps to a style in all they do. For an answer: how likely it is the one that the style gives, another card
# than that one, and the other of stopping it and passing.
AGREED: Final = 0.85
NEARLY: Final = 0.3
UNLIKE: Final = 0.06
# For all other decisions: what is worth so much less than the best is done half as often.
GAP: Final = 15.0
ANYTHING: Final = 0.04  # of the decisions could be any


def read(rules: Rules, past: Past, seat: int, seed: int) -> Minds:
    """How the others seem to play, from the past that a seat knows."""
    return Reading(rules, past, seat, Rng(seed)).minds()


@final
class Reading:
    """What one seat makes of the past. `told` has for each decision how likely it was in each style, added up over the
    layouts that were asked."""

    def __init__(self, rules: Rules, past: Past, seat: int, rng: Rng) -> None:
        self.rules: Final[Rules] = rules
        self.seat: Final[i64] = seat
        self.rng: Final[Rng] = rng
        self.moments: Final[list[Moment]] = [Moment(rules, row) for row in past[-LONGEST - 1 :]]
        self.told: Final[list[list[float]]] = [[0.0] * len(STYLES) for _ in self.moments]
        self.buf: Final[vec[i64]] = vec[i64]([0] * rules.actions)
        self.hold: vec[i64] = self.moments[-1].s.hands[:]  # where the cards lie in the layout, as far as it is walked
        self.pool: Final[vec[i64]] = vec[i64]([0] * GROUPS)  # cards that come from somewhere in a step

    def minds(self) -> Minds:
        for _ in range(LAYOUTS):
            self.lay_out()
            self.walk_back()
        scores: list[list[float]] = []
        for _ in range(self.rules.seats):
            row = [0.0] * len(STYLES)
            row[STYLES.index(SENSIBLE)] = log(FAVOUR)
            scores.append(row)
        for m, told in zip(self.moments, self.told, strict=True):
            if told[0] > 0.0:
                row = scores[m.s.decider]
                for k in range(len(STYLES)):
                    row[k] += log(told[k])
        return Minds([shares(row) for row in scores], self.seat)

    # The cards.

    def lay_out(self) -> None:
        """Deals what cannot be seen now at random to where it could be."""
        now = self.moments[-1]
        cards = self.rules.cards
        hold = now.s.hands[:]
        masks = vec[i64]([0] * GROUPS)
        place: i64
        group: i64
        for place in range(len(now.counts)):
            for group in range(GROUPS):
                masks[group] |= hold[GROUPS * place + group]
        hidden = vec[i64](capacity=cards.cards)
        card: i64
        for card in range(cards.cards):
            if not masks[cards.group[cards.type_of[card]]] & cards.bit_of[card]:
                hidden = append(hidden, card)
        self.rng.shuffle(hidden)
        at: i64 = 0
        for place in range(len(now.counts)):
            if is_hidden(self.rules, place, self.seat):
                for _ in range(now.counts[place]):
                    card = hidden[at]
                    hold[GROUPS * place + cards.group[cards.type_of[card]]] |= cards.bit_of[card]
                    at += 1
        self.hold = hold

    def walk_back(self) -> None:
        at: i64 = len(self.moments) - 2
        while at >= 0:
            m = self.moments[at]
            if not self.step_back(m, self.moments[at + 1]):
                return
            if m.s.decider != self.seat and not self.rules.is_stranger(m.s.decider):
                self.ask(m, self.told[at])
            at -= 1

    def step_back(self, m: Moment, after: Moment) -> bool:
        """Takes the cards back to where they lay before a decision. False if the layout cannot have come so."""
        rules = self.rules
        group: i64
        place: i64
        for group in range(GROUPS):
            self.pool[group] = self.seen(after.s, group) & ~self.seen(m.s, group)
        for place in range(len(m.counts)):
            if is_hidden(rules, place, self.seat):
                while self.held(place) > m.counts[place]:
                    self.take(place)
        if m.s.decider != self.seat:
            self.take_back(m)
        for place in range(len(m.counts)):
            if is_hidden(rules, place, self.seat):
                while self.held(place) < m.counts[place]:
                    if not self.give(place):
                        return False
        return True

    def take_back(self, m: Moment) -> None:
        """The card that was played goes back to the hand that it came from."""
        rules = self.rules
        card = played(rules, m.action)
        if card < 0 or self.held(m.s.decider) >= m.counts[m.s.decider]:
            return
        group = rules.cards.group[card]
        found = self.pool[group] & rules.cards.masks[card]
        found &= -found
        self.pool[group] ^= found
        self.hold[GROUPS * m.s.decider + group] |= found

    def seen(self, s: State, group: i64) -> i64:
        """The cards that the seat could see."""
        seats = self.rules.seats
        return (
            s.hands[GROUPS * (seats + DISCARD) + group]
            | s.hands[GROUPS * (seats + GONE) + group]
            | s.hands[GROUPS * (seats + TABLE) + group]
            | s.hands[GROUPS * self.seat + group]
        )

    def held(self, place: i64) -> i64:
        n: i64 = 0
        group: i64
        for group in range(GROUPS):
            n += count_bits(self.hold[GROUPS * place + group])
        return n

    def take(self, place: i64) -> None:
        """Any card of a place into the pool."""
        n = self.rng.below(self.held(place))
        group: i64
        for group in range(GROUPS):
            mask = self.hold[GROUPS * place + group]
            here = count_bits(mask)
            if n < here:
                bit = nth_bit(mask, n)
                self.hold[GROUPS * place + group] ^= bit
                self.pool[group] |= bit
                return
            n -= here

    def give(self, place: i64) -> bool:
        """Any card of the pool to a place, if there is one."""
        n: i64 = 0
        group: i64
        for group in range(GROUPS):
            n += count_bits(self.pool[group])
        if not n:
            return False
        n = self.rng.below(n)
        for group in range(GROUPS):
            here = count_bits(self.pool[group])
            if n < here:
                bit = nth_bit(self.pool[group], n)
                self.pool[group] ^= bit
                self.hold[GROUPS * place + group] |= bit
                return True
            n -= here
        return True

    # The decisions.

    def ask(self, m: Moment, told: list[float]) -> None:
        """How likely was this decision with the cards as they lie, in each style?"""
        s = m.s
        self.fill(s)
        n = legal_into(s, self.buf)
        if n > 1 and self.is_legal(m.action, n):
            for k, style in enumerate(STYLES):
                if s.phase == ANSWER:
                    told[k] += self.answered(s, style, m.action, n)
                else:
                    told[k] += self.done(s, style, m.action, n)

    def fill(self, s: State) -> None:
        """Has the hidden cards of a position lie as they do in this layout. What lay there before is forgotten."""
        place: i64
        group: i64
        for place in range(self.rules.seats + PLACES):
            if is_hidden(self.rules, place, self.seat):
                for group in range(GROUPS):
                    s.hands[GROUPS * place + group] = self.hold[GROUPS * place + group]

    def is_legal(self, action: i64, n: i64) -> bool:
        i: i64
        for i in range(n):
            if self.buf[i] == action:
                return True
        return False

    def answered(self, s: State, style: Style, did: i64, n: i64) -> float:
        chance = alike(answer(s, style, self.buf, n), did)
        if self.buf[0] != PASS:
            return chance
        whim = float(style.whims) / 100.0
        return whim * alike(PASS, did) + (1.0 - whim) * chance

    def done(self, s: State, style: Style, did: i64, n: i64) -> float:
        """From what everything that could have been done is worth in this style."""
        danger = Danger(s, style)
        values = [worth(s, danger, self.buf[i]) for i in range(n)]
        best = max(values)
        total = 0.0
        mine = 0.0
        for i in range(n):
            weight = 1.0 / (1.0 + float(best - values[i]) / GAP)
            weight *= weight
            total += weight
            if self.buf[i] == did:
                mine = weight
        return ANYTHING / float(n) + (1.0 - ANYTHING) * mine / total


def played(rules: Rules, action: i64) -> i64:
    """The type of the card that an action plays, or -1."""
    if action >= rules.attack_at or action < rules.walk_at:
        return -1
    if action >= rules.answer_at:
        return action - rules.answer_at
    if action >= rules.weapon_at:
        return action - rules.weapon_at
    return rules.weapon_types + (action - rules.walk_at) % rules.move_types


def alike(wanted: i64, did: i64) -> float:
    if wanted == did:
        return AGREED
    return UNLIKE if wanted == PASS or did == PASS else NEARLY


def shares(scores: list[float]) -> list[int]:
    """From logarithms of how likely they are, in millionths."""
    most = max(scores)
    weights = [exp(each - most) for each in scores]
    total = sum(weights)
    return [int(float(ALL) * each / total) for each in weights]


def nth_bit(mask: i64, n: i64) -> i64:
    while n > 0:
        mask &= mask - 1
        n -= 1
    return mask & -mask
