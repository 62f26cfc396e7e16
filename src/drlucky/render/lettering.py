"""Lettering: texts on pictures for which nobody can be asked how wide they come out. Widths are estimates for a book
serif, a little on the wide side, and what a font may not have is left out."""

from collections.abc import Iterator
from unicodedata import normalize

NARROW, WIDE_LETTERS = frozenset("fijlrtI.,:;'!|()[] "), frozenset("mwMWQOÄÖÜ@%—…")
WIDTHS = (0.32, 0.55, 0.72, 0.92)
"""Of narrow letters, others, capitals and wide ones, in letters' heights."""
SCRIPTS = ((0x20, 0x7E), (0xA1, 0x17F), (0x370, 0x3FF), (0x400, 0x4FF), (0x1E00, 0x1EFF), (0x2010, 0x2026))
"""Latin, Greek and Cyrillic letters, and marks between them: what a font for books has."""
UNKNOWN = "·"


def drawable(text: str) -> str:
    """With a dot for every character that may not be in the font: each is a character that can be in any XML."""
    return "".join(each if is_drawable(each) else UNKNOWN for each in normalize("NFC", text))


def is_drawable(character: str) -> bool:
    return any(first <= ord(character) <= last for first, last in SCRIPTS) and character.isprintable()


def width(text: str, size: float) -> float:
    return size * sum(map(letter_width, text))


def letter_width(letter: str) -> float:
    narrow, usual, capital, wide = WIDTHS
    if letter in NARROW:
        return narrow
    if letter in WIDE_LETTERS:
        return wide
    return capital if letter.isupper() else usual


def shortened(text: str, size: float, room: float) -> str:
    """As much of it as there is room for."""
    if width(text, size) <= room:
        return text
    while text and width(text + "…", size) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def wrapped(text: str, size: float, room: float, most: int) -> list[str]:
    """In lines, at most so many; what there is no room for ends in dots."""
    lines = list(filled(text, size, room))
    if len(lines) <= most:
        return [shortened(line, size, room) for line in lines]
    last = " ".join(lines[most - 1 :])
    return [shortened(line, size, room) for line in (*lines[: most - 1], last)]


def filled(text: str, size: float, room: float) -> Iterator[str]:
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and width(longer, size) > room:
            yield line
            longer = word
        line = longer
    if line:
        yield line
