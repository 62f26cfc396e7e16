"""How things show themselves.

The core makes no sentences and draws no pictures. A thing that is asked for its words or its picture asks here, and
`phrases` and `render`, which know how, have registered their ways for it."""

from functools import singledispatch
from typing import Any


def unknown(thing: object, form: str) -> TypeError:
    return TypeError(f"nobody has said how to make {form} of a {type(thing).__name__}")


@singledispatch
def text(thing: object, language: str = "en") -> str:
    raise unknown(thing, "a text")


@singledispatch
def words(thing: object, language: str = "en") -> list[str]:
    raise unknown(thing, "sentences")


@singledispatch
def svg(thing: object, language: str = "en", *, dark: bool = False) -> str:
    raise unknown(thing, "a picture")


@singledispatch
def png(thing: object, language: str = "en", *, dark: bool = False) -> bytes:
    raise unknown(thing, "a picture")


@singledispatch
def html(thing: object, language: str = "en") -> str:
    raise unknown(thing, "a page")


@singledispatch
def data(thing: object) -> dict[str, Any]:
    """Plain data, ready for JSON, with its words in every language."""
    raise unknown(thing, "data")
