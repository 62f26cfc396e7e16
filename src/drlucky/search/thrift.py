"""Thrift: how many move cards somebody burns, playing them in turns that end where free steps would have led."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from drlucky.engine.codes import ATTEMPT, DRAW, END, OVER, SHUFFLE
from drlucky.engine.play import apply, legal
from drlucky.engine.state import Rules, State
from drlucky.search.evaluation import Evaluation
from drlucky.search.playout import random_start, shuffle_discards
from drlucky.search.rng import Rng
from drlucky.search.simulate import SENSIBLY, Thinker, decide, is_searching


@final
class Spending:
    """What one player spends on moving: cards without luck are good for nothing else, and do not count."""

    def __init__(self, seat: int) -> None:
        self.seat: Final[i64] = seat
        self.turns: int = 0
        self.cards: int = 0
        self.wasted: int = 0
        self.began: State | None = None  # the turn that is looked at, as it began
        self.in_turn: int = 0  # cards played in it

    def note(self, s: State, action: int) -> None:
        """What is decided in a position, before it is done."""
        if s.current != self.seat or s.decider != self.seat:
            return
        began = self.began
        if began is None or began.turn != s.turn:
            began = self.began = s.copy()
            self.turns += 1
            self.in_turn = 0
        rules = s.rules
        if rules.walk_at <= action < rules.weapon_at:
            if rules.cards.luck[rules.goal_of[action]]:
                self.cards += 1
                self.in_turn += 1
        elif self.in_turn and is_the_last(rules, action) and can_get_there(began, s):
            self.wasted += self.in_turn
            self.in_turn = 0


def is_the_last(rules: Rules, action: int) -> bool:
    """Does nobody move any more after this?"""
    return action in (END, DRAW, ATTEMPT) or action >= rules.weapon_at


def can_get_there(s: State, there: State) -> bool:
    """Could all pawns have come there without a card?"""
    if [*s.rooms] == [*there.rooms]:
        return True
    for action in legal(s):
        if s.rules.step_at <= action < s.rules.walk_at:
            after = s.copy()
            apply(after, action)
            if can_get_there(after, there):
                return True
    return False


def spending(rules: Rules, evaluation: Evaluation, policy: int, others: int, stream: int, games: int) -> list[int]:
    """Plays so many games, in each chair in turn, against others of one policy; see `simulate`. How many turns there
    were, how many move cards with luck on them were played, and how many of those were wasted."""
    buf = vec[i64]([0] * rules.actions)
    found = [0, 0, 0]
    for number in range(games):
        seat: int = rules.live[number % len(rules.live)]
        spent = Spending(seat)
        by_seat = vec[i64]([SENSIBLY] * rules.seats)
        for live in rules.live:
            by_seat[live] = others
        by_seat[seat] = policy
        thinkers = [Thinker(rules, live, by_seat[live]) for live in rules.live if is_searching(by_seat[live])]
        rng = Rng((i64(stream) << 32) | number)
        s = random_start(rules, rng)
        while s.phase != OVER:
            if s.phase == SHUFFLE:
                shuffle_discards(s, rng)
                continue
            action = decide(s, evaluation, by_seat[s.decider], rng, buf, nothing, thinkers)
            for thinker in thinkers:
                thinker.note(s, action)
            spent.note(s, action)
            apply(s, action)
        for at, more in enumerate((spent.turns, spent.cards, spent.wasted)):
            found[at] += more
    return found


def nothing() -> None:
    """For those who need not be told that a game goes on."""
