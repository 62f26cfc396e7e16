"""The golden files: counts of ways to play on, readable games, and the pages of rules.

`make golden` writes them anew; `test_golden.py` compares."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import drlucky
from drlucky import phrases
from drlucky.engine.codes import OVER
from drlucky.engine.play import apply, legal
from drlucky.engine.state import State
from drlucky.game.dealer import Dealer, as_seed
from drlucky.game.game import Game

FOLDER = Path(__file__).parent
DOCS = FOLDER.parents[1] / "docs" / "rules"
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


class Deal(NamedTuple):
    edition: str
    players: int
    options: dict[str, Any]
    seed: int


# Deals that give a short game in which a good deal happens.
DEALS = {
    "kill-1996": Deal("kill-1996", 4, {}, 78),
    "kill-2016": Deal("kill-2016", 4, {}, 363),
    "kill-de": Deal("kill-de", 4, {}, 18),
    "save-2000": Deal("save-2000", 4, {}, 397),
    "save-paizo": Deal("save-paizo", 4, {}, 174),
    "strangers": Deal("kill-de", 2, {}, 5),
    "pets": Deal("kill-2016", 3, {"pets": "both"}, 201),
    "escape": Deal("kill-2016", 4, {"escape": True}, 54),
}


def playthrough(deal: Deal) -> str:
    """A whole random game: before each decision who decides and what is possible, after it what happened."""
    game = drlucky.new(deal.edition, NAMES[: deal.players], seed=deal.seed, **deal.options)
    names = game.players
    chance = Dealer(as_seed("choices"))
    chosen = "".join(f", {name}={value}" for name, value in deal.options.items())
    lines = [f"{game.edition.title}, {deal.players} players{chosen}", ""]
    lines += [phrases.event(event, names) for event in game.events]
    while (seat := game.to_decide) is not None:
        view = game.view(seat)
        legal_now = game.legal
        action = legal_now[chance.below(len(legal_now))]
        lines += [
            "",
            f"Turn {view.turn + 1}, {view.phase}: {names[seat]} in the {view.rooms[seat]}, doctor in the {view.doctor}",
            f"  hand: {', '.join(view.hand or ())}",
            f"  may:  {', '.join(view.legal)}",
            f"> {action}",
        ]
        lines += [f"  {phrases.event(event, names)}" for event in game.play(action)]
    lines += ["", f"{game.outcome}"]
    return "\n".join(lines) + "\n"


def rules_page(edition: str, language: str) -> str:
    """The rules that the game itself tells, as a page of the documents."""
    written = {
        "en": "Written by `make golden` from the rules that the game itself tells. See also the [rulings](rulings.md).",
        "de": "Von `make golden` aus den Regeln geschrieben, die das Spiel selbst erzählt.",
    }
    lines = [f"# {edition}: {phrases.edition_title(edition, language)}", "", phrases.edition_about(edition, language)]
    for section in phrases.rules(edition, language):
        lines += ["", f"## {section.title}", "", section.text]
    return "\n".join([*lines, "", "---", "", written[language]]) + "\n"


def golden_files() -> dict[Path, str]:
    files = {FOLDER / "perft.json": perft_counts()}
    for name, deal in DEALS.items():
        files[FOLDER / "playthroughs" / f"{name}.txt"] = playthrough(deal)
    for book in drlucky.editions():
        files[DOCS / f"{book.id}.md"] = rules_page(book.id, "en")
        files[DOCS / "de" / f"{book.id}.md"] = rules_page(book.id, "de")
    return files
