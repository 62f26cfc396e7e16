"""Notices: what people are told where anyone could look over their shoulder. No cards, and no code of a table."""

from typing import NamedTuple

from drlucky.phrases.words import Words


class Said(NamedTuple):
    title: str
    text: str
    open: str
    """On the button that opens the table."""
    off: str
    """On the one that ends such notices."""


def notice(kind: str, edition: str, host: str, words: Words) -> Said:
    """That it is someone's turn (`turn`), that their time runs out (`reminder`), or that notices come (`hello`)."""
    table = words.say("{edition}, at {host}'s table", edition=edition, host=host) if host else edition
    title, text = {
        "turn": (words.say("It's your turn"), table),
        "reminder": (words.say("Your time is running out"), table),
        "hello": (words.say("Notices work"), words.say("This is how you will be told that it's your turn.")),
    }[kind]
    return Said(title, text, words.say("Open the table"), words.say("No more of these"))


def calendar(words: Words) -> str:
    """What a calendar is called."""
    return words.say("Doctor Lucky, your turn")


def nothing(words: Words) -> str:
    """In a calendar, when nobody waits for its reader."""
    return words.say("Nobody waits for you")
