"""Words that are easily read aloud, heard and typed, a list for each language, with none but the letters that every
keyboard has. No two of a list differ in one letter only."""

import secrets
from functools import cache
from importlib import resources

USUAL = "en"


@cache
def words(language: str) -> tuple[str, ...]:
    folder = resources.files(__package__)
    file = folder.joinpath(f"{language}.txt")
    found = file if file.is_file() else folder.joinpath(f"{USUAL}.txt")
    return tuple(found.read_text(encoding="ascii").split())


def drawn(language: str, many: int) -> tuple[str, ...]:
    return tuple(secrets.choice(words(language)) for _ in range(many))


def read(phrase: str) -> tuple[str, ...]:
    """The words of a phrase, however it was typed."""
    return tuple("".join(each if each.isascii() and each.isalpha() else " " for each in phrase.lower()).split())
