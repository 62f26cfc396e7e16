"""Kill Doctor Lucky, the original game of 96 cards."""

from librt.vecs import vec
from mypy_extensions import i64

from drlucky.editions.book import Book
from drlucky.engine.codes import (
    DEALT_UP,
    DISCARD,
    FAILURE,
    GONE,
    MOVE,
    NOBODY,
    NOT_A_NAMED_ROOM,
    NOWHERE,
    TABLE,
    WEAPON,
)
from drlucky.engine.rules import CommonRules
from drlucky.engine.state import State


class Kill1996(CommonRules):
    """Snoop and draw, or do something: cards move you or the doctor, and whoever plays one does not draw."""

    def place(self, s: State, seat: i64, placing: vec[i64]) -> i64:
        """Cards are dealt face up from the dealer's left. The first to get a room card starts, and the doctor
        in that room."""
        first = super().place(s, seat, placing)
        i: i64
        for i in range(len(placing)):
            first = self.left_of(first)
            s.note(DEALT_UP, first, placing[i])
            card_type = self.cards.type_of[placing[i]]
            if self.cards.group[card_type] == MOVE and self.cards.room[card_type] != NOWHERE:
                s.rooms[self.doctor] = self.cards.room[card_type]
                break
        return first

    def draw_obstacle(self, s: State) -> i64:
        """Halls and stairs are spaces, but nothing is to be found there."""
        if not (self.house.named >> s.rooms[s.current]) & 1:
            return NOT_A_NAMED_ROOM
        return super().draw_obstacle(s)

    def after_failure(self, s: State) -> None:
        """The weapon can come again with the next shuffle; failures never do."""
        s.put_all(WEAPON, self.seats + TABLE, self.seats + DISCARD)
        s.put_all(FAILURE, self.seats + TABLE, self.seats + GONE)

    def loser(self, s: State) -> i64:
        return NOBODY


BOOK: Book = Book(
    id="kill-1996",
    title="Kill Doctor Lucky, 1996",
    about="The original: 96 cards, halls and stairs to stand in, and cards that move the doctor too.",
    rules=Kill1996,
    deck="classic",
    players=range(2, 9),
    boards=("estate",),
    hand=lambda players: 6,
    stages="one",
    starts={("estate", "whole"): (0, 0)},
    places_by_card="doctor",
    options=frozenset({"weapons_plus_one", "no_threes", "dealer"}),
)
