"""Commands: what a person may ask of a table, as typed structs. docs/table.md says who may do what, and when."""

from typing import Any, ClassVar, Literal

from msgspec import Struct

from drlucky.table.chat import Reaction
from drlucky.table.pace import Tempo
from drlucky.table.settings import Settings


class Deed(Struct, frozen=True, tag=str.lower, tag_field="do"):
    made_for: ClassVar[Literal["game", "seats"] | None] = None
    """What must not have changed since the version that the command was made for."""
    is_free: ClassVar[bool] = False
    """May it be done however much has been said and arranged? Moves are bounded by the game, and an invitation is the
    way past a crowd."""


class Join(Deed, frozen=True):
    name: str
    seat: int | None = None
    robot: bool = False
    character: str | None = None
    """Whom of the cast to play; None: whoever is free."""


class Watch(Deed, frozen=True):
    name: str


class Invite(Deed, frozen=True):
    seat: int


class Redeem(Deed, frozen=True):
    is_free: ClassVar[bool] = True
    token: str
    name: str
    robot: bool = False
    character: str | None = None


class Leave(Deed, frozen=True):
    pass


class Rename(Deed, frozen=True):
    seat: int
    name: str


class Portray(Deed, frozen=True, tag="portray"):
    """Plays another one of the cast."""

    seat: int
    character: str


class Prefer(Deed, frozen=True):
    confirm: bool


class Say(Deed, frozen=True):
    text: str
    language: str | None = None
    """The speaker's; None: the one that answers come in."""


class React(Deed, frozen=True):
    """Says something without a word, in the chat."""

    reaction: Reaction


class Mute(Deed, frozen=True):
    member: int
    muted: bool = True


class Kick(Deed, frozen=True):
    member: int


class GiveHost(Deed, frozen=True):
    member: int


class Close(Deed, frozen=True):
    pass


class Change(Deed, frozen=True):
    settings: Settings


class PutBot(Deed, frozen=True):
    seat: int
    level: str


class OpenSeat(Deed, frozen=True):
    seat: int


class AddSeat(Deed, frozen=True):
    pass


class RemoveSeat(Deed, frozen=True):
    seat: int


class Arrange(Deed, frozen=True):
    order: tuple[int, ...]
    """The seats in their new order."""


class StandUp(Deed, frozen=True):
    seat: int


class Ready(Deed, frozen=True):
    made_for: ClassVar[Any] = "seats"
    ready: bool = True
    contribution: str = ""


class Start(Deed, frozen=True):
    made_for: ClassVar[Any] = "seats"


class Act(Deed, frozen=True):
    made_for: ClassVar[Any] = "game"
    is_free: ClassVar[bool] = True
    action: str
    confirmed: bool = False
    copy: int | None = None
    """Which copy of a card, if several are held: it changes nothing in play. None leaves it to chance."""


class Keep(Deed, frozen=True, tag="keep"):
    """Shows another card as a Reason: it changes nothing in play."""

    reason: int
    """Which of the game's, in the order in which they were gained."""
    card: str


class Undo(Deed, frozen=True):
    made_for: ClassVar[Any] = "game"


class Return(Deed, frozen=True):
    pass


class Pause(Deed, frozen=True):
    pass


class Unpause(Deed, frozen=True):
    pass


class Resign(Deed, frozen=True):
    seat: int


class Hurry(Deed, frozen=True):
    """Bots answer at this tempo from their next decision on."""

    tempo: Tempo


class Again(Deed, frozen=True):
    what: Literal["rematch", "escape"]
    at_once: bool = False
    """Without waiting for anyone: for a host who plays against bots alone."""


class Reveal(Deed, frozen=True):
    pass


AnyDeed = (
    Join
    | Watch
    | Invite
    | Redeem
    | Leave
    | Rename
    | Portray
    | Prefer
    | Say
    | React
    | Mute
    | Kick
    | GiveHost
    | Close
    | Change
    | PutBot
    | OpenSeat
    | AddSeat
    | RemoveSeat
    | Arrange
    | StandUp
    | Ready
    | Start
    | Act
    | Keep
    | Undo
    | Return
    | Pause
    | Unpause
    | Resign
    | Hurry
    | Again
    | Reveal
)


class Command(Struct, frozen=True):
    id: str
    """The person's own, new for every command: one that comes twice is applied once."""
    version: int
    """The version of the table that the person had seen."""
    do: AnyDeed
