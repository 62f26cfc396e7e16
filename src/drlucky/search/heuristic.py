"""The heuristic of the sensible bot: fast, and from nothing but what the player who must decide can know.

Every action gets a score, in hundredths of what a card is worth, and the best one is played. The constants were set by
tournaments; see docs/bots.md."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from drlucky.engine.codes import (
    ALLOWED,
    ANSWER,
    ATTEMPT,
    DISCARD,
    DRAW,
    END,
    GONE,
    GROUPS,
    PASS,
    STOP,
    TABLE,
)
from drlucky.engine.play import legal_into
from drlucky.engine.state import State
from drlucky.engine.tables import count_bits
from drlucky.engine.turns import called_up
from drlucky.search.rng import Rng
from drlucky.search.styles import SENSIBLE, Style

TRAIN: Final = 60  # the doctor comes next and gives another turn
SURE: Final = 1500  # a strike that nobody should be able to stop
KEEPS: Final = 70  # a weapon laid down, where only one that failed makes a Motive
NOISE: Final = 12
UNKNOWN: Final = -1


def sensible(s: State, rng: Rng, buf: vec[i64]) -> i64:
    """The action that a decent person would take. `buf` has room for all actions."""
    return in_style(s, SENSIBLE, rng, buf)


def in_style(s: State, style: Style, rng: Rng, buf: vec[i64]) -> i64:
    """The action that someone who plays in this style would take."""
    n = legal_into(s, buf)
    if n == 1:
        return buf[0]
    if s.phase == ANSWER:
        if style.whims and buf[0] == PASS and rng.below(100) < style.whims:
            return PASS
        if style.alone and rng.below(100) < style.alone:
            return answer_knowing(s, style, luck_of(s, s.decider), 0, buf, n)
        return answer(s, style, buf, n)
    best: i64 = buf[0]
    best_score: i64 = -1000000
    danger = Danger(s, style)
    i: i64
    for i in range(n):
        score = worth(s, danger, buf[i]) + rng.below(NOISE)
        if score > best_score:
            best_score = score
            best = buf[i]
    return best


def sensible_action(s: State, seed: int) -> int:
    """The same, from plain Python."""
    return sensible(s, Rng(seed), s.rules.scratch)


def action_in_style(s: State, style: Style, seed: int) -> int:
    return in_style(s, style, Rng(seed), s.rules.scratch)


# What others may hold.


def luck_of(s: State, place: i64) -> i64:
    """The luck on the cards in a place that the player who thinks can see."""
    at = GROUPS * place
    return s.rules.cards.luck_on(s.hands[at], s.hands[at + 1], s.hands[at + 2])


def luck_per_card(s: State, me: i64) -> i64:
    """The luck to be expected on a card that this player has not seen, in hundredths: what is in the deck less what was
    seen."""
    cards = s.rules.cards
    weapons = seen(s, me, 0)
    moves = seen(s, me, 1)
    failures = seen(s, me, 2)
    unseen = cards.cards - count_bits(weapons) - count_bits(moves) - count_bits(failures)
    if unseen:
        return (cards.all_luck - cards.luck_on(weapons, moves, failures)) * 100 // unseen
    return 0


def seen(s: State, me: i64, group: i64) -> i64:
    """The cards of a group that this player holds or that lie face up."""
    hands = s.hands
    shown = GROUPS * s.rules.seats + group
    return (
        hands[GROUPS * me + group]
        | hands[shown + GROUPS * DISCARD]
        | hands[shown + GROUPS * GONE]
        | hands[shown + GROUPS * TABLE]
    )


def luck_against(s: State, style: Style, me: i64, first: i64) -> i64:
    """The luck to be expected from those who are asked from `first` on, before it comes round to the striker, in
    hundredths. Nobody plays all they have."""
    rules = s.rules
    each = luck_per_card(s, me)
    total: i64 = 0
    p = first
    while p != s.current:
        if rules.is_stranger(p):
            total += each
        elif p == style.watched:
            total += each * s.count_at(p) * style.trust // 100
        else:
            total += each * s.count_at(p)
        p = rules.left_of(p)
    return total


@final
class Danger:
    """The luck to be feared by the player in turn, and what a strike with what lies on the table is worth. They are the
    same for everything that may be done now, so that they are worked out once, and only if something calls for it."""

    def __init__(self, s: State, style: Style) -> None:
        self.s: Final[State] = s
        self.style: Final[Style] = style
        self.luck: i64 = UNKNOWN
        self.bare: i64 = UNKNOWN

    def feared(self) -> i64:
        if self.luck == UNKNOWN:
            self.luck = luck_against(self.s, self.style, self.s.current, self.s.rules.left_of(self.s.current))
        return self.luck

    def bare_strike(self) -> i64:
        if self.bare == UNKNOWN:
            self.bare = strike_worth(self.s, self, 0)
        return self.bare


# Answering.


def answer(s: State, style: Style, buf: vec[i64], n: i64) -> i64:
    """Plays no more than is needed, leaves it to others who should be able to stop it, and gives up what cannot be
    stopped. Whoever is bound to stop it does."""
    return answer_knowing(s, style, luck_of(s, s.decider), luck_to_come(s, style), buf, n)


def luck_to_come(s: State, style: Style) -> i64:
    """The luck that may be expected of those who are asked after the one who must answer, in hundredths."""
    if s.target == s.rules.doctor:
        return luck_against(s, style, s.decider, s.rules.left_of(s.decider))
    return 0


def answer_knowing(s: State, style: Style, mine: i64, others: i64, buf: vec[i64], n: i64) -> i64:
    """The same, where one's own luck and that of those who come later is worked out already."""
    rules = s.rules
    need = s.strength - s.luck
    passing = buf[0] == PASS
    if passing and (others >= need * style.leaves or mine * 100 + others * style.hopes // 100 < need * 100):
        return PASS
    # Leave to the others what they can surely do, and play as little as will do for the rest.
    wanted: i64 = need - others // style.shares
    if passing and wanted <= 0:
        return PASS
    best: i64 = buf[n - 1]
    best_waste: i64 = 1000
    i: i64
    for i in range(n):
        if buf[i] == PASS:
            continue
        t = buf[i] - rules.answer_at
        luck = rules.cards.luck[t]
        # Too much is waste, too little needs another card; and a failure is of no other use.
        waste: i64 = (luck - wanted) * 10
        if waste < 0:
            waste = (wanted - luck) * 14
        if rules.cards.steps[t] or rules.cards.value[t]:
            waste += 4
        if waste < best_waste:
            best_waste = waste
            best = buf[i]
    return best


# Moving and acting.


def worth(s: State, danger: Danger, action: i64) -> i64:
    rules = s.rules
    if action == END:
        return train(s)
    if action == DRAW:
        return danger.style.draw + train(s)
    if action == ATTEMPT:
        return danger.bare_strike()
    if action == STOP:
        return place_worth(s, danger)
    if action >= rules.attack_at:
        return attack_worth(s, action - rules.attack_at)
    if action >= rules.weapon_at:
        return weapon_worth(s, danger, action - rules.weapon_at)
    if action >= rules.jump_at:
        room = rules.cards.room[rules.goal_of[action]]
        return moved_worth(s, danger, s.pawn(rules.mover_of[action]), room, 1) - danger.style.card
    if action >= rules.walk_at:
        return walk_worth(s, danger, rules.mover_of[action])
    return moved_worth(s, danger, s.pawn(rules.mover_of[action]), rules.goal_of[action], 0)


def moved_worth(s: State, danger: Danger, pawn: i64, room: i64, cards: i64) -> i64:
    """How good the position is once a pawn has gone to a room."""
    if pawn == s.rules.doctor and s.rules.players_attack():
        return haunt_worth(s, room)
    before = s.rooms[pawn]
    s.rooms[pawn] = room
    s.played += cards
    value = place_worth(s, danger)
    s.rooms[pawn] = before
    s.played -= cards
    return value - 1


def place_worth(s: State, danger: Danger) -> i64:
    """What the player in turn could do here and now, and who comes."""
    rules = s.rules
    if rules.players_attack():
        return -train(s)  # the doctor's company is no good any more
    value: i64 = 0
    if rules.attempt_obstacle(s) == ALLOWED:
        value = strike_worth(s, danger, 0)
    elif rules.draw_obstacle(s) == ALLOWED:
        value = danger.style.draw
    if danger.style.lurks:
        value += lurking(s) * danger.style.lurks
    return value + train(s)


def lurking(s: State) -> i64:
    """Does the doctor come to the player's room with one of his walks after the next? 3 for the first of them, 1 for
    the last, 0 if with none."""
    rules = s.rules
    at = s.stage * rules.house.rooms
    room = rules.house.doctor_next[at + s.rooms[rules.doctor]]
    nearness: i64
    for nearness in range(3, 0, -1):
        room = rules.house.doctor_next[at + room]
        if room == s.rooms[s.current]:
            return nearness
    return 0


def train(s: State) -> i64:
    """Will the doctor's next walk bring him here, and give the player in turn another turn?"""
    rules = s.rules
    here = s.rooms[s.current]
    doctor = s.rooms[rules.doctor]
    coming = rules.house.doctor_next[s.stage * rules.house.rooms + doctor]
    if coming != here or s.turn + 1 < rules.calm_turns:
        return 0
    s.rooms[rules.doctor] = coming
    called = called_up(s)
    s.rooms[rules.doctor] = doctor
    if called == s.current:
        return TRAIN
    return -TRAIN // 3


def walk_worth(s: State, danger: Danger, movable: i64) -> i64:
    """A card's steps pay when the doctor is near and could be struck; otherwise cards are better kept."""
    rules = s.rules
    if movable or s.steps or s.rooms[s.current] == s.rooms[rules.doctor]:
        return -danger.style.card
    near = rules.house.adjacent[s.stage * rules.house.rooms + s.rooms[s.current]]
    if not (near >> s.rooms[rules.doctor]) & 1:
        return -danger.style.card
    return moved_worth(s, danger, s.current, s.rooms[rules.doctor], 1) - danger.style.card - 10


def strike_worth(s: State, danger: Danger, more: i64) -> i64:
    """A strike with the weapons laid down, and so much more: the better the more it exceeds the luck to be feared."""
    rules = s.rules
    if rules.players_attack():
        return 0
    s.laid += more
    striker = s.striker
    s.striker = s.current
    strength = rules.strength(s)
    s.striker = striker
    s.laid -= more
    feared = danger.feared()
    if not feared:
        return SURE
    chance = strength * 10000 // feared
    if chance >= 100:
        return danger.style.strike + SURE
    value = danger.style.strike + chance * chance // 40
    if not s.laid and not more:
        value -= danger.style.bare
    return value


def weapon_worth(s: State, danger: Danger, weapon: i64) -> i64:
    """A weapon is worth laying down if it makes the difference, or if it keeps a Motive."""
    rules = s.rules
    card = danger.style.card
    value = rules.value_here(s, weapon)
    if rules.players_attack():
        return 30 + value * 10
    bare = danger.bare_strike()
    armed = strike_worth(s, danger, value)
    if rules.lays_many and not s.laid:
        return armed - card + KEEPS
    if armed > bare + card:
        return armed - card
    return bare - card


def attack_worth(s: State, victim: i64) -> i64:
    """Escape: whoever cannot hold much is a good victim."""
    feared = luck_per_card(s, s.current) * s.count_at(victim)
    strength = 1 + s.reasons[s.current] + best_weapon(s)
    if strength * 130 > feared:
        return 120 + strength * 100 - feared
    return 40


def best_weapon(s: State) -> i64:
    rules = s.rules
    best: i64 = 0
    k: i64
    for k in range(rules.weapon_types):
        if s.holds(s.current, k):
            value = rules.value_here(s, k)
            if value > best:
                best = value
    return best


def haunt_worth(s: State, room: i64) -> i64:
    """Escape: the doctor is sent to others, never to oneself."""
    rules = s.rules
    if s.rooms[s.current] == room:
        return -200
    p: i64
    for p in range(rules.seats):
        if p != s.current and s.rooms[p] == room:
            return 110
    return 10
