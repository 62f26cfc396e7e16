"""Chance: all secrets, and the clocks of machines, come from the seed."""

import secrets
import string
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar
from unittest.mock import patch

from drlucky.table import registry, steady_clock
from drlucky.table.store import reports
from simulation.loops import here

Item = TypeVar("Item")
LETTERS = string.ascii_lowercase


class Clock:
    """In the place of the module `time`: each machine has its own."""

    @staticmethod
    def time() -> float:
        return here().wall()

    @staticmethod
    def monotonic() -> float:
        return here().time()


def token_bytes(size: int = 32) -> bytes:
    return here().chance.randbytes(size)


def token_hex(size: int = 32) -> str:
    return token_bytes(size).hex()


def token_urlsafe(size: int = 32) -> str:
    return urlsafe_b64encode(token_bytes(size)).rstrip(b"=").decode()


def randbits(bits: int) -> int:
    return here().chance.getrandbits(bits)


def choice(items: Sequence[Item]) -> Item:
    return here().chance.choice(items)


@contextmanager
def by_seed() -> Iterator[None]:
    """For as long as this lasts nothing comes from this machine's clock or from its chance."""
    secret: dict[str, Any] = {each.__name__: each for each in (token_bytes, token_hex, token_urlsafe, randbits, choice)}
    with (
        patch.multiple(secrets, **secret),
        patch.object(steady_clock, "time", Clock),
        patch.object(registry, "monotonic", Clock.monotonic),
        patch.object(reports, "monotonic", Clock.monotonic),
    ):
        yield
