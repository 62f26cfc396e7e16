"""What is asked and answered over HTTP, as typed structs: errors, people and tables. The OpenAPI document is made from
these modules."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from drlucky.table import Options, Settings

Name = Annotated[str, Meta(max_length=200)]
Character = Annotated[str, Meta(max_length=40, description="Whom of the cast to play; anyone if it is not given.")]
Language = Annotated[str, Meta(description="A language of /api/server, such as en or de.")]


class Problem(Struct, frozen=True):
    """What is wrong, made to be translated and to be read."""

    code: str
    text: str


class InLanguage(Struct, frozen=True):
    language: str | None = None


# Who asks.


class Me(Struct, frozen=True):
    name: str
    language: str | None
    known: bool
    """Is there an identity? PUT makes one."""
    robot: bool = False


class PutMe(Struct, frozen=True):
    name: Name
    language: str | None = None


# Tables.


class LobbyTable(Struct, frozen=True, omit_defaults=True):
    table: str
    code: str
    phase: str
    edition: str
    title: str
    host: str
    names: tuple[str, ...]
    """By seat; empty for an open one."""
    bots: tuple[int, ...]
    open: tuple[int, ...]
    clock: str
    by_invitation: bool
    watchable: bool
    turn: int | None = None
    changed: float = 0.0
    rated: bool = False


class OwnTable(LobbyTable, frozen=True, omit_defaults=True):
    """One at which you can go on."""

    decides: str | None = None
    """The name of who is asked; null before a game."""
    yours: bool = False
    """Are you asked?"""
    paused: bool = False


class AskLobby(Struct, frozen=True):
    language: str | None = None
    phase: Literal["gathering", "playing"] | None = None
    """Only tables in this phase."""
    limit: Annotated[int, Meta(ge=1, le=200)] = 100
    """Of tables in each phase."""
    before: float | None = None
    """Tables that changed before this time; that of the last one in the answer before."""


class Lobby(Struct, frozen=True):
    gathering: tuple[LobbyTable, ...]
    playing: tuple[LobbyTable, ...]


class OpenTable(Struct, frozen=True):
    settings: Settings
    seats: Annotated[int, Meta(ge=1, le=20)] = 4
    bots: tuple[str, ...] = ()
    """Levels of bots for the last seats."""
    name: Name | None = None
    """The host's; that of the identity if it is not given."""
    character: Character | None = None


class QuickGame(Struct, frozen=True):
    edition: str
    players: Annotated[int, Meta(ge=2, le=20)] = 4
    level: str = "normal"
    options: Options = Options()
    name: Name | None = None
    listed: bool = False
    lesson: Annotated[str, Meta(max_length=40)] = ""
    """A first game that teaches: its edition, with as many players as it is for, and without options."""
    character: Character | None = None


class Opened(Struct, frozen=True):
    table: str
    code: str
    version: int
    link: str


class Erased(Struct, frozen=True):
    table: str
    """The id that it had."""


class AskSheet(Struct, frozen=True):
    since: int | None = None
    seat: int | None = None
    language: str | None = None


class Invited(Struct, frozen=True):
    seat: int


Reach = Literal["anywhere", "network", "machine"]
"""Where a link works: for everyone who comes by the same address, in the networks of the server's machine, or on that
machine alone, where the server listens to nobody else."""


class WayIn(Struct, frozen=True):
    link: str
    qr: str
    """The link as a QR code, an SVG picture."""


class Ways(Struct, frozen=True):
    """The ways to a table, the best first."""

    reach: Reach
    ways: tuple[WayIn, ...]


class Invitation(Struct, frozen=True):
    link: str
    """Good for one use; whoever has it can take the seat."""
    token: str
    qr: str
    """The link as a QR code, an SVG picture."""
    ways: Ways
    """The same by every address."""
