"""A small, fast random number generator for simulated games. Real games are dealt by `drlucky.game.dealer`."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

WORD: Final = 0xFFFFFFFF
FACTOR: Final = 0x758ACC96
"""Below 2**31, so that no step can overflow 63 bits, and the compiled and the interpreted engine draw the same numbers.
`FACTOR * 2**32 - 1` and the half of what is below it are primes: so the numbers come again after 2**62 steps only."""
ROUNDS: Final = 4


class Rng:
    """Multiply with carry, and the two halves of what it holds mixed (MWC64X, Thomas): a third of the work of sfc32,
    which was here before, and to draw numbers was a tenth of a random game."""

    def __init__(self, seed: i64) -> None:
        # Neighbouring seeds would give neighbouring numbers, so they are scattered first.
        low = seed & WORD
        high = (seed >> 32) & 0x7FFFFFFF
        i: i64
        for i in range(ROUNDS):
            mixed = low ^ scattered(high + i)
            low = high
            high = mixed
        # Of what there can be above the lowest word 0 and FACTOR - 1 could stand still for ever.
        self.held: i64 = ((1 + high % (FACTOR - 2)) << 32) + low

    def numbers(self) -> list[int]:
        """All that the next numbers depend on."""
        return [self.held]

    def set_numbers(self, numbers: list[int]) -> None:
        """Goes on from what `numbers` said."""
        self.held = numbers[0]

    def word(self) -> i64:
        """The next 32 bits."""
        held = self.held
        self.held = FACTOR * (held & WORD) + (held >> 32)
        return (held ^ (held >> 32)) & WORD

    def below(self, n: i64) -> i64:
        """A number from 0 to n-1; for the n of a game the unevenness is below one in ten million."""
        return (self.word() * n) >> 32

    def shuffle(self, cards: vec[i64]) -> None:
        i: i64 = len(cards) - 1
        while i > 0:
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
            i -= 1


def scattered(word: i64) -> i64:
    """Another word, of which each bit depends on all of this one."""
    word &= WORD
    word = ((word ^ (word >> 16)) * 0x21F0AAAD) & WORD
    word = ((word ^ (word >> 15)) * 0x735A2D97) & WORD
    return word ^ (word >> 15)
