"""The dealer: every shuffle and every lot of a game, from one secret seed.

The seed is 32 bytes. Block k of the dealer's stream is HMAC-SHA-256 with the seed as key and k, as eight bytes with
the highest first, as message. The stream is read four bytes at a time, highest first, as words of 32 bits. A
number below n is a word modulo n, where words from the last, incomplete run of n are thrown away, so that every
number is exactly as likely. A shuffle is that of Fisher and Yates from the last card to the first."""

import hashlib
import hmac
import secrets
from collections.abc import Sequence

from drlucky.errors import SetUpError

SEED_BYTES = 32


def as_seed(seed: int | str | bytes | None) -> bytes:
    """A seed from what someone gave: 32 bytes are taken as they are, a number or a text is hashed, and without any
    a fresh secret is drawn."""
    if seed is None:
        return secrets.token_bytes(SEED_BYTES)
    if isinstance(seed, bytes):
        if len(seed) != SEED_BYTES:
            raise SetUpError(f"a seed of bytes has {SEED_BYTES} of them, not {len(seed)}")
        return seed
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise SetUpError(f"a seed is a whole number, a text or {SEED_BYTES} bytes, not {seed!r}")
    return hashlib.sha256(str(seed).encode("utf-8", "surrogatepass")).digest()


class Dealer:
    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._block = 0
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            block = hmac.digest(self._seed, self._block.to_bytes(8, "big"), "sha256")
            self._block += 1
            self._words = [int.from_bytes(block[i : i + 4], "big") for i in range(28, -1, -4)]
        return self._words.pop()

    def below(self, n: int) -> int:
        """A number from 0 to n-1."""
        limit = 2**32 - 2**32 % n
        while (word := self._word()) >= limit:
            pass
        return word % n

    def shuffled(self, cards: Sequence[int]) -> list[int]:
        order = list(cards)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order
