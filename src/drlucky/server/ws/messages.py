"""Messages: all that a client and the server say to each other over a WebSocket, as typed structs. docs/protocol.md
describes them; each is one JSON object in one text frame, and its `type` says which."""

from typing import Literal

import msgspec
from msgspec import Struct

from drlucky.game.sight import Sight
from drlucky.game.why_not import Obstacle
from drlucky.hints import Why
from drlucky.table import Command, Sheet
from drlucky.table.answers import Code
from drlucky.table.commands import AnyDeed

PROTOCOL = 1
LARGEST_FRAME = 8 * 1024
"""Bytes that a client may send at once."""
LONGEST_ID = 64

Trouble = Literal["malformed", "hello first", "flood", "not here", "not yours", "not now", "busy", "trouble"]
"""Why a message was not followed, where it is no command with an answer of its own."""
Farewell = Literal["restart", "full", "malformed", "silent", "flood", "trouble", "gone"]
"""Why the server ends a conversation."""


class FromClient(Struct, frozen=True, tag_field="type", tag=str.lower):
    @property
    def id_or_none(self) -> str | None:
        """Not every message has one."""
        return getattr(self, "id", None)


class Hello(FromClient, frozen=True):
    """The first message: which table, and how it is to be shown."""

    table: str
    """Its id or its code."""
    since: int | None = None
    """The version up to which the client knows the table; None asks for everything."""
    seat: int | None = None
    """Whose hand to show, for someone who holds several seats."""
    language: str | None = "en"
    """Of the words beside events and actions; None is for programs, which need none."""


class Do(FromClient, frozen=True):
    """A command to the table. Its answer comes with the same id."""

    id: str
    version: int
    do: AnyDeed

    @property
    def command(self) -> Command:
        return Command(self.id, self.version, self.do)


class AskWhy(FromClient, frozen=True, tag="why"):
    """What stands in the way of this action?"""

    id: str
    action: str


class Look(FromClient, frozen=True):
    """Show the table anew: through the eyes of another seat of mine, or in another language."""

    seat: int | None = None
    language: str | None = "en"


class AskSight(FromClient, frozen=True, tag="sight"):
    """Who sees whom, which rooms suit a plan, and where is the doctor going?"""

    id: str
    of: int | None = None
    """For which seat of the game the places are judged: all of it is known to everyone. None: for one's own or, who has
    none, for the player in turn."""


class AskHint(FromClient, frozen=True, tag="hint"):
    """What would be good to do? Only for the seat that has to decide, and only if it is mine."""

    id: str


class Ping(FromClient, frozen=True):
    """What time is it with you? Also shows that the client is there."""

    id: str = ""


class FromServer(Struct, frozen=True, tag_field="type", tag=str.lower, omit_defaults=True):
    pass


class Welcome(FromServer, frozen=True):
    """The answer to a hello; the table follows."""

    protocol: int
    server: str
    """The server's version."""
    now: float
    """Its time, in seconds since 1970: deadlines are given in it."""
    known: bool
    """Does the server know who this is? Whoever has no identity can watch only."""
    heartbeat: float
    """A client that says nothing for this many seconds, not even a pong, is taken to be gone."""


class Words(Struct, frozen=True, omit_defaults=True):
    """Sentences in the client's language."""

    events: tuple[str, ...] = ()
    """One for each of `sheet.game.events`."""
    legal: tuple[str, ...] = ()
    """One for each of `sheet.game.view.legal`."""


class Table(FromServer, frozen=True):
    """The table: everything if `sheet.since` is missing, else what to change in what was known at that version."""

    sheet: Sheet
    words: Words | None = None


class Answered(FromServer, frozen=True, tag="answer", kw_only=True):
    """What became of a command: a `drlucky.table.Answer`."""

    id: str
    accepted: bool
    version: int
    at: int | None = None
    code: Code | None = None
    text: str | None = None
    reason: Obstacle | None = None
    token: str | None = None


class Reasoned(FromServer, frozen=True, tag="reason"):
    """The answer to a why: the rule in the way, as data and in words; both are missing if the action is legal."""

    id: str
    action: str
    reason: Obstacle | None = None
    text: str | None = None


class Seen(FromServer, frozen=True, tag="sight"):
    id: str
    sight: Sight
    to_attempt: tuple[str, ...]
    to_draw: tuple[str, ...]


class Option(Struct, frozen=True):
    """An action with its chance to win: see docs/analysis.md."""

    action: str
    chance: float
    low: float
    high: float
    games: int


class Hinted(FromServer, frozen=True, tag="hint"):
    id: str
    version: int
    """Of the game that it is about."""
    best: Option
    reasons: tuple[Why, ...]
    alternatives: tuple[Option, ...]
    text: str | None = None
    """All of it in words."""
    plan: tuple[str, ...] = ()
    """What is left of the plan for this turn or answer; its first action is that of `best`."""
    done: int = 0
    """How many actions of the plan have been taken since the hint that began it."""
    changed: Why | None = None
    """Why it is not the plan of the last hint, in the same turn."""
    steps: tuple[str, ...] = ()
    """The actions of `plan` in words."""
    because: str | None = None
    """The words without those of `steps`."""


class Pong(FromServer, frozen=True):
    id: str
    now: float


class Error(FromServer, frozen=True):
    """A message that was not followed. The conversation goes on."""

    code: Trouble
    text: str
    id: str | None = None
    """Of the message, if it had one."""


class Bye(FromServer, frozen=True):
    """The last message before the server closes the socket."""

    code: Farewell
    text: str
    again: float | None = None
    """Come back after so many seconds; None: something has to change first."""


AnyFromClient = Hello | Do | AskWhy | Look | AskSight | AskHint | Ping
AnyFromServer = Welcome | Table | Answered | Reasoned | Seen | Hinted | Pong | Error | Bye

CLOSE: dict[Farewell, int] = {
    "restart": 1012,
    "trouble": 1011,
    "full": 1013,
    "malformed": 4400,
    "silent": 4408,
    "flood": 4429,
    "gone": 4410,
}
"""The codes with which sockets are closed."""

from_client: msgspec.json.Decoder[AnyFromClient] = msgspec.json.Decoder(AnyFromClient)
from_server: msgspec.json.Decoder[AnyFromServer] = msgspec.json.Decoder(AnyFromServer)
encoder = msgspec.json.Encoder()
