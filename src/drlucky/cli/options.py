"""The options of a game on the command line. They come from `drlucky.game.options`, with their help and their types."""

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from types import MappingProxyType
from typing import Annotated, Any, TypeAlias

import typer

from drlucky.game.options import OPTIONS, Option

EDITION = "Which rule book; see `drlucky editions`."
GameOptions: TypeAlias = Mapping[str, Any]
"""What someone gave of the options of `drlucky.new`, by their names. What is not given is left to the book."""
NONE_GIVEN: GameOptions = MappingProxyType({})
PARAMETER = "options"
ANNOTATED: Any = Annotated
"""For types that are known only when it runs."""


def takes_game_options(command: Callable[..., None]) -> Callable[..., None]:
    """For a command with a parameter `options`: in its place the command line has an option for each of a game's."""
    own = inspect.signature(command)
    parameters = [
        each
        for parameter in own.parameters.values()
        for each in (map(as_parameter, OPTIONS.values()) if parameter.name == PARAMETER else (parameter,))
    ]
    shown = own.replace(parameters=parameters)

    @wraps(command)
    def run(*arguments: Any, **named: Any) -> None:
        bound = shown.bind(*arguments, **named)
        bound.apply_defaults()
        values = bound.arguments
        given = {name: value for name in OPTIONS if (value := values.pop(name)) not in (None, "")}
        command(**values, **{PARAMETER: given})

    vars(run)["__signature__"] = shown
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def as_parameter(option: Option) -> inspect.Parameter:
    """An option that is on or off, and off unless someone says otherwise, needs no word for off."""
    names = [f"--{option.name.replace('_', '-')}"] if option.type is bool else []
    annotation = ANNOTATED[option.kind | None, typer.Option(*names, help=option.about.help)]
    return inspect.Parameter(option.name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None, annotation=annotation)
