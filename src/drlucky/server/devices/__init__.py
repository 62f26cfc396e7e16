"""Devices: the same person on several of them. Each has an identity of its own kind, so that one can be taken off
without the others.

A person is on one device until they link another: that first one has no number, and nothing is kept. Where there is
more than one, those that are listed are theirs, and a copy from any other is worth nothing."""

import secrets
import time
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from drlucky.server.auth import Identity
from drlucky.server.errors import Failed
from drlucky.server.people.store import PeopleStore

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
    def __init__(self, store: PeopleStore) -> None:
        self._store = store
        self._of: dict[str, dict[str, int]] = {}
        """By person."""
        for person, device, linked in store.rows("SELECT person, device, linked FROM devices ORDER BY linked"):
            self._of.setdefault(person, {})[device] = linked

    def __contains__(self, identity: Identity) -> bool:
        """Is it from a device of theirs?"""
        return identity.device in self._of.get(identity.person, ALONE)

    def of(self, person: str) -> list[Device]:
        return [Device(device, linked) for device, linked in self._of.get(person, ALONE).items()]

    async def add(self, identity: Identity) -> Identity:
        """The same person for one more device."""
        person = identity.person
        before = self._of.get(person, ALONE)
        if len(before) >= MOST_OF_ONE:
            raise Failed("full", "you are on {most} devices already; take one off first", most=MOST_OF_ONE)
        if person not in self._of and len(self._of) >= MOST_PEOPLE:
            raise Failed("trouble", "no more devices can be linked here; tell whoever runs the server")
        device = secrets.token_hex(ID_BYTES)
        after = {**before, device: int(time.time())}
        insert = "INSERT OR IGNORE INTO devices VALUES (?, ?, ?)"
        await self._store.write(*((insert, (person, each, linked)) for each, linked in after.items()))
        # Someone may have been taken off meanwhile, or linked too.
        self._of[person] = {**self._of.get(person, ALONE), device: after[device]}
        return replace(identity, device=device)

    async def remove(self, person: str, device: str) -> None:
        listed = self._of.get(person, ALONE)
        if device not in listed:
            raise Failed("not here", "there is no such device")
        if len(listed) == 1:
            raise Failed("not now", "this is your only device; to give up who you are, choose “Forget me”")
        # From this moment on, and not when it is written: whoever has lost a device is in a hurry.
        self._of[person] = {each: linked for each, linked in listed.items() if each != device}
        await self._store.write(("DELETE FROM devices WHERE person = ? AND device = ?", (person, device)))

    async def forget(self, person: str) -> None:
        if self._of.pop(person, None) is not None:
            await self._store.write(("DELETE FROM devices WHERE person = ?", (person,)))
