# ruff: noqa: RUF001 (letters that look like others are what this file is about)
"""Names: what someone may be called, and which names look alike.

Both are asked when a command is judged. A log may have any name: what was allowed once is replayed."""

from functools import lru_cache
from unicodedata import category, combining, normalize

from drlucky.game.game import LONGEST_NAME
from drlucky.table.answers import Refused

MOST_MARKS = 3
"""Marks on one letter. Languages that are written with several do with these."""
CHOOSE_A_PICTURE = dict.fromkeys((0xFE0E, 0xFE0F))
"""Keyboards put these after a heart to have it drawn in colour or not. They say nothing else, and are left out."""
IGNORED = (
    *((0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F)),
    *((0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF)),
    *((0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
)
"""Characters of which nothing is seen, from the first to the last of each range."""
BLANK = ((0x2800, 0x2800), (0x16FE4, 0x16FE4), (0x1D159, 0x1D159))
"""Characters that are drawn, as nothing."""
INVISIBLE = frozenset(chr(code) for first, last in (*IGNORED, *BLANK) for code in range(first, last + 1))

LOOKALIKES = {
    "a": "АаΑαɑᴀ",
    "b": "ВвЬьΒβʙ",
    "c": "СсᴄϹϲ",
    "d": "ԀԁĐđᴅ",
    "e": "ЕеΕεᴇ",
    "f": "ꜰƒ",
    "g": "Ԍԍɡɢ",
    "h": "НнҺһΗĦħʜ",
    "i": "ІіΙιıɩɪ",
    "j": "ЈјϳͿȷᴊ",
    "k": "КкΚκᴋ",
    "l": "ӀӏŁłʟǀ|",
    "m": "МмΜᴍ",
    "n": "Νηɴ",
    "o": "ОоΟοσØøᴏ",
    "p": "РрΡρᴘ",
    "q": "Ԛԛ",
    "r": "Ггʀ",
    "s": "Ѕѕꜱ",
    "t": "ТтΤτŦŧᴛ",
    "u": "υμᴜ",
    "v": "Ѵѵνᴠ",
    "w": "Ԝԝωᴡ",
    "x": "ХхΧχ",
    "y": "УуҮүΥγʏ",
    "z": "Ζᴢ",
    "3": "Зз",
    "ae": "Ææ",
    "oe": "Œœ",
}
"""Cyrillic, Greek and other letters by the Latin ones that they look like, large or small."""
AS_LATIN = str.maketrans({other: latin for latin, others in LOOKALIKES.items() for other in others})
MUCH_THE_SAME = str.maketrans({"i": "l", "1": "l", "0": "o"})
"""A large I, a small l and a 1 are one stroke; names are the same whatever the letters' case."""


def check_name(name: str) -> str:
    """What someone may be called: letters in their usual form, and spaces tidied up."""
    tidy = " ".join(normalize("NFKC", name.translate(CHOOSE_A_PICTURE)).split())
    if INVISIBLE.intersection(tidy):
        raise Refused("name", "a name has no invisible characters")
    if not tidy or len(tidy) > LONGEST_NAME or not tidy.isprintable():
        raise Refused("name", "a name has 1 to {most} printable characters", most=LONGEST_NAME)
    if most_marks(tidy) > MOST_MARKS:
        raise Refused("name", "a name has at most {most} accents on one letter", most=MOST_MARKS)
    return tidy


def most_marks(name: str) -> int:
    """How many marks at most follow each other; those with nothing to stand on are too many."""
    most, marks = 0, MOST_MARKS
    for character in name:
        marks = marks + 1 if category(character).startswith("M") else 0
        most = max(most, marks)
    return most


@lru_cache(maxsize=4096)
def look(name: str) -> str:
    """The same for two names that are easily taken for each other."""
    bare = "".join([each for each in normalize("NFKD", name) if not is_accent(each)])
    plain = bare.translate(AS_LATIN).casefold().translate(MUCH_THE_SAME)
    return plain.replace("rn", "m").replace("vv", "w")


def is_accent(character: str) -> bool:
    """Is it a mark above, below or across a letter? Marks of other kinds are vowels in some languages."""
    return combining(character) == 1 or combining(character) >= 200
