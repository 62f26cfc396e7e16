"""The boards of the best: of each edition, those who are well known, by what is certain of them."""

import asyncio
import time
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from drlucky.bots import LEVELS
from drlucky.luce import Rating
from drlucky.server.ratings.keeper import Keeper
from drlucky.server.ratings.standings import Standing

LASTS = 600.0
"""Seconds for which a board is good where nobody plays: people who are away become less well known."""
AT_MOST_EVERY = 10.0
"""Seconds between two boards of an edition where games end all the time."""


class Line(NamedTuple):
    standing: Standing
    rating: Rating
    rank: int | None
    """None for bots and programs, who stand there to compare with."""


class Board(NamedTuple):
    lines: Sequence[Line]
    """The best first."""
    ranked: int
    """How many people have a rank."""
    ends: Sequence[float]
    """Of those with a rank, the lower ends of their intervals with the sign turned, which rise."""
    number: int
    """Of the standings that it was made from."""
    at: float


class Boards:
    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._kept: dict[str, Board] = {}
        self._one_at_a_time = asyncio.Lock()

    async def of(self, edition: str) -> Board:
        """Made in a thread, once however many ask for it: with many players it takes a while."""
        async with self._one_at_a_time:
            return await self._of(edition)

    async def _of(self, edition: str) -> Board:
        now, number = time.time(), self._keeper.number
        kept = self._kept.get(edition)
        lasts = LASTS if kept and kept.number == number else AT_MOST_EVERY
        if kept is None or not 0 <= now - kept.at < lasts:
            some = list(self._keeper.standings.values())
            kept = self._kept[edition] = await asyncio.to_thread(self._made, some, edition, now, number)
        return kept

    def rank(self, board: Board, one: Standing) -> int | None:
        """The rank of a person; None as long as they are provisional."""
        if one.is_program or one.is_provisional(board.at):
            return None
        return bisect_left(board.ends, -certain(one.rating(board.at))) + 1

    def _made(self, some: Sequence[Standing], edition: str, now: float, number: int) -> Board:
        people = [one for one in some if one.edition == edition and not one.is_bot]
        known = [one for one in people if not one.is_provisional(now)]
        bots = [self._keeper.bot(level, edition) for level in LEVELS]
        rated = sorted(((one.rating(now), one) for one in [*known, *bots]), key=lambda pair: -certain(pair[0]))
        ends = [-certain(rating) for rating, one in rated if not one.is_bot and not one.is_program]
        lines = [
            Line(
                one,
                rating,
                None if one.is_bot or one.is_program else bisect_left(ends, -certain(rating)) + 1,
            )
            for rating, one in rated
        ]
        return Board(lines, len(ends), ends, number, now)


def certain(rating: Rating) -> float:
    """What a rating is at least, with 97.5 % of certainty: who is better known stands above one of the same points."""
    return rating.interval[0]
