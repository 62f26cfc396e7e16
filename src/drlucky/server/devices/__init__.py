"""Devices: the same person on several of them. Each has an identity of its own kind, so that one can be taken off
without the others.

A person is on one device until they link another: that first one has no number, and nothing is kept. Where there is
more than one, those that are listed are theirs, and a copy from any other is worth nothing."""

import secrets
import time
from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from drlucky.server.auth import Identity
from drlucky.server.errors import Failed
from drlucky.server.people.store import DEVICES
from drlucky.server.rows.base import Change, Drop, Key, Put, Row, Rows

FIRST = ""
ID_BYTES = 8
MOST_OF_ONE = 8
MOST_PEOPLE = 100_000
"""With more than one device."""
ALONE: Mapping[str, int] = {FIRST: 0}


class Device(Struct, frozen=True):
    id: str
    linked: int
    """When, in seconds since 1970; 0 for the first."""


class Devices:
    def __init__(self, rows: Rows, removed: Callable[[str, str], object] = lambda person, device: None) -> None:
        """`removed` is told of each device that is not its person's any more."""
        self._rows = rows
        self._removed = removed
        self._of: dict[str, dict[str, int]] = {}
        """By person."""
        rows.follow(DEVICES, self._put, self._drop)

    def __contains__(self, identity: Identity) -> bool:
        """Is it from a device of theirs?"""
        return identity.device in self._of.get(identity.person, ALONE)

    def of(self, person: str) -> list[Device]:
        listed = self._of.get(person, ALONE)
        return [Device(device, listed[device]) for device in sorted(listed, key=lambda each: listed[each])]

    async def add(self, identity: Identity) -> Identity:
        """The same person for one more device, if the one that asks for it is theirs still."""
        person, device = identity.person, secrets.token_hex(ID_BYTES)

        def added() -> Iterator[Change]:
            if identity not in self:
                raise Failed("not here", "the other device is not theirs any more")
            if len(self._of.get(person, ALONE)) >= MOST_OF_ONE:
                raise Failed("full", "you are on {most} devices already; take one off first", most=MOST_OF_ONE)
            if person not in self._of:
                if len(self._of) >= MOST_PEOPLE:
                    raise Failed("trouble", "no more devices can be linked here; tell whoever runs the server")
                yield Put(DEVICES, (person, FIRST, 0))
            yield Put(DEVICES, (person, device, int(time.time())))

        await self._rows.change(added)
        return replace(identity, device=device)

    async def remove(self, person: str, device: str) -> None:
        def removed() -> Iterator[Change]:
            listed = self._of.get(person, ALONE)
            if device not in listed:
                raise Failed("not here", "there is no such device")
            if len(listed) == 1:
                raise Failed("not now", "this is your only device; to give up who you are, choose “Forget me”")
            # From this moment on, and not when it is written: whoever has lost a device is in a hurry.
            self._drop((person, device))
            yield Drop(DEVICES, (person, device))

        await self._rows.change(removed)

    async def forget(self, person: str) -> None:
        await self._rows.change(lambda: [Drop(DEVICES, (person, device)) for device in self._of.get(person, ())])

    def _put(self, row: Row) -> None:
        person, device, linked = row
        self._of.setdefault(person, {})[device] = linked

    def _drop(self, key: Key) -> None:
        person, device = key
        listed = self._of.get(person, {})
        if listed.pop(device, None) is None:
            return
        if not listed:
            del self._of[person]
        self._removed(person, device)
