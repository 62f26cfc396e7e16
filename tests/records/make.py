"""Makes the recorded games beside this file, each named for the ending or rule that it proves.

    PYTHONPATH=src:tests python -m records.make [NAME ...]

Old records must keep replaying, so a file is made once and then stays: only what is missing, or named, is written."""

import re
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import drlucky
from drlucky.game.dealer import Dealer, as_seed
from drlucky.game.events import Event
from drlucky.game.game import Game

FOLDER = Path(__file__).parent
DOCS = FOLDER.parent.parent / "docs"
NAMES = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal"]
SEEDS = 4000
ENOUGH = 5
"""So many games that fit are found, and the shortest is kept."""


@dataclass
class Told:
    """A game that was played, and what happened on the way."""

    game: Game
    events: list[Event] = field(default_factory=list)
    forced: bool = False
    """Was someone asked who was not allowed to pass?"""

    def count(self, kind: str) -> int:
        return sum(event.kind == kind for event in self.events)

    def how(self) -> str:
        return self.game.outcome.how if self.game.outcome else ""


Proof = Callable[[Told], bool]


@dataclass
class Wanted:
    edition: str
    players: int
    proof: Proof
    options: dict[str, Any] = field(default_factory=dict)
    strikes: int = 7
    """How many times out of ten a strike is made where one is possible; at random they are rare."""
    then_escape: bool = False
    own_board: bool = False


def won(told: Told) -> bool:
    return told.how() == "success"


def won_with_reasons(told: Told) -> bool:
    winner = told.game.outcome.winner if told.game.outcome else None
    return won(told) and any(event.kind == "reason" and event.seat == winner for event in told.events)


def won_without_a_loser(told: Told) -> bool:
    return won(told) and told.game.outcome is not None and told.game.outcome.loser is None


def forced(told: Told) -> bool:
    return won(told) and told.forced


def several_weapons(told: Told) -> bool:
    laid = [event.kind == "laid down" for event in told.events]
    return won(told) and any(one and two for one, two in pairwise(laid))


def stranger_won(told: Told) -> bool:
    return won(told) and told.game.outcome is not None and told.game.outcome.winner in told.game.setting.strangers


def doctor_was_sent(told: Told) -> bool:
    return won(told) and any(event.kind == "jumped" and event.pawn == "doctor" for event in told.events)


def happens(*kinds: str) -> Proof:
    return lambda told: won(told) and all(told.count(kind) for kind in kinds)


def ends(how: str, *kinds: str) -> Proof:
    return lambda told: told.how() == how and all(told.count(kind) for kind in kinds)


def pets_walk(*pets: str) -> Proof:
    return lambda told: (
        won(told) and all(any(e.pawn == pet and e.kind == "stepped" for e in told.events) for pet in pets)
    )


HOTEL = {"board": "bed-and-breakfast"}
WANTED = {
    "kill-1996-reshuffle": Wanted("kill-1996", 4, happens("shuffled"), strikes=1),
    "kill-1996-doctor-sent-by-card": Wanted("kill-1996", 5, doctor_was_sent),
    "kill-1996-dealer-given": Wanted("kill-1996", 3, happens("dealt face up"), {"dealer": 2}),
    "kill-1996-weapons-plus-one": Wanted("kill-1996", 4, won, {"weapons_plus_one": True}),
    "kill-1996-no-threes": Wanted("kill-1996", 4, won, {"no_threes": True}),
    "kill-2016-lights-out": Wanted("kill-2016", 4, happens("lights out"), strikes=2),
    "kill-2016-reasons-win": Wanted("kill-2016", 4, won_with_reasons),
    "kill-2016-no-loser": Wanted("kill-2016", 8, won_without_a_loser),
    "kill-2016-turn-limit": Wanted("kill-2016", 4, ends("turn limit"), {"turn_limit": 30}, strikes=1),
    "kill-2016-both-wings-closed": Wanted("kill-2016", 3, won, {"closed": "both"}),
    "kill-2016-contributions": Wanted("kill-2016", 3, won, {"contributions": ["seven", b"\0\xff", 'the "last" word']}),
    "kill-2016-upstairs": Wanted("kill-2016", 4, won, HOTEL | {"layout": "upstairs"}),
    "kill-2016-own-board": Wanted("kill-2016", 3, won, own_board=True),
    "kill-2016-stranger-wins": Wanted("kill-2016", 2, stranger_won),
    "kill-2016-cat": Wanted("kill-2016", 4, pets_walk("cat"), {"pets": "cat"}),
    "kill-2016-both-pets": Wanted("kill-2016", 3, pets_walk("cat", "dog"), {"pets": "both"}),
    "kill-2016-escape-alone": Wanted("kill-2016", 4, ends("last alive", "robbed"), {"escape": True}),
    "kill-2016-then-escape": Wanted("kill-2016", 3, ends("last alive", "died"), then_escape=True),
    "kill-2016-strangers-then-escape": Wanted("kill-2016", 2, ends("last alive"), then_escape=True),
    "kill-de-several-weapons": Wanted("kill-de", 4, several_weapons),
    "kill-de-stranger-turns-up-cards": Wanted("kill-de", 2, happens("turned up")),
    "kill-de-dog": Wanted("kill-de", 4, pets_walk("dog"), {"pets": "dog"}),
    "kill-de-hotel-strangers-cat": Wanted("kill-de", 2, won, HOTEL | {"layout": "upstairs", "pets": "cat"}),
    "kill-de-then-escape": Wanted("kill-de", 4, ends("last alive", "attacked"), {"closed": "west"}, then_escape=True),
    "save-2000-ship-sinks": Wanted("save-2000", 4, ends("sunk"), strikes=1),
    "save-2000-washed-up": Wanted("save-2000", 5, happens("deck sank", "washed up")),
    "save-2000-forced-last-player": Wanted("save-2000", 3, forced),
    "save-paizo-ship-sinks": Wanted("save-paizo", 4, ends("sunk"), strikes=1),
    "save-paizo-forced-last-player": Wanted("save-paizo", 4, forced),
    "save-paizo-no-loser": Wanted("save-paizo", 6, won_without_a_loser),
}


def cottage() -> str:
    """The small house of docs/boards.md."""
    found = re.search(r"```text\n(.*?)```", (DOCS / "boards.md").read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found[1]


def begin(wanted: Wanted, seed: int) -> Game:
    names = NAMES[: wanted.players]
    if not wanted.own_board:
        return drlucky.new(wanted.edition, names, seed=seed, **wanted.options)
    with tempfile.TemporaryDirectory() as folder:
        plan = Path(folder, "cottage.txt")
        plan.write_text(cottage(), encoding="utf-8")
        return drlucky.new(wanted.edition, names, seed=seed, board=plan, **wanted.options)


def play_out(wanted: Wanted, seed: int) -> Told:
    chance = Dealer(as_seed(f"choices {seed}"))
    told = play_to_the_end(Told(begin(wanted, seed)), wanted, chance)
    if wanted.then_escape:
        told = play_to_the_end(Told(told.game.escape(seed=f"then {seed}")), wanted, chance)
    return told


def play_to_the_end(told: Told, wanted: Wanted, chance: Dealer) -> Told:
    game = told.game
    while game.to_decide is not None:
        legal = game.legal
        strikes = [action for action in legal if action.verb in ("attempt", "lay", "attack")]
        note_force(told)
        among = strikes if strikes and chance.below(10) < wanted.strikes else legal
        game.play(among[chance.below(len(among))])
    told.events += game.events
    return told


def note_force(told: Told) -> None:
    why = told.game.why_not("pass")
    told.forced |= why is not None and why.code == "must stop it"


def search(wanted: Wanted) -> str:
    """The shortest of the first few games that prove what is wanted."""
    found: list[str] = []
    for seed in range(SEEDS):
        told = play_out(wanted, seed)
        if wanted.proof(told):
            found.append(told.game.record())
            if len(found) == ENOUGH:
                break
    return min(found, key=len)


def main(names: list[str]) -> None:
    for name, wanted in WANTED.items():
        path = FOLDER / f"{name}.txt"
        if name in names or not path.exists():
            path.write_text(search(wanted), encoding="utf-8")
            print(f"{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
