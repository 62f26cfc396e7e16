"""The bot API: what a program asks and what it is told, as typed structs."""

from msgspec import Struct

from drlucky.game.events import Event
from drlucky.game.view import View
from drlucky.server.schemas.common import Name


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
