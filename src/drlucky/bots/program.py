"""A bot of one's own in a process of its own: `python -m drlucky.bots.program module:Class` speaks the line protocol.

So a class in Python is run by the same means as a program in any language: it can be stopped when it takes too long,
and it is told nothing but its seat's view."""

import os
import sys
from typing import BinaryIO

from drlucky.bots import line_protocol
from drlucky.bots.base import Bot
from drlucky.bots.names import made_of_class
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
        speak(made_of_class(name), name, sys.stdin.buffer, to_runner)
    except DrLuckyError as error:
        sys.exit(str(error))


def only_argument(arguments: list[str]) -> str:
    if len(arguments) != 1:
        raise DrLuckyError("give one bot as module:Class, such as mybots:Clever")
    return arguments[0]


def speak(bot: Bot, name: str, heard: BinaryIO, said: BinaryIO) -> None:
    """Answers every question until the game is over or nobody asks any more."""
    line_protocol.read(heard.readline(), "hello")
    said.write(line_protocol.hello(name[-line_protocol.LONGEST_NAME :]))
    for text in heard:
        message = line_protocol.read(text, "decide", "over")
        view = line_protocol.read_view(message["view"])
        if message["type"] == "over":
            # A bot that wants to be told how the game ended has a method for it.
            getattr(bot, "over", ignore)(view)
            return
        said.write(line_protocol.answer(bot.choose(view, actions(view, message["legal"]))))


def ignore(view: View) -> None:
    """What a bot does with the end of a game if it has no method `over`."""


def actions(view: View, texts: list[str]) -> list[Action]:
    setting = setting_of(view)
    return [setting.actions[parse(text, setting.numbers, setting.actions)] for text in texts]


if __name__ == "__main__":
    main()
