"""Which language someone is answered in."""

from starlette.requests import HTTPConnection

from drlucky import phrases
from drlucky.server.auth import Identity
from drlucky.table import Refused

USUAL = "en"


def check_language(language: str) -> str:
    if language not in phrases.languages():
        raise unknown_language(language)
    return language


def unknown_language(language: str) -> Refused:
    return Refused(
        "malformed",
        "there are no words in {language!r:.20}; the languages are {languages}",
        language=language,
        languages=", ".join(phrases.languages()),
    )


def negotiate(connection: HTTPConnection, identity: Identity | None = None) -> str:
    """The language that is asked for in the address, or that of the identity, or else the first that the browser would
    like; of those that there are."""
    accepted = connection.headers.get("accept-language", "").split(",")
    tags = (tag.partition(";")[0].strip().partition("-")[0].lower() for tag in accepted)
    chosen = (connection.query_params.get("language"), identity.language if identity else None, *tags)
    return next((each for each in chosen if each in phrases.languages()), USUAL)
