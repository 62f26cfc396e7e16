"""Offers: a device shows a phrase, another one claims it, and the first says yes. Nothing of this is kept on disk by a
server that runs by itself.

A phrase lasts for minutes and can be claimed once. Its first words say which offer is meant, and the others are the
secret: after a few wrong ones it is dead, from however many addresses they came and whichever nodes they asked. Whoever
has seen the phrase over a shoulder can claim it, and no more: to be linked shows all hands of a person, so that the
first device has to agree, and both show the same word so that one knows whom one agrees to."""

import secrets
from collections.abc import Callable, Iterator

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from drlucky.server.auth import Identity
from drlucky.server.devices.words import drawn, read
from drlucky.server.errors import Failed
from drlucky.server.rows.base import Change, Drop, Key, Part, Put, Relation, Row, Rows
from drlucky.table.steady_clock import SteadyClock
from drlucky.table.tokens import hashed, new_token, same

WORDS, SELECTING = 5, 2
"""Of 256 each: 40 bits, of which those who know the first words lack 24."""
WRONG_TRIES = 5
LASTS = 300.0
ANSWER_WITHIN = 120.0
"""Seconds that there are at least after a claim."""
MOST = 2000
LONGEST_PHRASE = 200

OPEN = Relation("open", ("person", "owner", "phrase", "until", "wrong", "claim", "word", "agreed"))
HERE = """
CREATE TABLE open (
    person TEXT PRIMARY KEY, owner TEXT NOT NULL, phrase TEXT NOT NULL, until REAL NOT NULL, wrong INTEGER NOT NULL,
    claim TEXT NOT NULL, word TEXT NOT NULL, agreed INTEGER NOT NULL
) WITHOUT ROWID;
"""
SHARED = """
CREATE TABLE offers_open (
    person TEXT COLLATE "C" PRIMARY KEY, owner TEXT NOT NULL, phrase TEXT NOT NULL, until DOUBLE PRECISION NOT NULL,
    wrong BIGINT NOT NULL, claim TEXT NOT NULL, word TEXT NOT NULL, agreed BIGINT NOT NULL
);
"""
OFFERS = Part("offers", (OPEN,), (HERE,), (SHARED,))


class Offer(Struct, frozen=True):
    owner: Identity
    phrase: tuple[str, ...]
    until: float
    wrong: int = 0
    claim: str = ""
    """The hash of the token of whoever has claimed it, in hexadecimal."""
    check: str = ""
    """The word that both devices show then."""
    agreed: bool = False

    @property
    def selecting(self) -> tuple[str, ...]:
        return self.phrase[:SELECTING]

    @property
    def row(self) -> Row:
        owner = msgspec.json.encode(self.owner).decode()
        phrase = " ".join(self.phrase)
        return self.owner.person, owner, phrase, self.until, self.wrong, self.claim, self.check, int(self.agreed)

    @classmethod
    def of_row(cls, row: Row) -> "Offer":
        _, owner, phrase, until, wrong, claim, check, agreed = row
        identity = msgspec.json.decode(owner, type=Identity)
        return cls(identity, tuple(phrase.split(" ")), until, wrong, claim, check, bool(agreed))


class Offers:
    def __init__(self, rows: Rows, clock: Callable[[], float] | None = None) -> None:
        self._rows = rows
        self._clock = clock or SteadyClock()
        self._open: dict[str, Offer] = {}
        """By person: a new one takes the place of the one before."""
        rows.follow(OPEN, self._put, self._drop)

    async def make(self, owner: Identity, language: str) -> Offer:
        made: list[Offer] = []

        def offered() -> Iterator[Change]:
            yield from self._old()
            taken = {each.selecting for each in self._current() if each.owner.person != owner.person}
            if len(taken) >= MOST:
                raise Failed("full", "many are linking devices at the moment; try again soon")
            phrase = drawn(language, WORDS)
            while phrase[:SELECTING] in taken:
                phrase = drawn(language, WORDS)
            made.append(Offer(owner, phrase, self._clock() + LASTS))
            yield Put(OPEN, made[0].row)

        await self._rows.change(offered)
        return made[0]

    def of(self, owner: Identity) -> Offer | None:
        """What the device shows, or has to answer; another device of the same person knows nothing of it."""
        offer = self._open.get(owner.person)
        is_theirs = offer is not None and offer.owner.device == owner.device and offer.until > self._clock()
        return offer if is_theirs else None

    def left(self, offer: Offer) -> float:
        """Seconds until it ends."""
        return max(0.0, offer.until - self._clock())

    async def withdraw(self, owner: Identity) -> None:
        await self._rows.change(lambda: [Drop(OPEN, (owner.person,))] if self.of(owner) is not None else [])

    async def claim(self, phrase: str, language: str) -> tuple[Offer, str]:
        """The offer with this phrase, which is used up by it, and a token for whoever claims it."""
        tried = read(phrase[:LONGEST_PHRASE])
        token = new_token()
        found: list[Offer] = []

        def claimed() -> Iterator[Change]:
            for offer in self._current():
                if offer.claim or offer.selecting != tried[:SELECTING]:
                    continue
                if same(" ".join(offer.phrase).encode(), " ".join(tried).encode()):
                    until = max(offer.until, self._clock() + ANSWER_WITHIN)
                    check = drawn(language, 1)[0]
                    found.append(replace(offer, claim=hashed(token).hex(), check=check, until=until))
                    yield Put(OPEN, found[0].row)
                elif offer.wrong + 1 >= WRONG_TRIES:
                    yield Drop(OPEN, (offer.owner.person,))
                else:
                    yield Put(OPEN, replace(offer, wrong=offer.wrong + 1).row)

        await self._rows.change(claimed)
        if not found:
            raise Failed("not here", "no device shows this phrase; it lasts five minutes and works once")
        return found[0], token

    async def answer(self, owner: Identity, check: str, agrees: bool) -> None:
        """The first device says yes or no to the one that shows this word."""

        def answered() -> Iterator[Change]:
            offer = self.of(owner)
            if offer is None or not offer.claim or not secrets.compare_digest(offer.check.encode(), check.encode()):
                raise Failed("not here", "no device waits for this answer any more")
            yield Put(OPEN, replace(offer, agreed=True).row) if agrees else Drop(OPEN, (owner.person,))

        await self._rows.change(answered)

    def claimed(self, token: str) -> Offer:
        """What a token has claimed."""
        known = hashed(token).hex().encode()
        for offer in self._current():
            if offer.claim and same(offer.claim.encode(), known):
                return offer
        raise Failed("not here", "the other device did not say yes, or too late")

    async def end(self, token: str) -> Offer:
        """What a token has claimed is made use of, once."""
        ended: list[Offer] = []

        def used() -> Iterator[Change]:
            ended.append(self.claimed(token))
            yield Drop(OPEN, (ended[0].owner.person,))

        await self._rows.change(used)
        return ended[0]

    def _current(self) -> list[Offer]:
        now = self._clock()
        return [offer for offer in self._open.values() if offer.until > now]

    def _old(self) -> list[Change]:
        now = self._clock()
        return [Drop(OPEN, (person,)) for person, offer in self._open.items() if offer.until <= now]

    def _put(self, row: Row) -> None:
        self._open[row[0]] = Offer.of_row(row)

    def _drop(self, key: Key) -> None:
        self._open.pop(key[0], None)
