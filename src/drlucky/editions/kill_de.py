"""Kill Doctor Lucky, the German edition."""

from dataclasses import replace

from drlucky.editions import kill_2016
from drlucky.editions.book import Book
from drlucky.editions.kill_2016 import Kill2016
from drlucky.engine.state import State


class KillDe(Kill2016):
    """Any number of weapons in one attempt; a weapon kept as a Motive, and no Motive without one."""

    def many_weapons(self) -> bool:
        return True

    def pets_leap(self) -> bool:
        return False

    def after_failure(self, s: State) -> None:
        if self.is_stranger(s.striker):
            self.keep_top_card(s)
        elif s.laid:
            self.keep_reason(s)
        self.discard_table(s)


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
    pets=usual_pets,
)
