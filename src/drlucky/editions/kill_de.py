"""Kill Doctor Lucky, the German edition."""

from dataclasses import replace

from drlucky.editions import kill_2016
from drlucky.editions.book import Book, Change
from drlucky.editions.kill_2016 import Kill2016
from drlucky.engine.codes import FOILED, STRANGER_MOVED, TURN_ENDED
from drlucky.engine.state import Happening, State
from drlucky.engine.turns import move_stranger


class KillDe(Kill2016):
    """Any number of weapons in one attempt; a weapon kept as a Motive, and no Motive without one."""

    def many_weapons(self) -> bool:
        return True

    def pets_leap(self) -> bool:
        return False

    def strangers_always_move(self) -> bool:
        return True

    def after_failure(self, s: State) -> None:
        """A weapon becomes a Motive; a Stranger takes the top card for one, and goes on if it has not moved yet."""
        if self.is_stranger(s.striker):
            self.keep_top_card(s)
        elif s.laid:
            self.keep_reason(s)
        self.discard_table(s)
        if self.is_stranger(s.striker) and s.owed:
            move_stranger(s)

    def succeeded(self, s: State) -> None:
        s.owed = 0
        super().succeeded(s)


def goes_on(happenings: list[Happening]) -> bool:
    """Did a Stranger move after its attempt was stopped?"""
    foiled = False
    for what, _, __, ___ in happenings:
        if what == STRANGER_MOVED and foiled:
            return True
        foiled = what == FOILED or (foiled and what != TURN_ENDED)
    return False


CHANGES = (Change(17, "a Stranger whose attempt is stopped before it has moved still goes on", goes_on),)


def usual_pets(board: str, layout: str, players: int) -> tuple[str, ...]:
    """In the Hotel a pet belongs to some sizes of group."""
    if board != "bed-and-breakfast":
        return ()
    pet = {("upstairs", 4): "cat", ("downstairs", 4): "dog", ("whole", 7): "cat", ("whole", 8): "cat"}
    return (pet[layout, players],) if (layout, players) in pet else ()


BOOK: Book = replace(
    kill_2016.BOOK,
    id="kill-de",
    title="Kill Doctor Lucky, German edition",
    about="Any number of weapons in one attempt, and a weapon that failed becomes a Motive.",
    rules=KillDe,
    keeps="weapon",
    pets=usual_pets,
    changes=CHANGES,
)
