"""The boards: floor plans drawn as text, with doors, halls and sight lines that follow from the drawing.

A board that another package brings has a name, as the printed ones have. In all else it is a plan of one's own: every
edition can be played on it, and records draw it."""

import os
from difflib import get_close_matches
from functools import cache
from importlib import resources
from pathlib import Path

from drlucky.boards.model import Board, Door, Floor, Layout, Rect, Space
from drlucky.boards.plan import PlanError, read_plan
from drlucky.boards.sections import MAX_COLUMNS, MAX_LINES
from drlucky.boards.sight import Segment
from drlucky.errors import DrLuckyError
from drlucky.plugins import Registry

__all__ = [
    "Board",
    "Door",
    "Floor",
    "Layout",
    "PlanError",
    "Rect",
    "Segment",
    "Space",
    "board",
    "is_printed",
    "names",
    "read_plan",
]

_SUFFIX = ".txt"
# The longest plan that could be read, with every character taking four bytes.
_MAX_BYTES = MAX_LINES * (MAX_COLUMNS + 2) * 4


def board(name_or_path: str | os.PathLike[str]) -> Board:
    """A board by its name, or your own by the path of its plan.

    A text is taken for a path if it contains a path separator or ends in `.txt`. A board with a name is read
    once and is then always the same object; a file is read each time.
    """
    if isinstance(name_or_path, str) and not _looks_like_path(name_or_path):
        return _named(name_or_path)
    path = Path(name_or_path)
    return read_plan(_read_file(path), str(path))


def names() -> tuple[str, ...]:
    """The boards that have a name: the printed ones, and those of other packages."""
    return tuple(BOARDS)


def printed() -> tuple[str, ...]:
    """The names of the printed boards, which are shipped with drlucky."""
    return BOARDS.own


def is_printed(the_board: Board) -> bool:
    """A shipped board, and not someone's own plan, be it of the same name."""
    return the_board.name in BOARDS.own and the_board is _shipped(the_board.name)


def _looks_like_path(text: str) -> bool:
    return text.endswith(_SUFFIX) or any(separator in text for separator in (os.sep, os.altsep) if separator)


def _named(name: str) -> Board:
    if name in BOARDS:
        return BOARDS[name]
    fault = BOARDS.fault(name)
    if fault:
        raise DrLuckyError(f"the board {name!r} cannot be used: {fault}")
    close = get_close_matches(name, names(), n=1)
    guess = f" (did you mean {close[0]!r}?)" if close else ""
    raise DrLuckyError(
        f"there is no board {name!r}{guess}; the boards are {', '.join(names())}, "
        f"and your own is given by the path of its plan, such as ./house{_SUFFIX}"
    )


@cache
def _shipped(name: str) -> Board:
    file = name + _SUFFIX
    return read_plan(resources.files(__name__).joinpath(file).read_text(encoding="utf-8"), file)


BOARDS: Registry[Board] = Registry(
    "board",
    Board,
    sorted(
        entry.name.removesuffix(_SUFFIX)
        for entry in resources.files(__name__).iterdir()
        if entry.name.endswith(_SUFFIX)
    ),
    _shipped,
    lambda each: each.name,
)


def _read_file(path: Path) -> str:
    """The text of a plan; never more than a plan can hold is read, whatever the file is."""
    try:
        if not path.exists():
            raise DrLuckyError(f"there is no file {path}; give the path of a plan, or one of {', '.join(names())}")
        # A device or a pipe could go on for ever, or never begin.
        if not path.is_file():
            raise DrLuckyError(f"{path} is not a file; give the path of a plan, a text file")
        with path.open("rb") as file:
            content = file.read(_MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise DrLuckyError(f"{path} cannot be read: {error}") from error
    if len(content) > _MAX_BYTES:
        raise DrLuckyError(f"{path} is too large for a plan: {_MAX_BYTES:,} bytes are the limit")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DrLuckyError(f"{path} is not a plan: it is no UTF-8 text (byte {error.start})") from error
