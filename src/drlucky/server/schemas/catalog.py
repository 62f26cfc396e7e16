"""What a server is and what can be played on it: editions with their rules, words, cards and choices, and boards, as
typed structs."""

from typing import Literal

from msgspec import Struct

from drlucky.boards.model import Kind
from drlucky.decks import Kind as CardKind

Rectangle = tuple[int, int, int, int]
"""Left, top, right, bottom, in cells of the plan, from the middle of one wall to the middle of the other."""
Segment = tuple[float, float, float, float]
"""From x, y to x, y, in cells of the plan."""


# The server.


class Level(Struct, frozen=True):
    name: str
    seconds: float
    """How long it thinks at most."""


class About(Struct, frozen=True):
    version: str
    protocol: int
    languages: tuple[str, ...]
    levels: tuple[Level, ...]
    largest_frame: int
    messages_per_second: float
    longest_name: int
    longest_line: int
    """Of what is said at a table."""
    longest_contribution: int
    clock: tuple[float, float]
    """Seconds that a clock has, from and to."""
    away: tuple[float, float]
    """Seconds after which someone is taken to be away, from and to."""


class Character(Struct, frozen=True):
    """Someone of the cast, in a language."""

    id: str
    name: str
    """The same in every language."""
    about: str
    temperament: str
    manner: str
    """How they play as a bot of the level normal."""
    grudge: str
    """What they have against the doctor, in the house."""
    vanity: str
    """What they hope for from saving him, on the ship."""
    lines: dict[str, str]
    """What they say, by the moment of a game."""


class DoctorAbout(Struct, frozen=True):
    """The doctor on both sides of his card."""

    name: str
    alive: str
    ghost: str
    lines: dict[str, str]


class Cast(Struct, frozen=True):
    language: str
    people: tuple[Character, ...]
    doctor: DoctorAbout


class Readiness(Struct, frozen=True):
    status: Literal["ready", "draining", "failing"]


class Health(Struct, frozen=True):
    status: Literal["ok", "degraded", "trouble"]
    """Degraded: games can be looked at, but nothing can be written, so that nobody can play on."""
    tables: int
    sockets: int


# Editions and boards.


class RulesSection(Struct, frozen=True):
    id: str
    title: str
    text: str
    """With ** around words that matter, and dashes before the lines of a list."""


class Rules(Struct, frozen=True):
    edition: str
    language: str
    title: str
    sections: tuple[RulesSection, ...]


class Vocabulary(Struct, frozen=True):
    edition: str
    language: str
    rooms: dict[str, str]
    cards: dict[str, str]


class BoardAbout(Struct, frozen=True):
    name: str
    rooms: tuple[str, ...]
    layouts: tuple[str, ...]
    wings: tuple[str, ...]


class BoardPicture(Struct, frozen=True):
    layout: str = "whole"
    closed: str = "none"
    """A wing, both, or none."""
    room: str | None = None
    """The room whose sight lines are drawn."""


# Boards to be drawn.


class AskPlan(Struct, frozen=True):
    layout: str = "whole"
    closed: str = "none"
    """A wing, several with commas between them, both, or none."""
    language: str | None = None


class PlanFloor(Struct, frozen=True):
    name: str
    """Empty for an only floor."""
    top: int
    """Its first row: floors lie below each other."""
    columns: int
    rows: int


class PlanSpace(Struct, frozen=True):
    name: str
    """As views, events and actions call it."""
    word: str
    """As people call it, in the language asked for."""
    label: str
    number: int | None
    """Of the rooms that the doctor walks through."""
    kind: Kind
    """Nobody stops in a hall; the others are the places to stand in."""
    floor: int
    rectangles: tuple[Rectangle, ...]
    """The whole area, without overlaps; those of neighbours touch."""
    label_box: Rectangle
    """Where a name has the most room."""
    open: bool
    """Is it in play, in this layout and with these wings closed?"""
    wing: str | None = None
    deck: str | None = None


class PlanDoor(Struct, frozen=True):
    between: tuple[str, str]
    """The space above or to the left, then the one below or to the right."""
    wall: Literal["horizontal", "vertical"]
    at: int
    """The row of a horizontal wall, the column of a vertical one."""
    span: tuple[int, int]
    """The first and the last cell of the opening along its wall."""
    sight_only: bool
    """A rail: one sees through it but cannot walk."""


class Starts(Struct, frozen=True):
    """The rooms in which an edition begins; null where cards decide, or where there is no such pawn."""

    players: str | None
    doctor: str | None
    cat: str | None
    dog: str | None


class SightLine(Struct, frozen=True, array_like=True):
    """Two rooms that see each other, and one line for each place where they do, from the first to the second."""

    room: str
    other: str
    lines: tuple[Segment, ...]


class Plan(Struct, frozen=True):
    """A board as a floor plan. x counts columns and y counts rows; a cell is twice as high as it is wide."""

    board: str
    title: str
    layout: str
    closed: tuple[str, ...]
    columns: int
    rows: int
    floors: tuple[PlanFloor, ...]
    spaces: tuple[PlanSpace, ...]
    doors: tuple[PlanDoor, ...]
    joins: tuple[tuple[str, str], ...]
    """Halls of different floors that are one in this layout."""
    wings: dict[str, tuple[str, ...]]
    decks: dict[str, tuple[str, ...]]
    """From the top deck to the lowest, which sinks first."""
    starts: dict[str, Starts]
    """By edition."""
    route: tuple[str, ...]
    """The open rooms in the order the doctor walks through them; after the last comes the first."""
    adjacent: dict[str, tuple[str, ...]]
    """The rooms one step away from each open room."""
    sees: dict[str, tuple[str, ...]]
    """The other open rooms from which each open room is seen, with the lights on and everything afloat."""
    lines: tuple[SightLine, ...]
    """Every pair of `sees` once."""


class AskCards(Struct, frozen=True):
    weapons_plus_one: bool = False
    no_threes: bool = False
    """Options of a shorter game, as a view has them in `shorter`."""
    language: str | None = None


class CardFace(Struct, frozen=True, omit_defaults=True):
    """What is printed on a card beside what it does."""

    title: str
    line: str
    """Empty where it is a clue of the puzzle: those are told by /api/puzzle, to whoever asks for them."""
    art: str
    """The name of its drawing."""
    clue: int | None = None
    """The number of that clue."""


class CardAbout(Struct, frozen=True):
    name: str
    """As views, events and actions call it. Copies have the same name: a hand has it once for each, and `hand_copies`
    says which they are."""
    word: str
    kind: CardKind
    copies: int
    value: int
    """Of a weapon or an aid; 0 for others."""
    value_in_room: int
    """The same in its own room; 0 if it has none."""
    room: str | None
    """The own room of a weapon or an aid, or where a move card jumps to."""
    room_word: str | None
    steps: int
    luck: int
    """What it counts against an attempt; 0 for a card that cannot stop one."""
    does: str
    """All of this in a few words."""
    faces: tuple[CardFace, ...] = ()
    """One for all copies, or one for each."""


class Cards(Struct, frozen=True):
    edition: str
    language: str
    size: int
    """How many there are, copies and all."""
    cards: tuple[CardAbout, ...]
    deck: str = ""
    """Editions may share one."""


class Choice(Struct, frozen=True):
    """Values that an option takes. Where there is but one it is no choice: leave the option out."""

    usual: str
    values: tuple[str, ...]


class LayoutChoice(Struct, frozen=True):
    layout: str
    closed: Choice
    pets: Choice


class BoardChoice(Struct, frozen=True):
    board: str
    title: str
    usual_layout: str
    layouts: tuple[LayoutChoice, ...]


class Way(Struct, frozen=True):
    """One way for so many players to play. `strangers` and `escape` are options as they stand here; null, and a board
    or a layout that is the only one, is left out."""

    strangers: bool | None
    escape: bool
    seats: int
    """With those of Strangers."""
    hand: int
    """Cards dealt to each."""
    boards: tuple[BoardChoice, ...]
    """The usual one first."""


class Choices(Struct, frozen=True):
    players: int
    ways: tuple[Way, ...]
    """The usual one first."""


class EditionAbout(Struct, frozen=True):
    id: str
    title: str
    about: str
    saving: bool
    """Is the doctor to be saved? Else he is to be killed."""
    players: tuple[int, int]
    """From and to."""
    boards: tuple[str, ...]
    options: tuple[str, ...]
    """Every option that the edition has."""
    shorter: tuple[str, ...]
    """Those of them that make a shorter game: true or false, whatever else is chosen."""
    escape_may_follow: bool
    """Can the Escape be played from the end of a game?"""
    stages: Literal["one", "lights", "decks"]
    """What the board goes through: nothing, lights going out, or decks sinking."""
    penalties: Literal["none", "words", "words and failures left"]
    cards: int
    """In the deck."""
    choices: tuple[Choices, ...]
    """By the number of players."""
    deck: str = ""
    """Editions may share one."""
    deck_title: str = ""
