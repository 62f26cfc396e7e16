"""Save Doctor Lucky, the colour edition."""

from dataclasses import replace

from mypy_extensions import i64

from drlucky.editions import save_2000
from drlucky.editions.book import Book
from drlucky.editions.save_2000 import Save2000
from drlucky.engine.codes import NOBODY
from drlucky.engine.state import State


class SavePaizo(Save2000):
    """The same, but everyone has a turn before the doctor changes the order, and nobody is called the loser."""

    def first_round_is_calm(self) -> bool:
        return True

    def loser(self, s: State) -> i64:
        return NOBODY


BOOK: Book = replace(
    save_2000.BOOK,
    id="save-paizo",
    title="Save Doctor Lucky, colour edition",
    about="As on the first voyage, but everyone has a turn before the doctor changes the order.",
    rules=SavePaizo,
    penalties="words",
)
