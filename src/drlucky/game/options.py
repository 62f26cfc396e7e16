"""Options: everything that can be chosen for a game beside its edition, its players and its deal.

Each option is written down once, as a field of `Options`, with its type, its default and its words. `drlucky.new`,
tables, the command line, studies, PettingZoo and OpenSpiel take them from here; what an option does is in `setup`."""

import inspect
from collections.abc import Callable, Collection, Mapping
from os import PathLike
from typing import Annotated, Any, NamedTuple, Self, TypeVar, get_args, get_type_hints

import msgspec
from msgspec import Struct

from drlucky.boards import BOARDS, Board, board, is_printed
from drlucky.errors import SetUpError

F = TypeVar("F", bound=Callable[..., Any])

TURN_LIMIT = 1000
MOST_TURNS = 1_000_000


class About(NamedTuple):
    """The words of an option."""

    help: str
    """A sentence for whoever chooses."""
    label: str = ""
    """What a chart calls it when it is on; its name if empty."""
    shorter: bool = False
    """Does it make a shorter game?"""
    every_book: bool = False
    """Does every rule book have it, without saying so?"""


class Options(Struct, frozen=True, omit_defaults=True):
    """What `drlucky.new` offers. A board is a printed one: a table reads no file for anyone."""

    board: Annotated[
        str | None, About("A printed board's name, or the file of a plan of your own.", every_book=True)
    ] = None
    layout: Annotated[str | None, About("How the bed and breakfast is folded.")] = None
    closed: Annotated[str | None, About("The wing to close: west, east, both or none.")] = None
    strangers: Annotated[bool | None, About("Do two players meet two Strangers?")] = None
    pets: Annotated[str | None, About("The pets in the house: cat, dog, both or none.")] = None
    escape: Annotated[bool, About("The game after the game, by itself.")] = False
    weapons_plus_one: Annotated[
        bool, About("A shorter kill-1996: better weapons.", label="weapons +1", shorter=True)
    ] = False
    no_threes: Annotated[bool, About("A shorter kill-1996: no failures of value 3.", label="no 3s", shorter=True)] = (
        False
    )
    turn_limit: Annotated[int, About("End a game after so many turns.", every_book=True)] = TURN_LIMIT
    dealer: Annotated[int | None, About("Who deals, as a number in the order of the players: the first is 0.")] = None
    starter: Annotated[int | None, About("Who starts, as a number in the order of the players: the first is 0.")] = None

    def chosen(self) -> dict[str, Any]:
        """Those that are not as they would be anyway."""
        return {name: value for name, value in msgspec.structs.asdict(self).items() if value != OPTIONS[name].default}

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Self:
        """Options by their names. An unknown name, or a value of the wrong kind, is refused in words."""
        for name, value in given.items():
            OPTIONS[known(name)].check(value)
        return cls(**given)


class Option(NamedTuple):
    """One option of `Options`, for whoever lists them all."""

    name: str
    type: Any
    """Of its values, None included where it can be left to the book."""
    default: Any
    about: About

    @property
    def kind(self) -> type:
        """The type of a value that is not None: str, bool or int."""
        kinds = [kind for kind in (*get_args(self.type), self.type) if kind in KINDS]
        return next(kind for kind in KINDS if kind in kinds)

    def check(self, value: object) -> None:
        """Refuses in words what is no value of this option."""
        try:
            msgspec.convert(value, self.type, strict=True)
        except msgspec.ValidationError:
            raise self._wrong_kind(value) from None

    def _wrong_kind(self, value: object) -> SetUpError:
        if self.kind is str:
            return SetUpError("the option {option!r} is a text, not {value!r:.100}", option=self.name, value=value)
        if self.kind is bool:
            return SetUpError(
                "the option {option!r} is true or false, not {value!r:.100}", option=self.name, value=value
            )
        return SetUpError("the option {option!r} is a whole number, not {value!r:.100}", option=self.name, value=value)


KINDS: dict[type, str] = {str: "a text", bool: "true or false", int: "a whole number"}

OPTIONS: dict[str, Option] = {
    field.name: Option(field.name, get_args(hint)[0], field.default, get_args(hint)[1])
    for field, hint in zip(
        msgspec.structs.fields(Options), get_type_hints(Options, include_extras=True).values(), strict=True
    )
}
SHORTER = tuple(name for name, option in OPTIONS.items() if option.about.shorter)


def known(name: str) -> str:
    if name not in OPTIONS:
        raise SetUpError(
            "there is no option {option!r:.60}; the options are {options}", option=name, options=", ".join(OPTIONS)
        )
    return name


def choose(given: Mapping[str, Any]) -> tuple[Options, Board | None]:
    """The options that someone gave in Python, and the board if it is one of their own.

    There a board can also be the path of a plan or a Board, and the wings to close a list of their names."""
    values = {known(name): value for name, value in given.items()}
    own, values["board"] = own_board(values.get("board"))
    values["closed"] = wings(values.get("closed"))
    return Options.of(values), own


def own_board(given: str | PathLike[str] | Board | None) -> tuple[Board | None, str | None]:
    """A board of one's own, or else the name of a printed one."""
    if given is None or (isinstance(given, str) and given in BOARDS):
        return None, given
    found = given if isinstance(given, Board) else board(given)
    return (None, found.name) if is_printed(found) else (found, None)


def wings(closed: str | Collection[str] | None) -> str | None:
    """The wings to close in one text: their names, with a comma between them."""
    if closed is None or isinstance(closed, str):
        return closed
    if not isinstance(closed, Collection) or not all(isinstance(wing, str) for wing in closed):
        raise SetUpError("the option 'closed' is a wing, or a list of wings, not {closed!r:.100}", closed=closed)
    return ",".join(sorted(closed)) or "none"


def wings_in(closed: str) -> tuple[str, ...]:
    """The other way round."""
    return tuple(wing.strip() for wing in closed.split(","))


def with_options(function: F) -> F:
    """Shows every option in the signature of a function that takes `**options`, for `help` and editors."""
    signature = inspect.signature(function)
    own = [each for each in signature.parameters.values() if each.kind is not inspect.Parameter.VAR_KEYWORD]
    listed = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=option.default, annotation=option.type)
        for name, option in OPTIONS.items()
        if name not in signature.parameters
    ]
    vars(function)["__signature__"] = signature.replace(parameters=[*own, *listed])
    return function
