"""What is asked and answered about a person's devices."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from drlucky.server.schemas.common import Me

Text = Annotated[str, Meta(max_length=200)]


class Device(Struct, frozen=True):
    id: str
    """`first`, or a number of no meaning."""
    linked: int
    """When, in seconds since 1970; 0 for the first."""
    here: bool
    """Is it the one that asks?"""


class Claimed(Struct, frozen=True):
    """Another device wants to become the same person."""

    check: str
    """A word that it shows, too."""
    agreed: bool


class Devices(Struct, frozen=True):
    devices: tuple[Device, ...]
    before: str | None
    """The name that this device goes back to when it is taken off."""
    claimed: Claimed | None
    """Of the phrase that this device shows."""


class Offer(Struct, frozen=True):
    phrase: str
    """For one use; whoever enters it asks this device to be let in."""
    seconds: float
    """For so long."""
    link: str
    qr: str
    """The link as a QR code, an SVG picture."""


class AnswerClaim(Struct, frozen=True):
    check: Text
    agree: bool


class ClaimOffer(Struct, frozen=True):
    phrase: Text


class Claim(Struct, frozen=True):
    claim: str
    """A secret of the device that claims."""
    check: str
    """A word that the other device shows, too."""
    seconds: float


class FinishClaim(Struct, frozen=True):
    claim: Text


class Linked(Struct, frozen=True):
    state: Literal["waiting", "linked"]
    me: Me | None = None
