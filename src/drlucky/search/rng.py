"""A small, fast random number generator for simulated games. Real games are dealt by `drlucky.game.dealer`."""

from librt.vecs import vec
from mypy_extensions import i64


class Rng:
    """sfc32 (Doty-Humphrey): 32-bit words held in wider integers, so that no step can overflow 64 bits and the
    compiled and the interpreted engine draw the same numbers."""

    def __init__(self, seed: i64) -> None:
        self.a: i64 = seed & 0xFFFFFFFF
        self.b: i64 = (seed >> 32) & 0x7FFFFFFF
        self.c: i64 = 0x9E3779B9
        self.counter: i64 = 1
        for _ in range(12):
            self.word()

    def numbers(self) -> list[int]:
        """All that the next numbers depend on."""
        return [self.a, self.b, self.c, self.counter]

    def set_numbers(self, numbers: list[int]) -> None:
        """Goes on from what `numbers` said."""
        self.a = numbers[0]
        self.b = numbers[1]
        self.c = numbers[2]
        self.counter = numbers[3]

    def word(self) -> i64:
        """The next 32 bits."""
        t: i64 = (self.a + self.b + self.counter) & 0xFFFFFFFF
        self.counter = (self.counter + 1) & 0xFFFFFFFF
        self.a = self.b ^ (self.b >> 9)
        self.b = (self.c + (self.c << 3)) & 0xFFFFFFFF
        self.c = ((((self.c << 21) & 0xFFFFFFFF) | (self.c >> 11)) + t) & 0xFFFFFFFF
        return t

    def below(self, n: i64) -> i64:
        """A number from 0 to n-1; for the n of a game the unevenness is below one in ten million."""
        return (self.word() * n) >> 32

    def shuffle(self, cards: vec[i64]) -> None:
        i: i64 = len(cards) - 1
        while i > 0:
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
            i -= 1
