"""Subscriptions: who asked to be told, and where. Each has a number that nobody can guess, which every notice brings
along: whoever has it can end the subscription, and do nothing else."""

import secrets
import time
from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

from drlucky.server.errors import Failed
from drlucky.server.notices.encryption import AUTH_BYTES, decoded, public_key
from drlucky.server.people.store import SUBSCRIPTIONS
from drlucky.server.rows.base import Change, Drop, Key, Put, Row, Rows

Kind = Literal["push", "webhook"]
ID_BYTES = 16
SECRET_BYTES = 24
MOST_OF_ONE = 10
MOST = 50_000


class Subscription(Struct, frozen=True):
    id: str
    person: str
    device: str
    """The one that asked for it: when it is taken off, its push subscription goes with it."""
    kind: Kind
    address: str
    p256dh: str
    """A browser's key; none for a webhook."""
    secret: str
    """What a browser and the server share, or by which a webhook knows who calls."""
    language: str
    base: str
    """The address of this server, as whoever asked knows it."""
    made: int

    @property
    def row(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__struct_fields__)


class Asker(Struct, frozen=True):
    """Who asks to be told, and how."""

    person: str
    device: str
    language: str
    base: str

    def subscription(self, kind: Kind, address: str, p256dh: str, secret: str) -> Subscription:
        number, made = secrets.token_urlsafe(ID_BYTES), int(time.time())
        given = (self.language, self.base, made)
        return Subscription(number, self.person, self.device, kind, address, p256dh, secret, *given)


class Subscriptions:
    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._all: dict[str, Subscription] = {}
        self._of: dict[str, dict[str, Subscription]] = {}
        """By person."""
        self._by_address: dict[str, Subscription] = {}
        """Those of browsers."""
        rows.follow(SUBSCRIPTIONS, self._put, self._drop)

    def __len__(self) -> int:
        return len(self._all)

    def of(self, person: str) -> list[Subscription]:
        return sorted(self._of.get(person, {}).values(), key=lambda each: each.made)

    def has(self, person: str) -> bool:
        return person in self._of

    def get(self, number: str) -> Subscription | None:
        return self._all.get(number)

    async def push(self, asker: Asker, address: str, p256dh: str, auth: str) -> Subscription:
        """A browser has one: what it asks for again takes the place of what it had, also if it was another person."""
        try:
            public_key(p256dh)
            is_good = len(decoded(auth)) == AUTH_BYTES
        except ValueError:
            is_good = False
        if not is_good:
            raise Failed("malformed", "these are not the keys of a browser")
        return await self._add(asker.subscription("push", address, p256dh, auth))

    async def webhook(self, asker: Asker, address: str) -> Subscription:
        """One for each person."""
        return await self._add(asker.subscription("webhook", address, "", secrets.token_urlsafe(SECRET_BYTES)))

    async def _add(self, one: Subscription) -> Subscription:
        def added() -> Iterator[Change]:
            if one.kind == "push":
                before = self._by_address.get(one.address)
                replaced = [before] if before is not None else []
            else:
                replaced = [each for each in self.of(one.person) if each.kind == one.kind]
            others = len(self.of(one.person)) - sum(each.person == one.person for each in replaced)
            if others >= MOST_OF_ONE:
                raise Failed("full", "you are told in {most} places already; end one first", most=MOST_OF_ONE)
            if len(self._all) >= MOST and not replaced:
                raise Failed("trouble", "nobody else can be told here; tell whoever runs the server")
            yield from self._ended(replaced)
            yield Put(SUBSCRIPTIONS, one.row)

        await self._rows.change(added)
        return one

    async def end(self, *ended: Subscription) -> None:
        if ended:
            await self._rows.change(lambda: self._ended(ended))

    async def end_all(self, person: str) -> None:
        await self._rows.change(lambda: self._ended(self.of(person)))

    def drop(self, dead: Subscription) -> None:
        """One of which the other side wants to know nothing any more."""
        self._drop((dead.id,))
        self._rows.change_later(lambda: [Drop(SUBSCRIPTIONS, (dead.id,))])

    def _ended(self, some: Iterable[Subscription]) -> list[Change]:
        return [Drop(SUBSCRIPTIONS, (each.id,)) for each in some if each.id in self._all]

    def _put(self, row: Row) -> None:
        one = Subscription(*row)
        self._all[one.id] = one
        self._of.setdefault(one.person, {})[one.id] = one
        if one.kind == "push":
            self._by_address[one.address] = one

    def _drop(self, key: Key) -> None:
        one = self._all.pop(key[0], None)
        if one is None:
            return
        if self._by_address.get(one.address) is one:
            del self._by_address[one.address]
        theirs = self._of[one.person]
        del theirs[one.id]
        if not theirs:
            del self._of[one.person]
