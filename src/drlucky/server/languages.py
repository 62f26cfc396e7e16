"""Languages: which one someone is spoken to in."""

from collections.abc import Mapping

from drlucky import phrases
from drlucky.errors import DrLuckyError

USUAL = "en"


class NoSuchLanguage(DrLuckyError):
    def __init__(self, language: str) -> None:
        listed = ", ".join(phrases.languages())
        super().__init__(f"there are no words in {language!r:.20}; the languages are {listed}")


def check_language(language: str) -> str:
    if language not in phrases.languages():
        raise NoSuchLanguage(language)
    return language


def preferred(headers: Mapping[str, str]) -> str:
    """The first that a browser would like and that there is."""
    accepted = headers.get("accept-language", "").split(",")
    tags = (tag.partition(";")[0].strip().partition("-")[0].lower() for tag in accepted)
    return next((tag for tag in tags if tag in phrases.languages()), USUAL)
