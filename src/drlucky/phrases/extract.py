"""Brings the catalogue up to date with the messages of the source, by Babel: `make words`.

`python -m drlucky.phrases.extract fr` begins a new language. New messages come without a translation, and what is no
longer said goes."""

import io
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from drlucky import boards, cast, decks
from drlucky.decks.flavor import faces
from drlucky.editions import BOOKS, book_of
from drlucky.errors import DrLuckyError
from drlucky.phrases.catalogue import DOMAIN, SOURCE, languages
from drlucky.phrases.puzzle import messages
from drlucky.phrases.rulebook import source
from drlucky.phrases.words import ANY_ROOM, WHERE, WHITHER, WHO, WHOM, the
from drlucky.puzzle import puzzle

HERE = Path(__file__).parent
PAGE = HERE.parents[2] / "web" / "src"
"""The sources of the page for browsers, which has the same catalogue: there are none in an installed package."""
LITERAL = r'"((?:[^"\\]|\\.)*)"'
SAID = re.compile(rf"\b(say|count|pick)\(\s*{LITERAL}(?:,\s*{LITERAL})?")
KEYWORDS = {"say": None, "there": None, "thither": None, "count": (1, 2), "pick": ((1, "c"), 2)}
ERRORS = {
    "cast/**.py": {"DrLuckyError": 1},
    "editions/**.py": {"UnknownEdition": 1, "Change": 2},
    "game/**.py": dict.fromkeys(("SetUpError", "InvalidAction", "RulesChanged", "RecordError", "error"), 1),
    "jobs.py": dict.fromkeys(("Busy", "TimedOut", "ProcessDied", "Closed"), 1),
    "puzzle/**.py": {"DrLuckyError": 1},
    "record/**.py": dict.fromkeys(("RecordError", "error"), 1),
    "server/**.py": {"Refused": 2, "Failed": 2, "Rejected": 2, "End": 2, "RecordError": 1},
    "table/**.py": {"Refused": 2, "StoreError": 1, "Moved": 1},
}
"""What makes errors that a server tells people, and which argument is the template of their text."""
HEADER = """\
# The words of drlucky in {language}. `make words` brings the messages up to date and keeps the translations.
msgid ""
msgstr ""
"Language: {code}\\n"
"Plural-Forms: {plurals}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def template(page: Path = PAGE) -> Catalog:
    """All messages: sentences, those of the page, names and rules, in this order."""
    catalog = Catalog(project=DOMAIN, fuzzy=False)
    for _, _, message, _, context in extract_from_dir(HERE, [("**.py", "python")], keywords=KEYWORDS):
        catalog.add(message, context=context)
    for how, first, second in said_by_the_page(page):
        if how == "say":
            catalog.add(first)
        elif how == "count":
            catalog.add((first, second))
        else:
            catalog.add(second, context=first)
    for message in error_templates():
        catalog.add(message)
    for name in WHO.values():
        catalog.add(name, context="who")
    for name in WHOM.values():
        catalog.add(name, context="whom")
    add_names(catalog)
    for text in cast.texts():
        catalog.add(text, context="cast")
    for edition in BOOKS.own:
        for _, title, pieces in source(edition):
            catalog.add(title, context="section")
            for piece in pieces:
                catalog.add(piece)
    return catalog


def error_templates() -> list[str]:
    """In the order of the alphabet: where errors are raised changes more often than their texts."""
    found: set[str] = set()
    for where, makers in ERRORS.items():
        keywords = {name: (argument,) for name, argument in makers.items()}
        for _, _, message, _, _ in extract_from_dir(HERE.parent, [(where, "python")], keywords=keywords):
            found.update([message] if isinstance(message, str) else [])
    return sorted(found)


def said_by_the_page(page: Path) -> Iterator[tuple[str, str, str]]:
    """Which function is called with which texts: see web/src/i18n/say.ts."""
    if not page.is_dir():
        raise DrLuckyError(f"the sources of the page are not in {page}; run this in the source tree")
    for path in sorted(page.rglob("*")):
        if path.suffix in (".ts", ".svelte"):
            for how, first, second in SAID.findall(path.read_text(encoding="utf-8")):
                yield how, json.loads(f'"{first}"'), json.loads(f'"{second}"')


def add_names(catalog: Catalog) -> None:
    for board in boards.printed():
        catalog.add(boards.board(board).title, context="board")
        for room in boards.board(board).rooms:
            catalog.add(room.name, context="room")
            catalog.add(the(room.name), context=WHERE)
            catalog.add(the(room.name), context=WHITHER)
        for space in boards.board(board).spaces:
            catalog.add(space.name, context="room")
    catalog.add(ANY_ROOM, context=WHERE)
    catalog.add(ANY_ROOM, context=WHITHER)
    for deck in decks.NAMES:
        catalog.add(decks.deck(deck).title, context="deck")
        for card in decks.deck(deck).cards:
            catalog.add(card.name, context="card")
        for name, found in faces(deck).items():
            for face in found:
                if face.title != name:
                    catalog.add(face.title, context="flavor")
                catalog.add(face.line, context="flavor")
    for book in map(book_of, BOOKS.own):
        catalog.add(book.title, context="edition")
        catalog.add(book.about, context="edition")
    for context, message in messages(puzzle()):
        catalog.add(message, context=context)


def update(language: str) -> None:
    path = HERE / "locale" / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    old = io.BytesIO(path.read_bytes() if path.exists() else b"")
    catalog = read_po(old, locale=language)
    catalog.update(template(), no_fuzzy_matching=True)
    # Babel's own header has dates, which would differ in every run.
    name = Locale.parse(language).english_name
    new = io.BytesIO(HEADER.format(language=name, code=language, plurals=catalog.plural_forms).encode())
    new.seek(0, io.SEEK_END)
    write_po(new, catalog, width=110, omit_header=True, no_location=True, ignore_obsolete=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(new.getvalue())


if __name__ == "__main__":
    for language in sorted({*languages(), *sys.argv[1:]} - {SOURCE}):
        update(language)
