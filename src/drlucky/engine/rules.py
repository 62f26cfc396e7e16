"""CommonRules: the answers that most rule books share.

A rule book is a subclass in `drlucky.editions` that overrides what it says differently."""

from librt.vecs import vec
from mypy_extensions import i64

from drlucky.engine.codes import (
    ALLOWED,
    CARD_PLAYED,
    DISCARD,
    DOCTOR_ELSEWHERE,
    FOILED,
    GONE,
    GROUPS,
    NOBODY,
    NOT_IN_THIS_GAME,
    PILE_EMPTY,
    SEEN_BY_PLAYER,
    SUCCESS,
    TABLE,
    WALK,
)
from drlucky.engine.state import Rules, State
from drlucky.engine.turns import begin_turn, called_up, end_turn, finish, move_doctor


class CommonRules(Rules):
    """Every question that the engine asks of a rule book, with the most common answer."""

    # Setting up.

    def prepare(self) -> None:
        """Makes tables of the book's own, once the numbers of the set-up are known."""

    def place(self, s: State, seat: i64, placing: vec[i64]) -> i64:
        """Puts every pawn on its first room and says who starts. `seat` is a random seat of a live player; `placing`
        is the deck in a random order, for the books that deal cards face up to find out."""
        p: i64
        for p in range(self.seats):
            s.rooms[p] = self.start_room
        s.rooms[self.doctor] = self.doctor_start
        return seat

    # Moving.

    def other_movers(self) -> list[int]:
        """The pawns that the player in turn may move beside their own: the doctor, by cards."""
        return [self.doctor]

    def steps_form_a_pool(self) -> bool:
        """Do a card's steps join the free step, or are they a walk of their own?"""
        return False

    def moves_go_to(self) -> i64:
        """Where a move card goes once used."""
        return DISCARD

    def use_steps(self, s: State, movable: i64, steps: i64) -> None:
        """A card was played for its steps: a walk in one piece, all of it one pawn's."""
        s.phase = WALK
        s.walker = movable
        s.walk = steps
        s.owed = 1

    def reach(self, s: State, movable: i64) -> i64:
        """The rooms that one step can take a movable pawn to."""
        return self.house.adjacent[s.stage * self.house.rooms + s.rooms[s.pawn(movable)]]

    def jump_is_for(self, movable: i64) -> i64:
        """What keeps a card's jump from moving a pawn that is not the player's own."""
        return ALLOWED

    def doctor_arrived(self, s: State) -> bool:
        """The player in turn has moved the doctor. Does anything come of it?"""
        return False

    # Seeing.

    def seers(self, s: State, room: i64) -> i64:
        """The rooms from which someone sees into this one, itself among them."""
        return self.house.sees[s.stage * self.house.rooms + room]

    # Drawing.

    def players_draw(self) -> bool:
        """May a player draw a card in a turn, and end it by that?"""
        return True

    def draw_obstacle(self, s: State) -> i64:
        """What keeps the player in turn from drawing a card."""
        if s.played:
            return CARD_PLAYED
        if s.pile_at == len(s.pile) and not s.holds_any(self.seats + DISCARD):
            return PILE_EMPTY
        return ALLOWED

    def pile_ends_from(self, s: State) -> list[int]:
        """Where the piles that still have cards end, counted as `pile_at` counts."""
        return [len(s.pile)]

    def pile_emptied(self, s: State) -> None:
        """The last card of the pile was just taken."""

    # Attempts.

    def attempt_obstacle(self, s: State) -> i64:
        """What keeps the player in turn from making an attempt on the doctor."""
        if s.rooms[s.current] != s.rooms[self.doctor]:
            return DOCTOR_ELSEWHERE
        return SEEN_BY_PLAYER if self.seen_by_player(s, s.current) else ALLOWED

    def players_attack(self) -> bool:
        """May players attack each other?"""
        return False

    def victims(self, s: State) -> i64:
        """The seats of those whom the player in turn can attack, as a set."""
        return 0

    def attack_obstacle(self, s: State, seat: i64) -> i64:
        """What keeps the player in turn from attacking another."""
        return NOT_IN_THIS_GAME

    def weapons_reach(self) -> bool:
        """May an attempt be made from another room than the doctor's? Where it may not, nothing else is asked there."""
        return False

    def many_weapons(self) -> bool:
        """May several weapons be laid down for one attempt?"""
        return False

    def strength(self, s: State) -> i64:
        """What the attempt is worth, with the weapons laid down: a weapon's value stands instead of the bare 1."""
        return s.laid if s.laid else 1

    def laid_in(self, s: State, weapons: i64) -> i64:
        """What the weapons laid down for an attempt of this strength were worth, if so many are on the table."""
        return s.strength if weapons else 0

    def next_asked(self, s: State) -> i64:
        """Who is asked after the last one: to the left, once around, NOBODY at the end.

        A player who can only pass is asked all the same, for to be skipped would show what the hand does not hold.
        An empty hand is no secret. A Stranger turns up a card."""
        p = s.decider
        while True:
            p = self.left_of(p)
            if p == s.striker:
                return NOBODY
            if self.is_stranger(p) or s.holds_any(p):
                return p

    def bound(self, s: State) -> i64:
        """Who must stop the attempt if able: nobody, where everyone is free."""
        return NOBODY

    def must_stop(self, s: State) -> bool:
        """Must the player who is asked stop the attempt?"""
        return False

    def foiled(self, s: State) -> None:
        """The attempt was stopped."""
        s.note(FOILED, s.striker)
        self.after_failure(s)
        s.forget_attempt()
        end_turn(s)

    def after_failure(self, s: State) -> None:
        """Where the cards of a stopped attempt go, and what the attacker gains: out of the game, and nothing."""
        group: i64
        for group in range(GROUPS):
            s.put_all(group, self.seats + TABLE, self.seats + GONE)

    def succeeded(self, s: State) -> None:
        """Nobody stopped it."""
        finish(s, SUCCESS, s.striker, self.loser(s))

    def loser(self, s: State) -> i64:
        """The last in the order of asking who still holds a card that counts, whether or not it would have done."""
        p = self.right_of(s.current)
        while p != s.current:
            if s.can_answer(p):
                return p
            p = self.right_of(p)
        return NOBODY

    # Between turns.

    def first_round_is_calm(self) -> bool:
        """Does everyone have a turn before the doctor can change the order?"""
        return False

    def strangers_always_move(self) -> bool:
        """Does a Stranger whose attempt was stopped before it moved still go on?"""
        return False

    def turn_begins(self, s: State) -> None:
        """What happens before the player decides anything."""

    def turn_over(self, s: State) -> None:
        """What happens after a turn before the doctor moves."""

    def next_turn(self, s: State) -> None:
        """The doctor moves; if he comes to players one of them is next, otherwise the player to the left."""
        move_doctor(s)
        called: i64 = NOBODY
        if s.turn >= self.calm_turns:
            called = called_up(s)
        if called == NOBODY:
            begin_turn(s, self.left_of(s.current), 0)
        else:
            begin_turn(s, called, 1)
