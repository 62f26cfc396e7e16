"""The rule books, one file each: a class with what the book says of play, and a BOOK with what it says before."""

from drlucky.editions import kill_1996, kill_2016, kill_de, save_2000, save_paizo
from drlucky.editions.book import Book
from drlucky.errors import SetUpError

BOOKS: dict[str, Book] = {
    module.BOOK.id: module.BOOK for module in (kill_1996, kill_2016, kill_de, save_2000, save_paizo)
}


def book_of(edition: str) -> Book:
    if edition not in BOOKS:
        raise SetUpError(f"there is no edition {edition!r}; the editions are {', '.join(BOOKS)}")
    return BOOKS[edition]


__all__ = ["BOOKS", "Book", "book_of"]
