"""Batches: the pieces of a study that workers play, and the part of the results that comes of each."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

import polars as pl

from drlucky.bots.base import choice
from drlucky.bots.external import GuestBot
from drlucky.errors import DrLuckyError
from drlucky.game.dealer import as_seed
from drlucky.game.events import ENDINGS
from drlucky.game.game import Game, seat_names, with_strangers
from drlucky.lab.study.bots import bot_name, policy
from drlucky.lab.study.cells import ROTATED, Cell
from drlucky.lab.study.spec import Study
from drlucky.search.simulate import FIELDS, how_it_ended, play_batch

SECONDS = 0.7
"""About how long a batch should take: what an interrupt can lose, and how often the progress bar moves."""
MOST_GAMES = 10_000
STRIKES = ("attempt", "attacked")
ANSWERS = ("played", "turned up")


@dataclass(frozen=True)
class Batch:
    """The games of a cell from number `start` on."""

    number: int
    """Of the cell, in its study."""
    cell: Cell
    seed: int
    start: int
    games: int

    @property
    def name(self) -> str:
        return f"{self.number:04}-{self.start:010}"

    @property
    def seconds(self) -> float:
        return self.cell.seconds * self.games


def plan(study: Study) -> list[Batch]:
    """All batches of a study. They hang on the study alone, so that it can be resumed with other workers."""
    batches: list[Batch] = []
    for number, cell in enumerate(study.cells):
        size = min(max(int(SECONDS / cell.seconds), 1), MOST_GAMES)
        for start in range(0, study.games, size):
            batches.append(Batch(number, cell, study.seed, start, min(size, study.games - start)))
    return batches


def play(batch: Batch) -> pl.DataFrame:
    """A row for each game."""
    cell = batch.cell
    stream = cell.stream(batch.seed)
    policies = [policy(bot) for bot in cell.bots]
    compiled = [found for found in policies if found is not None]
    if len(compiled) == len(policies):
        the_setting = cell.setting()
        rotate = cell.seating == ROTATED
        rows = play_batch(
            the_setting.engine, the_setting.evaluation, compiled, rotate, stream, batch.start, batch.games, pause
        )
    else:
        rows = []
        for number in range(batch.start, batch.start + batch.games):
            rows += play_game(cell, stream, number)
    return frame(batch, rows)


def play_game(cell: Cell, stream: int, number: int) -> list[int]:
    """A game with bots that compiled games cannot play: through `Game`, where a bot is given a view and what it may do.
    It is told in the same numbers."""
    the_setting = cell.setting()
    names = with_strangers(the_setting, seat_names(the_setting.book, cell.players))
    game = Game(the_setting, names, as_seed(f"{stream} {number}"))
    random = Random(f"{stream} {number}")
    at_table = {seat: cell.bot_at(seat, number) for seat in the_setting.live}
    bots = {seat: bot_name(bot).make(random.getrandbits(31)) for seat, bot in at_table.items()}
    first = game.state.current
    decisions = 0
    try:
        while (seat := game.to_decide) is not None:
            try:
                game.play(choice(bots[seat], game.view(seat), game.legal, partial(game.past, seat)))
            except Exception as error:  # a study with a broken bot answers nothing, so it stops and says where
                raise DrLuckyError(
                    f"{at_table[seat]} failed in game {number}, turn {game.state.turn}, of {cell.axes}: "
                    f"{type(error).__name__}: {error}"
                ) from error
            decisions += 1
    finally:
        for seat, bot in bots.items():
            if isinstance(bot, GuestBot):
                bot.over(game.view(seat))
    luck = {card.name: card.luck for card in the_setting.deck.cards}
    attempts = sum(event.kind in STRIKES for event in game.events)
    spent = sum(luck[event.card] for event in game.events if event.kind in ANSWERS and event.card)
    return [first, decisions, attempts, spent, *how_it_ended(game.state)]


def pause() -> None:
    """Python looks for signals whenever a function of its own is called."""


def played(batch: Batch) -> bytes:
    """The same as the content of a Parquet file, small and quick to send."""
    content = io.BytesIO()
    play(batch).write_parquet(content)
    return content.getvalue()


def frame(batch: Batch, rows: Sequence[int]) -> pl.DataFrame:
    """The engine's numbers with names for rooms, endings and bots."""
    the_setting = batch.cell.setting()
    columns = {field: rows[at :: len(FIELDS)] for at, field in enumerate(FIELDS)}
    numbers = range(batch.start, batch.start + batch.games)
    winners = list(zip(numbers, columns["first"], columns["winner"], strict=True))
    told: dict[str, pl.Series] = {
        "cell": pl.Series([batch.number] * batch.games, dtype=pl.UInt16),
        "game": pl.Series(numbers, dtype=pl.UInt32),
        "first": pl.Series(columns["first"], dtype=pl.UInt8),
        "winner": seats(columns["winner"]),
        "winner_place": pl.Series(
            [None if won < 0 else (won - first) % the_setting.seats + 1 for _, first, won in winners], dtype=pl.UInt8
        ),
        "winner_bot": pl.Series(
            [None if won < 0 else batch.cell.bot_at(won, game) for game, _, won in winners], dtype=pl.String
        ),
        "loser": seats(columns["loser"]),
        "ending": pl.Series([ENDINGS[ending] for ending in columns["ending"]], dtype=pl.String),
        "turns": pl.Series(columns["turns"], dtype=pl.UInt32),
        "decisions": pl.Series(columns["decisions"], dtype=pl.UInt32),
        "attempts": pl.Series(columns["attempts"], dtype=pl.UInt16),
        "luck": pl.Series(columns["luck"], dtype=pl.UInt16),
        "room": pl.Series(
            [None if room < 0 else the_setting.room_names[room] for room in columns["room"]], dtype=pl.String
        ),
        "strength": decided(columns["strength"], columns["room"]),
        "luck_in_vain": decided(columns["luck_in_vain"], columns["room"]),
        "pile": pl.Series(columns["pile"], dtype=pl.UInt8),
        "stage": pl.Series(columns["stage"], dtype=pl.UInt8),
    }
    return pl.DataFrame(told)


def seats(numbers: Sequence[int]) -> pl.Series:
    return pl.Series([None if seat < 0 else seat for seat in numbers], dtype=pl.UInt8)


def decided(numbers: Sequence[int], rooms: Sequence[int]) -> pl.Series:
    """What is known of the attempt that decided a game, if one did."""
    known: list[Any] = [None if room < 0 else number for number, room in zip(numbers, rooms, strict=True)]
    return pl.Series(known, dtype=pl.UInt16)
