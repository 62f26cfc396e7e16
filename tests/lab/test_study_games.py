"""The games of a study: each follows from its own seed, and its row tells what happened in it."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from drlucky import Game
from drlucky.engine import codes
from drlucky.engine.deal import begin
from drlucky.engine.play import legal
from drlucky.game.setup import Setting, setting
from drlucky.interpreted import WISH
from drlucky.lab.study.batches import Batch, pause, play, play_game
from drlucky.lab.study.cells import Cell
from drlucky.search.rng import Rng
from drlucky.search.simulate import AT_RANDOM, FIELDS, NOT_READING, SENSIBLY, play_batch

SETTINGS: list[tuple[str, int, dict[str, Any]]] = [
    ("kill-1996", 3, {"no_threes": True}),
    ("kill-1996", 4, {"weapons_plus_one": True}),
    ("kill-2016", 2, {}),
    ("kill-2016", 4, {"pets": "both", "closed": "east"}),
    ("kill-2016", 5, {"escape": True}),
    ("kill-2016", 3, {"turn_limit": 20}),
    ("kill-de", 4, {"board": "bed-and-breakfast", "layout": "upstairs"}),
    ("kill-de", 3, {"escape": True}),
    ("save-2000", 4, {}),
    ("save-paizo", 7, {}),
]
every_setting = pytest.mark.parametrize(("edition", "players", "options"), SETTINGS, ids=str)


def cell(edition: str, players: int, options: dict[str, Any], bots: tuple[str, ...] = ("random",)) -> Cell:
    seated = bots * players if len(bots) == 1 else bots
    return Cell(edition, players, seated, options=tuple(sorted(options.items())))


@every_setting
def test_any_split_into_batches_gives_the_same_games(edition: str, players: int, options: dict[str, Any]) -> None:
    bots = ("random", "sensible", "searcher:1", "random", "sensible", "random", "sensible")[:players]
    the_cell = cell(edition, players, options, bots)
    whole = play(Batch(0, the_cell, 7, 100, 8))
    split = [row for start in range(100, 108, 2) for row in play(Batch(0, the_cell, 7, start, 2)).rows()]
    assert whole.rows() == split
    assert play(Batch(0, the_cell, 7, 105, 1)).row(0) == whole.row(5)
    assert play(Batch(0, the_cell, 8, 100, 8)).rows() != whole.rows()


@every_setting
def test_a_row_agrees_with_the_game_played_by_hand(edition: str, players: int, options: dict[str, Any]) -> None:
    """The same deal and the same choices through `Game`, and its events counted."""
    stream, games = 5, 6
    the_setting = cell(edition, players, options).setting()
    rows = play_batch(the_setting.engine, the_setting.evaluation, [AT_RANDOM] * players, False, stream, 0, games, pause)
    for number in range(games):
        told = dict(zip(FIELDS, rows[number * len(FIELDS) :], strict=False))
        game = by_hand(the_setting, Rng((stream << 32) | number), told)
        assert game.outcome
        luck = {card.name: card.luck for card in the_setting.deck.cards}
        counted = [event for event in game.events if event.kind in ("played", "turned up")]
        assert told["luck"] == sum(luck[event.card or ""] for event in counted)
        assert told["attempts"] == sum(event.kind in ("attempt", "attacked") for event in game.events)
        assert told["turns"] == game.state.turn
        assert (none(told["winner"]), none(told["loser"])) == (game.outcome.winner, game.outcome.loser)
        if game.outcome.how == "success":
            last = [event for event in game.events if event.kind == "attempt"][-1]
            assert (the_setting.room_names[told["room"]], told["strength"]) == (last.room, last.number)
        elif game.outcome.how != "last alive":
            assert (told["room"], told["strength"], told["luck_in_vain"]) == (codes.NOWHERE, 0, 0)


def none(seat: int) -> int | None:
    return None if seat == codes.NOBODY else seat


def by_hand(the_setting: Setting, rng: Rng, told: dict[str, int]) -> Game:
    """Deals and decides as the compiled loop does, also when the discards are shuffled again."""
    names = tuple(f"Player {seat}" for seat in range(the_setting.seats))
    game = Game(the_setting, names, bytes(32))
    placing, deck = shuffled(rng, the_setting.deck.size), shuffled(rng, the_setting.deck.size)
    game.state = begin(the_setting.engine, rng.below(len(the_setting.live)), placing, deck, [])
    assert told["first"] == game.state.current
    decisions = 0
    while game.to_decide is not None:
        choices = legal(game.state)
        chosen = choices[rng.below(len(choices))] if len(choices) > 1 else choices[0]
        game._dealer = Handed(rng)  # type: ignore[assignment]  # so that it shuffles as the compiled loop does
        game.play(the_setting.actions[chosen])
        decisions += 1
    assert told["decisions"] == decisions
    return game


class Handed:
    """A dealer whose chance is the loop's own."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng
        self.log: list[int] = []

    def shuffled(self, cards: list[int]) -> list[int]:
        return shuffle(self.rng, list(cards))

    def aside(self, at: int, n: int) -> int:
        """Which copy it is does not matter here."""
        return 0


def shuffled(rng: Rng, size: int) -> list[int]:
    return shuffle(rng, list(range(size)))


def shuffle(rng: Rng, cards: list[int]) -> list[int]:
    for i in range(len(cards) - 1, 0, -1):
        j = rng.below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


INTERPRETED = """
import json, sys
from drlucky.search.simulate import play_batch
from drlucky.interpreted import is_compiled
from drlucky.game.setup import setting
assert not is_compiled()
for edition, players, policies in json.loads(sys.argv[1]):
    the_setting = setting(edition, players)
    print(json.dumps(play_batch(the_setting.engine, the_setting.evaluation, policies, True, 3, 10, 2, lambda: None)))
"""


def test_rows_are_the_same_compiled_and_interpreted() -> None:
    tables: list[tuple[str, int, list[int]]] = [
        ("kill-1996", 3, [AT_RANDOM, SENSIBLY, SENSIBLY]),
        ("kill-2016", 2, [SENSIBLY, NOT_READING - 1]),
        ("save-2000", 4, [AT_RANDOM, SENSIBLY, SENSIBLY, AT_RANDOM]),
    ]
    command = [sys.executable, "-c", INTERPRETED, json.dumps(tables)]
    out = subprocess.run(command, env=os.environ | {WISH: "1"}, capture_output=True, text=True, check=True).stdout
    for line, (edition, players, policies) in zip(out.splitlines(), tables, strict=True):
        the_setting = setting(edition, players)
        here = play_batch(the_setting.engine, the_setting.evaluation, policies, True, 3, 10, 2, pause)
        assert json.loads(line) == here


def test_with_rotated_seating_everyone_moves_a_chair_to_the_left() -> None:
    the_cell = Cell("kill-2016", 4, ("sensible", "random", "random", "random"), "rotated")
    assert [the_cell.bot_at(seat, 0) for seat in range(4)] == ["sensible", "random", "random", "random"]
    assert [the_cell.bot_at(seat, 5) for seat in range(4)] == ["random", "sensible", "random", "random"]
    won = play(Batch(0, the_cell, 1, 0, 400)).filter(winner_bot="sensible")
    assert (won["winner"] == won["game"] % 4).all()
    assert won.height > 200  # so the one who was said to sit there did


def test_strangers_keep_their_chairs_and_are_named() -> None:
    the_cell = Cell("kill-2016", 2, ("sensible", "random"), "rotated")
    games = play(Batch(0, the_cell, 1, 0, 600))
    assert set(games.filter(winner_bot="Stranger")["winner"]) == {1, 3}
    assert set(games.filter(winner_bot="sensible")["winner"]) == {0, 2}
    assert set(games["first"]) == {0, 2}


def test_bots_of_the_user_play_through_views_with_the_same_columns() -> None:
    mixed = cell("kill-2016", 3, {}, ("lab.study_bots:Last", "lab.study_bots:Noisy", "sensible"))
    games = play(Batch(0, mixed, 1, 0, 4))
    compiled = play(Batch(0, cell("kill-2016", 3, {}), 1, 0, 4))
    assert games.schema == compiled.schema
    assert [row for number in range(4) for row in play(Batch(0, mixed, 1, number, 1)).rows()] == games.rows()
    first = dict(zip(FIELDS, play_game(mixed, mixed.stream(1), 0), strict=True))
    assert (first["turns"], first["luck"], first["attempts"]) == games.select("turns", "luck", "attempts").row(0)


def test_random_and_sensible_bots_are_as_strong_through_views_as_compiled() -> None:
    """The slow path and the quick one play the same game: one sensible player among four wins most of them."""
    table = ("sensible", "random", "random", "random")
    slow = cell("kill-2016", 4, {}, (*table[:3], "lab.study_bots:Noisy"))
    wins = play(Batch(0, slow, 1, 0, 40)).filter(winner=0).height
    assert wins > 20
