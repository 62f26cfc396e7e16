"""Kill Doctor Lucky, the 19.5th anniversary edition."""

from mypy_extensions import i64

from drlucky.editions.book import Book
from drlucky.engine.codes import (
    ALLOWED,
    DISCARD,
    GONE,
    GROUPS,
    KEPT,
    LIGHTS_OUT,
    NO_JUMP_FOR_PET,
    NOBODY,
    PILE_EMPTY,
    REASON,
    SEEN_BY_DOCTOR,
    SEEN_BY_DOG,
    SEEN_BY_PLAYER,
    TABLE,
)
from drlucky.engine.rules import CommonRules
from drlucky.engine.state import State
from drlucky.engine.tables import bit
from drlucky.engine.turns import take_top


class Kill2016(CommonRules):
    """Draw when nobody sees you; every failed attempt makes you stronger; luck is on most cards."""

    def other_movers(self) -> list[int]:
        """Strangers and pets, but never the doctor."""
        strangers = [p for p in range(self.seats) if self.is_stranger(p)]
        return [*strangers, *range(self.doctor + 1, self.pawns)]

    def first_round_is_calm(self) -> bool:
        return True

    def steps_form_a_pool(self) -> bool:
        return True

    def use_steps(self, s: State, movable: i64, steps: i64) -> None:
        """Steps of cards join the free step in one pool."""
        s.steps += steps
        s.owed += 1

    def pets_leap(self) -> bool:
        """Does one movement point take a pet to any open room? Otherwise it moves like a player."""
        return True

    def reach(self, s: State, movable: i64) -> i64:
        pawn = s.pawn(movable)
        if pawn > self.doctor and self.pets_leap():
            return self.house.open[s.stage] & ~bit(s.rooms[pawn])
        return super().reach(s, movable)

    def jump_is_for(self, movable: i64) -> i64:
        if self.movers[movable] > self.doctor and self.pets_leap():
            return NO_JUMP_FOR_PET
        return ALLOWED

    def seers(self, s: State, room: i64) -> i64:
        """Nobody in the cat's room sees out of it."""
        seers = self.house.sees[s.stage * self.house.rooms + room]
        if self.cat != NOBODY and s.rooms[self.cat] != room:
            seers &= ~bit(s.rooms[self.cat])
        return seers

    def seen_by_dog(self, s: State) -> bool:
        """The dog lets nobody draw or strike where he sees it."""
        return self.dog != NOBODY and ((self.seers(s, s.rooms[s.current]) >> s.rooms[self.dog]) & 1) != 0

    def draw_obstacle(self, s: State) -> i64:
        """Nobody may see it, the doctor included; having played cards does not matter."""
        if s.pile_at == len(s.pile):
            return PILE_EMPTY
        seers = self.seers(s, s.rooms[s.current])
        if (seers >> s.rooms[self.doctor]) & 1:
            return SEEN_BY_DOCTOR
        if self.player_among(s, s.current, seers):
            return SEEN_BY_PLAYER
        return SEEN_BY_DOG if self.seen_by_dog(s) else ALLOWED

    def attempt_obstacle(self, s: State) -> i64:
        why = super().attempt_obstacle(s)
        if why:
            return why
        return SEEN_BY_DOG if self.seen_by_dog(s) else ALLOWED

    def pile_emptied(self, s: State) -> None:
        """The lights go out at once."""
        s.stage = 1
        s.note(LIGHTS_OUT)

    def strength(self, s: State) -> i64:
        return 1 + s.reasons[s.striker] + s.laid

    def laid_in(self, s: State, weapons: i64) -> i64:
        return s.strength - 1 - s.reasons[s.striker]

    def after_failure(self, s: State) -> None:
        """One card played in the attempt becomes a Reason; the rest are discarded and never come back."""
        self.keep_reason(s)
        self.discard_table(s)

    def keep_reason(self, s: State) -> None:
        """The first weapon played in the attempt, otherwise the first luck card."""
        s.put(s.first, self.seats + TABLE, self.seats + GONE)
        self.grow_stronger(s)

    def keep_top_card(self, s: State) -> None:
        """A Reason off the pile, which nobody sees; with an empty pile from the luck just played."""
        if s.pile_at == len(s.pile):
            self.keep_reason(s)
        else:
            s.give(self.seats + KEPT, take_top(s))
            self.grow_stronger(s)

    def grow_stronger(self, s: State) -> None:
        s.reasons[s.striker] += 1
        s.note(REASON, s.striker, s.reasons[s.striker])

    def discard_table(self, s: State) -> None:
        group: i64
        for group in range(GROUPS):
            s.put_all(group, self.seats + TABLE, self.seats + DISCARD)


STARTS = {
    ("mansion", "whole"): (1, 15),
    ("bed-and-breakfast", "upstairs"): (17, 23),
    ("bed-and-breakfast", "downstairs"): (6, 9),
    ("bed-and-breakfast", "whole"): (6, 23),
}


PET_STARTS = {
    "mansion": {"cat": (10, 2), "dog": (19, 6)},
    "bed-and-breakfast": {"cat": (7, 26), "dog": (20, 14)},
}


def hand(players: int) -> int:
    return 5 if players >= 7 else 6


def wings_to_close(players: int) -> tuple[str, ...]:
    """Three players close both wings, two, four and five one of them, and more play in the whole house."""
    if players == 3:
        return ("west", "east")
    return ("west",) if players <= 5 else ()


def usual_layout(board: str, players: int) -> str:
    """The bed and breakfast is folded for small groups."""
    if board != "bed-and-breakfast":
        return "whole"
    if players <= 4:
        return "upstairs"
    return "downstairs" if players == 5 else "whole"


BOOK: Book = Book(
    id="kill-2016",
    title="Kill Doctor Lucky, 19.5th anniversary",
    about="Draw only when nobody sees you; each failed attempt gives you a Reason and makes you stronger.",
    rules=Kill2016,
    deck="modern",
    players=range(2, 9),
    boards=("mansion", "bed-and-breakfast"),
    hand=hand,
    keeps="card",
    stages="lights",
    starts=STARTS,
    closes=wings_to_close,
    layout=usual_layout,
    pet_starts=PET_STARTS,
    options=frozenset({"closed", "layout", "strangers", "pets", "escape", "starter"}),
)
