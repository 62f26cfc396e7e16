"""GuestRules: the rules of a book from outside, which is plain Python while the engine is compiled.

To let anyone's class derive from the compiled ones would make the compiler look up every method of a book and check
every number of a set-up before it is read, in all editions: games took a fifth more instructions. Here one more class
asks a book that is an object, and the others stay what they are."""

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from drlucky.engine.state import Rules, State
from drlucky.engine.tables import Cards, House


class GuestRules(Rules):
    """Passes every question on. `book` is made of the same numbers; see `CommonRules` for what each question means."""

    def __init__(
        self,
        book: Any,
        cards: Cards,
        house: House,
        *,
        seats: int,
        hand: int,
        set_aside: int,
        start_room: int,
        doctor_start: int,
        turn_limit: int,
        strangers: int,
        cat_start: int,
        dog_start: int,
    ) -> None:
        self.book: Final[Any] = book
        super().__init__(
            cards,
            house,
            seats=seats,
            hand=hand,
            set_aside=set_aside,
            start_room=start_room,
            doctor_start=doctor_start,
            turn_limit=turn_limit,
            strangers=strangers,
            cat_start=cat_start,
            dog_start=dog_start,
        )

    # Setting up.

    def prepare(self) -> None:
        """The book has made its tables by itself."""

    def place(self, s: State, seat: i64, placing: vec[i64]) -> i64:
        first: i64 = self.book.place(s, seat, placing)
        return first

    # Moving.

    def other_movers(self) -> list[int]:
        movers: list[int] = self.book.other_movers()
        return movers

    def steps_form_a_pool(self) -> bool:
        pool: bool = self.book.steps_form_a_pool()
        return pool

    def moves_go_to(self) -> i64:
        place: i64 = self.book.moves_go_to()
        return place

    def use_steps(self, s: State, movable: i64, steps: i64) -> None:
        self.book.use_steps(s, movable, steps)

    def reach(self, s: State, movable: i64) -> i64:
        rooms: i64 = self.book.reach(s, movable)
        return rooms

    def jump_is_for(self, movable: i64) -> i64:
        why: i64 = self.book.jump_is_for(movable)
        return why

    def doctor_arrived(self, s: State) -> bool:
        anything: bool = self.book.doctor_arrived(s)
        return anything

    # Seeing.

    def seers(self, s: State, room: i64) -> i64:
        rooms: i64 = self.book.seers(s, room)
        return rooms

    # Drawing.

    def players_draw(self) -> bool:
        draw: bool = self.book.players_draw()
        return draw

    def draw_obstacle(self, s: State) -> i64:
        why: i64 = self.book.draw_obstacle(s)
        return why

    def pile_ends_from(self, s: State) -> list[int]:
        ends: list[int] = self.book.pile_ends_from(s)
        return ends

    def pile_emptied(self, s: State) -> None:
        self.book.pile_emptied(s)

    # Attempts.

    def attempt_obstacle(self, s: State) -> i64:
        why: i64 = self.book.attempt_obstacle(s)
        return why

    def players_attack(self) -> bool:
        attack: bool = self.book.players_attack()
        return attack

    def victims(self, s: State) -> i64:
        seats: i64 = self.book.victims(s)
        return seats

    def attack_obstacle(self, s: State, seat: i64) -> i64:
        why: i64 = self.book.attack_obstacle(s, seat)
        return why

    def weapons_reach(self) -> bool:
        reach: bool = self.book.weapons_reach()
        return reach

    def many_weapons(self) -> bool:
        many: bool = self.book.many_weapons()
        return many

    def strength(self, s: State) -> i64:
        worth: i64 = self.book.strength(s)
        return worth

    def laid_in(self, s: State, weapons: i64) -> i64:
        worth: i64 = self.book.laid_in(s, weapons)
        return worth

    def next_asked(self, s: State) -> i64:
        seat: i64 = self.book.next_asked(s)
        return seat

    def bound(self, s: State) -> i64:
        seat: i64 = self.book.bound(s)
        return seat

    def must_stop(self, s: State) -> bool:
        must: bool = self.book.must_stop(s)
        return must

    def foiled(self, s: State) -> None:
        self.book.foiled(s)

    def succeeded(self, s: State) -> None:
        self.book.succeeded(s)

    # Between turns.

    def first_round_is_calm(self) -> bool:
        calm: bool = self.book.first_round_is_calm()
        return calm

    def strangers_always_move(self) -> bool:
        always: bool = self.book.strangers_always_move()
        return always

    def turn_begins(self, s: State) -> None:
        self.book.turn_begins(s)

    def turn_over(self, s: State) -> None:
        self.book.turn_over(s)

    def next_turn(self, s: State) -> None:
        self.book.next_turn(s)
