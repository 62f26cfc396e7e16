"""What is asked and answered about being told that it is one's turn."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Address = Annotated[str, Meta(max_length=1000)]
Text = Annotated[str, Meta(max_length=200)]


class Subscription(Struct, frozen=True):
    id: str
    kind: Literal["push", "webhook"]
    address: str
    """Of a webhook; of a browser only which push service it has."""
    made: int
    here: bool
    """Is it that of the browser that asks?"""


class Notices(Struct, frozen=True):
    possible: bool
    """Does this server send any?"""
    key: str
    """By which push services know this server, for `pushManager.subscribe`."""
    subscriptions: tuple[Subscription, ...]
    calendars: tuple[str, ...]
    """Tables with a calendar, by id."""


class PushKeys(Struct, frozen=True):
    p256dh: Text
    auth: Text


class PushMe(Struct, frozen=True):
    """A PushSubscription of a browser, as it writes it as JSON."""

    endpoint: Address
    keys: PushKeys


class HookMe(Struct, frozen=True):
    address: Address


class Hooked(Struct, frozen=True):
    secret: str
    """By which the other side knows who calls. It is told this once."""
    notices: Notices


class NoMore(Struct, frozen=True):
    id: Text


class Ended(Struct, frozen=True):
    ended: bool
    """Was there such a one?"""


class MakeCalendar(Struct, frozen=True):
    table: Text


class CalendarMade(Struct, frozen=True):
    link: str
    """Whoever has it can read the deadline, and nothing else."""
