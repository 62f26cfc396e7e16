"""How the lines of an analysis look: by day, by night, and without any colour."""

from dataclasses import dataclass

from drlucky.render.game import COLOURS, STRANGE

Line = str | tuple[int, tuple[float, ...]]
"""A kind of line, as matplotlib has it: its name, or an offset with the lengths of dashes and gaps."""


@dataclass(frozen=True)
class Palette:
    paper: str
    ink: str
    muted: str
    grid: str
    badge: str
    seats: tuple[str, ...]
    strange: str


# The colours of the pawns, a little darker or much lighter where a name could not be read in them.
DAY = Palette(
    paper="#fffcf4",
    ink="#3a2e28",
    muted="#77695a",
    grid="#e4dac6",
    badge="#7a2230",
    seats=tuple({"#b8620b": "#a8570a"}.get(colour, colour) for colour in COLOURS),
    strange=STRANGE,
)
NIGHT = Palette(
    paper="#1b1d2a",
    ink="#e9e1cc",
    muted="#a39c90",
    grid="#34374a",
    badge="#9a4252",
    seats=("#f0837c", "#7db3f2", "#7fcf9b", "#f0b064", "#c39be8", "#62cbdc", "#e68fc6", "#cdb894"),
    strange="#aab0bd",
)

# One for each seat; two seats of the same kind have colours far from each other.
LINES: tuple[Line, ...] = (
    "solid",
    (0, (5, 1.5)),
    (0, (1.2, 1.2)),
    (0, (6, 1.5, 1.2, 1.5)),
    (0, (9, 2)),
    (0, (3, 1, 1, 1, 1, 1)),
    (0, (2.5, 2.5)),
    (0, (10, 1.5, 3, 1.5)),
)
DOTS: Line = (0, (1, 2.5))
