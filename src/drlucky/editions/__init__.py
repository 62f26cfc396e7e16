"""The rule books, one file each: a class with what the book says of play, and a BOOK with what it says before.

Those of other packages are in BOOKS too: see `drlucky.plugins`."""

from dataclasses import replace

from drlucky.editions import escape, kill_1996, kill_2016, kill_de, save_2000, save_paizo
from drlucky.editions.book import Book
from drlucky.errors import UnknownEdition
from drlucky.plugins import Registry

OWN: dict[str, Book] = {
    book.id: book
    for book in (
        kill_1996.BOOK,
        replace(kill_2016.BOOK, escape=escape.Escape2016),
        replace(kill_de.BOOK, escape=escape.EscapeDe),
        save_2000.BOOK,
        save_paizo.BOOK,
    )
}


def name_of(book: Book) -> str:
    return book.id


BOOKS: Registry[Book] = Registry("edition", Book, list(OWN), OWN.__getitem__, name_of)


def book_of(edition: str) -> Book:
    if edition in BOOKS:
        book: Book = BOOKS[edition]
        return book
    fault = BOOKS.fault(edition)
    if fault:
        raise UnknownEdition("the edition {edition!r} cannot be used: {fault}", edition=edition, fault=fault)
    raise UnknownEdition(
        "there is no edition {edition!r}; the editions are {editions}", edition=edition, editions=", ".join(BOOKS)
    )


__all__ = ["BOOKS", "Book", "book_of"]
