"""The line protocol: what a program that plays and whoever runs the game say to each other, a JSON object on each line.

docs/line-protocol.md describes it for people who write such programs. This module knows both sides of it."""

import json
from collections.abc import Sequence
from typing import Any

from drlucky.errors import DrLuckyError
from drlucky.game.actions import Action
from drlucky.game.view import Attempt, Outcome, View, Walk

PROTOCOL = 1
LONGEST_LINE = 64 * 1024
"""Of what a program says, in bytes. An answer needs a hundred; a program that says more is not heard to the end."""
LONGEST_NAME = 40


class Garbled(DrLuckyError):
    """A line that is not what the protocol has at this place."""


def hello(name: str | None = None) -> bytes:
    """The first line of either side; a program gives its name."""
    return line({"type": "hello", "protocol": PROTOCOL} | ({} if name is None else {"name": name}))


def decide(view: View, legal: Sequence[Action], seconds: float) -> bytes:
    return line({"type": "decide", "seconds": seconds, "legal": [str(one) for one in legal], "view": view.as_dict()})


def over(view: View) -> bytes:
    won = view.outcome is not None and view.outcome.winner == view.seat
    return line({"type": "over", "won": won, "view": view.as_dict()})


def answer(action: Action) -> bytes:
    return line({"type": "action", "action": str(action)})


def line(message: dict[str, Any]) -> bytes:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def read(text: bytes, *kinds: str) -> dict[str, Any]:
    """The message of one of the kinds that can come now."""
    shown = text[:60].decode("utf-8", "replace")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise Garbled(f"a line is one JSON object, not {shown!r}") from None
    if not isinstance(message, dict) or message.get("type") not in kinds:
        raise Garbled(f'a line of "type": "{" or ".join(kinds)}" must come now, not {shown!r}')
    return message


def read_hello(text: bytes) -> str:
    """The name that a program gives itself."""
    message = read(text, "hello")
    if message.get("protocol") != PROTOCOL:
        raise Garbled(f"the protocol is version {PROTOCOL}, not {str(message.get('protocol'))[:20]}")
    name = message.get("name")
    if not isinstance(name, str) or not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise Garbled(f'a program says hello with its "name", 1 to {LONGEST_NAME} printable characters')
    return name


def read_answer(text: bytes) -> str:
    """The text of the action that a program chose."""
    action = read(text, "action").get("action")
    if not isinstance(action, str):
        raise Garbled('an answer has the text of an action as its "action"')
    return action


def read_view(told: dict[str, Any]) -> View:
    """The view of a message as the View it was: JSON has lists for tuples, and objects for what has a name here."""
    fields: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in told.items()}
    fields["walk"] = Walk(**told["walk"]) if told["walk"] else None
    fields["outcome"] = Outcome(**told["outcome"]) if told["outcome"] else None
    attempt = told["attempt"]
    lists = {"cards": tuple(attempt["cards"]), "copies": tuple(attempt["copies"])} if attempt else {}
    fields["attempt"] = Attempt(**attempt | lists) if attempt else None
    return View(**fields)
