"""The catalogue: which languages there are, and the translations of each.

English is the source language; every other one is a folder of `locale` with a .po file. A built package has it
compiled, as a .mo file; in a source tree the .po file is read instead."""

import io
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib import resources

from drlucky.errors import DrLuckyError
from drlucky.phrases import po

DOMAIN = "drlucky"
SOURCE = "en"
LOCALE = resources.files(__package__).joinpath("locale")


@cache
def languages() -> tuple[str, ...]:
    """The languages one can ask for, English first."""
    return (SOURCE, *sorted(folder.name for folder in LOCALE.iterdir() if folder.joinpath("LC_MESSAGES").is_dir()))


def translations(language: str) -> NullTranslations:
    """Refuses, in words, a language that is not in the catalogue."""
    if language not in languages():
        raise DrLuckyError(f"there are no words in the language {language!r}; the languages are {listed()}")
    return load(language)


def listed() -> str:
    return ", ".join(languages())


@cache
def load(language: str) -> NullTranslations:
    if language == SOURCE:
        return NullTranslations()
    folder = LOCALE.joinpath(language, "LC_MESSAGES")
    built = folder.joinpath(f"{DOMAIN}.mo")
    if built.is_file():
        return GNUTranslations(io.BytesIO(built.read_bytes()))
    source = folder.joinpath(f"{DOMAIN}.po").read_text(encoding="utf-8")
    return GNUTranslations(io.BytesIO(po.compiled(source)))
