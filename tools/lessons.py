"""Finds the deals and the scripts of the first games that teach, and writes src/drlucky/lessons/*.toml: `make lessons`.

Seed after seed is played over and over by players who do what the story asks for and otherwise what chance says:
the first seat is the newcomer's. Of all games in which everything comes up that is to be taught and the newcomer wins,
the best is kept. Run it when a rule or a deck has changed and tests/lessons says that a script no longer works."""

import argparse
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import drlucky
from drlucky.decks import Card
from drlucky.game.events import Event
from drlucky.game.game import Game
from drlucky.game.undo import point
from drlucky.game.view import View
from drlucky.lessons import NEWCOMER, Line

FOLDER = Path(__file__).parents[1] / "src" / "drlucky" / "lessons"
NAMES = ("You", "Bob", "Cleo")
YOU, LEFT, RIGHT = NEWCOMER, 1, 2
"""When the one to the left strikes, the newcomer is the last who is asked."""
MOST_TURNS = 16
MOST_OWN = 13
"""Actions of the newcomer: as many as there is patience for."""
EDITIONS = {"kill": "kill-2016", "save": "save-2000"}
SOON = 4
"""The doctor's next rooms that the board shows."""
ROLLOUTS = 60
"""Games by each seed."""


@dataclass
class Told:
    """A game as it was played, with what came up in it."""

    seed: int
    moves: list[Line] = field(default_factory=list)
    beats: list[str] = field(default_factory=list)
    """What came up, in order."""
    margin: int = 0
    """What the last attempt is worth beyond all that the others could have played against it."""

    @property
    def own(self) -> list[Line]:
        return [line for line in self.moves if line.seat == NEWCOMER]

    @property
    def cost(self) -> float:
        """The fewer decisions and the surer the end, the better; the newcomer should do something in each turn, have
        used a card before the doctor comes, and have waited for him before the last strike."""
        idle = sum(line.action == "end" for line in self.own)
        early = self.beats.index("card") < self.beats.index("called")
        waited = self.beats[-3:] == ["called", "strike", "won"]
        others = len(self.moves) - len(self.own)
        return len(self.own) + idle + 0.4 * others + 4 * (self.margin <= 0) + 2 * (not early) + 3 * (not waited)


class Telling:
    """One game, played by the story."""

    def __init__(self, family: str, seed: int, game: Game, chance: random.Random) -> None:
        """`game` is at its beginning, and is played on."""
        self.game = game
        self.saving = family == "save"
        self.chance = chance
        self.cards: dict[str, Card] = {card.name: card for card in game.setting.deck.cards}
        self.told = Told(seed)
        self.beats = self.told.beats

    def play(self) -> Told | None:
        """None if it is not the wanted story."""
        game = self.game
        while (seat := game.to_decide) is not None:
            view = game.view(seat)
            if view.turn > MOST_TURNS or len(self.told.own) > MOST_OWN:
                return None
            action = self.answer(seat, view) if view.phase == "answer" else self.move(seat, view)
            if action is None:
                return None
            self.told.moves.append(Line(seat, action, self.teaches(view, action) if seat == YOU else ""))
            if action.startswith("attempt") and not self.may_strike(seat, view, action):
                return None
            for event in game.play(action):
                if not self.note(event):
                    return None
        wanted = {"step", "draw", "card", "called", "strike", "stopped", "stop", "won"}
        return self.told if wanted <= set(self.beats) else None

    # What comes up.

    def note(self, event: Event) -> bool:
        """False if the story must not go on like this."""
        beats, mine = self.beats, event.seat == YOU
        if event.kind == "stepped" and event.pawn == YOU and "step" not in beats:
            beats.append("step")
        elif event.kind == "drew" and mine and "draw" not in beats:
            beats.append("draw")
        elif event.kind == "called up" and mine:
            beats.append("called")
        elif event.kind == "played" and mine:
            beats.append("stop")
        elif event.kind == "foiled":
            last = next(beat for beat in reversed(beats) if beat in ("strike", "theirs"))
            beats.append("stopped" if last == "strike" else "foiled")
        elif event.kind == "over":
            if event.winner != YOU:
                return False
            beats.append("won")
        return True

    def may_strike(self, seat: int, view: View, action: str) -> bool:
        beats = self.beats
        if seat == YOU:
            beats.append("strike")
            return beats.count("strike") <= 2
        # One attempt of another, by the one for whom the newcomer is the last.
        beats.append("theirs")
        return seat == LEFT and beats.count("theirs") == 1 and "draw" in beats

    def teaches(self, view: View, action: str) -> str:
        """What a decision of the newcomer is there for: what the guide on the page explains with it."""
        verb = action.split(" ", 1)[0]
        before = [line.teaches for line in self.told.own]
        if verb == "step":
            coming = [f"step {stop.room}" for stop in self.game.sight(YOU).doctor[:SOON]]
            if "walk" not in before:
                return "walk"
            return "meet" if action == coming[0] else "ahead" if action in coming else "near"
        if verb in ("jump", "walk"):
            return "send" if " doctor " in action else "card"
        if verb == "attempt":
            return "win" if "strike" in before else "strike"
        if verb == "draw":
            return "draw again" if "draw" in before else "draw"
        return {"play": "stop", "end": "end"}[verb]

    # Stopping attempts.

    def answer(self, seat: int, view: View) -> str | None:
        attempt = view.attempt
        assert attempt is not None
        assert attempt.strength is not None
        missing = attempt.strength - attempt.luck
        playable = [text for text in view.legal if text.startswith("play ")]
        luck = {text: self.cards[text.removeprefix("play ")].luck for text in playable}
        enough = sorted((text for text in playable if luck[text] >= missing), key=lambda text: luck[text])
        if seat == YOU:
            # With one card, so that it is over with one decision.
            return enough[0] if enough else None
        if attempt.attacker != YOU:
            return "pass" if "pass" in view.legal else None
        if self.beats.count("strike") == 1:
            if seat == LEFT and self.chance.random() < 0.6 and "pass" in view.legal:
                return "pass"
            return enough[0] if enough else max(playable, key=lambda text: luck[text], default="pass")
        held = {each: sum(self.cards[card].luck for card in self.game.view(each).hand or ()) for each in (LEFT, RIGHT)}
        if not self.saving and held[RIGHT] >= missing:
            return None  # whoever is the last to be asked would have stopped it
        if seat == LEFT:
            self.told.margin = missing - held[LEFT] - held[RIGHT]
        if "pass" not in view.legal:
            return None
        return "pass"

    # Turns.

    def move(self, seat: int, view: View) -> str | None:
        strikes = [text for text in view.legal if text.startswith("attempt")]
        if strikes:
            return self.strike(seat, strikes)
        if view.phase == "walk":
            steps = [text for text in view.legal if text.startswith("step ")]
            return self.chance.choice(steps) if steps else "stop"
        return self.newcomer(view) if seat == YOU else self.other(view)

    def strike(self, seat: int, strikes: list[str]) -> str | None:
        worth = sorted(strikes, key=self.worth)
        if seat != YOU:
            return self.chance.choice(worth)
        if "strike" not in self.beats:
            # Something in between: the best is for later.
            return self.chance.choice(worth[:-1] or worth)
        return worth[-1]

    def worth(self, strike: str) -> int:
        card = self.cards.get(strike.removeprefix("attempt").strip())
        if card is None:
            return 0
        return card.value_in_room if card.room == self.game.view(None).doctor else card.value

    def newcomer(self, view: View) -> str | None:
        legal, beats = view.legal, self.beats
        if "step" not in beats:
            return self.where(view, lambda after: "draw" in after.legal) or self.where(view, lambda after: True)
        if "draw" not in beats and "draw" in legal:
            return "draw"
        if "card" not in beats and view.cards_played == 0:
            moved = self.with_card(view)
            if moved:
                beats.append("card")
                return moved
        if "draw" not in beats and view.steps:
            unseen = self.where(view, lambda after: "draw" in after.legal)
            if unseen:
                return unseen
        there = self.game.sight(YOU).doctor[0].room
        if view.rooms[YOU] != there and view.steps and view.cards_played < 2:
            leading = [text for text in legal if text == f"step {there}" or text.startswith("attempt")]
            if leading:
                return leading[0]
            striking = self.where(view, lambda after: any(text.startswith("attempt") for text in after.legal))
            if striking:
                return striking
            if self.chance.random() < 0.4:
                return self.where(view, lambda after: True)
        return "draw" if "draw" in legal else "end"

    def with_card(self, view: View) -> str | None:
        """A card that takes the newcomer to where the doctor goes next, or where to strike."""
        there = self.game.sight(YOU).doctor[0].room

        def good(after: View) -> bool:
            is_met = after.rooms[YOU] == there != after.doctor
            is_chance = any(text.startswith("attempt") for text in after.legal)
            return is_met or is_chance or ("draw" not in self.beats and "draw" in after.legal)

        return self.where(view, good, "jump ")

    def where(self, view: View, good: Callable[[View], bool], kind: str = "step ") -> str | None:
        """A move after which something holds."""
        moves = [text for text in view.legal if text.startswith(kind)]
        self.chance.shuffle(moves)
        return next((text for text in moves if good(self.after(text))), None)

    def after(self, action: str) -> View:
        before = point(self.game)
        self.game.play(action)
        found = self.game.view(YOU)
        self.game.go_back(before.state, before.copies, before.events, before.moves)
        return found

    def other(self, view: View) -> str:
        steps = [text for text in view.legal if text.startswith("step ")]
        jumps = [text for text in view.legal if text.startswith("jump ")]
        moved = bool(self.told.moves) and self.told.moves[-1].seat == view.seat and view.steps == 0
        if not moved and jumps and self.chance.random() < 0.1:
            return self.chance.choice(jumps)
        if not moved and steps and view.cards_played == 0 and self.chance.random() < 0.8:
            return self.chance.choice(steps)
        return "draw" if "draw" in view.legal else "end"


def stories(family: str, seeds: range) -> Iterator[Told]:
    """Those that work, as they are found."""
    for seed in seeds:
        game = drlucky.new(EDITIONS[family], NAMES, seed=name_of(family, seed))
        if game.to_decide != YOU:
            continue
        start = point(game)
        for number in range(ROLLOUTS):
            game.go_back(start.state, start.copies, start.events, start.moves)
            told = Telling(family, seed, game, random.Random(seed * ROLLOUTS + number)).play()
            if told:
                yield told


def name_of(family: str, seed: int) -> str:
    return f"first {family} {seed}"


def text(family: str, told: Told) -> str:
    """As the package has it."""
    lines = [
        f"# The first game of a newcomer, found by tools/lessons.py. What comes up: {', '.join(told.beats)}.",
        f'edition = "{EDITIONS[family]}"',
        f"players = {len(NAMES)}",
        f'seed = "{name_of(family, told.seed)}"',
    ]
    for line in told.moves:
        lines += ["", "[[line]]", f"seat = {line.seat}", f'action = "{line.action}"']
        lines += [f'teaches = "{line.teaches}"'] if line.teaches else []
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("families", nargs="*", default=list(EDITIONS), help="kill, save or both (both)")
    parser.add_argument("--first", type=int, default=1, help="the first seed that is tried (1)")
    parser.add_argument("--last", type=int, default=1500, help="the last seed (1500: some minutes)")
    parser.add_argument("--to", type=Path, default=FOLDER, help="the folder for what is found (that of the package)")
    asked = parser.parse_args()
    for family in asked.families:
        found = min(stories(family, range(asked.first, asked.last + 1)), key=lambda told: told.cost, default=None)
        if found is None:
            raise SystemExit(f"no game of {family} tells the whole story: try more seeds")
        (asked.to / f"{family}.toml").write_text(text(family, found), encoding="utf-8")
        print(f"{family}: seed {found.seed}, {len(found.own)} own decisions: {', '.join(found.beats)}")


if __name__ == "__main__":
    main()
