"""Reading: what the others' decisions tell of the way they play and of the cards they hold.

Given who held which card when, and what the cards are, it can be asked of every decision how likely someone with that
hand makes it, in each of several ways to play. That weighs the ways, and it weighs the layouts: a walk from layout to
layout changes two hidden cards at a time, or when a card was drawn, and goes there as often as what everyone did is
likely in it (Metropolis and Hastings). A layout in which someone did what they could not have done is never used."""

from math import exp, log
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from drlucky.engine.codes import ANSWER, OVER, PASS, SHUFFLE
from drlucky.engine.play import legal_into
from drlucky.engine.state import Rules, State
from drlucky.search.heuristic import Danger, answer_knowing, luck_of, luck_to_come, worth
from drlucky.search.holdings import Holdings
from drlucky.search.minds import ALL, Minds
from drlucky.search.past import Moment, Past
from drlucky.search.rng import Rng
from drlucky.search.styles import MODELS, SENSIBLE, Style

WAYS: Final = len(MODELS)
LONGEST: Final = 240  # decisions that are read; what was before them is as good as forgotten
TURNS: Final = 40  # the last so many of each player's decisions that are no answers tell how they play,
HANDS: Final = 4  # and the last so many of those what they hold
TRIES: Final = 2  # ways in which the past may have been, by which the ways to play are weighed at first
FAVOUR: Final = 7.0  # how much likelier a sensible player is than any other, before anything was seen

# Nobody keeps to a style in all they do. For an answer: how likely it is the one that the style gives, another card
# than that one, and the other of stopping it and passing.
AGREED: Final = 0.85
NEARLY: Final = 0.3
UNLIKE: Final = 0.06
# For all other decisions: what is worth so much less than the best is done half as often.
GAP: Final = 15.0
ANYTHING: Final = 0.04  # of the decisions could be any
IMPOSSIBLE: Final = -14.0  # the logarithm for what could not be done: to be got away from, not to stay in

FEWEST_LAYOUTS: Final = 30
MOST_LAYOUTS: Final = 400
SETTLING: Final = 6  # changes for each card in a hand before the first layout is taken,
BETWEEN: Final = 8  # and changes from one to the next


def read(rules: Rules, past: Past, seat: int, seed: int, layouts: int = 100) -> Minds:
    """How the others seem to play, and so many layouts of what they may hold, from the past that a seat knows."""
    return Reading(rules, past, seat, Rng(seed)).minds(layouts)


def layouts_for(iterations: int) -> int:
    """How many layouts are worth their time for a search of so many iterations."""
    return max(FEWEST_LAYOUTS, min(MOST_LAYOUTS, iterations // 4))


@final
class Reading:
    """What one seat makes of the past. The decisions that tell of hands are numbered from 0: `at` says which moments
    they are, `told` the logarithm of how likely each is in each way to play, with the cards as they lie now in
    `holdings`."""

    def __init__(self, rules: Rules, past: Past, seat: int, rng: Rng) -> None:
        self.rules: Final[Rules] = rules
        self.seat: Final[i64] = seat
        self.rng: Final[Rng] = rng
        self.moments: Final[list[Moment]] = [Moment(rules, row) for row in past[-LONGEST - 1 :]]
        self.buf: Final[vec[i64]] = vec[i64]([0] * rules.actions)
        self.chances: Final[vec[float]] = vec[float]([0.0] * WAYS)
        self.scores: Final[vec[float]] = vec[float](
            [0.0] * (rules.seats * WAYS)
        )  # of each way, by player, before answers
        self.holdings: Holdings = Holdings(rules, seat, self.moments, rng)
        for at in range(len(self.moments)):
            self.holdings.put_others(self.moments[at].s, at)
        self.at: vec[i64] = vec[i64]()
        self.first: vec[i64] = vec[i64]()  # the first decision of each player among those that tell of hands
        self.choose_decisions()
        decisions: int = len(self.at)
        self.told: Final[vec[float]] = vec[float]([0.0] * (decisions * WAYS))
        self.before: Final[vec[float]] = vec[float]([0.0] * (decisions * WAYS))  # what was told before a change
        self.changed: Final[vec[i64]] = vec[i64]([0] * decisions)
        self.changes: i64 = 0
        self.could_not: vec[i64] = vec[i64]([0] * decisions)  # 1 for a decision that could not be made
        self.could_not_before: vec[i64] = vec[i64]([0] * decisions)

    def minds(self, layouts: int) -> Minds:
        self.weigh_ways()
        self.tell_all()
        taken: list[int] = []
        weights = vec[float]([0.0] * (self.rules.seats * WAYS))
        found: i64 = 0
        steps: i64 = SETTLING * self.holdings.dealt
        tried: i64 = 0
        hidden: i64 = self.holdings.slots
        while found < layouts and tried < 2 * layouts:
            tried += 1
            for _ in range(steps):
                self.change()
            steps = BETWEEN
            if not self.is_possible():
                continue
            found += 1
            i: i64
            for i in range(hidden):
                taken.append(self.holdings.order[i])
            for i in range(self.rules.seats):
                taken.append(self.style_of(i, weights))
        chances: list[list[int]] = []
        for player in range(self.rules.seats):
            if not found:
                self.style_of(player, weights)
            chances.append(millionths([weights[player * WAYS + k] for k in range(WAYS)]))
        return Minds(chances, self.seat, hidden, taken)

    # The decisions.

    def choose_decisions(self) -> None:
        """All answers, and the last few of other decisions, of each of the others."""
        seat: i64
        for seat in range(self.rules.seats):
            self.first = append(self.first, len(self.at))
            left: i64 = HANDS
            at: i64 = len(self.moments) - 2
            while at >= self.holdings.since and self.is_other(seat):
                s = self.moments[at].s
                if s.decider == seat and s.phase == ANSWER:
                    self.at = append(self.at, at)
                elif s.decider == seat and s.phase != SHUFFLE and s.phase != OVER and left:
                    left -= 1
                    self.at = append(self.at, at)
                at -= 1
        self.first = append(self.first, len(self.at))

    def is_other(self, seat: i64) -> bool:
        return seat != self.seat and not self.rules.is_stranger(seat)

    def weigh_ways(self) -> None:
        """How likely each way to play is by all that everyone did but answers. What they held is not known: it is asked
        with the cards as they lie in a few layouts."""
        sensible: i64 = MODELS.index(SENSIBLE)
        seat: i64
        for seat in range(self.rules.seats):
            self.scores[seat * WAYS + sensible] = log(FAVOUR)
            left: i64 = TURNS
            at: i64 = len(self.moments) - 2
            while at >= self.holdings.since and self.is_other(seat) and left:
                s = self.moments[at].s
                if s.decider == seat and s.phase != ANSWER and s.phase != SHUFFLE and s.phase != OVER:
                    left -= 1
                    self.weigh(at, seat)
                at -= 1

    def weigh(self, at: i64, seat: i64) -> None:
        total = vec[float]([0.0] * WAYS)
        s = self.moments[at].s
        asked: i64 = 0
        k: i64
        for _ in range(TRIES):
            self.rng.shuffle(self.holdings.order)
            self.holdings.put_hand(s, seat, at)
            n = legal_into(s, self.buf)
            if n > 1 and self.is_legal(self.moments[at].action, n):
                asked += 1
                for k in range(WAYS):
                    total[k] += self.done(s, MODELS[k], self.moments[at].action, n)
        if asked:
            for k in range(WAYS):
                self.scores[seat * WAYS + k] += log(total[k] / float(asked))

    def tell_all(self) -> None:
        seat: i64
        i: i64
        for seat in range(self.rules.seats):
            for i in range(self.first[seat], self.first[seat + 1]):
                self.tell(i, seat)

    def tell(self, i: i64, seat: i64) -> None:
        """How likely is a decision with the cards as they lie, in each way to play?"""
        at = self.at[i]
        m = self.moments[at]
        s = m.s
        self.holdings.put_hand(s, seat, at)
        n = legal_into(s, self.buf)
        first = i * WAYS
        self.could_not[i] = 0
        k: i64
        if not self.is_legal(m.action, n):
            self.could_not[i] = 1
            for k in range(WAYS):
                self.told[first + k] = IMPOSSIBLE
        elif n == 1:
            for k in range(WAYS):
                self.told[first + k] = 0.0
        elif s.phase == ANSWER:
            mine = luck_of(s, seat)
            others = luck_to_come(s, SENSIBLE)
            for k in range(WAYS):
                style = MODELS[k]
                chance = alike(answer_knowing(s, style, mine, others, self.buf, n), m.action)
                if self.buf[0] == PASS and style.whims:
                    whim = float(style.whims) / 100.0
                    chance = whim * alike(PASS, m.action) + (1.0 - whim) * chance
                self.told[first + k] = log(chance)
        else:
            # How someone plays is told elsewhere: here it is asked what hand they may have.
            told = log(self.done(s, SENSIBLE, m.action, n))
            for k in range(WAYS):
                self.told[first + k] = told

    def is_legal(self, action: i64, n: i64) -> bool:
        i: i64
        for i in range(n):
            if self.buf[i] == action:
                return True
        return False

    def done(self, s: State, style: Style, did: i64, n: i64) -> float:
        """From what everything that could have been done is worth in this style."""
        danger = Danger(s, style)
        best: i64 = -1000000
        values = vec[i64](capacity=n)
        i: i64
        for i in range(n):
            value = worth(s, danger, self.buf[i])
            values = append(values, value)
            if value > best:
                best = value
        total = 0.0
        mine = 0.0
        for i in range(n):
            weight = 1.0 / (1.0 + float(best - values[i]) / GAP)
            weight *= weight
            total += weight
            if self.buf[i] == did:
                mine = weight
        return ANYTHING / float(n) + (1.0 - ANYTHING) * mine / total

    # The walk from layout to layout.

    def change(self) -> None:
        """Two cards that nobody has shown change places, or two of one hand came there each when the other did. It
        stays so as often as what everyone did is likely then."""
        if self.rng.below(5):
            self.change_cards()
        else:
            self.change_beginnings()

    def change_cards(self) -> None:
        holdings = self.holdings
        if holdings.dealt < 1 or holdings.slots < 2:
            return
        one = self.rng.below(holdings.dealt)
        other = self.rng.below(holdings.slots)
        if holdings.type_of(one) == holdings.type_of(other):
            return
        order = holdings.order
        order[one], order[other] = order[other], order[one]
        self.changes = 0
        hand = holdings.hand[one]
        gain = self.retell(hand, one, other)
        if other < holdings.dealt and holdings.hand[other] != hand:
            gain += self.retell(holdings.hand[other], one, other)
        if not self.is_taken(gain):
            order[one], order[other] = order[other], order[one]
            self.restore()

    def change_beginnings(self) -> None:
        holdings = self.holdings
        seat = self.rng.below(self.rules.seats)
        many = holdings.stays_at[seat + 1] - holdings.stays_at[seat]
        if many < 2 or not self.is_other(seat):
            return
        one = holdings.stays[holdings.stays_at[seat] + self.rng.below(many)]
        other = holdings.stays[holdings.stays_at[seat] + self.rng.below(many)]
        begin = holdings.begin
        if begin[one] == begin[other] or begin[one] >= holdings.end[other] or begin[other] >= holdings.end[one]:
            return
        if holdings.was_elsewhere(one) or holdings.was_elsewhere(other):
            return
        begin[one], begin[other] = begin[other], begin[one]
        self.changes = 0
        gain = self.retell(seat, holdings.held[one], holdings.held[other])
        if not self.is_taken(gain):
            begin[one], begin[other] = begin[other], begin[one]
            self.restore()

    def retell(self, seat: i64, one: i64, other: i64) -> float:
        """Tells anew what a player did while they held one of two cards, and says by how much likelier all of it has
        become, as a logarithm."""
        if seat >= self.rules.seats or not self.is_other(seat):
            return 0.0
        holdings = self.holdings
        before = self.likelihood(seat)
        i: i64
        k: i64
        for i in range(self.first[seat], self.first[seat + 1]):
            if holdings.was_held(one, seat, self.at[i]) or holdings.was_held(other, seat, self.at[i]):
                for k in range(WAYS):
                    self.before[i * WAYS + k] = self.told[i * WAYS + k]
                self.could_not_before[i] = self.could_not[i]
                self.changed[self.changes] = i
                self.changes += 1
                self.tell(i, seat)
        return self.likelihood(seat) - before

    def restore(self) -> None:
        n: i64
        k: i64
        for n in range(self.changes):
            i = self.changed[n]
            self.could_not[i] = self.could_not_before[i]
            for k in range(WAYS):
                self.told[i * WAYS + k] = self.before[i * WAYS + k]

    def is_taken(self, gain: float) -> bool:
        if gain >= 0.0:
            return True
        return float(self.rng.below(1000000)) < exp(gain) * 1000000.0

    def is_possible(self) -> bool:
        i: i64
        for i in range(len(self.could_not)):
            if self.could_not[i]:
                return False
        return True

    def likelihood(self, seat: i64) -> float:
        """The logarithm of how likely it is what a player did, whichever way they play."""
        self.add_up(seat)
        most = self.chances[0]
        k: i64
        for k in range(1, WAYS):
            if self.chances[k] > most:
                most = self.chances[k]
        total = 0.0
        for k in range(WAYS):
            total += exp(self.chances[k] - most)
        return most + log(total)

    def add_up(self, seat: i64) -> None:
        """The logarithms of how likely it is what a player did, in each way to play."""
        i: i64
        k: i64
        for k in range(WAYS):
            total = self.scores[seat * WAYS + k]
            for i in range(self.first[seat], self.first[seat + 1]):
                total += self.told[i * WAYS + k]
            self.chances[k] = total

    def style_of(self, seat: i64, weights: vec[float]) -> int:
        """One of the ways to play, each as often as it is likely with the cards as they lie; adds how likely they
        are."""
        all_of_it = self.likelihood(seat)
        wanted = float(self.rng.below(1000000)) / 1000000.0
        chosen: i64 = -1
        k: i64
        for k in range(WAYS):
            share = exp(self.chances[k] - all_of_it)
            weights[seat * WAYS + k] += share
            wanted -= share
            if wanted < 0.0 and chosen < 0:
                chosen = k
        if chosen < 0:
            return MODELS.index(SENSIBLE)
        return chosen


def alike(wanted: i64, did: i64) -> float:
    if wanted == did:
        return AGREED
    if wanted == PASS or did == PASS:
        return UNLIKE
    return NEARLY


def millionths(weights: list[float]) -> list[int]:
    total = sum(weights)
    return [int(float(ALL) * each / total) for each in weights]
