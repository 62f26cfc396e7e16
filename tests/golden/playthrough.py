"""The golden files: counts of ways to play on, and a readable game of each edition.

`make golden` writes them anew; `test_golden.py` compares."""

import json
from pathlib import Path

import drlucky
from drlucky import phrases
from drlucky.dealer import Dealer, as_seed
from drlucky.engine.codes import OVER
from drlucky.engine.play import apply, legal
from drlucky.engine.state import State
from drlucky.game import Game

FOLDER = Path(__file__).parent
NAMES = ["Ann", "Bob", "Cleo", "Dan"]
DEPTH = 4


def perft(s: State, depth: int) -> int:
    """In how many ways `depth` decisions can be made from here; a game that is over counts as one."""
    if s.phase == OVER or depth == 0:
        return 1
    ways = 0
    for action in legal(s):
        after = s.copy()
        apply(after, action)
        ways += perft(after, depth - 1)
    return ways


def perft_counts() -> str:
    """For each edition and two deals: the counts from the start and from the middle of a game."""
    counts: dict[str, dict[str, list[int]]] = {}
    for book in drlucky.editions():
        of_book = counts.setdefault(book.id, {})
        for seed in (4, 5):
            game = drlucky.new(book.id, NAMES, seed=seed)
            of_book[f"deal {seed}, start"] = [perft(game.state, depth) for depth in range(1, DEPTH + 1)]
            play_some(game, seed, decisions=40)
            of_book[f"deal {seed}, after 40 decisions"] = [perft(game.state, depth) for depth in range(1, DEPTH + 1)]
    return json.dumps(counts, indent=1) + "\n"


def play_some(game: Game, seed: int, decisions: int) -> None:
    """Random decisions from the dealer's own stream, so that no library's generator is part of a golden file."""
    chance = Dealer(as_seed(f"choices {seed}"))
    for _ in range(decisions):
        legal_now = game.legal
        game.play(legal_now[chance.below(len(legal_now))])


# Deals that give a short game in which a good deal happens.
DEALS = {"kill-1996": 78, "kill-2016": 363, "kill-de": 18, "save-2000": 397, "save-paizo": 174}


def playthrough(edition: str) -> str:
    """A whole random game: before each decision who decides and what is possible, after it what happened."""
    game = drlucky.new(edition, NAMES, seed=DEALS[edition])
    chance = Dealer(as_seed("choices"))
    lines = [f"{game.edition.title}, {len(NAMES)} players", ""]
    lines += [phrases.event(event, NAMES) for event in game.events]
    while (seat := game.to_decide) is not None:
        view = game.view(seat)
        legal_now = game.legal
        action = legal_now[chance.below(len(legal_now))]
        lines += [
            "",
            f"Turn {view.turn + 1}, {view.phase}: {NAMES[seat]} in the {view.rooms[seat]}, doctor in the {view.doctor}",
            f"  hand: {', '.join(view.hand or ())}",
            f"  may:  {', '.join(view.legal)}",
            f"> {action}",
        ]
        lines += [f"  {phrases.event(event, NAMES)}" for event in game.play(action)]
    lines += ["", f"{game.outcome}"]
    return "\n".join(lines) + "\n"


def golden_files() -> dict[Path, str]:
    files = {FOLDER / "perft.json": perft_counts()}
    for book in drlucky.editions():
        files[FOLDER / "playthroughs" / f"{book.id}.txt"] = playthrough(book.id)
    return files
