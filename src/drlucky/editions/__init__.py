"""The rule books, one file each: a class with what the book says of play, and a BOOK with what it says before."""

from dataclasses import replace

from drlucky.editions import escape, kill_1996, kill_2016, kill_de, save_2000, save_paizo
from drlucky.editions.book import Book
from drlucky.errors import SetUpError

BOOKS: dict[str, Book] = {
    book.id: book
    for book in (
        kill_1996.BOOK,
        replace(kill_2016.BOOK, escape=escape.Escape2016),
        replace(kill_de.BOOK, escape=escape.EscapeDe),
        save_2000.BOOK,
        save_paizo.BOOK,
    )
}


def book_of(edition: str) -> Book:
    if edition not in BOOKS:
        raise SetUpError(
            "there is no edition {edition!r}; the editions are {editions}", edition=edition, editions=", ".join(BOOKS)
        )
    return BOOKS[edition]


__all__ = ["BOOKS", "Book", "book_of"]
