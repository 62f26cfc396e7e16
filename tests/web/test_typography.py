"""Where long words on cards may be divided: at syllables, from a list that has them all."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from web.page import done

GERMAN = Path(__file__).parents[2] / "src/drlucky/phrases/locale/de/LC_MESSAGES/drlucky.po"
LONG = 10
VOWEL = re.compile("[aeiouyäöüê]", re.IGNORECASE)


def long_words() -> set[str]:
    """Those in the names of all cards and rooms, in English and German."""
    with GERMAN.open("rb") as file:
        names = [message for message in read_po(file) if message.id and message.context in ("card", "room")]
    texts = [str(text) for message in names for text in (message.id, message.string)]
    return {word for text in texts for word in re.findall(r"[^\W\d_]+", text) if len(word) >= LONG}


@pytest.mark.parametrize(
    "divided",
    [
        "Fehl-schlag",
        "Besen-stiel",
        "Brief-öff-ner",
        "Fracht-raum",
        "Hun-de-zwin-ger",
        "Trep-pen-ab-satz",
        "Welt-schmerz",
    ],
)
def test_compounds_are_divided_between_their_words(divided: str) -> None:
    assert done("hyphenated", texts=[divided.replace("-", "")]) == [divided.replace("-", "\u00ad")]


def test_every_long_word_on_a_card_can_be_divided() -> None:
    listed = {each.replace("-", "") for each in done("hyphens")}
    assert sorted(long_words() - listed) == [], "add them with their hyphens to web/src/i18n/typography.ts"
    assert sorted(listed - long_words()) == [], "no card or room is called that any more"


def test_what_is_divided_can_be_read() -> None:
    """Every part can be spoken, and little bits do not stand alone at either end."""
    parts = [each.split("-") for each in done("hyphens")]
    assert [each for each in parts if not all(VOWEL.search(part) for part in each)] == []
    assert [each for each in parts if len(each[0]) < 3 or len(each[-1]) < 3] == []


def test_nothing_else_changes() -> None:
    texts = ["Axt", "Kleines Messer", "Unbekanntes Langwort", "the Fehlschlag, again"]
    assert done("hyphenated", texts=texts) == [*texts[:3], "the Fehl\u00adschlag, again"]
