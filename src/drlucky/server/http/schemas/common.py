"""Bodies: what is asked and answered over HTTP, as typed structs. The OpenAPI description is made from them."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from drlucky.game.events import Event
from drlucky.game.view import View
from drlucky.table import Options, Settings

Name = Annotated[str, Meta(max_length=200)]
Language = Annotated[str, Meta(description="A language of /api/server, such as en or de.")]


class Problem(Struct, frozen=True):
    """What is wrong, made to be translated and to be read."""

    code: str
    text: str


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


class Health(Struct, frozen=True):
    status: Literal["ok", "trouble"]
    tables: int
    sockets: int


# What can be played.


class InLanguage(Struct, frozen=True):
    language: str | None = None


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


class QuickGame(Struct, frozen=True):
    edition: str
    players: Annotated[int, Meta(ge=2, le=20)] = 4
    level: str = "normal"
    options: Options = Options()
    name: Name | None = None
    listed: bool = False


class Opened(Struct, frozen=True):
    table: str
    code: str
    version: int
    link: str


class AskSheet(Struct, frozen=True):
    since: int | None = None
    seat: int | None = None
    language: str | None = None


class Invited(Struct, frozen=True):
    seat: int


class Invitation(Struct, frozen=True):
    link: str
    """Good for one use; whoever has it can take the seat."""
    token: str
    qr: str
    """The link as a QR code, an SVG picture."""


# The bot API.


class NewBot(Struct, frozen=True):
    name: Name


class BotToken(Struct, frozen=True):
    name: str
    token: str
    """To be sent as `Authorization: Bearer TOKEN`. It is told this once, and is not kept here."""


class BotJoins(Struct, frozen=True):
    seat: int | None = None
    invitation: str | None = None
    """The token of an invitation: what is after the # of its link."""


class BotActs(Struct, frozen=True):
    version: int
    action: str
    id: str | None = None


class BotEvent(Struct, frozen=True, tag_field="type", tag=str.lower, omit_defaults=True):
    pass


class Waiting(BotEvent, frozen=True):
    """The game has not begun."""

    table: str
    seat: int


class Decide(BotEvent, frozen=True):
    """Choose one of the texts in `legal`."""

    version: int
    legal: tuple[str, ...]
    view: View
    events: tuple[Event, ...]
    """What happened since the last line."""
    seconds: float | None = None
    """How long there is for it; None where there is no clock."""


class Over(BotEvent, frozen=True):
    won: bool
    view: View
    events: tuple[Event, ...]


class Gone(BotEvent, frozen=True):
    """The bot has no seat any more, or the table is closed."""

    text: str


class ComeBack(BotEvent, frozen=True, tag="restart"):
    """The server is going to be restarted: listen again."""

    again: float


AnyBotEvent = Waiting | Decide | Over | Gone | ComeBack
