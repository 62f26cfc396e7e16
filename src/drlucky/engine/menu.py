"""Menu: one of the legal actions by its number, without listing them all.

A random game needs one action of each decision and no list: to count what is legal and to name one of it takes half the
time. The numbers are those that the actions have in the list of `play.legal_into`."""

from mypy_extensions import i64

from drlucky.engine.attempts import (
    count_answers,
    count_attacks,
    count_weapons,
    nth_answer,
    nth_attack,
    nth_weapon,
    pass_obstacle,
)
from drlucky.engine.codes import ALLOWED, ANSWER, DRAW, END, LAY, PASS, SELF, STOP, TURN, WALK
from drlucky.engine.moves import count_card_moves, count_steps, nth_card_move, nth_step
from drlucky.engine.state import State


class Menu:
    """How many actions of each kind are legal in the state that was counted last."""

    def __init__(self) -> None:
        self.first: i64 = 0  # ending the turn, stopping or passing: 1 if that is allowed
        self.draws: i64 = 0
        self.strikes: i64 = 0
        self.attacks: i64 = 0
        self.steps: i64 = 0
        self.cards: i64 = 0

    def count(self, s: State) -> i64:
        """How many actions are legal: none only when the game is over or waits for a shuffle."""
        if s.phase == TURN:
            return self.count_turn(s)
        self.first = 0
        if s.phase == ANSWER:
            if pass_obstacle(s) == ALLOWED:
                self.first = 1
            return self.first + count_answers(s)
        if s.phase == WALK:
            if not s.owed:
                self.first = 1
            return self.first + count_steps(s, s.walker)
        if s.phase == LAY:
            return count_weapons(s)
        return 0

    def count_turn(self, s: State) -> i64:
        self.first = 0
        self.draws = 0
        self.strikes = 0
        self.attacks = 0
        if not s.owed:
            self.first = 1
            if s.rules.draw_obstacle(s) == ALLOWED:
                self.draws = 1
            if s.rules.attempt_obstacle(s) == ALLOWED:
                self.strikes = count_weapons(s)
            if s.rules.actions > s.rules.attack_at:
                self.attacks = count_attacks(s)
        self.steps = 0
        if s.steps:
            self.steps = count_steps(s, SELF)
            movable: i64
            for movable in range(1, s.rules.steppers):
                self.steps += count_steps(s, movable)
        self.cards = count_card_moves(s)
        return self.first + self.draws + self.strikes + self.attacks + self.steps + self.cards

    def nth(self, s: State, n: i64) -> i64:
        """The legal action after so many others, of the state that was counted last."""
        if s.phase == TURN:
            return self.nth_of_turn(s, n)
        if s.phase == ANSWER:
            if n < self.first:
                return PASS
            return nth_answer(s, n - self.first)
        if s.phase == WALK:
            if n < self.first:
                return STOP
            return nth_step(s, s.walker, n - self.first)
        return nth_weapon(s, n)

    def nth_of_turn(self, s: State, n: i64) -> i64:
        if n < self.first:
            return END
        n -= self.first
        if n < self.draws:
            return DRAW
        n -= self.draws
        if n < self.strikes:
            return nth_weapon(s, n)
        n -= self.strikes
        if n < self.attacks:
            return nth_attack(s, n)
        n -= self.attacks
        if n >= self.steps:
            return nth_card_move(s, n - self.steps)
        movable: i64 = 0
        while movable + 1 < s.rules.steppers:
            steps = count_steps(s, movable)
            if n < steps:
                break
            n -= steps
            movable += 1
        return nth_step(s, movable, n)
