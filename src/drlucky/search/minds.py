"""Minds: what one seat makes of the others: how they play, and what they may hold."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from drlucky.engine.state import State
from drlucky.search.determinize import Worlds
from drlucky.search.rng import Rng
from drlucky.search.styles import Style

ALL: Final = 1_000_000


@final
class Minds:
    """For each seat how likely each of MODELS is, in millionths, and layouts of the hidden cards, each as likely as the
    others. One behind the other a layout has for each hidden card which of them it is, as `Worlds` orders them, and the
    number of each seat's style."""

    def __init__(self, chances: list[list[int]], own: int, hidden: int, layouts: list[int]) -> None:
        self.chances: Final[list[list[int]]] = chances
        self.own: Final[i64] = own
        self.hidden: Final[i64] = hidden
        self.row: Final[i64] = hidden + len(chances)
        self.layouts: Final[vec[i64]] = vec[i64](layouts)
        self.count: Final[i64] = len(layouts) // (hidden + len(chances))

    def world(self, worlds: Worlds, models: list[Style], playing: list[Style], rng: Rng) -> State:
        """One of the states that could be true, and gives everyone else the one of MODELS, or of others in their stead,
        that they would play in there. One's own seat goes on sensibly."""
        if not self.count:
            return worlds.uniform(rng)
        if len(worlds.hidden) != self.hidden:
            raise ValueError("the past is not that of this position: other cards are hidden")
        at = rng.below(self.count) * self.row
        seat: i64
        for seat in range(len(self.chances)):
            if seat != self.own:
                playing[seat] = models[self.layouts[at + self.hidden + seat]]
        return worlds.laid_out(self.layouts, at, rng)
