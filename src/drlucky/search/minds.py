"""Minds: in what style each of the others may be playing, and how likely that is."""

from typing import Final, final

from drlucky.search.rng import Rng
from drlucky.search.styles import SENSIBLE, STYLES, Style

ALL: Final = 1_000_000


@final
class Minds:
    """For each seat how likely each of STYLES is, in millionths. One's own seat goes on sensibly."""

    def __init__(self, chances: list[list[int]], own: int) -> None:
        self.chances: Final[list[list[int]]] = chances
        self.own: Final[int] = own

    def draw(self, playing: list[Style], rng: Rng) -> None:
        """Gives each of the others a style, each as often as it is likely."""
        for seat in range(len(self.chances)):
            if seat != self.own:
                playing[seat] = drawn(self.chances[seat], rng)


def drawn(chances: list[int], rng: Rng) -> Style:
    left: int = rng.below(ALL)
    for number, chance in enumerate(chances):
        left -= chance
        if left < 0:
            return STYLES[number]
    return SENSIBLE
