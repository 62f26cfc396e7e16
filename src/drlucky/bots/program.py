"""A bot of one's own in a process of its own: `python -m drlucky.bots.program module:Class` speaks the line protocol.

So a class in Python is run by the same means as a program in any language: it can be stopped when it takes too long,
and it is told nothing but its seat's view."""

import importlib
import os
import sys
from collections.abc import Callable
from typing import Any, BinaryIO

from drlucky.bots import Bot
from drlucky.bots import line_protocol as lines
from drlucky.errors import DrLuckyError
from drlucky.game.actions import Action, parse
from drlucky.game.determinize import setting_of
from drlucky.game.view import View


def main() -> None:
    # What the bot prints is no part of the conversation: it goes where its error messages go.
    to_runner = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    try:
        name = only_argument(sys.argv[1:])
        speak(load(name)(), name, sys.stdin.buffer, to_runner)
    except DrLuckyError as error:
        sys.exit(str(error))


def only_argument(arguments: list[str]) -> str:
    if len(arguments) != 1:
        raise DrLuckyError("give one bot as module:Class, such as mybots:Clever")
    return arguments[0]


def load(name: str) -> Callable[[], Any]:
    """The class, or anything else that makes a bot when it is called with nothing."""
    module, _, attribute = name.partition(":")
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (ImportError, ValueError) as error:
        raise DrLuckyError(f"the module {module!r} cannot be imported: {error}") from error
    except AttributeError as error:
        raise DrLuckyError(f"{module} has no {attribute!r}") from error
    if not callable(found):
        raise DrLuckyError(f"{name} is not a class, so no bot can be made of it")
    made: Callable[[], Any] = found
    return made


def speak(bot: Bot, name: str, heard: BinaryIO, said: BinaryIO) -> None:
    """Answers every question until the game is over or nobody asks any more."""
    if not callable(getattr(bot, "choose", None)):
        raise DrLuckyError(f"{name} has no method choose(view, legal)")
    lines.read(heard.readline(), "hello")
    said.write(lines.hello(name[-lines.LONGEST_NAME :]))
    for text in heard:
        message = lines.read(text, "decide", "over")
        view = lines.read_view(message["view"])
        if message["type"] == "over":
            # A bot that wants to be told how the game ended has a method for it.
            getattr(bot, "over", ignore)(view)
            return
        said.write(lines.answer(bot.choose(view, actions(view, message["legal"]))))


def ignore(view: View) -> None:
    """What a bot does with the end of a game if it has no method `over`."""


def actions(view: View, texts: list[str]) -> list[Action]:
    setting = setting_of(view)
    return [setting.actions[parse(text, setting.numbers, setting.actions)] for text in texts]


if __name__ == "__main__":
    main()
