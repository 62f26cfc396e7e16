"""The referee: plays a game between any kind of players, and deals with those who do wrong.

The policy, which docs/tournament.md states for people: who does not answer with a legal action in time loses the turn.
It ends, or its walk stops, if that may be; whatever else must be decided, such as how to answer an attempt, a stand-in
decides from the view of that seat. So nobody gains by a fault, and nobody else is handed the game by it. After so many
faults in a game, or one that a new start would only repeat, a player is not asked again in it."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from drlucky.bots import Bot
from drlucky.bots.base import choice
from drlucky.bots.external import START, Fault, GuestBot
from drlucky.game.actions import Action
from drlucky.game.game import Game
from drlucky.game.view import Outcome

IDLE = ("end", "stop")


class Player(Protocol):
    """Whoever decides for a seat, on the authority's side: it is handed the game, and hands on what may be known."""

    def decide(self, game: Game) -> Action:
        """One of the legal actions."""

    def leave(self, game: Game) -> None:
        """The game is over, or the player is not asked any more."""


class BotPlayer:
    """Hands a bot its seat's view and the legal actions."""

    def __init__(self, bot: Bot, seat: int) -> None:
        self.bot = bot
        self.seat = seat

    def decide(self, game: Game) -> Action:
        return choice(self.bot, game.view(self.seat), game.legal, partial(game.past, self.seat))

    def leave(self, game: Game) -> None:
        """A bot of the package leaves nothing behind."""


class GuestPlayer(BotPlayer):
    """Hands them to a guest's program, which is started right away, so that those of one game start side by side."""

    def __init__(self, guest: GuestBot, seat: int) -> None:
        super().__init__(guest, seat)
        self.guest = guest
        with suppress(Fault):  # it comes again, and counts, when the program is asked
            guest.start()

    def leave(self, game: Game) -> None:
        if game.outcome:
            self.guest.over(game.view(self.seat))
        else:
            self.guest.end()


@dataclass(frozen=True)
class Seen:
    """A fault as the referee notes it."""

    seat: int
    turn: int
    decision: int
    kind: str
    what: str


@dataclass(frozen=True)
class Played:
    """What came of a game."""

    outcome: Outcome
    turns: int
    decisions: int
    faults: tuple[Seen, ...]


def play(game: Game, players: Mapping[int, Player], most_faults: int, stand_in: Bot) -> Played:
    """Plays a game to its end."""
    faults: list[Seen] = []
    decisions = 0
    asked = dict(players)
    try:
        while (seat := game.to_decide) is not None:
            if seat in asked:
                try:
                    action = legal_choice(asked[seat], game)
                except Fault as fault:
                    faults.append(Seen(seat, game.state.turn, decisions, fault.kind, str(fault)))
                    if fault.kind == START or sum(seen.seat == seat for seen in faults) >= most_faults:
                        asked.pop(seat).leave(game)
                    action = without(game, seat, stand_in)
            else:
                action = without(game, seat, stand_in)
            game.play(action)
            decisions += 1
    finally:
        for player in asked.values():
            player.leave(game)
    assert game.outcome
    return Played(game.outcome, game.state.turn, decisions, tuple(faults))


def legal_choice(player: Player, game: Game) -> Action:
    """What a player decides. Whatever it does instead is a fault of its own, be it one of the package's bots."""
    try:
        action = player.decide(game)
    except Fault:
        raise
    except Exception as error:
        raise Fault("error", f"{type(error).__name__}: {error}"[:200]) from error
    if action not in game.legal:
        raise Fault("illegal", f"{str(action)[:60]!r} is none of the legal actions")
    return action


def without(game: Game, seat: int, stand_in: Bot) -> Action:
    """What is done for a player who has lost the turn."""
    legal = game.legal
    for action in legal:
        if str(action) in IDLE:
            return action
    return stand_in.choose(game.view(seat), legal)
