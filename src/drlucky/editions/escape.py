"""Escape from Lucky Mansion: the doctor is back from the dead, and the last one alive wins. Flucht aus Luckys Villa."""

from mypy_extensions import i64

from drlucky.editions.kill_2016 import Kill2016
from drlucky.engine.attempts import strike
from drlucky.engine.codes import (
    ALLOWED,
    DIED,
    DISCARD,
    DOCTOR_IS_DEAD,
    DRAWN_ALREADY,
    FOILED,
    GROUPS,
    LAST_ALIVE,
    NOBODY,
    NOBODY_TO_ATTACK,
    NOWHERE,
    ROBBED,
    TURN,
)
from drlucky.engine.state import State
from drlucky.engine.tables import bit
from drlucky.engine.turns import begin_turn, called_up, draw_card, end_turn, finish, move_doctor


class Escape2016(Kill2016):
    """Sight does not matter, the order is always to the left, and every turn begins with a card. Whoever is out of the
    game is NOWHERE."""

    def other_movers(self) -> list[int]:
        """Movement points go to the doctor too."""
        return [self.doctor]

    def reach(self, s: State, movable: i64) -> i64:
        """The doctor goes by his numbers."""
        if movable:
            return bit(self.house.doctor_next[s.stage * self.house.rooms + s.rooms[self.doctor]])
        return self.house.adjacent[s.stage * self.house.rooms + s.rooms[s.current]]

    def turn_begins(self, s: State) -> None:
        if s.pile_at < len(s.pile):
            draw_card(s)

    def players_draw(self) -> bool:
        return False

    def draw_obstacle(self, s: State) -> i64:
        return DRAWN_ALREADY

    def pile_emptied(self, s: State) -> None:
        """Light or dark is the same to a ghost."""

    def attempt_obstacle(self, s: State) -> i64:
        return DOCTOR_IS_DEAD

    def players_attack(self) -> bool:
        return True

    def victims(self, s: State) -> i64:
        """Whoever is in the same room."""
        return self.seats_in(s, s.rooms[s.current]) & ~bit(s.current)

    def attack_obstacle(self, s: State, seat: i64) -> i64:
        return ALLOWED if self.victims(s) & bit(seat) else NOBODY_TO_ATTACK

    def next_asked(self, s: State) -> i64:
        """Only the victim may defend."""
        return NOBODY if s.decider == s.target or not s.holds_any(s.target) else s.target

    def doctor_arrived(self, s: State) -> bool:
        """In a room with players he attacks the one whose turn would come next; the player in turn comes last."""
        victim = called_up(s)
        if victim == NOBODY:
            return False
        strike(s, self.doctor, victim)
        return True

    def foiled(self, s: State) -> None:
        s.note(FOILED, s.striker)
        self.gain(s, True)
        self.go_on(s)

    def succeeded(self, s: State) -> None:
        """The victim is out. A player who kills takes the cards without luck."""
        victim = s.target
        s.note(DIED, victim, s.striker)
        self.gain(s, False)
        self.take_hand(s, victim)
        s.rooms[victim] = NOWHERE
        survivor = self.next_alive(s, victim)
        if self.next_alive(s, survivor) == survivor:
            finish(s, LAST_ALIVE, survivor, NOBODY)
        else:
            self.go_on(s)

    def gain(self, s: State, failed: bool) -> None:
        """What the attacker gains: a Reason from a failure."""
        if failed:
            self.keep_reason(s)
        self.discard_table(s)

    def take_hand(self, s: State, victim: i64) -> None:
        taken: i64 = 0
        group: i64
        for group in range(GROUPS):
            hand = s.hands[GROUPS * victim + group]
            spoils: i64 = 0 if s.striker == self.doctor else hand & ~self.cards.counting[group]
            s.hands[GROUPS * victim + group] = 0
            s.hands[GROUPS * (self.seats + DISCARD) + group] |= hand & ~spoils
            if spoils:
                s.hands[GROUPS * s.striker + group] |= spoils
            while spoils:
                spoils &= spoils - 1
                taken += 1
        if taken:
            s.note(ROBBED, s.striker, victim, taken)

    def go_on(self, s: State) -> None:
        """After an attack: a player's own ends the turn; after the doctor's the mover goes on, if alive."""
        by_doctor = s.striker == self.doctor
        s.forget_attempt()
        if not by_doctor:
            end_turn(s)
        elif s.turn_done:
            self.pass_on(s)
        elif s.rooms[s.current] == NOWHERE:
            end_turn(s)
        else:
            s.phase = TURN
            s.decider = s.current

    def next_turn(self, s: State) -> None:
        """The doctor moves on by himself, and attacks where he arrives."""
        s.turn_done = 1
        move_doctor(s)
        if not self.doctor_arrived(s):
            self.pass_on(s)

    def pass_on(self, s: State) -> None:
        s.turn_done = 0
        begin_turn(s, self.next_alive(s, s.current), 0)

    def next_alive(self, s: State, seat: i64) -> i64:
        """The next player to the left who is not out; the same one if no other is left."""
        p = self.left_of(seat)
        while p != seat and s.rooms[p] == NOWHERE:
            p = self.left_of(p)
        return p


class EscapeDe(Escape2016):
    """Any number of weapons, one of which becomes a Motive whether the attack failed or not; the doctor's come off the
    pile; and he moves only when moved."""

    def many_weapons(self) -> bool:
        return True

    def gain(self, s: State, failed: bool) -> None:
        if s.striker == self.doctor:
            if failed:
                self.keep_top_card(s)
        elif s.laid:
            self.keep_reason(s)
        self.discard_table(s)

    def next_turn(self, s: State) -> None:
        self.pass_on(s)
