"""The table: the one authority over a game in progress. docs/table.md describes it.

`Table` is plain and without I/O; `Tables` and `LiveTable` put it on an asyncio loop with a log on disk."""

from drlucky.game.options import Options
from drlucky.table.answers import Answer, Refused
from drlucky.table.bot_runner import Thinkers
from drlucky.table.commands import (
    Act,
    AddSeat,
    Again,
    Arrange,
    Change,
    Close,
    Command,
    Deed,
    GiveHost,
    Invite,
    Join,
    Keep,
    Kick,
    Leave,
    Mute,
    OpenSeat,
    Pause,
    Portray,
    Prefer,
    PutBot,
    Ready,
    Redeem,
    RemoveSeat,
    Rename,
    Resign,
    Return,
    Reveal,
    Say,
    StandUp,
    Start,
    Undo,
    Unpause,
    Watch,
)
from drlucky.table.live import LiveTable
from drlucky.table.log import Entry
from drlucky.table.registry import Tables
from drlucky.table.settings import Clock, Settings
from drlucky.table.snapshot import Sheet, sheet
from drlucky.table.store.base import Conflict, Heading, Store, StoreError
from drlucky.table.store.memory import MemoryStore
from drlucky.table.store.sqlite import SQLiteStore
from drlucky.table.table import Asked, Table, Verdict

__all__ = [
    "Act",
    "AddSeat",
    "Again",
    "Answer",
    "Arrange",
    "Asked",
    "Change",
    "Clock",
    "Close",
    "Command",
    "Conflict",
    "Deed",
    "Entry",
    "GiveHost",
    "Heading",
    "Invite",
    "Join",
    "Keep",
    "Kick",
    "Leave",
    "LiveTable",
    "MemoryStore",
    "Mute",
    "OpenSeat",
    "Options",
    "Pause",
    "Portray",
    "Prefer",
    "PutBot",
    "Ready",
    "Redeem",
    "Refused",
    "RemoveSeat",
    "Rename",
    "Resign",
    "Return",
    "Reveal",
    "SQLiteStore",
    "Say",
    "Settings",
    "Sheet",
    "StandUp",
    "Start",
    "Store",
    "StoreError",
    "Table",
    "Tables",
    "Thinkers",
    "Undo",
    "Unpause",
    "Verdict",
    "Watch",
    "sheet",
]
