"""`drlucky replay` and `drlucky verify`: stepping through a record in plain text, and proving it."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from drlucky import phrases
from drlucky.cli.names import board_of, names_of
from drlucky.errors import DrLuckyError
from drlucky.game.events import Event
from drlucky.game.game import Game
from drlucky.game.replay import Replay, proven
from drlucky.game.verify import verify as verified
from drlucky.record.reader import PartRead
from drlucky.record.writer import RecordError

Say = Callable[[str], None]
Ask = Callable[[str], str]

HELP = "Enter for the next step, b for the one before, a number for that step, q to leave."
SPECTATOR = "spectator"


def replay(
    file: Annotated[str, typer.Argument(help="The file of a record.")],
    seat: Annotated[str | None, typer.Option(help="Show what one seat knows: a number, a name, or spectator.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Print every step without asking.")] = False,
) -> None:
    """Step through a recorded game with the board drawn in text."""
    text_replay = TextReplay(proven(Path(file)), seat, typer.echo, input)
    if everything:
        text_replay.run_through()
    else:
        text_replay.run()


def verify(file: Annotated[str, typer.Argument(help="The file of a finished record.")]) -> None:
    """Prove that a recorded game's cards, moves and result follow from the seed it was committed to."""
    try:
        typer.echo(verified(Path(file)))
    except RecordError as error:
        typer.echo(f"Not proven. {error}", err=True)
        raise typer.Exit(1) from None


class Knowledge:
    """Whose knowledge is shown: a seat's, a spectator's (None), or all that is to be known (`whole`)."""

    def __init__(self, players: Sequence[str], who: str | None) -> None:
        self.whole = who is None
        self.seat = None if who is None or who == SPECTATOR else find_seat(players, who)

    def events(self, game: Game) -> tuple[Event, ...]:
        return game.events if self.whole else game.events_for(self.seat)

    def hand(self, game: Game, seat: int) -> tuple[str, ...] | None:
        return game.view(seat).hand if self.whole or seat == self.seat else None


def find_seat(players: Sequence[str], who: str) -> int:
    if who in players:
        return players.index(who)
    if who.isascii() and who.isdigit() and int(who[:6]) < len(players):
        return int(who[:6])
    seats = ", ".join(f"{seat} or {name}" for seat, name in enumerate(players))
    raise DrLuckyError(f"there is no seat {who!r:.60}; seats are {seats}, and {SPECTATOR} sees what everyone does")


class TextReplay:
    def __init__(self, replay: Replay, who: str | None, say: Say, ask: Ask) -> None:
        self.replay = replay
        self.knowledge = Knowledge(replay.game.players, who)
        self.say = say
        self.ask = ask

    def run_through(self) -> None:
        for step in range(self.replay.last + 1):
            self.show(step)

    def run(self) -> None:
        """Asks after every step; input that ends leaves."""
        self.say(HELP)
        step = 0
        self.show(step)
        while True:
            try:
                line = self.ask("> ").strip()
            except (EOFError, KeyboardInterrupt):
                return
            if line in ("q", "quit", "exit"):
                return
            wanted = self.wanted(line, step)
            if wanted is not None:
                step = wanted
                self.show(step)

    def wanted(self, line: str, step: int) -> int | None:
        """The step that a line asks for; None, and a word why, if there is none."""
        last = self.replay.last
        if line == "":
            goal = step + 1
        elif line == "b":
            goal = step - 1
        elif line.isascii() and line.isdigit():
            goal = int(line[:9])
        else:
            self.say(f"{line!r:.60} is nothing you can type here. {HELP}")
            return None
        if 0 <= goal <= last:
            return goal
        where = "This is the end; there" if line == "" else "This is the beginning; there" if line == "b" else "There"
        self.say(f"{where} are steps 0 to {last}.")
        return None

    def show(self, step: int) -> None:
        """Goes to a step and says what was done in it, what happened, and how things stand."""
        before = 0
        title = "the beginning"
        if step:
            self.replay.go_to(step - 1)
            title = self.title(step)
            known = len(self.knowledge.events(self.replay.game))
            game = self.replay.game
            self.replay.go_to(step)
            # What was played on from a finished game tells its own events from the start.
            before = known if self.replay.game is game else 0
        else:
            self.replay.go_to(0)
        game = self.replay.game
        self.say(f"\nStep {step} of {self.replay.last}: {title}")
        for event in self.knowledge.events(game)[before:]:
            self.say("  " + phrases.event(event, names_of(game)))
        self.say(self.position(game))

    def title(self, step: int) -> str:
        """What is about to be done."""
        following = self.replay.steps[step - 1]
        if isinstance(following, PartRead):
            return f"then {following.begun}"
        decider = self.replay.game.to_decide
        return following.text if decider is None else f"{names_of(self.replay.game)[decider]}: {following.text}"

    def position(self, game: Game) -> str:
        view = game.view(self.knowledge.seat)
        lines = [board_of(game, self.knowledge.seat)]
        for seat, name in enumerate(names_of(game)):
            hand = self.knowledge.hand(game, seat)
            held = f"{view.hand_sizes[seat]} cards" if hand is None else ", ".join(hand) or "no cards"
            lines.append(f"  {name} {f'in the {room}' if (room := view.rooms[seat]) else 'out'}: {held}")
        return "\n".join(lines)
