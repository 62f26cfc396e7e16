"""Kill Doctor Lucky, the 19.5th anniversary edition."""

from mypy_extensions import i64

from drlucky.editions.book import Book
from drlucky.engine.codes import (
    ALLOWED,
    DISCARD,
    GONE,
    GROUPS,
    LIGHTS_OUT,
    PILE_EMPTY,
    REASON,
    SEEN_BY_DOCTOR,
    SEEN_BY_PLAYER,
    TABLE,
)
from drlucky.engine.edition import Edition
from drlucky.engine.state import State


class Kill2016(Edition):
    """Draw when nobody sees you; every failed attempt makes you stronger; luck is on most cards."""

    def movable_pawns(self) -> i64:
        return 1

    def first_round_is_calm(self) -> bool:
        return True

    def use_steps(self, s: State, pawn: i64, steps: i64) -> None:
        """Steps of cards join the free step in one pool."""
        s.steps += steps
        s.owed += 1

    def draw_obstacle(self, s: State) -> i64:
        """Nobody may see it, the doctor included; having played cards does not matter."""
        if s.pile_at == len(s.pile):
            return PILE_EMPTY
        if (self.seers(s, s.rooms[s.current]) >> s.rooms[self.doctor]) & 1:
            return SEEN_BY_DOCTOR
        return SEEN_BY_PLAYER if self.seen_by_player(s, s.current) else ALLOWED

    def pile_emptied(self, s: State) -> None:
        """The lights go out at once."""
        s.stage = 1
        s.note(LIGHTS_OUT)

    def strength(self, s: State) -> i64:
        return 1 + s.reasons[s.current] + s.laid

    def after_failure(self, s: State) -> None:
        """One card played in the attempt becomes a Reason; the rest are discarded and never come back."""
        self.keep_reason(s)
        self.discard_table(s)

    def keep_reason(self, s: State) -> None:
        s.put(s.first, self.seats + TABLE, self.seats + GONE)
        s.reasons[s.current] += 1
        s.note(REASON, s.current, s.reasons[s.current])

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


BOOK = Book(
    id="kill-2016",
    title="Kill Doctor Lucky, 19.5th anniversary",
    about="Draw only when nobody sees you; each failed attempt gives you a Reason and makes you stronger.",
    rules=Kill2016,
    deck="modern",
    players=range(2, 9),
    boards=("mansion", "bed-and-breakfast"),
    hand=hand,
    stages="lights",
    starts=STARTS,
    closes=wings_to_close,
    layout=usual_layout,
    options=frozenset({"closed", "layout", "strangers"}),
)
