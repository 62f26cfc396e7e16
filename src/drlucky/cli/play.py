"""`drlucky play`: a game in plain text, one person against bots."""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Annotated

import typer

import drlucky
from drlucky import cast, files, phrases
from drlucky.bots import LEVELS, Bot
from drlucky.bots.base import choice
from drlucky.bots.names import find_own_bots, parse
from drlucky.cli.names import board_of, names_of
from drlucky.cli.options import EDITION, NONE_GIVEN, GameOptions, takes_game_options
from drlucky.errors import DrLuckyError
from drlucky.game.actions import Action
from drlucky.game.game import Game
from drlucky.game.view import View
from drlucky.hints import Hint, hint

Say = Callable[[str], None]
Ask = Callable[[str], str]

HELP = """\
Type the number of a choice, or the choice itself, such as: {example}
  board      draw the board with everyone on it
  hand       your cards and what they do
  hint       what a good player would do here, and why
  why ...    what stands in the way of an action, such as: why attempt
  help       this text
  quit       leave the game"""


LEGAL = "Nothing: it is legal."
THINKING = 0.8
"""Seconds for a hint; with what it takes to say it that is about one."""


@takes_game_options
def play(
    edition: Annotated[str, typer.Argument(help=EDITION)] = "",
    players: Annotated[int, typer.Option(help="How many, you included.")] = 4,
    name: Annotated[str, typer.Option(help="Your name.")] = "Sam",
    options: GameOptions = NONE_GIVEN,
    seed: Annotated[str, typer.Option(help="Deal the same game again.")] = "",
    bots: Annotated[
        str, typer.Option(help=f"Who the others are: {', '.join(LEVELS)}, searcher:1s, module:Class ...")
    ] = "normal",
    record: Annotated[str, typer.Option(help="Write the record of the game to this file.")] = "",
) -> None:
    """Play a game in plain text against bots."""
    if record:
        files.check_writable(record)
    find_own_bots()
    other = parse(bots)
    chosen = edition or ask_edition()
    book = next((book for book in drlucky.editions() if book.id == chosen), None)
    others = [each.name for each in cast.guests(name) if each.name != name]
    game = drlucky.new(
        chosen,
        [name, *others[: players - 1]] if book and players in book.players else players,
        seed=seed or None,
        **options,
    )
    other.check(game.view(None))
    # With the same seed the bots, too, do the same again.
    seated = [other.make(Random(f"{seed} {p}").getrandbits(31) if seed else None) for p in range(len(game.players))]
    typer.echo(f"{game.edition.title}. {game.edition.about}\nType help for what you can type.\n")
    try:
        TextGame(game, 0, seated, typer.echo, input).run()
        if may_escape(game) and wants_escape():
            # A deal needs a secret of its own: that of the finished game is none any more.
            game = game.escape(seed=f"{seed} escape" if seed else None)
            TextGame(game, 0, seated, typer.echo, input).run()
    except Left:
        typer.echo("\nYou left the game.")
    if record:
        files.write(record, game.record())


def may_escape(game: Game) -> bool:
    """Has the book a game after this one?"""
    return game.edition.escape is not None and not game.setting.escape


def wants_escape() -> bool:
    typer.echo(
        "\nThe doctor is back, and after you all: the Escape can be played from where everyone stands. "
        "The last one alive wins."
    )
    try:
        return input("Play it? (y/n) ").strip().casefold() in ("y", "yes")
    except (EOFError, KeyboardInterrupt):
        return False


def ask_edition() -> str:
    books = drlucky.editions()
    for number, book in enumerate(books, 1):
        typer.echo(f"{number:3}  {book.title}\n     {book.about}")
    while True:
        try:
            line = input("Which game? (2) ").strip() or "2"
        except (EOFError, KeyboardInterrupt):
            typer.echo("\nYou left the game.")
            raise typer.Exit from None
        for number, book in enumerate(books, 1):
            if line in (str(number), book.id):
                return book.id
        typer.echo(f"Type a number from 1 to {len(books)}.")


class Left(Exception):
    """The person left the game."""


class TextGame:
    """Asks the person in `seat` and lets bots decide for the others."""

    def __init__(self, game: Game, seat: int, bots: Sequence[Bot], say: Say, ask: Ask) -> None:
        self.game = game
        self.seat = seat
        self.names = names_of(game)
        self.bots = bots
        self.say = say
        self.ask = ask
        self.told = 0
        self.hinted: Hint | None = None

    def run(self) -> None:
        """Plays to the end; raises Left if the person leaves before."""
        self.say(self.board())
        while (seat := self.game.to_decide) is not None:
            if seat == self.seat:
                self.tell()
                self.game.play(self.decide())
            else:
                past = partial(self.game.past, seat)
                self.game.play(choice(self.bots[seat], self.game.view(seat), self.game.legal, past))
        self.tell()

    def tell(self) -> None:
        """What happened since the last time, as the person may know it."""
        events = self.game.events_for(self.seat)
        for event in events[self.told :]:
            self.say("  " + phrases.event(event, self.names, you=self.seat))
        self.told = len(events)

    def decide(self) -> Action:
        legal = self.game.legal
        view = self.game.view(self.seat)
        self.say("")
        self.say(self.situation(view))
        for number, action in enumerate(legal, 1):
            self.say(f"{number:4}  {action}")
        while True:
            try:
                line = self.ask("> ").strip()
            except (EOFError, KeyboardInterrupt):
                raise Left from None
            word, _, rest = line.partition(" ")
            if word.isascii() and word.isdigit() and not rest:
                if 1 <= int(word[:6]) <= len(legal):
                    return legal[int(word) - 1]
                self.say(f"There are choices 1 to {len(legal)}.")
            elif line in ("quit", "q", "exit"):
                raise Left
            elif line in ("help", "h", "?", ""):
                self.say(HELP.format(example=legal[-1]))
            elif line == "board":
                self.say(self.board())
            elif line == "hand":
                self.say(self.hand(view))
            elif line == "hint":
                self.say(self.hint(view))
            elif word == "why" and rest:
                self.say(self.why(rest))
            elif self.why(line) == LEGAL:
                return next(action for action in legal if str(action).casefold() == " ".join(line.split()).casefold())
            else:
                self.say(self.why(line))

    def why(self, line: str) -> str:
        try:
            reason = self.game.why_not(line)
        except DrLuckyError as error:
            return f"{error}"
        return phrases.reason(reason, self.names) if reason else LEGAL

    def situation(self, view: View) -> str:
        """What matters for the next decision, in a few lines."""
        names = self.names
        own, his = with_reasons(view.reasons[self.seat]), with_reasons(view.doctor_reasons)
        lines = [f"You are {names[self.seat]}, in the {view.rooms[self.seat]}{own}. Doctor Lucky: {view.doctor}{his}."]
        for p, name in enumerate(names):
            if p != self.seat:
                where = view.rooms[p] or "out of the game"
                lines.append(f"  {name}: {where}, {view.hand_sizes[p]} cards{with_reasons(view.reasons[p])}")
        lines.append(self.piles(view))
        lines.append(f"Your hand: {', '.join(view.hand or ()) or 'empty'}")
        if view.attempt and view.phase == "answer":
            by = view.attempt.attacker
            lines.append(
                f"{names[by] if isinstance(by, int) else 'Doctor Lucky'}'s attempt is worth {view.attempt.strength}; "
                f"{view.attempt.luck} played against it so far."
            )
        return "\n".join(lines)

    def piles(self, view: View) -> str:
        """What is left to draw; on a ship beside each deck afloat, the next one to sink first."""
        decks = self.game.setting.ship_decks[-len(view.piles) :]
        if not decks:
            return f"Cards left to draw: {view.piles[0]}"
        beside = (f"deck {deck} {cards}" for deck, cards in zip(decks, view.piles, strict=True))
        return f"Cards left to draw: {', '.join(beside)}"

    def hand(self, view: View) -> str:
        cards = {card.name: card for card in self.game.setting.deck.cards}
        return "\n".join(f"  {name}: {phrases.card_does(cards[name])}" for name in view.hand or ()) or "  empty"

    def hint(self, view: View) -> str:
        """The best choice in words, with its number, and the next best ones."""
        found = self.hinted = hint(view, seconds=THINKING, earlier=self.hinted, past=self.game.past(self.seat))
        saving = None if view.escape else phrases.saves(view.edition)
        lines = [f"  {phrases.hint(found, self.names, saving=saving)}"]
        for option in (found.best, *found.alternatives[:2]):
            number = view.legal.index(str(option.action)) + 1
            lines.append(f"{number:4}  {option.action}: {phrases.percent(option.chance)} %")
        return "\n".join(lines)

    def board(self) -> str:
        return board_of(self.game, self.seat)


def with_reasons(number: int) -> str:
    """What someone has gained by failing; nothing to say of none."""
    return f", {number} {'Reason' if number == 1 else 'Reasons'}" if number else ""
