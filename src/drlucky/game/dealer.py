"""The dealer: every shuffle and every lot of a game, from one secret seed.

The seed is 32 bytes, and its commitment is their SHA-256. Where players contribute, the key is HMAC-SHA-256 with the
seed as key and, as message, the ASCII text "drlucky contributions" and then each contribution: its length as eight
bytes with the highest first, and its bytes. Otherwise the key is the seed. Block k of the dealer's stream is
HMAC-SHA-256 with that key and k, as eight bytes with the highest first, as message. The stream is read four
bytes at a time, highest first, as words of 32 bits. A number below n is a word modulo n, where words from the
last, incomplete run of n are thrown away, so that every number is exactly as likely. A shuffle is that of
Fisher and Yates from the last card to the first."""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from copy import copy

from drlucky.errors import SetUpError
from drlucky.record.model import SEED_BYTES
from drlucky.record.model import Contribution as Contribution
from drlucky.record.model import Lot as Lot
from drlucky.record.model import Shuffle as Shuffle

LONGEST_CONTRIBUTION = 200
LABEL = b"drlucky contributions"
ASIDE = b"drlucky aside"


def as_seed(seed: int | str | bytes | None) -> bytes:
    """A seed from what someone gave: 32 bytes are taken as they are, a number or a text is hashed, and without any
    a fresh secret is drawn."""
    if seed is None:
        return secrets.token_bytes(SEED_BYTES)
    if isinstance(seed, bytes):
        if len(seed) != SEED_BYTES:
            raise SetUpError("a seed of bytes has {size} of them, not {given}", size=SEED_BYTES, given=len(seed))
        return seed
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise SetUpError("a seed is a whole number, a text or {size} bytes, not {seed!r}", size=SEED_BYTES, seed=seed)
    return hashlib.sha256(str(seed).encode("utf-8", "surrogatepass")).digest()


def commitment(seed: bytes) -> str:
    """What is published before the game: nobody can find the seed from it, nor another seed that fits it."""
    return hashlib.sha256(seed).hexdigest()


def as_contributions(given: Sequence[Contribution], players: int) -> tuple[Contribution, ...]:
    """The players' contributions, none at all or one of each player in seating order, checked."""
    if isinstance(given, str | bytes) or len(given) not in (0, players):
        raise SetUpError(
            "contributions are a list with one of each of the {players} players, not {given!r:.100}",
            players=players,
            given=given,
        )
    for one in given:
        if not isinstance(one, str | bytes) or len(one) > LONGEST_CONTRIBUTION:
            raise SetUpError(
                "a contribution is a text or bytes, at most {most} long, not {given!r:.100}",
                most=LONGEST_CONTRIBUTION,
                given=one,
            )
        if isinstance(one, str) and not one.isprintable():
            raise SetUpError(
                "a contribution's text is made of printable characters; give {given!r:.100} as bytes", given=one
            )
    return tuple(given)


def mixed(seed: bytes, contributions: Sequence[Contribution]) -> bytes:
    """The key of the stream: the seed, with what the players gave mixed in."""
    if not contributions:
        return seed
    parts = [one.encode() if isinstance(one, str) else one for one in contributions]
    return hmac.digest(seed, LABEL + b"".join(len(part).to_bytes(8, "big") + part for part in parts), "sha256")


class Dealer:
    """`log` has every lot and every shuffle so far, as secret as the seed."""

    def __init__(self, seed: bytes, contributions: Sequence[Contribution] = ()) -> None:
        self.seed = seed
        self.contributions = tuple(contributions)
        self.log: list[Lot | Shuffle] = []
        self._key = mixed(seed, contributions)
        self._block = 0
        self._words: list[int] = []

    def copy(self) -> "Dealer":
        """One that will deal the same."""
        twin = copy(self)
        twin.log = self.log[:]
        twin._words = self._words[:]
        return twin

    def below(self, n: int) -> int:
        """A number from 0 to n-1."""
        drawn = self._number(n)
        self.log.append(Lot(drawn, n))
        return drawn

    def aside(self, at: int, n: int) -> int:
        """A number from 0 to n-1 that is no part of the deal, the same whenever it is asked for: nothing is taken from
        the stream, nor logged."""
        return int.from_bytes(hmac.digest(self._key, ASIDE + at.to_bytes(8, "big"), "sha256")) % n

    def shuffled(self, cards: Sequence[int]) -> list[int]:
        """The cards, which are given in rising order, in an order of chance."""
        order = list(cards)
        for i in range(len(order) - 1, 0, -1):
            j = self._number(i + 1)
            order[i], order[j] = order[j], order[i]
        self.log.append(Shuffle(tuple(order)))
        return order

    def _number(self, n: int) -> int:
        limit = 2**32 - 2**32 % n
        while (word := self._word()) >= limit:
            pass
        return word % n

    def _word(self) -> int:
        if not self._words:
            block = hmac.digest(self._key, self._block.to_bytes(8, "big"), "sha256")
            self._block += 1
            self._words = [int.from_bytes(block[i : i + 4], "big") for i in range(28, -1, -4)]
        return self._words.pop()
